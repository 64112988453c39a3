"""Cards as a designer keeps them: a spreadsheet, one row for each card, read from CSV or .xlsx and written as CSV.

Another word for a header, kind or slot is a word in `sheet_words.toml`. Sentences are read by
`decks.words`, with the names of the sheet's own cards and of the decks beside it.
"""
