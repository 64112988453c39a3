"""Tables that leave the lab: CSV files and workbooks with what is needed to play them again; no number is made here."""
