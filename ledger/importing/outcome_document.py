"""The outcome of an import as a JSON document, for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from msgspec.structs import asdict

from ledger.importing.formats.tournament_report import GameReport, TournamentReport
from ledger.importing.matching.player_links import Link
from ledger.importing.outcome import FileOutcome
from ledger.importing.register_port import KnownPlayer
from ledger.importing.report_events import tournament_id

Known = Mapping[str, KnownPlayer]
"""What may be shown of registered players, by their ids."""


def document_of(outcome: FileOutcome, known: Known) -> dict[str, Any]:
    """The JSON document of one file; ``known`` is what may be shown of the players proposed."""
    report = outcome.report
    document: dict[str, Any] = {
        "file": outcome.file,
        "tournament": None if report is None else _tournament(report),
        "players": [] if report is None else _players(report, outcome.links, known),
        "games": [] if report is None else [_game(game) for game in report.games],
        "issues": [attrs.asdict(issue) for issue in outcome.issues],
        "changes": [attrs.asdict(change) for change in outcome.changes],
        "appended": outcome.appended,
        "duplicates": outcome.duplicates,
        "effect": {
            "events": outcome.events,
            "first": None if outcome.dry_run else outcome.first,
            "last": None if outcome.dry_run else outcome.last,
            "pools": [attrs.asdict(each) for each in outcome.effect],
        },
    }
    if outcome.refused:
        document["problems"] = [
            {"line": issue.line, "field": None, "code": "file", "message": issue.message}
            for issue in outcome.errors
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


def _players(
    report: TournamentReport, links: Sequence[Link], known: Known
) -> list[dict[str, Any]]:
    found: Mapping[str, Link] = {link.number: link for link in links}
    rows = []
    for player in report.players:
        link = found.get(player.number)
        row = asdict(player)
        row["player"] = None if link is None else link.player
        row["linked"] = None if link is None else link.how
        row["proposals"] = [] if link is None else _proposals(link, known)
        rows.append(row)
    return rows


def _proposals(link: Link, known: Known) -> list[dict[str, Any]]:
    """The players proposed, each with what may be shown of him."""
    return [
        {
            "player": each.player,
            "reasons": each.reasons,
            "certain": each.certain,
            "likeness": each.likeness,
            **attrs.asdict(known.get(each.player, KnownPlayer())),
        }
        for each in link.proposals
    ]


def _game(game: GameReport) -> dict[str, Any]:
    return asdict(game)
