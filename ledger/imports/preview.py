"""What a file would bring in, as a document for programs and on a page for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ledger.events.wording import POINT_SIGNS
from ledger.formats.tournament_report import (
    GameReport,
    Issue,
    PlayerReport,
    TournamentReport,
    refused,
)
from ledger.imports.change_text import told
from ledger.imports.changes import Change
from ledger.imports.matching.player_links import Link
from ledger.imports.to_events import tournament_id

_FORFEIT = {1.0: "+", 0.5: "=", 0.0: "-"}
MOST_ROUNDS_SHOWN = 24
MOST_CHANGES_SHOWN = 200


@attrs.frozen(kw_only=True)
class Imported:
    """One file after the attempt: what was read, found and appended.

    ``is_known``: the tournament is on record, ``changes`` is what the file changes in it.
    ``events`` were appended, or would have been on a dry run; ``duplicates`` stand already.
    """

    file: str
    report: TournamentReport | None
    links: Sequence[Link]
    issues: Sequence[Issue]
    changes: Sequence[Change] = ()
    is_known: bool = False
    events: int = 0
    duplicates: int = 0
    dry_run: bool = False

    @property
    def appended(self) -> int:
        """How many events were appended."""
        return 0 if self.dry_run else self.events

    @property
    def refused(self) -> bool:
        """Whether nothing of the file could be taken."""
        return refused(self.issues)


def document_of(imported: Imported) -> dict[str, Any]:
    """The JSON document of one file."""
    report = imported.report
    document: dict[str, Any] = {
        "file": imported.file,
        "tournament": None if report is None else _tournament(report),
        "players": [] if report is None else _players(report, imported.links),
        "games": [] if report is None else [_game(game) for game in report.games],
        "issues": [attrs.asdict(issue) for issue in imported.issues],
        "changes": [attrs.asdict(change) for change in imported.changes],
        "appended": imported.appended,
        "duplicates": imported.duplicates,
    }
    if imported.refused:
        document["problems"] = [
            {"line": issue.line, "field": None, "code": "file", "message": issue.message}
            for issue in imported.issues
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


def show(console: Console, imported: Imported) -> None:
    """The file on a page: tournament, crosstable with links, issues, and what was done."""
    console.print(f"[bold]{escape(imported.file)}[/bold]")
    report = imported.report
    if report is not None:
        days = f"{report.starts_on or '?'} to {report.ended_on or '?'}"
        place = f", {report.place}" if report.place else ""
        title = f"{report.name or '(no name)'}{place}, {days}, {report.system}"
        console.print(escape(f"{title} [{tournament_id(report)}]"))
        if declared := ", ".join(_declared(report)):
            console.print(escape(declared))
        console.print(_crosstable(report, imported.links))
    changes = list(told(imported.changes))
    for line in changes[:MOST_CHANGES_SHOWN]:
        console.print(escape(line))
    if len(changes) > MOST_CHANGES_SHOWN:
        console.print(f"… and {len(changes) - MOST_CHANGES_SHOWN} more changes")
    for issue in imported.issues:
        console.print(escape(str(issue)))
    console.print(outcome(imported))


def _declared(report: TournamentReport) -> Iterator[str]:
    """What the file declares of the tournament for a rulebook to go by."""
    if report.lask_class is not None:
        yield f"class {report.lask_class}"
    if report.participants is not None:
        yield f"{report.participants} participants reported"
    yield from report.flags


def outcome(imported: Imported) -> str:
    """What became of a file, in a sentence."""
    if imported.refused:
        return "Refused: nothing was appended."
    if imported.is_known and not imported.changes:
        return "Nothing differs from what stands: nothing was appended."
    were = "was" if imported.duplicates == 1 else "were"
    known = f", {imported.duplicates} {were} known already" if imported.duplicates else ""
    events = "event" if imported.events == 1 else "events"
    done = "would be appended" if imported.dry_run else "appended"
    return f"{imported.events} {events} {done}{known}."


def _crosstable(report: TournamentReport, links: Sequence[Link]) -> Table:
    """Round by round; beside the players what the file says of their ratings and grades."""
    rounds = max((game.round or 0 for game in report.games), default=0)
    drawn = Table(title_justify="left")
    shown = range(1, min(rounds, MOST_ROUNDS_SHOWN) + 1)
    quoted = any(map(_quoted, report.players))
    beside = ["In the file"] if quoted else []
    for heading in ("No.", "Player", "Register", *beside, *map(str, shown), "Pts"):
        drawn.add_column(heading)
    cells, points = _cells(report)
    found = {link.number: link for link in links}
    for player in report.players:
        link = found.get(player.number)
        target = "" if link is None else (link.player or link.how)
        told = [_quoted(player)] if quoted else []
        row = [cells.get((player.number, round_), "") for round_ in shown]
        total = f"{points.get(player.number, 0.0):g}"
        named = (player.number, player.name, target, *told)
        drawn.add_row(*map(escape, named), *row, total)
    return drawn


def _quoted(player: PlayerReport) -> str:
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
