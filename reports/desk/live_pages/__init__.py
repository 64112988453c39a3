"""Pages that only the dashboard has; `reports.desk.live` finds them by scanning this folder."""
