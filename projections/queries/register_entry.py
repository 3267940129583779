"""What the register has of one player, and what he holds in every pool."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from sqlalchemy import Connection

from ledger.admission.ledger_state import LedgerState
from ledger.events.facts import MembershipDeclared, PlayerRegistered
from ledger.events.problems import refusal
from ledger.events.streams import player_stream
from ledger.log.standing_events import read_streams
from projections.history.cut import EVERYTHING
from projections.history.names import personal_data_shown
from projections.queries.answer_types import HeldFigure, RegisterEntry
from projections.queries.answers import Answers, Question
from projections.read_model.generations import pools


def register_entry(connection: Connection, player: str, today: date) -> RegisterEntry:
    """A player as the register has him today.

    Raises :class:`~ledger.events.problems.Refused` where nobody is registered so.
    """
    ledger = LedgerState(connection)
    kept = ledger.one_person(player)
    registered = _registered(connection, kept)
    if registered is None:
        raise refusal("unknown-player", f"there is no player {player!r}", "player")
    personal = personal_data_shown(connection, [kept], EVERYTHING, today).get(kept, {})
    others = [each for each in ledger.registrations_of(kept) if each != kept]
    return {
        "player": kept,
        "name": personal.get("name"),
        "birth_year": registered.get("birth_year"),
        "birth_date": personal.get("birth_date"),
        "sex": personal.get("sex"),
        "federation": registered.get("federation"),
        "club": _club(connection, kept, registered.get("club")),
        "ids": personal.get("ids"),
        "forgotten": ledger.forgotten(kept),
        "registrations": [kept, *others],
        "figures": list(_figures(connection, kept, today)),
    }


def _registered(connection: Connection, player: str) -> Any:
    """The data of the registration that stands; None: there is none."""
    standing = read_streams(connection, [player_stream(player)], [PlayerRegistered.type])
    return next((data for _, data in standing.data()), None)


def _club(connection: Connection, player: str, first: str | None) -> str | None:
    """The club declared last, else the one he was registered with."""
    types = [MembershipDeclared.type]
    declared = [
        data for _, data in read_streams(connection, [player_stream(player)], types).data()
    ]
    if not declared:
        return first
    latest: str | None = max(declared, key=lambda each: str(each["from_day"])).get("club")
    return latest


def _figures(connection: Connection, player: str, today: date) -> Iterator[HeldFigure]:
    for pool in pools(connection):
        standing = Answers(connection, Question(pool, today)).standings([player]).get(player)
        if standing is not None and standing.status != "unrated":
            yield {
                "pool": pool,
                "figure": standing.figure,
                "card": None if standing.card is None else dict(standing.card),
                "status": standing.status,
            }
