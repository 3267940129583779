"""The pool into which figures are carried over, and the day from which they hold there."""

from datetime import date

import attrs
from sqlalchemy import Connection, select

from ledger.events.facts import TournamentSubmitted
from ledger.events.problems import refusal
from ledger.log.schema import event
from ledger.validation.ledger_state import LedgerState
from ledger.validation.reference_checks import rulebook_on
from projections.engine.read_model.generations import pools
from projections.engine.registry import AnyRulebook, rulebook


@attrs.frozen(kw_only=True)
class Target:
    """A pool, the day from which figures carried over hold in it, and its rulebook of that day."""

    pool: str
    from_day: date
    book: AnyRulebook

    @property
    def system(self) -> str:
        """The rating system of the rulebook: ``dwz`` of ``dwz-2026``."""
        return self.book.name.partition("-")[0]


def target_of(
    connection: Connection, pool: str | None, from_day: date | None, today: date
) -> Target | None:
    """The pool that is meant: the one named, else the only one there is; None: there is none.

    Figures hold from the day that is said; else, while nothing has been played, from the first
    day of the pool, and later from today.

    Raises :class:`~ledger.events.problems.Refused` where there is no such pool, several and none
    named, or no rulebook governs on the day.
    """
    known = pools(connection)
    if pool is None:
        if len(known) > 1:
            message = f"for which pool are the figures? Say --pool: {', '.join(known)}"
            raise refusal("which-pool", message, "--pool")
        if not known:
            return None
        (pool,) = known
    if pool not in known:
        message = (
            f"there is no pool {pool!r}: `rating-ledger pool {pool} --rulebook NAME` makes it"
        )
        raise refusal("unknown-pool", message, "--pool")
    adopted = LedgerState(connection).pool(pool)
    day = from_day or _day(connection, adopted[0].from_day, today)
    governing = rulebook_on(day, adopted)
    if governing is None:
        message = f"no rulebook governs {pool} on {day}, the first does from {adopted[0].from_day}"
        raise refusal("before-the-pool", f"{message} on: say a later day", "--from")
    book = rulebook(governing.rulebook, governing.parameters or {})
    return Target(pool=pool, from_day=day, book=book)


def _day(connection: Connection, first: date, today: date) -> date:
    played = select(event.c.position).where(event.c.type == TournamentSubmitted.type).limit(1)
    nothing_played = connection.execute(played).first() is None
    return first if nothing_played else max(first, today)
