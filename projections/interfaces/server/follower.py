"""Keeps the read model at the end of the log while the server runs, so that no reader has to."""

from projections.api import Ledger

SECONDS_BETWEEN_LOOKS = 1.0


class Follower:
    """Catches the read model up whenever the log has grown."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._done: object = None

    def follow(self) -> float:
        """Look whether there is something to catch up with; returns when to look again.

        Raises whatever the ledger does: the database may be away, and is asked again.
        """
        if self._state() != self._done:
            self._ledger.catch_up()
            self._done = self._state()
        return SECONDS_BETWEEN_LOOKS

    def _state(self) -> object:
        at = self._ledger.positions()
        return at["head"], at["pools"]
