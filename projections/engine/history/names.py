"""The personal data of a player that may be shown: decided here, for every list and file.

A forgotten player has no name left.  A withheld player has a name that is not shown, nor anything
else that identifies him.  Names are the current ones, whatever the day and position of a question:
a name corrected, withheld or erased since must not come back (decision 0026, decision 0034).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, select

from ledger.events import facts
from ledger.events.codec import fact_of
from ledger.events.streams import player_stream
from ledger.importing.matching.names import is_like
from ledger.log.decoding import stored_personal_data
from ledger.log.effective_events import read_streams
from ledger.log.personal_data import SideData
from ledger.log.schema import NOT_A_GAME, event, person
from ledger.log.statements import among, as_parameter, one_of
from ledger.validation.ledger_state import LedgerState
from projections.engine.history.as_of import EVERYTHING, AsOf

_HIDING = [facts.PlayerForgotten.type, facts.PlayerWithheld.type]


def names_of(
    connection: Connection, players: Collection[str], as_of: AsOf, today: date
) -> dict[str, str]:
    """Return the names under which players are shown in an answer given ``today``.

    Forgotten and withheld players are left out.  A request holds for all registrations of a
    person, and also for answers about days before it.
    """
    may_be_shown = personal_data_shown(connection, players, as_of, today)
    return {player: data["name"] for player, data in may_be_shown.items()}


def personal_data_shown(
    connection: Connection, players: Collection[str], as_of: AsOf, today: date
) -> dict[str, Mapping[str, Any]]:
    """Return the personal data, with the name, of players whose names may be shown today."""
    # A list for a future day respects the withholdings that begin until then.
    last = max(today, as_of.day or today)
    kept = SideData(connection, players)
    ledger = LedgerState(connection)
    registrations = {player: ledger.registrations_of(player) for player in kept.players}
    special = _corrected_or_hidden(
        connection, {id_ for ids in registrations.values() for id_ in ids}
    )
    found: dict[str, Mapping[str, object]] = {}
    for player, ids in registrations.items():
        if any(_is_hidden(special[id_], today, last) for id_ in ids if id_ in special):
            continue
        own = special.get(player)
        data = kept.only(player) if own is None else _committed(own, kept)
        if data is not None:
            found[player] = data
    return found


def names_like_withheld(
    connection: Connection, names: Collection[str], today: date
) -> Collection[str]:
    """Return those of some names that may be a person's whose name is withheld today."""
    withheld = _withheld_names(connection, today) if names else ()
    return {name for name in names if any(is_like(name, other) for other in withheld)}


def _withheld_names(connection: Connection, today: date) -> set[str]:
    """Return every name, also a former one, of the players whose names are withheld today."""
    query = (
        select(event.c.stream)
        .where(event.c.type == facts.PlayerWithheld.type, NOT_A_GAME)
        .distinct()
    )
    ledger = LedgerState(connection)
    players = {
        id_
        for stream in connection.execute(query).scalars()
        for id_ in ledger.registrations_of(_player_of(stream))
    }
    hidden = players - names_of(connection, players, EVERYTHING, today).keys()
    rows = select(person.c.position, person.c.data).where(
        among(connection, person.c.player, hidden)
    )
    found = (stored_personal_data(*row).get("name") for row in connection.execute(rows))
    return {name for name in found if name is not None}


Standing = list[tuple[str, Mapping[str, object]]]
"""Types and data of the effective registration and requests about one player."""


@cache
def _saying_more(dialect: str) -> Select[str]:
    """Those of some streams in which there is more than registrations."""
    more = event.c.type.in_([*_HIDING, facts.CorrectionSubmitted.type])
    return select(event.c.stream).where(one_of(dialect, event.c.stream, "streams"), more)


def _corrected_or_hidden(connection: Connection, players: Iterable[str]) -> dict[str, Standing]:
    """The effective facts about players who have more than one registration as submitted."""
    asked = {"streams": as_parameter(connection, map(player_stream, players))}
    query = _saying_more(connection.dialect.name)
    streams = set(connection.execute(query, asked).scalars())
    found: dict[str, Standing] = {_player_of(stream): [] for stream in streams}
    standing = read_streams(connection, streams, [facts.PlayerRegistered.type, *_HIDING])
    for recorded, data in standing.data():
        found[_player_of(recorded.stream)].append((recorded.type, data))
    return found


def _player_of(stream: str) -> str:
    return stream.removeprefix(player_stream(""))


def _is_hidden(standing: Standing, today: date, last: date) -> bool:
    """True if a player was forgotten, or withheld on a day from today to the last.

    A forgotten player has no data left, unless they were restored outside the program.
    """
    return any(_withholds(fact_of(type_, data), today, last) for type_, data in standing)


def _withholds(fact: object, today: date, last: date) -> bool:
    return isinstance(fact, facts.PlayerForgotten) or (
        isinstance(fact, facts.PlayerWithheld)
        and fact.from_day <= last
        and (fact.until is None or today <= fact.until)
    )


def _committed(standing: Standing, kept: SideData) -> Mapping[str, object] | None:
    registered = [data for type_, data in standing if type_ == facts.PlayerRegistered.type]
    return kept.committed(registered[-1]) if registered else None
