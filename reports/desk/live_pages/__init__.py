"""Pages that only the dashboard has; `reports.desk.app_frame` finds them by scanning this folder."""
