"""Changes to an old ledger: corrected results of long ago, one more tournament."""

import json
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, Engine, select

from ledger.events.facts import CorrectionSubmitted, GameSubmitted, TournamentSubmitted
from ledger.events.streams import game_subject, tournament_stream
from ledger.log.database import connect
from ledger.log.schema import event
from ledger.validation.submission import append
from projections.engine.history.as_of import EVERYTHING, key_after
from projections.engine.history.history import History
from projections.engine.read_model.generations import catch_up, check
from projections.engine.read_model.schema import generation, occasion
from projections.engine.registry import RegisteredRulebooks
from projections.queries.answers import Answers, Question
from projections.rulebooks.strengths import NONE_KEPT
from projections.rulebooks.tournament import Game, Tournament
from scripts.lab.benchmarks.appending import BY
from scripts.lab.benchmarks.isolation import Stopwatch

CHANGES = 20
WARMING_UP = 1
OTHER_POINTS = {1.0: (0, 1), 0.5: (1, 0), 0.0: (1, 0)}

Lines = Sequence[str]


def correct_results(url: str, pool: str, years: int) -> list[Stopwatch]:
    """Return the times from submitting a corrected result of ``years`` ago to the new ratings.

    Of twenty games, each of another rated tournament.
    """
    engine = connect(url)
    with engine.connect() as connection:
        day = _last_day(connection, pool) - timedelta(days=365 * years)
        changes = [[_correction(connection, each)] for each in _rated_until(connection, pool, day)]
    return _handed_in(engine, pool, changes)


def add_tournaments(url: str, pool: str) -> list[Stopwatch]:
    """Return the times from submitting a tournament, ended after all others, to the new ratings.

    Twenty of them, day after day, in the shape of the last ones before.
    """
    engine = connect(url)
    with engine.connect() as connection:
        day = _last_day(connection, pool)
        changes = [
            list(_played_again(connection, each, day + timedelta(days=number)))
            for number, each in enumerate(_rated_until(connection, pool, day), 1)
        ]
    return _handed_in(engine, pool, changes)


def prove(url: str, pool: str) -> None:
    """Raise if the read model differs from a full replay."""
    engine = connect(url)
    found = check(engine, pool).differences
    engine.dispose()
    if found:
        raise AssertionError(f"{len(found)} cards differ from a replay's, such as {found[0]}")


def _handed_in(engine: Engine, pool: str, changes: Sequence[Lines]) -> list[Stopwatch]:
    taken = []
    for lines in changes:
        stopwatch = Stopwatch()
        with stopwatch.running():
            numbered = [(number, line.encode()) for number, line in enumerate(lines, 1)]
            append(engine, numbered, by=BY, rulebooks=RegisteredRulebooks())
            catch_up(engine, pool)
        taken.append(stopwatch)
    engine.dispose()
    return taken[WARMING_UP:]


def _last_day(connection: Connection, pool: str) -> date:
    return Answers(connection, Question(pool, date.max)).day


def _rated_until(connection: Connection, pool: str, day: date) -> Iterator[Tournament]:
    """Yield the last rated tournaments that ended until a day, the latest first."""
    rated = (
        select(occasion.c.subject)
        .join(generation, generation.c.id == occasion.c.generation)
        .where(
            generation.c.pool == pool,
            occasion.c.kind == "tournament",
            occasion.c.key < key_after(day),
            occasion.c.strengths != NONE_KEPT,
        )
        .order_by(occasion.c.key.desc())
        .limit(WARMING_UP + CHANGES)
    )
    ids = list(connection.execute(rated).scalars())
    return History.about(connection, EVERYTHING, pool, ids).tournaments(pool, ids)


def _ordinary(tournament: Tournament) -> list[Game]:
    """The games that were played and won, lost or drawn."""
    return [game for game in tournament.games if game.played and game.white_points in OTHER_POINTS]


def _correction(connection: Connection, tournament: Tournament) -> str:
    """A correction of the first game's result."""
    game = _ordinary(tournament)[0]
    id_, data = _submitted(connection, game_subject(game.game))
    white, black = OTHER_POINTS[game.white_points]
    return _line(
        CorrectionSubmitted.type,
        {
            "corrects": id_,
            "reason": "the slip says otherwise",
            "replacement": {**data, "white_points": white, "black_points": black},
        },
    )


def _played_again(connection: Connection, tournament: Tournament, day: date) -> Iterator[str]:
    """The same tournament once more, ended on another day."""
    name = f"{tournament.id}-again"
    _, data = _submitted(connection, tournament_stream(tournament.id))
    data |= {"tournament": name, "starts_on": None, "ended_on": day.isoformat()}
    yield _line(TournamentSubmitted.type, data)
    for game in _ordinary(tournament):
        slip = {
            "game": f"{game.game}-again",
            "tournament": name,
            "round": game.round,
            "white": game.white,
            "black": game.black,
            "white_points": game.white_points,
            "black_points": game.black_points,
        }
        yield _line(GameSubmitted.type, slip)


def _submitted(connection: Connection, subject: str) -> tuple[str, dict[str, Any]]:
    """Return id and data of the event that introduced a subject."""
    found = select(event.c.id, event.c.payload).where(event.c.subject == subject)
    id_, payload = connection.execute(found).one()
    return id_, json.loads(payload)


def _line(type_: str, data: dict[str, Any]) -> str:
    return json.dumps({"type": type_, "data": data})
