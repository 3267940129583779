"""Rulebooks: one package per edition of a document; pure functions in its symbols.

The engine, queries and study import it; of the ledger it imports events/messages.py alone.
Begin with rulebook.py, the protocol, then dwz/procedure.py.
"""
