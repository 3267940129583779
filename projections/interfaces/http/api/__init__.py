"""The JSON API and its description (OpenAPI).

Only the server and the page about the API import it.
Begin with routes.py.
"""
