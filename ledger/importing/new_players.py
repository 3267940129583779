"""Players of a file who are not registered as they stand in it.

The submitter gives data of new players in place of those in the file, or says that a player is
nobody: then his opponents had a bye.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import attrs
import msgspec

from ledger.events.messages import Message, RequestField
from ledger.importing.formats.side_results import bye
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    TournamentReport,
)
from ledger.importing.matching.player_links import NEW, LinkChoice, not_in_file
from ledger.importing.matching.register import RememberedRegister
from ledger.importing.members.columns import NUMBERS
from ledger.importing.members.member_list import read_row

NEW_PLAYER_FIELDS = ("name", "birth_date", "sex", "federation", "club", *NUMBERS)
"""The fields that can be given; ``birth_date`` is a year or a day."""

Cells = Mapping[str, str]


def without_nobody(
    report: TournamentReport, choice: LinkChoice, findings: Findings
) -> TournamentReport:
    """Return the report without the players who are nobody; a game against one is a bye."""
    nobody = choice.nobody
    for number in nobody - {player.number for player in report.players}:
        findings.error(not_in_file(number))
    if not nobody:
        return report
    return attrs.evolve(
        report,
        players=tuple(each for each in report.players if each.number not in nobody),
        games=tuple(found for each in report.games if (found := _or_bye(each, nobody))),
        pairings=tuple(it for it in report.pairings if nobody.isdisjoint({it.white, it.black})),
    )


def _or_bye(game: GameReport, nobody: set[str]) -> GameReport | None:
    """The game, or a bye if one side is nobody; None if both are."""
    sides = {game.white: game.white_points, game.black: game.black_points}
    if nobody.isdisjoint(sides):
        return game
    somebody = next((side for side in sides if side is not None and side not in nobody), None)
    if somebody is None:
        return None
    return bye(game.round, somebody, sides[somebody], game.line)


def with_given_data(
    report: TournamentReport, choice: LinkChoice, register: RememberedRegister, findings: Findings
) -> TournamentReport:
    """Return the report with the given data of its new players; an empty text removes a value."""
    given: dict[str, dict[str, str]] = defaultdict(dict)
    for key, text in choice.new_players.items():
        number, _, field = key.rpartition(".")
        if number and field in NEW_PLAYER_FIELDS:
            given[number][field] = text.strip()
        else:
            message = Message(
                "%(field)s: give the number of a player, a point, and one of %(fields)s",
                {"field": RequestField("new_player", key), "fields": ", ".join(NEW_PLAYER_FIELDS)},
            )
            findings.error(message)
    for number in given:
        if choice.links.get(number, NEW) != NEW:
            message = Message(
                "player %(number)s is new, or %(link)s: not both",
                number=number,
                link=RequestField("link", f"{number}={choice.links[number]}"),
            )
            findings.error(message)
    players = [
        _with_cells(player, given[player.number], register, findings)
        if player.number in given
        else player
        for player in report.players
    ]
    return attrs.evolve(report, players=tuple(players)) if given else report


def _with_cells(
    player: PlayerReport, cells: Cells, register: RememberedRegister, findings: Findings
) -> PlayerReport:
    values, faults = read_row({"name": player.name, **cells})
    for field, fault in faults:
        message = Message("%(cell)s %(fault)s", cell=repr(cells.get(field, "")), fault=fault)
        findings.error(_about(player, field, message), player.line)
    for namespace, number in values["ids"].items():
        for known in sorted(register.with_number(namespace, number)):
            message = Message("that is the number of %(player)s", player=known)
            findings.error(_about(player, namespace, message), player.line)
    if not values["name"]:
        return player
    return msgspec.structs.replace(player, **dict(_replaced(player, cells, values)))


def _about(player: PlayerReport, field: str, message: Message) -> Message:
    where = RequestField("new_player", f"{player.number}.{field}")
    return Message("%(where)s: %(message)s", where=where, message=message)


def _replaced(
    player: PlayerReport, cells: Cells, values: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    kept = {name: number for name, number in player.ids.items() if name not in cells}
    yield "ids", {**kept, **values["ids"]}  # type: ignore[dict-item]
    for field in cells.keys() - {*NUMBERS}:
        yield field, values.get(field)
    if "birth_date" in cells:
        yield "birth_year", values.get("birth_year")
