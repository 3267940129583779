"""The part of the door for those who study rules: which one would have served better.

What answers is loaded when it is asked, as everywhere in the door.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from projections.operations.pool_view import no_progress
from projections.queries.arguments import DayLike, Moment, day_of, id_of
from projections.queries.frames import Document

if TYPE_CHECKING:
    from datetime import date

    from projections.queries.open_database import OpenDatabase
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
        explained: int = 0,
    ) -> "shapes.Comparison":
        """Two rulebooks on one history: both lists, how alike they are, who differs most.

        Each as if it had always governed; None: what the pool adopted.  ``set``: readings of the
        second.  ``explained``: of how many who gain, and as many who lose, it is said why.
        """
        from projections.study.compare import Side, comparison

        sides = (Side(rulebook=first), Side(rulebook=second, parameters=dict(set or {})))
        cut, subject = self._database.cut(on, known_at), id_of(pool)
        with self._database.snapshot() as connection:
            found = comparison(connection, cut, self.today(), subject, sides, explained)
        return cast("shapes.Comparison", Document(found))

    def predict(  # noqa: PLR0913 - who forecasts, and which games are scored
        self,
        pool: str,
        *,
        rulebooks: Sequence[str] = (),
        set: Mapping[str, Any] | None = None,  # noqa: A002 - as the command line calls it
        baselines: Sequence[str] = (),
        forecasts: Mapping[str, str | Path | Mapping[str, float]] | None = None,
        first: DayLike | None = None,
        last: DayLike | None = None,
        on: DayLike | None = None,
        known_at: Moment | None = None,
    ) -> "shapes.Prediction":
        """What each rulebook let expect of every game before it, and how good that was.

        ``rulebooks``: each as if it had always governed; none: those that did.  ``set``: readings
        for those that know them.  ``baselines``: forecasts to beat.  ``forecasts``: those of
        others by their names, as shares by games or a CSV with the columns ``game`` and
        ``expected``.  ``first``, ``last``: the days of the games that are scored.
        """
        from projections.study.own_forecasts import read_forecasts
        from projections.study.predict import Contest, prediction

        given = {
            name: each if isinstance(each, Mapping) else read_forecasts(Path(each))
            for name, each in (forecasts or {}).items()
        }

        contest = Contest(
            pool=id_of(pool),
            rulebooks=tuple(dict.fromkeys(rulebooks)),
            parameters=dict(set or {}),
            baselines=tuple(dict.fromkeys(baselines)),
            given=given,
            first=day_of(first),
            last=day_of(last),
        )
        cut = self._database.cut(on, known_at)
        with self._database.snapshot() as connection:
            return cast("shapes.Prediction", Document(prediction(connection, cut, contest)))

    def sweep(  # noqa: PLR0913 - what is varied, and who works it out
        self,
        pool: str,
        rulebook: str,
        vary: Mapping[str, str | Sequence[Any]],
        *,
        folder: str | Path,
        sample: int | None = None,
        seed: int = 1,
        workers: int = 1,
        scheduler: str | None = None,
        on: DayLike | None = None,
        known_at: Moment | None = None,
        progress: Callable[[int], None] = no_progress,
    ) -> "shapes.SweepAnswer":
        """Which readings would have foreseen best: chosen on the past, scored on the next season.

        ``vary``: the values to try by the names of the readings, a list or text such as
        ``20:40:5`` or ``normal,table``; every combination, or ``sample`` of them drawn at random.
        ``folder`` keeps what was worked out; a sweep that was interrupted goes on from there.
        ``workers``: processes of this machine; ``scheduler``: a Dask cluster instead.
        """
        from projections.study.settings import grid, some_of, values_of
        from projections.study.sweep import Sweep, swept
        from projections.study.workers import by_cluster, by_processes

        values = {
            name: values_of(each) if isinstance(each, str) else each for name, each in vary.items()
        }
        settings: Sequence[Mapping[str, Any]] = grid(values)
        if sample is not None:
            settings = some_of(settings, sample, seed)
        asked = Sweep(pool=id_of(pool), rulebook=rulebook, settings=settings, folder=Path(folder))
        work = by_processes(workers) if scheduler is None else by_cluster(scheduler)
        cut = self._database.cut(on, known_at)
        with self._database.snapshot() as connection:
            found = swept(connection, cut, asked, work, progress)
        return cast("shapes.SweepAnswer", Document(found))

    @staticmethod
    def study_rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
        """An answer of ``compare``, ``predict`` or ``sweep`` as flat rows."""
        from projections.study.flat import flat_rows

        return flat_rows(document)

    @staticmethod
    def study_table(document: Mapping[str, Any], form: str) -> bytes:
        """The same as a file, ``csv`` or ``parquet`` (extra ``arrow``)."""
        from projections.interfaces.files.documents.files import flat_as
        from projections.study.flat import flat_rows

        return flat_as(flat_rows(document), form)
