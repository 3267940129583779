"""The effective games, read from the log.

There are millions of them, and hardly any was corrected or recorded in an earlier form.  The
database joins all games of a tournament, and one call decodes them.  Corrected games then replace
their originals.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, Select, Text, bindparam, cast, func, select

from ledger.events.codec import CURRENT_SCHEMA
from ledger.events.facts import CorrectionSubmitted, GameSubmitted
from ledger.log.decoding import UNREADABLE, unreadable
from ledger.log.effective_events import COLUMNS, EffectiveEvents, Recorded, SettledEvent, Verdicts
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.statements import as_parameter, one_of, plain_rows
from projections.rulebooks.tournament import Game

_decode_game = msgspec.json.Decoder(Game).decode
_decode_games = msgspec.json.Decoder(list[Game]).decode


def joined_games(
    connection: Connection, streams: Collection[str], until: int
) -> dict[str, list[Game]]:
    """Return the games recorded in some streams up to a position, by stream, unordered.

    As recorded: :func:`corrected_games` applies corrections.  Streams with a game that was
    recorded in an earlier form, or cannot be read, are left out: :func:`games_by_stream` reads
    them one by one.
    """
    given = {"until": until, "streams": as_parameter(connection, streams)}
    rows = repeated_rows(connection, _joined(connection.dialect.name), given)
    current = CURRENT_SCHEMA[GameSubmitted.type]
    games: dict[str, list[Game]] = {stream: [] for stream in streams}
    for stream, oldest, newest, count, payloads in rows:
        found = _decoded_together(payloads) if oldest == newest == current else []
        # Fields must not overlap their neighbours.
        if len(found) == count:
            games[stream] = found
        else:
            del games[stream]
    return games


@lru_cache
def _joined(dialect: str) -> Select[Any]:
    together = func.group_concat if dialect == "sqlite" else func.string_agg
    joined: Any = "[" + together(event.c.payload, ",", type_=Text) + "]"
    return (
        select(
            event.c.stream,
            func.min(event.c.schema),
            func.max(event.c.schema),
            func.count(),
            # Read as bytes: the decoder checks the encoding, so SQLite's driver need not.
            cast(joined, LargeBinary) if dialect == "sqlite" else joined,
        )
        .where(
            event.c.position <= bindparam("until"),
            event.c.type == GameSubmitted.type,
            one_of(dialect, event.c.stream, "streams"),
        )
        .group_by(event.c.stream)
    )


def games_by_stream(rows: Iterable[Any], verdicts: Verdicts) -> dict[str, list[Game]]:
    """Return the effective games of tournaments, from rows in the order of a :class:`Recorded`.

    Raises :class:`~ledger.events.problems.LedgerDamaged` for one that cannot be read.
    """
    as_recorded: dict[str, list[object]] = defaultdict(list)
    games: dict[str, list[Game]] = defaultdict(list)
    current = CURRENT_SCHEMA[GameSubmitted.type]
    for row in rows:
        _, id_, _, schema, stream, _ = row
        if schema == current and id_ not in verdicts:
            as_recorded[stream].append(row)
        elif (game := _settled(row, verdicts)) is not None:
            games[stream].append(game)
    for stream, some in as_recorded.items():
        games[stream] += _decoded(some)
    return games


def corrected_games(
    games: Mapping[str, list[Game]], rows: Iterable[Any], verdicts: Verdicts
) -> dict[str, list[Game]]:
    """Return joined games with corrections applied, for every stream that has any.

    ``rows``: the games that were corrected, as recorded.
    """
    corrected: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        corrected[Recorded(*row).stream].append(row)
    settled = {}
    for stream, some in corrected.items():
        names = {Recorded(*row).data["game"] for row in some}
        stand = [_settled(row, verdicts) for row in some]
        settled[stream] = [game for game in games[stream] if game.game not in names]
        settled[stream] += [game for game in stand if game is not None]
    return settled


def opponents_in(games: Iterable[Game]) -> Mapping[str, set[str]]:
    """Return each player's opponents, whether or not the games count."""
    met: dict[str, set[str]] = defaultdict(set)
    for game in games:
        if game.black is not None:
            met[game.white].add(game.black)
            met[game.black].add(game.white)
    return met


def _decoded(rows: Sequence[Any]) -> list[Game]:
    """Decode games that are effective as recorded, in half the time of single calls."""
    try:
        joined = "[" + ",".join([row[-1] for row in rows]) + "]"
    except TypeError:
        joined = ""
    games = _decoded_together(joined)
    # A damaged payload is reported by its position; fields must not overlap their neighbours.
    return games if len(games) == len(rows) else [_game(row) for row in rows]


def _decoded_together(payloads: str | bytes) -> list[Game]:
    """Decode the games of a JSON list; empty if it cannot be read."""
    try:
        return _decode_games(payloads)
    except (TypeError, ValueError):  # msgspec's own errors are ValueErrors
        return []


def _game(row: Any) -> Game:
    try:
        return _decode_game(row[-1])
    except UNREADABLE as error:
        raise unreadable(row[0], error) from None


def _settled(row: Any, verdicts: Verdicts) -> Game | None:
    """Return a game that was corrected, or recorded in an earlier form; None: struck."""
    data = SettledEvent(Recorded(*row), verdicts.get(row[1])).data
    return None if data is None else msgspec.convert(data, Game)


# --- the effective events of a few types, without reading the rest of the log --------------------


def effective_events_of_types(
    connection: Connection, types: Sequence[str], until: int
) -> EffectiveEvents[Recorded]:
    """The events of some types, none of them games, as known at position ``until``."""
    query = select(*COLUMNS).where(
        event.c.type.in_([*types, CorrectionSubmitted.type]), NOT_A_GAME, event.c.position <= until
    )
    rows = plain_rows(connection.execute(query))
    return EffectiveEvents(Recorded(*row) for row in rows)
