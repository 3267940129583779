"""What the door answers about tournaments by themselves, whatever pool they belong to."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from projections.arguments import DayLike, Moment
from projections.frames import Document

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import Connection

    from projections.history.cut import Cut
    from projections.queries import answer_types as shapes


class TournamentQuestions:
    """The part of :class:`projections.api.Ledger` that follows Waldstein's paper."""

    def standings(  # noqa: PLR0913 - the two clocks and the what-if
        self,
        tournament: str,
        *,
        method: str = "waldstein",
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "shapes.Standings":
        """A tournament's table after Waldstein's paper, by one of its methods."""
        from projections.queries.crosstable import standings
        from projections.replay.schedule import WhatIf

        cut, what_if = self._cut(on, known_at), WhatIf(rulebook, dict(set or {}))
        with self._connect() as connection:
            document = standings(connection, cut, self.today(), tournament, method, what_if)
        return cast("shapes.Standings", Document(document))

    def quality_series(
        self,
        tournaments: Sequence[str],
        *,
        on: DayLike | None = None,
        known_at: Moment | None = None,
        rulebook: str | None = None,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
    ) -> "shapes.QualitySeries":
        """T of every player over successive tournaments of one group (Waldstein, section 5)."""
        from projections.queries.crosstable import quality_series
        from projections.replay.schedule import WhatIf

        cut, what_if = self._cut(on, known_at), WhatIf(rulebook, dict(set or {}))
        with self._connect() as connection:
            found = quality_series(connection, cut, self.today(), tournaments, what_if)
        return cast("shapes.QualitySeries", Document(found))

    # --- what the door has -------------------------------------------------------------------

    def today(self) -> "date":
        """The day on which the question is asked."""
        raise NotImplementedError

    def _cut(self, on: DayLike | None, known_at: Moment | None) -> "Cut":
        raise NotImplementedError

    def _connect(self) -> "Connection":
        raise NotImplementedError
