"""Card programs in English, written and read with one table of clauses.

What belongs here: the table (`*.toml`: opcodes by theme, `triggers`, `conditions`, `values`, `columns`; `same`: words
that mean the same), what its rows and patterns mean (`clause_table`, `patterns`, `value_words`), and the two ways
through it:

* `program_writer.write(program)` gives a sentence for each step of a program (a die or a choice and what follows on it
  are one sentence); `phrase(step, trigger)` and `condition(word, value)` are its parts.
* `text_reader.Reader(names)` makes a grammar of the table and of the names of a box, once; `.read(text, context)`
  gives for each sentence the programs that it may mean, or what of it is not understood and what could be said in its
  place. `program_meaning.Context` says where the text stands, `meaning` whether two programs play alike.

* `card_texts.card_reader(names, titles)` reads the texts of a card beside its columns: what they say already is not
  played twice, and what cannot be read is left with the reason.

Reading goes from `word_tokens` (one word for all that mean the same) through `forest` (lark finds every derivation of
the rules that `value_grammar`, `clause_grammar` and `sentence_grammar` make of the table) to `drafts` of steps, which
`program_meaning` puts where they stand; `branch_grammar` is what follows on a die or a choice, `frame_grammar` what
stands before and behind, `alternatives` are sentences of what comes instead, `sentence_links` says what sentences mean
for each other, `flavour` what is none. What is made of the tables is kept for the next process (`reader_cache`). A
sentence is read whole or not at all, and all that it may mean is told.

Rules may also say switches and change the cards of the box: `switches.toml` and `changes.toml` are read in the same way
(`rule_grammar`, with the numbers of `figure_grammar`) as orders (`orders`: a switch or a key of cards, and its value),
and written from them. What people say before, behind and beside a rule ("What if ...?", "In our house, ...", "lol") is
left out, and told, by a table of its own (`preambles.toml`); it never holds a condition. `small_talk` knows
sentences that only say what somebody thinks of a rule, `headings` what stands over one. `spelling.toml` is read first.

What rules of a whole table say of somebody else than you (the player of the lowest Level, whoever dies, Undead), when
in the game, how often and for what price is read by `subject_grammar`, `time_grammar`, `power_grammar`: on rules alone,
but for powers of cards that say their moment.

A row of the table is `what it means = "how the lab writes it"` or a list, in which further ways to say it follow. What
it means is an opcode, with the values that are fixed behind it (`"escape amount=1"`) and the triggers that it needs
(`on=in_fight|appears`). The first row that says every value of a step writes it. In patterns `{parameter:kind}` is a
value (the kinds stand in `value_words`), `{parameter=value}` a value that goes without words, `[...]` what is said only
with values of its own (and what people may leave out), `(one|other)` what people say in one way or another. In ways to
hear an opcode or a trigger `{if.condition:kind}` is a condition of its step; `{if=some}` says that the sentence must
name one, `{at=trigger}` when it counts, and `{for=rule}` that it is said on rules alone.
`{if.it=true}` is said of a card that may be taken for a monster, `{if.used=true}` where what it is to use the card must
be clear (`draft_amounts`, which also turns amounts into numbers where they hang on the columns of the card).
`{-:table}` says nothing more.
In rows of switches `{value:kind}` is the value, and another switch that is named in a hole is set too.
"""
