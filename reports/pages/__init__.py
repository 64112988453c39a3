"""The dashboard's pages, one per file; `reports.page_list` finds them by scanning this folder."""
