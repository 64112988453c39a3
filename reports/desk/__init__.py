"""The dashboard: the rooms that know Streamlit. Pages say what is shown; here it is asked for and drawn."""
