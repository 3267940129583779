"""The pages: public ones and those of officers, with templates and static files.

Only the server imports it; it asks the façade.
Begin with public/routes.py, officer/routes.py.
"""
