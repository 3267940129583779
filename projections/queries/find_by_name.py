"""Players and tournaments by what people call them, where an id is asked for.

An id is taken as it is.  Else a name answers where it fits one only: the whole name first, in
whatever order and spelling of its words, then a part of it.  Where it fits several, they are
listed with their ids.  Names that are not shown find nobody.
"""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import Connection, select

from ledger.events.codec import innermost
from ledger.events.facts import CorrectionSubmitted, EvaluationRecorded, TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.events.streams import game_subject, player_stream, tournament_stream
from ledger.importing.matching.names import folded, spellings
from ledger.log.decoding import stored_personal_data
from ledger.log.schema import event, person
from ledger.log.standing_events import COLUMNS, Recorded
from ledger.validation.ledger_state import LedgerState
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import names_of

MOST_LISTED = 10


def find_player(connection: Connection, text: str, today: date, *, whole: bool = False) -> str:
    """The id of the player who is meant; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` where nobody is, or several may be.
    """
    if LedgerState(connection).player(text) is not None:
        return text
    return the_one(text, _players_called(connection, text, today), "player", whole=whole)


def find_tournament(connection: Connection, text: str, *, whole: bool = False) -> str:
    """The id of the tournament that is meant; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` where none is, or several may be.
    """
    if _is_tournament(connection, text):
        return text
    return the_one(text, _tournaments_called(connection, text), "tournament", whole=whole)


def find_subject(connection: Connection, text: str, today: date) -> str:
    """What a correction is about: an event, game, tournament or player by id, else one of the
    last two by the whole name; what nothing is called is given back as it is.

    Raises :class:`~ledger.events.problems.Refused` where several are called so.
    """
    ledger = LedgerState(connection)
    subjects = [game_subject(text), tournament_stream(text), player_stream(text)]
    known = select(event.c.position).where(event.c.subject.in_(subjects))
    if ledger.event(text) is not None or connection.execute(known).first() is not None:
        return text
    called = [
        *_tournaments_called(connection, text).items(),
        *_players_called(connection, text, today).items(),
    ]
    found = [id_ for id_, name in called if _is_whole(name, text)]
    if len(found) > 1:
        message = Message(
            "%(text)s names several things: say one of %(found)s",
            text=repr(text),
            found=", ".join(found),
        )
        raise refusal("several-subjects", message, "event")
    return found[0] if found else text


def _is_tournament(connection: Connection, id_: str) -> bool:
    """Whether a tournament was ever submitted, or recorded by its summary, under an id."""
    submitted = select(event.c.position).where(event.c.subject == tournament_stream(id_))
    if connection.execute(submitted).first() is not None:
        return True
    summaries = select(*COLUMNS).where(event.c.type == EvaluationRecorded.type)
    recorded = (Recorded(*row) for row in connection.execute(summaries))
    return any(each.data["tournament"] == id_ for each in recorded)


def _players_called(connection: Connection, text: str, today: date) -> dict[str, str]:
    """The players whose names fit a text, by the ids under which they are kept."""
    ledger = LedgerState(connection)
    rows = connection.execute(select(person.c.player, person.c.position, person.c.data))
    candidates = {
        ledger.one_person(player)
        for player, position, data in rows
        if _fits(stored_personal_data(position, data).get("name", ""), text)
    }
    names = names_of(connection, sorted(candidates), EVERYTHING, today)
    return {player: name for player, name in names.items() if _fits(name, text)}


def _tournaments_called(connection: Connection, text: str) -> dict[str, str]:
    """The tournaments whose names, as they stand, fit a text."""
    query = select(*COLUMNS).where(
        event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
        event.c.stream.startswith(tournament_stream("")),
    )
    said = (innermost(Recorded(*row).data) for row in connection.execute(query))
    ids = {data["tournament"] for data in said if "name" in data and _fits(data["name"], text)}
    ledger = LedgerState(connection)
    stands = {id_: ledger.submitted(id_) for id_ in sorted(ids)}
    return {id_: it.name for id_, it in stands.items() if it is not None and _fits(it.name, text)}


def _fits(name: str, text: str) -> bool:
    return bool(text.strip()) and (folded(text) in folded(name) or _is_whole(name, text))


def _is_whole(name: str, text: str) -> bool:
    return bool(spellings(name) & spellings(text))


def the_one(text: str, names: Mapping[str, str], what: str, *, whole: bool = False) -> str:
    """The only one whose name fits, out of names by id; ``what`` they are is said in refusals."""
    names = {id_: name for id_, name in names.items() if _fits(name, text)}
    exact = {id_: name for id_, name in names.items() if _is_whole(name, text)}
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
    said = {"text": repr(text), "fitting": fitting}
    more = len(listed) - MOST_LISTED
    if len(listed) == 1:
        message = Message(
            "%(text)s is not the whole name of %(fitting)s: say the id, or all of it", **said
        )
    elif more <= 0:
        message = Message("%(text)s may be %(fitting)s: say the id", **said)
    else:
        message = Message(
            "%(text)s may be %(fitting)s; and %(more)s more: say the id", more=more, **said
        )
    return refusal(f"which-{what}", message, what)
