"""Card programs in English, written and read with one table of clauses.

What belongs here: the table (`*.toml`: opcodes by theme, `triggers`, `conditions`, `values`, `columns`, `same`), what
its patterns mean (`patterns`, `clause_table`, `value_words`), and the two ways through it:

* `program_writer.write(program)` gives a sentence for each step of a program (a die or a choice and what follows on it
  are one sentence); `phrase(step, trigger)` and `condition(word, value)` are its parts.

A row of the table is `what it means = "how the lab writes it"` or a list, in which further ways to say it follow. What
it means is an opcode, with the values that are fixed behind it (`"escape amount=1"`) and the triggers that it needs
(`on=in_fight|appears`). The first row that says every value of a step writes it. In patterns `{parameter:kind}` is a
value (the kinds stand in `value_words`), `{parameter=value}` a value that goes without words, `[...]` what is said only
with values of its own (and what people may leave out), `(one|other)` what people say in one way or another.
"""
