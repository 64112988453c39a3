"""Numbers with intervals: metrics, paired differences, ratings, tables for export."""
