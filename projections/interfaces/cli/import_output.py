"""The output of ``import``: a page or a document for each file, and a summary of them all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from ledger.events.wording import POINT_SIGNS
from ledger.importing.changes import change_lines
from ledger.importing.formats.tournament_report import PlayerReport, TournamentReport
from ledger.importing.link_table import figure_in_the_file, open_player_lines
from ledger.importing.matching.player_links import Link
from ledger.importing.outcome import FileOutcome, common_effect_lines, effect_lines
from ledger.importing.outcome_document import Known, document_of
from ledger.importing.report_events import tournament_id
from projections.interfaces.cli.columns import Column, identifier, lesser, prose
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.layout import Columns, Listing, table
from projections.interfaces.cli.logging import say

# The outcome of an import as a page for people.


_FORFEIT = {1.0: "+", 0.5: "=", 0.0: "-"}
MOST_ROUNDS_SHOWN = 24
MOST_CHANGES_SHOWN = 200


def show(console: Console, outcome: FileOutcome, known: Known) -> None:
    """The file on a page: tournament, crosstable with links, questions, and what was done.

    What refuses it is not on the page: that goes to standard error.
    """
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
        for line in open_player_lines(report, outcome.open_players, known):
            console.print(line, markup=False)
    changes = list(change_lines(outcome.changes))
    for line in changes[:MOST_CHANGES_SHOWN]:
        console.print(escape(line))
    if len(changes) > MOST_CHANGES_SHOWN:
        console.print(f"… and {len(changes) - MOST_CHANGES_SHOWN} more changes")
    for issue in outcome.issues:
        if issue.kind != "error":
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


def outcome_in_the_table(outcome: FileOutcome) -> str:
    """What became of a file, and why it was refused where it was."""
    if outcome.refused:
        return f"Refused: {_why_refused(outcome)}."
    not_rated = [each.pool for each in outcome.effect if not each.rated]
    also = f" Not rated in {', '.join(not_rated)}." if not_rated else ""
    return outcome_text(outcome) + also


def _why_refused(outcome: FileOutcome) -> str:
    asked = outcome.open_players
    questions = {link.question for link in asked}
    others = [issue.message for issue in outcome.errors if issue.message not in questions]
    if not others:
        return f"who {len(asked)} {'player is' if len(asked) == 1 else 'players are'} is open"
    more = len(outcome.errors) - 1
    what, _, _ = others[0].partition(": ")  # the remedy comes after it
    return what + (f" (and {more} more)" if more else "")


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
    if not any(map(figure_in_the_file, report.players)):
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
        "quoted": figure_in_the_file(player),
        **{str(round_): cells.get((player.number, round_), "") for round_ in rounds},
        "points": f"{points.get(player.number, 0.0):g}",
    }


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


MOST_PAGES = 10
MOST_QUESTIONS = 3
_COLUMNS: Columns = {
    "file": prose("File"),
    "tournament": identifier("Tournament"),
    "players": "Players",
    "games": "Games",
    "appended": "Appended",
    "outcome": prose("Outcome"),
}


def answer(context: CommandContext, outcomes: Sequence[FileOutcome], known: Known) -> None:
    """One document for one file, a list of them for several; exit status 1 if one was refused.

    ``known`` is what may be shown of the players proposed.
    """
    documents = [document_of(each, known) for each in outcomes]

    def pages(console: Console) -> None:
        if len(outcomes) <= MOST_PAGES:
            for each in outcomes:
                show(console, each, known)
        if len(outcomes) > 1:
            names = _short_names([each.file for each in outcomes])
            rows = [_summary(*each) for each in zip(names, outcomes, strict=True)]
            console.print(table(rows, _COLUMNS, f"{len(outcomes)} files"))
        for line in common_effect_lines(outcomes):
            console.print(line, markup=False)

    context.answer(
        documents[0] if len(documents) == 1 else documents,
        pages,
        rows=[_summary(each.file, each) for each in outcomes],
    )
    for each in outcomes:
        for line in _refusals(each):
            say("refused", f"{each.file}: {line}")
    if any(each.refused for each in outcomes):
        raise click.exceptions.Exit(1)


def _refusals(outcome: FileOutcome) -> Iterator[str]:
    """Why a file is refused; many players of whom it is open who they are, in one line."""
    questions = {link.question for link in outcome.open_players}
    many = len(questions) > MOST_QUESTIONS
    for issue in outcome.errors:
        if not (many and issue.message in questions):
            yield f"{issue.place()}{issue.message}"
    if many:
        remedy = "say --link NUMBER=PLAYER for each, or --proposals FILE for a table to fill in"
        new = "--register-new registers all who resemble nobody"
        proposals = (each for link in outcome.open_players for each in link.proposals)
        if any(each.certain for each in proposals):
            new += ", --accept certain takes all with the same name and year"
        yield f"who {len(questions)} players are is open: {remedy}; {new}"


def _short_names(files: Sequence[str]) -> list[str]:
    """The files without their folders, unless two are called the same."""
    names = [Path(file).name for file in files]
    return names if len(set(names)) == len(names) else list(files)


def _summary(name: str, outcome: FileOutcome) -> dict[str, object]:
    """A line of the table of all files."""
    report = outcome.report
    return {
        "file": name,
        "tournament": None if report is None else tournament_id(report),
        "players": None if report is None else len(report.players),
        "games": None if report is None else len(report.games),
        "appended": outcome.appended,
        "outcome": outcome_in_the_table(outcome),
    }
