"""Pages that only the dashboard has; `reports.desk.live_pages_list` finds them by scanning this folder."""
