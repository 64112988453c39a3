"""Cards as a designer keeps them: a spreadsheet, one row for each card, read from CSV or .xlsx and written as CSV."""
