"""The dashboard, as Streamlit starts it; `lab app` does. What it shows stands in `reports`."""

import os

from streamlit.starlette import App

if __name__ == "__main__":
    from reports.desk.app_frame import main

    main()
else:
    from starlette.middleware import Middleware

    from reports.desk.access_token import TOKEN, Door

    app = App(__file__, middleware=[Middleware(Door, token=os.environ.pop(TOKEN, ""))])
