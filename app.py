"""The dashboard, as Streamlit starts it; `lab app` does. What it shows stands in `reports`."""

import os

from streamlit.starlette import App

if __name__ == "__main__":
    from reports.desk.app_frame import main

    main()
else:
    import gc
    from importlib import import_module
    from threading import Thread

    from starlette.middleware import Middleware

    from reports.desk.access_token import TOKEN, Door
    from reports.desk.page_files import told_ahead

    def prepare() -> None:
        """Import what pages are made of: it takes seconds, and begins before the first reader comes."""
        frame = import_module("reports.desk.app_frame")
        frame.load_pages(), frame.load_live_pages()
        gc.collect()
        gc.freeze()  # Streamlit collects after each view: 0.13 s over all that was loaded, while the view is sent

    Thread(target=prepare, daemon=True).start()
    app = App(__file__, middleware=[Middleware(Door, token=os.environ.pop(TOKEN, ""), ahead=told_ahead())])
