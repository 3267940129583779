"""The event log: append, hash chain, verification, export, restore and erasure.

Validation, importing and the projections import it; it imports events.
Begin with event_log.py, the only writer.
"""
