"""Accounts and their tokens: tables beside the log, and what may be done to them.

Operations and the web import it; it imports the log's database and nothing of the projections.
Begin with store.py, then roles.py.
"""
