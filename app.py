"""The dashboard, as Streamlit starts it; `lab app` does. What it shows stands in `reports`."""

from reports.desk.app_frame import main

if __name__ == "__main__":
    main()
