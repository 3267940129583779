"""Ledger: what happened, as events in an append-only log; it knows no rating.

The projections import it; it imports nothing of them.
Begin with events/facts.py, then log/event_log.py.
"""

__version__ = "1.1.0"
