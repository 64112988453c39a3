"""The dashboard's pages, one per file; `reports.contents` finds them by scanning this folder."""
