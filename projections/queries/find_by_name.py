"""Look-up of players and tournaments by name, wherever an id is expected.

An id is used as it is.  Otherwise a name is accepted if it fits only one: first the whole name, in
any order and spelling of its words, then a part of it.  If it fits several, they are
listed with their ids.  Names that are not shown find nobody.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted
from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.events.streams import game_subject, player_stream, tournament_stream
from ledger.importing.matching.names import TypedName, folded
from ledger.importing.matching.register import persons_called
from ledger.importing.matching.tournaments import is_tournament, tournaments_called
from ledger.log.schema import event
from ledger.log.standing_events import Recorded
from ledger.validation.ledger_state import LedgerState
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import names_of
from projections.queries.answer_types import EventAsItStands, GameRow
from projections.queries.listings import games_of

MOST_LISTED = 10


def find_player(connection: Connection, text: str, today: date, *, whole: bool = False) -> str:
    """Return the id of the player; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` if none fits, or several do.
    """
    if LedgerState(connection).player(text) is not None:
        return text
    called = _players_called(connection, TypedName(text), today)
    return the_one(text, called, "player", whole=whole)


def find_tournament(connection: Connection, text: str, *, whole: bool = False) -> str:
    """Return the id of the tournament; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` if none fits, or several do.
    """
    if is_tournament(connection, text):
        return text
    called = tournaments_called(connection, TypedName(text))
    return the_one(text, called, "tournament", whole=whole)


def find_subject(connection: Connection, text: str, today: date) -> str:
    """Return the subject of a correction: an event, game, tournament or player by id, else one of
    the last two by the whole name; an unknown name is returned unchanged.

    Raises :class:`~ledger.events.problems.Refused` if several have this name.
    """
    ledger = LedgerState(connection)
    subjects = [game_subject(text), tournament_stream(text), player_stream(text)]
    known = select(event.c.position).where(event.c.subject.in_(subjects))
    if ledger.event(text) is not None or connection.execute(known).first() is not None:
        return text
    typed = TypedName(text)
    called = [
        *tournaments_called(connection, typed).items(),
        *_players_called(connection, typed, today).items(),
    ]
    found = [id_ for id_, name in called if typed.is_whole(name)]
    if len(found) > 1:
        message = Message(
            "%(text)s names several things: say one of %(found)s",
            text=repr(text),
            found=", ".join(found),
        )
        raise refusal("several-subjects", message, "event")
    return found[0] if found else text


def _players_called(connection: Connection, typed: TypedName, today: date) -> dict[str, str]:
    """Return the players whose shown names fit, by the ids under which they are kept."""
    candidates = persons_called(connection, typed)
    names = names_of(connection, sorted(candidates), EVERYTHING, today)
    return {player: name for player, name in names.items() if typed.fits(name)}


def the_one(text: str, names: Mapping[str, str], what: str, *, whole: bool = False) -> str:
    """Return the only one whose name fits, out of names by id; ``what`` names them in errors."""
    typed = TypedName(text)
    names = {id_: name for id_, name in names.items() if typed.fits(name)}
    exact = {id_: name for id_, name in names.items() if typed.is_whole(name)}
    fitting = exact or ({} if whole else names)
    if len(fitting) == 1:
        return next(iter(fitting))
    if fitting or names:
        raise _several(text, fitting or names, what)
    raise refusal(f"unknown-{what}", _none(text, what), what)


def _none(text: str, what: str) -> str:
    if what == "player":
        return Message("there is no player %(text)s", text=repr(text))
    return Message("there is no tournament %(text)s", text=repr(text))


def _several(text: str, names: Mapping[str, str], what: str) -> Refused:
    listed = sorted(names.items(), key=lambda each: (folded(each[1]), each[0]))
    fitting = "; ".join(f"{name} ({id_})" for id_, name in listed[:MOST_LISTED])
    values = {"text": repr(text), "fitting": fitting}
    more = len(listed) - MOST_LISTED
    if len(listed) == 1:
        message = Message(
            "%(text)s is not the whole name of %(fitting)s: say the id, or all of it", **values
        )
    elif more <= 0:
        message = Message("%(text)s may be %(fitting)s: say the id", **values)
    else:
        message = Message(
            "%(text)s may be %(fitting)s; and %(more)s more: say the id", more=more, **values
        )
    return refusal(f"which-{what}", message, what)


# A game by what people know of it: the tournament, the round and White, or White and Black.


def find_game(connection: Connection, words: Sequence[str], today: date) -> str:
    """The id of the game named by tournament, round and White, or tournament, White and Black.

    Raises :class:`~ledger.events.problems.Refused` if it is not one game, naming the
    candidates, and if the colours were reversed.
    """
    tournament = find_tournament(connection, words[0])
    rows = games_of(connection, EVERYTHING, today, tournament)
    people = _people(rows)
    if words[1].isdecimal() and words[1] not in people:
        white = _player(words[2], people)
        rows = [row for row in rows if row["round"] == int(words[1])]
        return _one(rows, white, None, f"round {words[1]} of {tournament}")
    white, black = (_player(word, people) for word in words[1:])
    return _one(rows, white, black, tournament)


def _people(rows: Sequence[GameRow]) -> Mapping[str, str]:
    """Return the players, with the names under which they are shown."""
    whites = {row["white"]: row["white_name"] or "" for row in rows}
    blacks = {row["black"]: row["black_name"] or "" for row in rows if row["black"] is not None}
    return whites | blacks


def _player(word: str, people: Mapping[str, str]) -> str:
    return word if word in people else the_one(word, people, "player")


def _one(rows: Sequence[GameRow], white: str, black: str | None, where: str) -> str:
    def is_meant(row: GameRow) -> bool:
        return row["white"] == white and black in {None, row["black"]}

    def is_reversed(row: GameRow) -> bool:
        return row["black"] == white and black in {None, row["white"]}

    found = [row for row in rows if is_meant(row)]
    if len(found) == 1:
        return found[0]["game"]
    against = "" if black is None else f" against {black}"
    if found:
        raise _refused(f"{white} had White{against} more than once in {where}", found)
    if other := [row for row in rows if is_reversed(row)]:
        raise _refused(f"{white} had Black{against} in {where}", other)
    message = f"{white} had no game{against} in {where}: look at its games"
    raise refusal("unknown-game", message, "game")


def _refused(why: str, rows: Sequence[GameRow]) -> Refused:
    listed = "; ".join(
        f"{row['game']} (round {row['round'] or '?'}, {row['white']} – {row['black']})"
        for row in rows[:10]
    )
    return refusal("which-game", f"{why}: say which game, {listed}", "game")


# An event as it stands: by its id, or by the game, tournament or player that it brought in.


def find_event(connection: Connection, ledger: LedgerState, name: str) -> Recorded:
    """Return the event with an id; else the one that introduced the game, tournament or player.

    Raises :class:`~ledger.events.problems.Refused` if there is none, or more than one.
    """
    target = ledger.event(name)
    if target is not None:
        return target
    subjects = [game_subject(name), tournament_stream(name), player_stream(name)]
    query = select(event.c.id).where(event.c.subject.in_(subjects))
    ids = list(connection.execute(query.order_by(event.c.position)).scalars())
    if len(ids) > 1:
        message = Message(
            "%(name)s names several things: say one of the events %(ids)s",
            name=repr(name),
            ids=", ".join(ids),
        )
        raise refusal("several-events", message, "event")
    found = ledger.event(ids[0]) if ids else None
    if found is None:
        message = Message("there is no event %(name)s: the log shows their ids", name=repr(name))
        raise refusal("unknown-event", message, "event")
    return found


def event_as_it_stands(connection: Connection, name: str) -> EventAsItStands:
    """Return an event of the log with corrections applied, without personal data.

    Raises :class:`~ledger.events.problems.Refused` if there is none of this name.
    """
    ledger = LedgerState(connection)
    target = find_event(connection, ledger, name)
    is_correction = target.type == CorrectionSubmitted.type
    stands = None if is_correction else ledger.what_stands(target)
    data: dict[str, Any] | None = None if stands is None else dict(data_of(stands))
    where = select(event.c.position).where(event.c.id == target.id)
    return {
        "event": target.id,
        "position": connection.execute(where).scalar_one(),
        "type": target.type,
        "struck": stands is None and not is_correction,
        "data": dict(target.data) if is_correction else data,
    }
