"""Rulebooks: one package per edition of a document; pure functions in its symbols.

Only the engine, queries and study import it; it imports nothing of ours.
Begin with rulebook.py, the protocol, then dwz/procedure.py.
"""
