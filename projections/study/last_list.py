"""A forecast to beat: the figures of the last list, under the curve of the rulebook it is of.

It is what people look up before a game.  A pool that has published no list is taken to have one at
the end of every year.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from datetime import date

from projections.history.history import History
from projections.replay.replay import Replay
from projections.study.forecasts import Encounter, Figures, Forecast


def list_days(history: History, pool: str, games: Sequence[Encounter]) -> list[date]:
    """The days of the published lists, or the last days of the years in which games are."""
    published = {known.fact.day for known in history.publications(pool)}
    years = range(games[0].day.year - 1, games[-1].day.year + 1) if games else ()
    return sorted(published or {date(year, 12, 31) for year in years})


def list_forecasts(
    replay: Replay, games: Sequence[Encounter], lists: Sequence[date]
) -> Iterator[Forecast]:
    """Every game forecast from the last list of a day before it, in the order of ``games``.

    Of games before the first list nothing is expected.
    """
    waiting = deque(games)
    figures, listed = Figures(replay.spans), None
    for day, now in _on_days(replay, figures, lists):
        while waiting and waiting[0].day <= day:
            yield _forecast(waiting.popleft(), listed)
        listed = (day, now)
    while waiting:
        yield _forecast(waiting.popleft(), listed)


def _on_days(
    replay: Replay, figures: Figures, lists: Sequence[date]
) -> Iterator[tuple[date, Figures]]:
    """The figures at the end of each of the days."""
    coming = deque(lists)
    for evaluated in replay.run():
        while coming and coming[0] < evaluated.item.day:
            yield coming.popleft(), figures.as_they_are()
        figures.carry_on(evaluated)
    while coming:
        yield coming.popleft(), figures.as_they_are()


def _forecast(game: Encounter, listed: tuple[date, Figures] | None) -> Forecast:
    if listed is not None:
        day, figures = listed
        for forecast in figures.forecast(game, day):
            return forecast
    return Forecast.of(game, None)
