"""A club with a ledger: submits, asks, and keeps its list up to date."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import orjson
from sqlalchemy import Engine

from ledger.log.clock import now
from ledger.log.database import snapshot
from ledger.log.event_log import Receipt
from ledger.validation.submission import append
from projections.engine.history.as_of import AsOf
from projections.engine.read_model.generations import Rebuilt, catch_up, check, rebuild
from projections.engine.registry import RegisteredRulebooks
from projections.engine.replay.schedule import AS_ADOPTED, WhatIf
from projections.queries.answers import Answers, Question
from projections.queries.audit import audit
from projections.queries.player_record import named_record
from tests.projections.submissions import POOL, Event

TODAY = date(2020, 6, 1)


class Club:
    """A ledger on ``engine`` and the questions that a test puts to it.

    ``on`` is the day asked about, ``known_at`` a position of the log.
    """

    def __init__(self, engine: Engine, pool: str = POOL) -> None:
        self.engine = engine
        self.pool = pool

    def append(self, *events: Event) -> Receipt:
        """Hand the events in, in one call."""
        lines = [(number, json.dumps(each).encode()) for number, each in enumerate(events, 1)]
        return append(
            self.engine, lines, by="the office", rulebooks=RegisteredRulebooks(), clock=now
        )

    # --- asking ------------------------------------------------------------------------------

    @contextmanager
    def answers(
        self,
        on: str | None = None,
        known_at: int | None = None,
        *,
        today: date = TODAY,
        what_if: WhatIf = AS_ADOPTED,
    ) -> Iterator[Answers]:
        """Answers at a cut, from the read model if it is up to date, else from a replay."""
        day = None if on is None else date.fromisoformat(on)
        with snapshot(self.engine) as connection:
            yield Answers(connection, Question(self.pool, today, AsOf(day, known_at), what_if))

    def ratings(self, on: str | None = None, known_at: int | None = None) -> dict[str, str]:
        """Return the rated players on a day, each DWZ as it is printed."""
        with self.answers(on, known_at) as answers:
            return {row["player"]: dwz(row["card"]) for row in answers.ratings()}

    def names(self, on: str | None = None, *, today: date = TODAY) -> dict[str, str | None]:
        """Everybody's name as it is shown."""
        with self.answers(on, today=today) as answers:
            return {row["player"]: row["name"] for row in answers.ratings(everyone=True)}

    def player(
        self, player: str, on: str | None = None, known_at: int | None = None
    ) -> dict[str, Any]:
        with self.answers(on, known_at) as answers:
            return named_record(answers, player)

    def tournament(
        self, tournament: str, on: str | None = None, known_at: int | None = None
    ) -> dict[str, Any]:
        with self.answers(on, known_at) as answers:
            return answers.tournament(tournament)

    def rows(self, tournament: str) -> dict[str, dict[str, Any]]:
        """The rows of a tournament's evaluation by player."""
        return {row["player"]: row for row in self.tournament(tournament)["players"]}

    def audit(
        self, player: str, tournament: str | None = None, on: str | None = None
    ) -> dict[str, Any]:
        with self.answers(on) as answers:
            return audit(answers, player, tournament).document()

    # --- the read model ----------------------------------------------------------------------

    def catch_up(self) -> None:
        catch_up(self.engine, self.pool)

    def rebuild(self) -> Rebuilt:
        return rebuild(self.engine, self.pool)

    def check(self) -> Rebuilt:
        return check(self.engine, self.pool)


def dwz(card: dict[str, int] | None) -> str:
    """A card as people write it: ``1873-42``."""
    return "" if card is None else f"{card['rating']}-{card['index']}"


def spelt(document: Any) -> str:
    """A document as the command line prints it."""
    return orjson.dumps(document).decode()
