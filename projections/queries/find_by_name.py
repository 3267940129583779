"""Players and tournaments by what people call them, where an id is asked for.

An id is taken as it is.  Else a name answers where it fits one only: the whole name first, in
whatever order and spelling of its words, then a part of it.  Where it fits several, they are
listed with their ids.  Names that are not shown find nobody.
"""

from collections.abc import Iterable, Mapping
from datetime import date

import orjson
from sqlalchemy import Connection, select

from ledger.admission.ledger_state import LedgerState
from ledger.events.codec import innermost
from ledger.events.facts import CorrectionSubmitted, TournamentSubmitted
from ledger.events.problems import Refused, refusal
from ledger.events.streams import tournament_stream
from ledger.imports.matching.player_index import spellings
from ledger.log.schema import event, person
from projections.history.cut import EVERYTHING
from projections.history.names import names_of
from projections.queries.listings import folded

MOST_LISTED = 10


def find_player(connection: Connection, text: str, today: date, *, whole: bool = False) -> str:
    """The id of the player who is meant; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` where nobody is, or several may be.
    """
    ledger = LedgerState(connection)
    if ledger.player(text) is not None:
        return text
    rows = connection.execute(select(person.c.player, person.c.data))
    candidates = {
        ledger.one_person(player)
        for player, data in rows
        if _fits(orjson.loads(data).get("name", ""), text)
    }
    names = names_of(connection, sorted(candidates), EVERYTHING, today)
    shown = {player: name for player, name in names.items() if _fits(name, text)}
    return _the_one(text, shown, "player", whole=whole)


def find_tournament(connection: Connection, text: str, *, whole: bool = False) -> str:
    """The id of the tournament that is meant; ``whole``: a part of a name is not enough.

    Raises :class:`~ledger.events.problems.Refused` where none is, or several may be.
    """
    ledger = LedgerState(connection)
    if ledger.submitted(text) is not None:
        return text
    names: dict[str, str] = {}
    for id_ in _tournaments_called(connection, text):
        stands = ledger.submitted(id_)
        if stands is not None and _fits(stands.name, text):
            names[id_] = stands.name
    return _the_one(text, names, "tournament", whole=whole)


def _tournaments_called(connection: Connection, text: str) -> Iterable[str]:
    """Tournaments that were ever called so, with corrections of their names."""
    beginning = tournament_stream("")
    query = select(event.c.type, event.c.payload).where(
        event.c.type.in_([TournamentSubmitted.type, CorrectionSubmitted.type]),
        event.c.stream.startswith(beginning),
    )
    return dict.fromkeys(
        data["tournament"]
        for _, payload in connection.execute(query)
        if "name" in (data := innermost(orjson.loads(payload)) or {}) and _fits(data["name"], text)
    )


def _fits(name: str, text: str) -> bool:
    return bool(text.strip()) and (folded(text) in folded(name) or _is_whole(name, text))


def _is_whole(name: str, text: str) -> bool:
    return bool(spellings(name) & spellings(text))


def _the_one(text: str, names: Mapping[str, str], what: str, *, whole: bool) -> str:
    """The only one whose name fits."""
    exact = {id_: name for id_, name in names.items() if _is_whole(name, text)}
    fitting = exact or ({} if whole else names)
    if len(fitting) == 1:
        return next(iter(fitting))
    if fitting or names:
        raise _several(text, fitting or names, what)
    raise refusal(f"unknown-{what}", f"there is no {what} {text!r}", what)


def _several(text: str, names: Mapping[str, str], what: str) -> Refused:
    listed = sorted(names.items(), key=lambda each: (folded(each[1]), each[0]))
    shown = "; ".join(f"{name} ({id_})" for id_, name in listed[:MOST_LISTED])
    more = len(listed) - MOST_LISTED
    further = f"; and {more} more" if more > 0 else ""
    fits = "may be" if len(listed) > 1 else "is not the whole name of"
    remedy = "say the id" if len(listed) > 1 else "say the id, or all of it"
    return refusal(f"which-{what}", f"{text!r} {fits} {shown}{further}: {remedy}", what)
