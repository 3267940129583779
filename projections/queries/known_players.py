"""What may be shown of registered players where it is asked whether they are the ones meant."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection

from ledger.events.facts import PlayerRegistered
from ledger.events.streams import player_stream
from ledger.log.standing_events import read_streams
from projections.history.cut import EVERYTHING
from projections.history.names import names_of
from projections.queries.answer_types import HeldFigure, KnownPlayerRow
from projections.queries.answers import Answers, Question
from projections.read_model.generations import pools


def known_players(
    connection: Connection, players: Collection[str], pool_names: Sequence[str], today: date
) -> list[KnownPlayerRow]:
    """Some players by their ids, each with what he holds in some pools."""
    if not players:
        return []
    names = names_of(connection, players, EVERYTHING, today)
    registered = _registered(connection, players)
    held = _held(connection, players, set(pool_names) & set(pools(connection)), today)
    return [
        {
            "player": player,
            "name": names.get(player),
            "birth_year": registered[player].get("birth_year"),
            "club": registered[player].get("club"),
            "figures": held[player],
        }
        for player in sorted(registered)
    ]


def _registered(connection: Connection, players: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """The data of the registrations that stand."""
    streams = [player_stream(player) for player in players]
    standing = read_streams(connection, streams, [PlayerRegistered.type])
    return {data["player"]: data for _, data in standing.data()}


def _held(
    connection: Connection, players: Collection[str], pool_names: Collection[str], today: date
) -> dict[str, list[HeldFigure]]:
    held: dict[str, list[HeldFigure]] = {player: [] for player in players}
    for pool in sorted(pool_names):
        standings = Answers(connection, Question(pool, today)).standings(sorted(players))
        for player, standing in standings.items():
            if standing.status != "unrated":
                card = None if standing.card is None else dict(standing.card)
                held[player].append(
                    {
                        "pool": pool,
                        "figure": standing.figure,
                        "card": card,
                        "status": standing.status,
                    }
                )
    return held
