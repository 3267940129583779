"""The engine: history, replay and the stored read model.

Queries, study and operations import it; it imports rulebooks and the ledger.
Begin with replay/replay.py.
"""
