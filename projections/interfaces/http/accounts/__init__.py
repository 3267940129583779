"""Accounts: roles, sessions, tokens and pending submissions; the only SQL of the web.

API and pages import it.
Begin with access.py, who may ask what.
"""
