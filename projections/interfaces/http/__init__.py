"""HTTP: requests and their problems, accounts, and the JSON API.

Pages and server import it. Begin with api/routes.py.
"""
