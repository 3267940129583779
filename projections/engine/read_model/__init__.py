"""The read model: derived tables, rebuilt or brought up to date from the log.

Queries and operations import it; it imports replay and history.
Begin with generations.py.
"""
