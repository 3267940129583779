"""Prediction accuracy by rulebook: forecasts of several, scored side by side."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import Any

import attrs
import numpy as np
from sqlalchemy import Connection

from ledger.events.problems import refusal
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.read_model.generations import must_have_pool
from projections.engine.registry import registered
from projections.engine.replay.permission import announce_replay
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED, WhatIf
from projections.study.baselines import Shares, forecast_by, forecasts_given
from projections.study.forecasts import CurrentCards, Encounter, Forecast, encounters, forecasts
from projections.study.scores import SCORES, Games, calibration, grouped, interval_of_mean

# --- a baseline forecast: the ratings of the last list -------------------------------------------


def list_days(history: History, pool: str, games: Sequence[Encounter]) -> list[date]:
    """Return the days of the published lists, or the last days of the years with games."""
    published = {known.fact.day for known in history.publications(pool)}
    years = range(games[0].day.year - 1, games[-1].day.year + 1) if games else ()
    return sorted(published or {date(year, 12, 31) for year in years})


def list_forecasts(
    replay: Replay, games: Sequence[Encounter], lists: Sequence[date]
) -> Iterator[Forecast]:
    """Yield every game forecast from the last list of a day before it, in the order of ``games``.

    Games before the first list have no expectation.
    """
    waiting = deque(games)
    figures, listed = CurrentCards(replay.spans), None
    for day, now in _on_days(replay, figures, lists):
        while waiting and waiting[0].day <= day:
            yield _forecast(waiting.popleft(), listed)
        listed = (day, now)
    while waiting:
        yield _forecast(waiting.popleft(), listed)


def _on_days(
    replay: Replay, figures: CurrentCards, lists: Sequence[date]
) -> Iterator[tuple[date, CurrentCards]]:
    """The figures at the end of each of the days."""
    coming = deque(lists)
    for evaluated in replay.run():
        while coming and coming[0] < evaluated.item.day:
            yield coming.popleft(), figures.unchanging_copy()
        figures.take_evaluation(evaluated)
    while coming:
        yield coming.popleft(), figures.unchanging_copy()


def _forecast(game: Encounter, listed: tuple[date, CurrentCards] | None) -> Forecast:
    if listed is not None:
        day, figures = listed
        for forecast in figures.forecast(game, day):
            return forecast
    return Forecast.of(game, None)


ADOPTED = "as adopted"
LAST_LIST = "last-list"


@attrs.frozen(kw_only=True)
class Contest:
    """The forecasters and the games of a prediction.

    ``rulebooks``: each as if it had governed from the beginning; none: those that did govern.
    ``parameters``: readings for every one of them that knows them.  ``baselines``: forecasts for
    comparison, ``last-list`` once for each rulebook.  ``given``: forecasts by the names of their
    authors.  ``first``, ``last``: the days of the games that
    are scored; earlier ones are only rated.
    """

    pool: str
    rulebooks: Sequence[str] = ()
    parameters: Mapping[str, Any] = attrs.field(factory=dict)
    baselines: Sequence[str] = ()
    given: Mapping[str, Shares] = attrs.field(factory=dict)
    first: date | None = None
    last: date | None = None

    def covers(self, day: date) -> bool:
        """True if the games of a day are scored."""
        after = self.first is None or self.first <= day
        return after and (self.last is None or day <= self.last)


def prediction(connection: Connection, as_of: AsOf, contest: Contest) -> dict[str, Any]:
    """Every forecaster's scores, and the differences between any two over games both forecast.

    The common games are those that every rulebook forecasts.  Losses over different games do not
    compare: a rulebook that waits with the hard games of newcomers would lead the rest.  So a
    forecaster has ``common`` scores only if it forecasts all of the common games.

    Raises :class:`~ledger.events.problems.Refused` for an unknown pool, rulebook, reading
    or baseline.
    """
    must_have_pool(connection, contest.pool)
    assigned = _readings_of(contest)
    announce_replay()
    history = History(connection, as_of)
    games = encounters(history, contest.pool, as_of)
    made = dict(_forecasts(history, as_of, contest, assigned, games))
    scored = {
        name: [one for one in found if contest.covers(one.day)] for name, found in made.items()
    }
    common = _forecast_by_all(scored[name] for name in assigned)
    return {
        "pool": contest.pool,
        "on": None if as_of.day is None else as_of.day.isoformat(),
        "known_at": history.position,
        "from": None if contest.first is None else contest.first.isoformat(),
        "to": None if contest.last is None else contest.last.isoformat(),
        "games": sum(contest.covers(game.day) for game in games),
        "common_games": len(common),
        "forecasters": [_scores(name, found, common) for name, found in scored.items()],
        "compared": [
            _difference(first, scored[first], second, scored[second])
            for first, second in combinations(scored, 2)
        ],
    }


def _readings_of(contest: Contest) -> Mapping[str, Mapping[str, Any]]:
    """Return the readings for each rulebook, among those that it knows."""
    if not contest.rulebooks:
        return {ADOPTED: contest.parameters}
    known = {
        name: set(attrs.fields_dict(type(registered(name).readings))) for name in contest.rulebooks
    }
    nobodys = sorted(set(contest.parameters) - set().union(*known.values()))
    if nobodys:
        names = " or ".join(contest.rulebooks)
        raise refusal("bad-parameter", f"{', '.join(nobodys)}: no reading of {names}")
    return {
        name: {key: value for key, value in contest.parameters.items() if key in own}
        for name, own in known.items()
    }


def _forecasts(
    history: History,
    as_of: AsOf,
    contest: Contest,
    assigned: Mapping[str, Mapping[str, Any]],
    games: Sequence[Encounter],
) -> Iterator[tuple[str, list[Forecast]]]:
    lists = list_days(history, contest.pool, games)
    for name, readings in assigned.items():
        rulebook = None if name == ADOPTED else name
        what_if = WhatIf(rulebook, readings) if rulebook or readings else AS_ADOPTED
        replay = Replay.of(history, contest.pool, as_of, what_if)
        yield name, list(forecasts(replay, games))
        if LAST_LIST in contest.baselines:
            by_list = LAST_LIST if len(assigned) == 1 else f"{name} list"
            yield by_list, list(list_forecasts(replay, games, lists))
    for name in contest.baselines:
        if name != LAST_LIST:
            yield name, list(forecast_by(name, games))
    for name, shares in contest.given.items():
        if name in assigned or name in contest.baselines:
            raise refusal("bad-parameter", f"two forecasters are called {name}: name yours anew")
        yield name, list(forecasts_given(shares, games))


def _forecast_by_all(rulebooks: Iterable[Sequence[Forecast]]) -> Collection[str]:
    """Return the games that every one of the rulebooks forecasts."""
    return set.intersection(
        *({one.game for one in found if one.expected is not None} for found in rulebooks)
    )


def _scores(name: str, found: Sequence[Forecast], common: Collection[str]) -> dict[str, Any]:
    games = Games.of(found)
    shared = Games.of([one for one in found if one.game in common])
    return {
        "forecaster": name,
        "games": len(games),
        "without_figure": len(found) - len(games),
        **_losses(games),
        "common": _losses(shared) if common and len(shared) == len(common) else None,
        "calibration": calibration(games),
        "groups": grouped(games),
    }


def _losses(games: Games) -> dict[str, dict[str, float] | None]:
    losses = {name: of(games.expected, games.score) for name, of in SCORES.items()}
    return _with_intervals(losses, games.tournament)


def _difference(
    first: str, firsts: Sequence[Forecast], second: str, seconds: Sequence[Forecast]
) -> dict[str, Any]:
    """Return the mean loss of the first less that of the second, over the games both forecast."""
    others = {one.game: one for one in seconds if one.expected is not None}
    shared = [one for one in firsts if one.expected is not None and one.game in others]
    games, other = Games.of(shared), Games.of([others[one.game] for one in shared])
    differences = {
        name: of(games.expected, games.score) - of(other.expected, other.score)
        for name, of in SCORES.items()
    }
    return {
        "first": first,
        "second": second,
        "games": len(games),
        **_with_intervals(differences, games.tournament),
    }


def _with_intervals(
    losses: Mapping[str, Any], tournament: "np.ndarray[Any, Any]"
) -> dict[str, dict[str, float] | None]:
    found = {name: interval_of_mean(each, tournament) for name, each in losses.items()}
    return {name: None if it is None else it.document() for name, it in found.items()}
