"""Generated federations in which one rulebook follows another, and queries of their tests."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from ledger.log.database import connect
from projections.checking.check import checked
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from projections.queries.explanations import compared
from projections.queries.player_record import named_record
from scripts.generate_federation import federation
from tests.databases.fresh import SQLiteFiles
from tests.projections.club import Club
from tests.projections.submissions import Event, correction

SEED = 2
Lines = list[dict[str, Any]]


def lines_of(succession: str, games: int, **options: Any) -> Lines:
    """The events of a federation, in the order of their arrival."""
    made = federation(games, SEED, succession=succession, **options)
    return [orjson.loads(line) for line in made]


@contextmanager
def lived_by(lines: Lines, sqlite_files: SQLiteFiles, folder: Path) -> Iterator[Club]:
    """The federation, submitted as it arrived, with a read model up to date."""
    with sqlite_files.fresh(folder) as url:
        engine = connect(url)
        club = Club(engine)
        club.append(*lines)
        club.catch_up()
        yield club
        engine.dispose()


def ended(lines: Lines, first: str, last: str) -> list[str]:
    """The tournaments that ended from a day to another."""
    return [
        line["data"]["tournament"]
        for line in lines
        if line["type"] == "tournament.submitted" and first <= line["data"]["ended_on"] <= last
    ]


def cards(club: Club, day: str) -> dict[str, dict[str, Any]]:
    """The cards of a day, lapsed ones too."""
    with club.answers(day) as answers:
        return {row["player"]: row["card"] for row in answers.ratings(lapsed=True)}


def records(club: Club, players: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The records of some players."""
    with club.answers() as answers:
        return {player: named_record(answers, player) for player in players}


def tournaments(club: Club, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The evaluations of some tournaments."""
    with club.answers() as answers:
        return {tournament: answers.tournament(tournament) for tournament in ids}


def audits(club: Club, subject: str, players: list[str]) -> list[dict[str, Any]]:
    """Return the checked audits of their figures in a tournament or a conversion."""
    with club.answers() as answers:
        found = [complete(answers, audit(answers, player, subject)) for player in players]
    return [checked(orjson.loads(orjson.dumps(each))) for each in found]


def around(club: Club, lines: Lines, last: str, first: str) -> tuple[str, str]:
    """The last rated tournament up to a day, and the first one from another day on."""
    before, after = (
        sorted(
            (it["ended_on"], each)
            for each, it in tournaments(club, ended(lines, *span)).items()
            if it["players"]
        )
        for span in (("1900-01-01", last), (first, "2099-12-31"))
    )
    return before[-1][1], after[0][1]


def game_in(lines: Lines, game: str) -> Event:
    """The event of a game."""
    return next(line for line in lines if line["data"].get("game") == game)


def after_correction(club: Club, wrong: Event) -> dict[str, dict[str, Any]]:
    """Return the players whose figures differ once a game White lost is won, with sentences."""
    corrected = club.append(
        correction(wrong, f"found later {wrong['id']}", white_points=1, black_points=0)
    )
    club.catch_up()
    assert club.check().differences == ()
    with club.answers(known_at=corrected.first - 1) as before, club.answers() as after:
        return {row["player"]: row for row in compared(after.connection, before, after)}
