"""The teams of a TRF: record 310 of TRF26, else 013, which has their names and players alone."""

from collections.abc import Mapping, Sequence

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.trf import columns
from ledger.importing.formats.trf.rounds import Line


def with_teams(
    players: Mapping[str, kit.PlayerReport],
    coded: Sequence[Line],
    plain: Sequence[Line],
    file: kit.File,
) -> tuple[tuple[kit.TeamReport, ...], dict[str, kit.PlayerReport]]:
    """Return the teams of records 310, else of 013, and the players, each with his team.

    A member whom the file does not have, or who is in two teams, is reported and left out.
    """
    read, first = (
        (_coded, columns.FIRST_MEMBER_OF_TRF26) if coded else (_plain, columns.FIRST_MEMBER)
    )
    teams: dict[int, kit.TeamReport] = {}
    team_of: dict[str, int] = {}
    for place, line in enumerate(coded or plain, start=1):
        team = read(line.text, place)
        if not team.name or team.number in teams:
            file.warn(
                Message("the team has no name, or a number that another has: left out"),
                line.number,
            )
            continue
        teams[team.number] = team
        for text in columns.members(line.text, first):
            number = text.lstrip("0")
            if number in players and number not in team_of:
                team_of[number] = team.number
            else:
                file.no_member(team.name, text, line.number)
    members = {number: kit.in_team(players[number], team) for number, team in team_of.items()}
    return tuple(teams.values()), {**players, **members}


def _plain(line: str, place: int) -> kit.TeamReport:
    return kit.TeamReport(number=place, name=kit.tidy(columns.TEAM_NAME.of(line)))


def _coded(line: str, place: int) -> kit.TeamReport:
    return kit.TeamReport(
        number=kit.ordinal_of(columns.TEAM_NUMBER.of(line)) or place,
        name=kit.tidy(columns.TEAM_NAME_OF_TRF26.of(line)),
        place=kit.ordinal_of(columns.TEAM_RANK.of(line)),
        match_points=kit.decimal_of(columns.MATCH_POINTS.of(line)),
        board_points=kit.decimal_of(columns.BOARD_POINTS.of(line)),
    )
