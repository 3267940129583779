"""A search over readings: chosen on the past, scored on the games after it.

Every setting forecasts every game.  For each season the setting with the lowest loss on all
earlier games is chosen, and only its score on that season is reported: never the score on the
games on which it was chosen (decision 0080).
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import attrs
import numpy as np
import orjson
from numpy.typing import NDArray
from sqlalchemy import Connection

from ledger.events.problems import refusal
from projections.engine.history.as_of import AsOf
from projections.engine.read_model.fingerprint import fingerprint
from projections.engine.read_model.generations import must_have_pool
from projections.engine.registry import registered, rulebook
from projections.queries.field_values import json_or_text
from projections.study.forecasts import Encounter, encounters
from projections.study.packed_history import PackedHistory, packed
from projections.study.scores import brier, interval_of_mean, log_loss
from projections.study.workers import Expectations, Task, Work

# --- the parameters that a sweep tries: a grid, or a sample of it --------------------------------

MOST = 10_000
Setting = Mapping[str, Any]


def values_of(text: str) -> list[Any]:
    """Return the values named: ``20:40:5`` is 20, 25 … 40; ``normal,table`` is either.

    Raises :class:`~ledger.events.problems.Refused` for an invalid range.
    """
    parts = text.split(":")
    if len(parts) == 1:
        return [json_or_text(each) for each in text.split(",")]
    try:
        first, last, step = (Decimal(part) for part in parts)
        many = int((last - first) / step)
    except (InvalidOperation, ArithmeticError, ValueError):
        raise _bad(text) from None
    if many < 0 or many >= MOST:
        raise _bad(text)
    return [_plain(first + number * step) for number in range(many + 1)]


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _bad(text: str) -> Exception:
    message = (
        f"{text!r} is not a range: write FIRST:LAST:STEP, such as 20:40:5, or values by commas"
    )
    return refusal("bad-parameter", message)


def grid(vary: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of the values, in the order in which they are named.

    Raises :class:`~ledger.events.problems.Refused` for more than 10,000.
    """
    many = 1
    for values in vary.values():
        many *= len(values)
    if many > MOST:
        raise refusal("bad-parameter", f"{many} settings are more than {MOST}: vary less")
    return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]


def some_of(settings: Sequence[Setting], many: int, seed: int) -> list[Setting]:
    """Return ``many`` of the settings drawn at random, in order; the same seed draws the same."""
    drawn = Random(seed).sample(range(len(settings)), min(many, len(settings)))  # noqa: S311
    return [settings[number] for number in sorted(drawn)]


SEASONS_BEFORE = 2
Progress = Callable[[int], None]


@attrs.frozen(kw_only=True)
class Sweep:
    """The settings of a rulebook to be tried on a pool.

    The first setting is the rulebook's own, with which the chosen ones are compared.  ``folder``
    keeps the packed history and the result of every setting, so an interrupted sweep continues.
    """

    pool: str
    rulebook: str
    settings: Sequence[Setting]
    folder: Path

    @property
    def tried(self) -> list[Setting]:
        """The rulebook's own setting, then the others."""
        return [{}, *self.settings]


def swept(
    connection: Connection, as_of: AsOf, sweep: Sweep, work: Work, progress: Progress
) -> dict[str, Any]:
    """Return season by season the setting chosen on all seasons before, and its score.

    ``progress`` receives the number of further settings done.  Raises
    :class:`~ledger.events.problems.Refused` for an unknown pool, rulebook or reading.
    """
    must_have_pool(connection, sweep.pool)
    for setting in sweep.tried:
        rulebook(sweep.rulebook, setting)  # an invalid parameter is refused before any work
    sweep.folder.mkdir(parents=True, exist_ok=True)
    path = packed(connection, sweep.pool, as_of, sweep.folder)
    found = _worked_out(path, as_of, sweep, work, progress)
    history = PackedHistory(path)
    games = encounters(history, sweep.pool, as_of)
    seasons = _seasons(_Scored.of(games, found), sweep.tried)
    return {
        "pool": sweep.pool,
        "rulebook": sweep.rulebook,
        "known_at": history.position,
        "settings": len(sweep.settings),
        **seasons,
    }


def _worked_out(
    path: Path, as_of: AsOf, sweep: Sweep, work: Work, progress: Progress
) -> list[Expectations]:
    """Return the expectations of every setting; known ones come from the folder."""
    files = [_file(path, as_of, sweep, setting) for setting in sweep.tried]
    tasks = [
        Task(
            number=number,
            pool=sweep.pool,
            as_of=as_of,
            rulebook=sweep.rulebook,
            parameters=setting,
        )
        for number, setting in enumerate(sweep.tried)
        if not files[number].exists()
    ]
    progress(len(files) - len(tasks))
    for number, expectations in work(path, tasks) if tasks else ():
        unfinished = files[number].with_suffix(".unfinished.npy")
        np.save(unfinished, expectations)
        unfinished.rename(files[number])
        progress(1)
    return [np.load(file) for file in files]


def _file(path: Path, as_of: AsOf, sweep: Sweep, setting: Setting) -> Path:
    """The path named by the history, its last day, the rulebook's state, and the setting."""
    own = fingerprint(registered(sweep.rulebook))
    chosen = orjson.dumps(dict(setting), option=orjson.OPT_SORT_KEYS).decode()
    what = "\0".join([path.stem, str(as_of.day), own, chosen])
    return path.with_name(f"{hashlib.sha256(what.encode()).hexdigest()[:32]}.npy")


@attrs.frozen(eq=False)
class _Scored:
    """The games that every setting forecast: losses by setting and game, season, tournament."""

    log_loss: NDArray[np.float64]
    brier: NDArray[np.float64]
    season: NDArray[np.int64]
    tournament: NDArray[np.int64]

    @classmethod
    def of(cls, games: Sequence[Encounter], found: Sequence[Expectations]) -> "_Scored":
        expected = np.array(found, dtype=float).reshape(len(found), len(games))
        forecast = ~np.isnan(expected).any(axis=0)
        numbers: dict[str, int] = {}
        tournament = [numbers.setdefault(one.tournament, len(numbers)) for one in games]
        score = np.array([one.game.white_points for one in games], dtype=float)[forecast]
        return cls(
            log_loss=log_loss(expected[:, forecast], score),
            brier=brier(expected[:, forecast], score),
            season=np.array([one.day.year for one in games], dtype=int)[forecast],
            tournament=np.array(tournament, dtype=int)[forecast],
        )


def _seasons(scored: _Scored, tried: Sequence[Setting]) -> dict[str, Any]:
    """Return the setting chosen for every season but the first ones, and its score."""
    seasons = sorted(set(scored.season.tolist()))[SEASONS_BEFORE:]
    chosen = {season: _chosen_before(scored, season) for season in seasons}
    setting = np.array([chosen.get(season, 0) for season in scored.season.tolist()], dtype=int)
    tested = np.isin(scored.season, seasons)
    columns = np.arange(len(scored.season))
    return {
        "seasons": [
            _season(scored, season, chosen[season], tried[chosen[season]]) for season in seasons
        ],
        "trials": [
            row for season in seasons for row in _trials(scored, season, chosen[season], tried)
        ],
        "games": int(tested.sum()),
        **{
            name: _compared(losses[setting, columns][tested], losses[0][tested], scored, tested)
            for name, losses in (("log_loss", scored.log_loss), ("brier", scored.brier))
        },
    }


def _chosen_before(scored: _Scored, season: int) -> int:
    """The number of the setting with the lowest loss on earlier games; of equals the first."""
    return int(scored.log_loss[:, scored.season < season].mean(axis=1).argmin())


def _season(scored: _Scored, season: int, number: int, setting: Setting) -> dict[str, Any]:
    inside = scored.season == season
    return {
        "season": season,
        "chosen": dict(setting),
        "games": int(inside.sum()),
        "log_loss": float(scored.log_loss[number, inside].mean()),
        "own_log_loss": float(scored.log_loss[0, inside].mean()),
        "brier": float(scored.brier[number, inside].mean()),
        "own_brier": float(scored.brier[0, inside].mean()),
    }


def _trials(
    scored: _Scored, season: int, chosen: int, tried: Sequence[Setting]
) -> Iterator[dict[str, Any]]:
    """Yield the loss of every setting in a season, whether chosen for it or not."""
    inside = scored.season == season
    losses, squares = (each[:, inside].mean(axis=1) for each in (scored.log_loss, scored.brier))
    for number, setting in enumerate(tried):
        yield {
            "season": season,
            "setting": dict(setting),
            "chosen": number == chosen,
            "games": int(inside.sum()),
            "log_loss": float(losses[number]),
            "brier": float(squares[number]),
            "difference": float(losses[number] - losses[0]),
        }


def _compared(
    chosen: NDArray[np.float64],
    own: NDArray[np.float64],
    scored: _Scored,
    tested: NDArray[np.bool_],
) -> Mapping[str, Any]:
    """Return the mean losses of the chosen setting and the rulebook's own, and the difference."""
    tournament = scored.tournament[tested]
    intervals = {
        "chosen": interval_of_mean(chosen, tournament),
        "own": interval_of_mean(own, tournament),
        "difference": interval_of_mean(chosen - own, tournament),
    }
    return {name: None if it is None else it.document() for name, it in intervals.items()}
