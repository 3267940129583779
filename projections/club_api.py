"""The part of the door that a club uses to set its ledger up: no event is written by hand.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from projections.arguments import DayLike, day_of, id_of
from projections.frames import Document, Rows

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ledger.log.clock import Clock
    from projections.actions.adopt import Figures
    from projections.queries import answer_types as shapes


def rulebooks(name: str | None = None) -> "Rows[shapes.RulebookRow]":
    """The rulebooks that a pool can adopt, or one of them, each with its parameters.

    Raises :class:`~ledger.events.problems.Refused` where there is none of that name.
    """
    from projections.queries.rulebook_list import rulebook_rows

    return Rows(rulebook_rows(name))


class ClubApi(ABC):
    """Rulebooks adopted, players entered, people and games found by their names."""

    _clock: "Clock"

    @property
    @abstractmethod
    def engine(self) -> "Engine":
        """The engine for the database, in which there is an up-to-date ledger."""

    def adopt(  # noqa: PLR0913 - what is adopted, from when, how, why and by whom
        self,
        pool: str,
        rulebook: str,
        *,
        from_day: DayLike | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        figures: "Figures | None" = None,
        reason: str | None = None,
        by: str,
        dry_run: bool = False,
    ) -> "shapes.AdoptionAnswer":
        """Let a rulebook govern a pool from a day on; the first one creates the pool.

        A new pool begins on the first of January of this year unless told otherwise.  ``figures``
        says what becomes of those of another system: ``convert``, as it is on record, or
        ``anew``.  Saying again what stands changes nothing.

        Raises :class:`~ledger.events.problems.Refused` where it cannot be adopted so.
        """
        from ledger.admission.submitter import submitter_name
        from projections.actions.adopt import Adoption, adopt

        adoption = Adoption(
            pool=id_of(pool),
            rulebook=rulebook,
            from_day=day_of(from_day),
            readings=dict(set or {}),
            figures=figures,
            reason=reason,
        )
        by = submitter_name(by)
        document = adopt(self.engine, adoption, by=by, clock=self._clock, dry_run=dry_run)
        return cast("shapes.AdoptionAnswer", Document(document))

    def adoptions(self, pool: str) -> "Rows[shapes.Adoption]":
        """The rulebooks of a pool, by the days from which they govern it."""
        from projections.actions.adopt import adoptions

        with self.engine.connect() as connection:
            return Rows(cast("list[shapes.Adoption]", adoptions(connection, id_of(pool))))
