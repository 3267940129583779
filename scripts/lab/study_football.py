"""Prediction accuracy of rating systems for football: a real history with draws, not of chess.

    python -m scripts.lab.study_football results.csv --out football.jsonl
    rating-ledger init
    rating-ledger append football.jsonl --by study
    rating-ledger predict dwz --rulebook dwz-1995 --rulebook dwz-2026 --baseline elo

Reads results of men's international matches as a CSV with the columns date, home_team, away_team,
home_score, away_score and tournament (github.com/martj42/international_results, CC0) and writes
them as events: teams are players, the home side has White, a win is a point and a draw a half.

The matches of a competition in a month are a tournament, which counts in one pool for each system.
Every team begins with the rating of an average player on the day of its first match.
"""

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

import attrs
import click

from scripts.federation.events import event

POOLS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "dwz": ("dwz-1995", {"rating": 1500, "index": 1}),
    "fide": ("fide-2024", {"rating": 2000, "games": 0}),
    "lask": ("lask-1970", {"rating": 1500}),
}
LONG_GAMES = {"minutes": 120}


@attrs.frozen(kw_only=True)
class Match:
    """A match with a result; ``competition``: by its name."""

    day: date
    home: str
    away: str
    home_points: float
    competition: str

    @property
    def tournament(self) -> str:
        """The competition in the month of the match."""
        return f"{_id(self.competition)}-{self.day:%Y-%m}"


def matches(lines: Iterable[str]) -> list[Match]:
    """The matches of the file that have been played, by their days."""
    found = [
        Match(
            day=date.fromisoformat(row["date"]),
            home=row["home_team"],
            away=row["away_team"],
            home_points=_points(int(row["home_score"]), int(row["away_score"])),
            competition=row["tournament"],
        )
        for row in csv.DictReader(lines)
        if row["home_score"].isdecimal() and row["away_score"].isdecimal()
    ]
    return sorted(found, key=lambda each: (each.day, each.home))


def _points(home: int, away: int) -> float:
    return 1 if home > away else 0.5 if home == away else 0


def events(played: list[Match]) -> Iterator[bytes]:
    """The history as lines of the contract: pools, teams with their first figures, matches."""
    for pool, (rulebook, _) in POOLS.items():
        adopted = {"pool": pool, "rulebook": rulebook, "from_day": f"{played[0].day.year}-01-01"}
        yield event("rulebook.adopted", f"{pool}-adopted", adopted)
    begun: dict[str, date] = {}
    for each in played:
        begun.setdefault(each.home, each.day)
        begun.setdefault(each.away, each.day)
    for team, day in begun.items():
        yield from _team(team, day)
    tournaments: dict[str, list[Match]] = {}
    for each in played:
        tournaments.setdefault(each.tournament, []).append(each)
    for tournament, together in tournaments.items():
        yield from _tournament(tournament, together)


def _team(name: str, day: date) -> Iterator[bytes]:
    id_ = _id(name)
    yield event("player.registered", id_, {"player": id_, "name": name})
    for pool, (_, card) in POOLS.items():
        decided = {
            "pool": pool,
            "player": id_,
            "from_day": day.isoformat(),
            "card": card,
            "kind": "initial",
            "by": "the study",
            "reason": "every team begins alike",
        }
        yield event("rating.decided", f"{id_}-{pool}", decided)


def _tournament(id_: str, together: list[Match]) -> Iterator[bytes]:
    submitted = {
        "tournament": id_,
        "name": f"{together[0].competition} {together[0].day:%Y-%m}",
        "pools": list(POOLS),
        "discipline": "chess",
        "format": "swiss",
        "starts_on": together[0].day.isoformat(),
        "ended_on": together[-1].day.isoformat(),
        "thinking_time": LONG_GAMES,
        "flags": ["long-games"],
    }
    yield event("tournament.submitted", id_, submitted)
    for number, each in enumerate(together, start=1):
        game = f"{id_}-{number}"
        played = {
            "game": game,
            "tournament": id_,
            "white": _id(each.home),
            "black": _id(each.away),
            "white_points": each.home_points,
            "black_points": 1 - each.home_points,
            "played_on": each.day.isoformat(),
        }
        yield event("game.submitted", game, played)


def _id(name: str) -> str:
    """Return a name as an id: lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@click.command
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.File("wb"), default="-", help="- is standard output.")
@click.option("--from-year", type=int, default=0, help="Leave earlier matches out.")
def main(results: Path, out: BinaryIO, from_year: int) -> None:
    """Write football's international results as events."""
    with results.open(encoding="utf-8", newline="") as lines:
        played = [each for each in matches(lines) if each.day.year >= from_year]
    if not played:
        raise click.UsageError("the file has no match that was played")
    out.writelines(events(played))


if __name__ == "__main__":
    main()
