"""The part of the door for those who study rules: which one would have served better.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from projections.arguments import DayLike, Moment, day_of, id_of
from projections.frames import Document

if TYPE_CHECKING:
    from datetime import date

    from projections.database import OpenDatabase
    from projections.study import answer_types as shapes


class StudyApi(ABC):
    """Forecasts scored and lists compared, under one rulebook and another."""

    _database: "OpenDatabase"

    @abstractmethod
    def today(self) -> "date":
        """The day on which an answer is given."""

    def compare(  # noqa: PLR0913 - the two sides, and the two clocks
        self,
        pool: str,
        first: str | None,
        second: str | None,
        *,
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        on: DayLike | None = None,
        known_at: Moment | None = None,
    ) -> "shapes.Comparison":
        """Two rulebooks on one history: both lists, how alike they are, who differs most.

        Each as if it had always governed; None: what the pool adopted.  ``set``: readings of the
        second.
        """
        from projections.study.compare import Side, comparison

        sides = (Side(rulebook=first), Side(rulebook=second, parameters=dict(set or {})))
        cut, subject = self._database.cut(on, known_at), id_of(pool)
        with self._database.snapshot() as connection:
            found = comparison(connection, cut, self.today(), subject, sides)
        return cast("shapes.Comparison", Document(found))

    def predict(  # noqa: PLR0913 - who forecasts, and which games are scored
        self,
        pool: str,
        *,
        rulebooks: Sequence[str] = (),
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        baselines: Sequence[str] = (),
        first: DayLike | None = None,
        last: DayLike | None = None,
        on: DayLike | None = None,
        known_at: Moment | None = None,
    ) -> "shapes.Prediction":
        """What each rulebook let expect of every game before it, and how good that was.

        ``rulebooks``: each as if it had always governed; none: those that did.  ``set``: readings
        for those that know them.  ``baselines``: forecasts to beat.  ``first``, ``last``: the days
        of the games that are scored; those before are rated only.
        """
        from projections.study.predict import Contest, prediction

        contest = Contest(
            pool=id_of(pool),
            rulebooks=tuple(dict.fromkeys(rulebooks)),
            parameters=dict(set or {}),
            baselines=tuple(dict.fromkeys(baselines)),
            first=day_of(first),
            last=day_of(last),
        )
        cut = self._database.cut(on, known_at)
        with self._database.snapshot() as connection:
            return cast("shapes.Prediction", Document(prediction(connection, cut, contest)))
