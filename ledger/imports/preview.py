"""The outcome of an import as a JSON document for programs and as a page for people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from rich.console import Console
from rich.markup import escape

from ledger.console.columns import Column, identifier, lesser, prose
from ledger.console.tables import Listing, table
from ledger.events.wording import POINT_SIGNS
from ledger.formats.tournament_report import (
    GameReport,
    PlayerReport,
    TournamentReport,
)
from ledger.imports.change_text import change_lines
from ledger.imports.effect_text import effect_lines
from ledger.imports.matching.player_links import Link
from ledger.imports.outcome import FileOutcome
from ledger.imports.report_events import tournament_id

_FORFEIT = {1.0: "+", 0.5: "=", 0.0: "-"}
MOST_ROUNDS_SHOWN = 24
MOST_CHANGES_SHOWN = 200


def document_of(outcome: FileOutcome) -> dict[str, Any]:
    """The JSON document of one file."""
    report = outcome.report
    document: dict[str, Any] = {
        "file": outcome.file,
        "tournament": None if report is None else _tournament(report),
        "players": [] if report is None else _players(report, outcome.links),
        "games": [] if report is None else [_game(game) for game in report.games],
        "issues": [attrs.asdict(issue) for issue in outcome.issues],
        "changes": [attrs.asdict(change) for change in outcome.changes],
        "appended": outcome.appended,
        "duplicates": outcome.duplicates,
        "effect": {
            "first": None if outcome.dry_run else outcome.first,
            "last": None if outcome.dry_run else outcome.last,
            "pools": [attrs.asdict(each) for each in outcome.effect],
        },
    }
    if outcome.refused:
        document["problems"] = [
            {"line": issue.line, "field": None, "code": "file", "message": issue.message}
            for issue in outcome.issues
            if issue.kind == "error"
        ]
    return document


def _tournament(report: TournamentReport) -> dict[str, Any]:
    left_out = ("players", "games", "system", "thinking_time", "canonical")
    facts = attrs.asdict(report, filter=lambda field, _: field.name not in left_out)
    time = report.thinking_time
    return {
        "tournament": tournament_id(report),
        **facts,
        "system": report.system,
        "thinking_time": None
        if time is None
        else {key: value for key, value in attrs.asdict(time).items() if value is not None},
    }


def _players(report: TournamentReport, links: Sequence[Link]) -> list[dict[str, Any]]:
    found: Mapping[str, Link] = {link.number: link for link in links}
    rows = []
    for player in report.players:
        link = found.get(player.number)
        row = attrs.asdict(player)
        row["player"] = None if link is None else link.player
        row["linked"] = None if link is None else link.how
        row["proposals"] = [] if link is None else [attrs.asdict(each) for each in link.proposals]
        rows.append(row)
    return rows


def _game(game: GameReport) -> dict[str, Any]:
    return attrs.asdict(game)


# --- for people ------------------------------------------------------------------------------


def show(console: Console, outcome: FileOutcome) -> None:
    """The file on a page: tournament, crosstable with links, issues, and what was done."""
    console.print(f"[bold]{escape(outcome.file)}[/bold]")
    report = outcome.report
    if report is not None:
        days = f"{report.starts_on or '?'} to {report.ended_on or '?'}"
        place = f", {report.place}" if report.place else ""
        title = f"{report.name or '(no name)'}{place}, {days}, {report.system}"
        console.print(escape(f"{title} [{tournament_id(report)}]"))
        if declared := ", ".join(_declared(report)):
            console.print(escape(declared))
        console.print(_crosstable(report, outcome.links))
    changes = list(change_lines(outcome.changes))
    for line in changes[:MOST_CHANGES_SHOWN]:
        console.print(escape(line))
    if len(changes) > MOST_CHANGES_SHOWN:
        console.print(f"… and {len(changes) - MOST_CHANGES_SHOWN} more changes")
    for issue in outcome.issues:
        console.print(escape(str(issue)))
    console.print(outcome_text(outcome))
    for line in effect_lines(outcome):
        console.print(line, markup=False)


def _declared(report: TournamentReport) -> Iterator[str]:
    """What the file declares of the tournament for a rulebook to go by."""
    if report.class_ is not None:
        yield f"class {report.class_}"
    if report.participants is not None:
        yield f"{report.participants} participants reported"
    yield from report.flags


def outcome_text(outcome: FileOutcome) -> str:
    """What became of a file, in a sentence."""
    if outcome.refused:
        return "Refused: nothing was appended."
    if outcome.is_known and not outcome.changes:
        return "Nothing differs from what stands: nothing was appended."
    were = "was" if outcome.duplicates == 1 else "were"
    known = f", {outcome.duplicates} {were} known already" if outcome.duplicates else ""
    events = "event" if outcome.events == 1 else "events"
    done = "would be appended" if outcome.dry_run else "appended"
    return f"{outcome.events} {events} {done}{known}."


def _crosstable(report: TournamentReport, links: Sequence[Link]) -> Listing:
    """The crosstable round by round, with the players' ratings and grades in the file."""
    last = max((game.round or 0 for game in report.games), default=0)
    rounds = range(1, min(last, MOST_ROUNDS_SHOWN) + 1)
    columns: dict[str, str | Column] = {
        "number": "No.",
        "name": prose("Player"),
        "register": identifier("Register"),
        "quoted": identifier("In the file"),
        **{str(round_): lesser(str(round_)) for round_ in rounds},
        "points": Column("Pts"),
    }
    if not any(map(_quoted_ratings, report.players)):
        del columns["quoted"]
    cells, points = _cells(report)
    found = {link.number: link for link in links}
    return table(
        (_row(player, found, cells, points, rounds) for player in report.players), columns
    )


def _row(
    player: PlayerReport,
    links: Mapping[str, Link],
    cells: Mapping[tuple[str, int], str],
    points: Mapping[str, float],
    rounds: Iterable[int],
) -> dict[str, str]:
    """A player's line of the crosstable."""
    link = links.get(player.number)
    return {
        "number": player.number,
        "name": player.name,
        "register": "" if link is None else (link.player or link.how),
        "quoted": _quoted_ratings(player),
        **{str(round_): cells.get((player.number, round_), "") for round_ in rounds},
        "points": f"{points.get(player.number, 0.0):g}",
    }


def _quoted_ratings(player: PlayerReport) -> str:
    """The ratings and the grade that a file gives a player."""
    ratings = [f"{system} {figure}" for system, figure in player.ratings.items()]
    return ", ".join([*ratings, *([player.grade] if player.grade else [])])


def _cells(report: TournamentReport) -> tuple[dict[tuple[str, int], str], dict[str, float]]:
    """The cells of the crosstable, as ``12w1``: opponent, colour, result; ``h2``: handicap."""
    cells: dict[tuple[str, int], str] = {}
    points: dict[str, float] = {}
    for game in report.games:
        sides = [(game.white, game.black, "w", game.white_points)]
        if game.black is not None:
            sides.append((game.black, game.white, "b", game.black_points))
        for own, other, colour, score in sides:
            points[own] = points.get(own, 0.0) + score
            sign = POINT_SIGNS[score] if game.played else _FORFEIT[score]
            text = f"bye{POINT_SIGNS[score]}" if other is None else f"{other}{colour}{sign}"
            text += f" h{game.stones}" if game.stones else ""
            key = own, game.round or 0
            cells[key] = f"{cells[key]} {text}" if key in cells else text
    return cells, points
