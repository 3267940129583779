"""The file of MacMahon, the go pairing program: XML of its versions 3, in either of two shapes.

A result is written with Black's side first.  The file has no days, no komi and no thinking time.
"""

import re
from collections.abc import Iterator, Mapping

from ledger.events.messages import Message
from ledger.importing.formats import kit

_PLAYERS = ("IndividualParticipant", "Player")
_ROUNDS = ("TournamentRound", "Round")
# Black's points, then White's.
_RESULTS: Mapping[str, tuple[float, float]] = {
    "1-0": (1.0, 0.0),
    "0-1": (0.0, 1.0),
    **dict.fromkeys(("½-½", "0.5-0.5", "1/2-1/2"), (0.5, 0.5)),
    "0-0": (0.0, 0.0),
    "1-1": (1.0, 1.0),
}
_MOST_STONES = 50
_NUMBER = re.compile("[0-9]{1,6}")


def read_macmahon(file: kit.File) -> kit.TournamentReport:
    """The report of a MacMahon file."""
    root = file.xml("TournamentData", "Tournament")
    about = root.first("Tournament") or root
    players = [
        (_player(each, file), (each.value("PreliminaryRegistration") or "").casefold() == "true")
        for name in _PLAYERS
        for each in root.below(name)
    ]
    games = tuple(_games(root, file))
    return file.report(
        file.days(),
        kit.entered(players, games, file),
        games,
        discipline="go",
        name=about.value("Name"),
        system="swiss",
    )


def _player(element: kit.Element, file: kit.File) -> kit.PlayerReport:
    person = element.first("GoPlayer") or element
    return file.player(
        element.value("Id"),
        person.value("Surname"),
        person.value("FirstName"),
        line=element.line,
        federation=person.value("Country"),
        club=person.value("Club"),
        grade=(person.value("GoLevel") or person.value("Rank") or "").replace(" ", ""),
        ids={"egd": person.value("EgdPin")},
        ratings={"EGF": person.value("Rating")},
    )


def _games(root: kit.Element, file: kit.File) -> Iterator[kit.GameReport]:
    for name in _ROUNDS:
        for element in root.below(name):
            round_ = kit.whole_number(element, "RoundNumber", 999, file)
            if round_ is None:
                message = Message("a round has no RoundNumber: complete it")
                file.error(message, element.line, element.column)
                continue
            for pairing in element.all("Pairing"):
                yield from _game(pairing, round_, file)


def _game(pairing: kit.Element, round_: int, file: kit.File) -> Iterator[kit.GameReport]:
    white, black = (_number(pairing, colour, file) for colour in ("White", "Black"))
    text = (pairing.value("Result") or "").replace(" ", "")
    result = _RESULTS.get(text.rstrip("!"))
    is_bye = (pairing.value("PairingWithBye") or "").casefold() == "true"
    present = [side for side in (black, white) if side]
    if is_bye or len(present) == 1:
        if present:  # the free win of the named player, who is in Black's place
            yield kit.bye(round_, present[0], 1.0, pairing.line)
        return
    if white is None or black is None or not present:
        file.error(Message("a pairing has no player: complete it"), pairing.line, pairing.column)
        return
    stones = _number(pairing, "Handicap", file) or "0"
    board = _number(pairing, "BoardNumber", file) or "0"
    if result is None:
        more = {"board": int(board) or None, "stones": int(stones)}
        is_open = not text.strip("?-")
        if is_open and file.leaves_open(round_, white, black, pairing.line, **more):
            return
        file.error(_no_result(round_, text[:10], white, black), pairing.line, pairing.column)
        return
    by_referee = (pairing.value("ResultByReferee") or "").casefold() == "true"
    unplayed = by_referee or text.endswith("!")
    if int(stones) > _MOST_STONES:
        message = Message("%(stones)s handicap stones are too many", stones=stones)
        file.error(message, pairing.line, pairing.column)
    yield kit.GameReport(
        round=round_,
        board=int(board) or None,
        white=white,
        black=black,
        white_points=result[1],
        black_points=result[0],
        played=not unplayed and result != (0.0, 0.0),
        reason="referee" if unplayed else "double-loss" if result == (0.0, 0.0) else None,
        stones=min(int(stones), _MOST_STONES),
        line=pairing.line,
    )


def _no_result(round_: int, text: str, white: str, black: str) -> Message:
    return Message(
        "round %(round)s: the result %(text)r of %(white)s – %(black)s is invalid: enter it, and "
        "save again",
        {"round": round_, "text": text, "white": white, "black": black},
    )


def _number(element: kit.Element, name: str, file: kit.File) -> str | None:
    """Return a number from 0 on as text, empty for 0; None (and an error) if it is none."""
    text = element.value(name) or "0"
    if not _NUMBER.fullmatch(text):
        message = Message(
            "%(name)s %(text)r is not a number: correct it", name=name, text=text[:20]
        )
        file.error(message, element.line, element.column)
        return None
    return str(int(text)) if int(text) else ""
