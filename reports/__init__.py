"""Reports: figures, dashboard pages and the HTML report. They show numbers and compute none."""
