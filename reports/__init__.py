"""Reports: figures, dashboard pages and the HTML report. They show numbers and compute none.

A page yields elements and knows neither Streamlit nor HTML; all but charts is written as HTML by `html_markup`, for
both.
"""
