"""OpenGotha's own file: a go tournament as XML, everything in attributes.

Games name their players by surname and first name in capitals without blanks, so namesakes
cannot be told apart; such a file is refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.importing.formats import kit

_LOST_BY_BOTH, _OPEN = "RESULT_BOTHLOSE", "RESULT_UNKNOWN"
RESULTS: Mapping[str, tuple[kit.SideResult, kit.SideResult]] = {
    "RESULT_WHITEWINS": (kit.WIN, kit.LOSS),
    "RESULT_BLACKWINS": (kit.LOSS, kit.WIN),
    "RESULT_EQUAL": (kit.DRAW, kit.DRAW),
    "RESULT_BOTHWIN": (kit.WIN, kit.WIN),
    _LOST_BY_BOTH: (kit.FORFEIT_LOSS, kit.FORFEIT_LOSS),
    "RESULT_WHITEWINS_BYDEF": (kit.FORFEIT_WIN, kit.FORFEIT_LOSS),
    "RESULT_BLACKWINS_BYDEF": (kit.FORFEIT_LOSS, kit.FORFEIT_WIN),
    "RESULT_EQUAL_BYDEF": (kit.FORFEIT_DRAW, kit.FORFEIT_DRAW),
    "RESULT_BOTHWIN_BYDEF": (kit.FORFEIT_WIN, kit.FORFEIT_WIN),
    "RESULT_BOTHLOSE_BYDEF": (kit.FORFEIT_LOSS, kit.FORFEIT_LOSS),
}


def opengotha_games(
    root: kit.Element, references: Mapping[str, str], file: kit.File
) -> Iterator[kit.GameReport]:
    """Every game, forfeit and bye of a file."""
    found = (_game(element, references, file) for element in root.listed("Games", "Game"))
    yield from filter(None, found)
    for element in root.listed("ByePlayers", "ByePlayer"):
        number = _player_number(element, "player", references, file)
        if number is not None:
            round_ = number_in(element.attributes.get("roundNumber")) or None
            yield kit.bye(round_, number, 1.0, element.line)


def _game(
    element: kit.Element, references: Mapping[str, str], file: kit.File
) -> kit.GameReport | None:
    attributes = element.attributes
    white = _player_number(element, "whitePlayer", references, file)
    black = _player_number(element, "blackPlayer", references, file)
    text = attributes.get("result", "")
    sides = RESULTS.get(text)
    result = None if sides is None else kit.combine_results(*sides, both_may_win=True)
    stones = number_in(attributes.get("handicap", "0"))
    round_ = number_in(attributes.get("roundNumber"))
    board = number_in(attributes.get("tableNumber")) or None
    is_open = text == _OPEN and white and black and round_
    more = {"board": board, "stones": stones}
    if is_open and file.leaves_open(round_, white or "", black or "", element.line, **more):
        return None
    if result is None:
        message = Message(
            "%(text)r is not a result: enter the result of %(white)s – %(black)s",
            {"text": text[:40], "white": white, "black": black},
        )
        file.error(message, element.line, element.column)
    if stones is None or stones > 50:
        message = Message("the handicap is not a number: correct it")
        file.error(message, element.line, element.column)
    if not round_:
        file.error(Message("the game has no round: correct it"), element.line, element.column)
    if white is None or black is None or result is None or stones is None or not round_:
        return None
    return kit.GameReport(
        round=round_,
        white=white,
        black=black,
        **result.fields() | ({"reason": "double-loss"} if text == _LOST_BY_BOTH else {}),
        stones=min(stones, 50),
        board=board,
        sides_known=attributes.get("knownColor", "true") == "true",
        line=element.line,
    )


def _player_number(
    element: kit.Element, attribute: str, references: Mapping[str, str], file: kit.File
) -> str | None:
    text = element.attributes.get(attribute, "")
    number = references.get(reference(text))
    if number is None:
        message = Message(
            "%(attribute)s %(text)r is not in the list of players: correct one of them",
            {"attribute": attribute, "text": text[:60]},
        )
        file.error(message, element.line, element.column)
    return number


def reference(text: str) -> str:
    """Return the key by which games refer to a player.

    A Turkish computer writes the capital of i as İ, any other one as I: both count as I.
    """
    return re.sub(r"\s", "", text).upper().replace("İ", "I").replace("\N{COMBINING DOT ABOVE}", "")


def number_in(text: str | None) -> int | None:
    """Return a number, None if there is none."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,5}", text) else None


_OVERTIMES: Mapping[str, tuple[Literal["none", "japanese", "canadian", "fischer"], str]] = {
    "SUDDENDEATH": ("none", ""),
    "STDBYOYOMI": ("japanese", "stdByoYomiTime"),
    "CANBYOYOMI": ("canadian", "canByoYomiTime"),
    "FISCHER": ("fischer", "fischerTime"),
}
"""Kinds of overtime, and the attribute that has its seconds, by OpenGotha's names."""
_IDS = {"egfPin": "egd", "ffgLicence": "ffg", "agaId": "aga"}


def read_opengotha(file: kit.File) -> kit.TournamentReport:
    """The report of an OpenGotha file."""
    root = file.xml("Tournament")
    general = next(root.below("GeneralParameterSet"), None)
    if general is None:
        message = Message("GeneralParameterSet is missing: this is not a complete OpenGotha file")
        raise file.refusal(message)
    references, players = _players(root, file)
    games = tuple(opengotha_games(root, references, file))
    teams = _Teams.of(root, references, games, file)
    entered = kit.entered(players, games, file)
    last_round = max((game.round or 0 for game in games), default=0)
    planned = number_in(general.get("numberOfRounds"))
    return file.report(
        file.days(general.day("beginDate"), general.day("endDate")),
        [kit.in_team(each, teams.team_of.get(each.number)) for each in entered],
        # The board of its match, if there are teams, is not what the file calls a table.
        [kit.replace(it, board=teams.boards.get((it.white, it.round), it.board)) for it in games],
        discipline="go",
        name=general.get("name"),
        place=general.get("location"),
        rounds=last_round or planned or None,
        planned=planned,
        system="team" if teams.names else "swiss",
        teams=tuple(kit.TeamReport(number=no, name=name) for no, name in teams.names.items()),
        thinking_time=_thinking_time(general, file),
        board=kit.BOARD_SIZES.get(general.get("size")),
        komi=kit.fields.komi(general.get("komi"), file, general.line),
    )


def _players(
    root: kit.Element, file: kit.File
) -> tuple[Mapping[str, str], list[tuple[kit.PlayerReport, bool]]]:
    """Return the numbers by the names in games, and the players; True: only preregistered."""
    references: dict[str, str] = {}
    players = []
    for number, element in enumerate(root.listed("Players", "Player"), start=1):
        player = file.player(
            number,
            element.get("name") or "?",
            element.get("firstName"),
            line=element.line,
            federation=element.get("country"),
            club=element.get("club"),
            grade=element.get("rank"),
            ids={register: element.get(name) for name, register in _IDS.items()},
            ratings={"EGF": number_in(element.get("rating"))},
        )
        reference_name = reference(element.get("name") + element.get("firstName"))
        if reference_name in references:
            message = Message(
                "two players are called %(name)s, and games name players only so: rename one of "
                "them",
                name=player.name,
            )
            file.error(message, element.line)
        references[reference_name] = player.number
        players.append((player, element.attributes.get("registeringStatus") == "PRE"))
    return references, players


@attrs.frozen
class _Teams:
    """The names of the teams, the team of each player, and his board in each round."""

    names: dict[int, str] = attrs.field(factory=dict)
    team_of: dict[str, int] = attrs.field(factory=dict)
    boards: dict[tuple[str, int | None], int | None] = attrs.field(factory=dict)

    @classmethod
    def of(
        cls,
        root: kit.Element,
        references: Mapping[str, str],
        games: Sequence[kit.GameReport],
        file: kit.File,
    ) -> "_Teams":
        """Return the teams of a file, if they meet; a member of two is reported."""
        found = cls()
        for element in root.listed("Teams", "Team"):
            number, name = kit.ordinal_of(element.get("teamNumber")), element.get("teamName")
            if number is None or not name:
                continue
            found.names[number] = name[:200]
            for board in element.all("Board"):
                player = references.get(reference(board.get("player")))
                if player is None or found.team_of.setdefault(player, number) != number:
                    file.no_member(name, board.get("player")[:60], board.line)
                else:
                    round_ = number_in(board.get("roundNumber"))
                    found.boards[player, round_] = kit.ordinal_of(board.get("boardNumber"))
        if found.names and not found.meet_in(games):
            file.warn(kit.TEAMS_LEFT_OUT)
            return cls()
        return found

    def meet_in(self, games: Sequence[kit.GameReport]) -> bool:
        """True if in each round every team meets one other: else its players only add up."""
        opponents: dict[tuple[int | None, int], int] = {}
        for game in games:
            one, other = self.team_of.get(game.white), self.team_of.get(game.black or "")
            if one is None or other is None:
                continue
            for own, theirs in ((one, other), (other, one)):
                if own == theirs or opponents.setdefault((game.round, own), theirs) != theirs:
                    return False
        return bool(opponents)


def _thinking_time(general: kit.Element, file: kit.File) -> ThinkingTime | None:
    """Return basic time and overtime, as OpenGotha names them."""
    attributes = general.attributes
    minutes = number_in(attributes.get("basicTime"))
    system = attributes.get("complementaryTimeSystem", "")
    if minutes is None:
        return None
    if system not in _OVERTIMES:
        message = Message("time system %(system)r is unknown: left out", system=system[:20])
        file.warn(message, general.line)
        return None
    overtime, of_overtime = _OVERTIMES[system]
    time, seconds = ThinkingTime(minutes=float(minutes)), number_in(attributes.get(of_overtime))
    own = None if seconds is None else float(seconds)
    if overtime != "canadian":
        return attrs.evolve(time, overtime=overtime, seconds=own)
    return attrs.evolve(
        time,
        overtime=overtime,
        stones=number_in(attributes.get("nbMovesCanTime")) or None,
        overtime_minutes=None if own is None else round(own / 60, 3),
    )
