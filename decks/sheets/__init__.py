"""Cards as a designer keeps them: a spreadsheet, one row for each card, read from CSV or .xlsx and written as CSV.

Another word for a header is a word in `sheet_columns`, one for a kind or slot in `sheet_cells`; another wording of a
sentence is a pattern in `sentence_patterns`.
"""
