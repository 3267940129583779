"""Answers to queries about a pool, in the contract's shapes.

Cards come from the card history.  If more than a card is needed, the rulebook evaluates the
occasion again from the cards before it, so no answer differs from a replay.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

import attrs
from sqlalchemy import ColumnElement, Connection, select

from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import event
from ledger.log.statements import among
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.history.names import names_of
from projections.engine.read_model.checked_rows import wrong_occasion
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.generations import card_history, must_have_pool
from projections.engine.read_model.standings import due_players, stored_standings
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.registry import AnyRulebook
from projections.engine.replay.card_history import (
    CardHistory,
    EvaluatedOccasion,
    Version,
    end_of,
    held,
)
from projections.engine.replay.find_occasion import (
    FoundOccasion,
    cards_before,
    find_occasion,
    settlement,
    tournament_gives_now,
    tournament_occasions,
)
from projections.engine.replay.schedule import AS_ADOPTED, RulebookPeriod, WhatIf, period_on
from projections.queries import answer_types as shapes
from projections.rulebooks.evaluation import RatingStatus, Report

Row = dict[str, Any]
FoundT = TypeVar("FoundT")
Strength = tuple[bool, float, str]
"""True without a figure; the less, the stronger; the id."""
_UNRATED = RatingStatus(status="unrated")


@attrs.frozen
class Question:
    """A question about a pool: the cut, and the rulebook.

    ``today`` is passed in by the caller; it only decides which names are withheld in an
    answer that names no day.
    """

    pool: str
    today: date
    as_of: AsOf = EVERYTHING
    what_if: WhatIf = AS_ADOPTED


class StoredCards(NamedTuple):
    """The cards in the read model; ``replaced``: the players whose cards are other ones."""

    history: StoredCardHistory
    replaced: Collection[str] = ()


class Answers:
    """Answers to questions about a pool, all from one consistent state."""

    def __init__(
        self, connection: Connection, question: Question, known: CardHistory | None = None
    ) -> None:
        if known is None:
            must_have_pool(connection, question.pool)
        self.connection = connection
        self.question = question
        self.card_history: CardHistory = known or card_history(
            connection, question.pool, question.as_of, question.what_if
        )
        self._until = end_of(question.as_of.day)
        self._whole_history: History | None = None
        self._register: History | None = None
        self._submitted: tuple[str, History] | None = None
        self._evaluated: tuple[str, RulebookPeriod | None, Report] | None = None
        self._named: set[str] = set()
        self._names: dict[str, str] = {}
        self._found: dict[Callable[[Answers], Any], Any] = {}

    @property
    def day(self) -> date:
        """The day for which figures are valued: the one requested, or the last with any event."""
        return self.question.as_of.day or self.card_history.horizon  # never today: decision 0016

    @property
    def rulebook(self) -> str | None:
        """The name of the rulebook that governs on the day, if any does."""
        return self.rulebook_on(self.day)

    def rulebook_on(self, day: date) -> str | None:
        """The name of the rulebook that governs on another day, if any does."""
        period = period_on(day, self.card_history.periods)
        return None if period is None else period.book.name

    def once(self, find: "Callable[[Answers], FoundT]") -> FoundT:
        """Return the result of ``find`` on these answers, which is computed once."""
        if find not in self._found:
            self._found[find] = find(self)
        found: FoundT = self._found[find]
        return found

    # --- the list ----------------------------------------------------------------------------

    def ratings(self, *, lapsed: bool = False, everyone: bool = False) -> list[shapes.RatingRow]:
        """The rating list of the day, strongest first.

        Players who hold a figure; with ``lapsed`` also those whose figure has lapsed, with
        ``everyone`` every registered player.
        """
        return self.rows_of(self.in_order(lapsed=lapsed, everyone=everyone))

    def rows_of(self, listed: Sequence[tuple[str, RatingStatus]]) -> list[shapes.RatingRow]:
        """Return the rows of some players of a list with the values of their cards."""
        names = self.names([player for player, _ in listed])
        return [self._line(player, names.get(player), worth) for player, worth in listed]

    def _line(self, player: str, name: str | None, worth: RatingStatus) -> shapes.RatingRow:
        held = self._row_of(worth)
        row: shapes.RatingRow = {
            "player": player,
            "name": name,
            "figure": held["figure"],
            "card": held["card"],
            "last_event": held["last_event"],
            "valid_until": held["valid_until"],
            "status": held["status"],
        }
        if "proposal" in held:
            row["proposal"] = held["proposal"]
        return row

    def in_order(
        self, *, lapsed: bool = False, everyone: bool = False
    ) -> list[tuple[str, RatingStatus]]:
        """Return the players of that list, in its order, with the value of each card."""
        standings = self.standings()
        wanted = {"valid", "pending"} | ({"lapsed"} if lapsed else set())
        if everyone:
            wanted |= {"lapsed", "unrated"}
            for player in self.whole_history().players:
                standings.setdefault(player, RatingStatus(status="unrated"))
        listed = (each for each in standings.items() if each[1].status in wanted)
        return sorted(listed, key=self.by_strength)

    @cached_property
    def by_strength(self) -> "Callable[[tuple[str, RatingStatus]], Strength]":
        """The sort key of a list: the first field of the card, finer than the figure; then id."""
        period = period_on(self.day, self.card_history.periods)
        return partial(_strongest_first, book=None if period is None else period.book)

    def standings(self, players: Collection[str] | None = None) -> dict[str, RatingStatus]:
        """Return the value of some players' cards, or of all, on the day."""
        if players is not None:
            return self.values_of(self.card_history.versions_before(self._until, players))
        if (stored := self.stored_cards) is not None:
            return self.standings_since(stored, None)
        return self.values_of(self.card_history.last_versions(self._until))

    @cached_property
    def stored_cards(self) -> StoredCards | None:
        """The stored cards, if their last ones are those of the day."""
        history = self.card_history
        if isinstance(history, EarlierCardHistory):
            found = StoredCards(history.now, history.changed)
        elif isinstance(history, StoredCardHistory):
            found = StoredCards(history)
        else:
            return None
        return found if self.day >= found.history.horizon else None

    def standings_since(
        self, cards: StoredCards, position: int | None, also: Collection[str] = ()
    ) -> dict[str, RatingStatus]:
        """Return the values of the cards changed since a position, or of all, and of ``also``.

        A player who has no card any more is unrated.
        """
        stored = cards.history
        rows = stored_standings(self.connection, stored.generation, stored.pool, position)
        found = {player: _UNRATED if it is None else it for player, it in rows}
        # On later days a changed card may differ, although its stored value is what it was.
        due = due_players(self.connection, stored.generation, self.day)
        again = {*cards.replaced, *also, *due}
        if not again:
            return found
        versions = self.card_history.versions_before(self._until, again)
        return found | dict.fromkeys(again, _UNRATED) | self.values_of(versions)

    def values_of(self, versions: Mapping[str, Version]) -> dict[str, RatingStatus]:
        """Return the values of some players' cards on the day."""
        day, period = self.day, period_on(self.day, self.card_history.periods)
        return {
            player: period.book.standing(version.card, day)
            if period is not None and period.first <= version.governed_on
            else self.value_of_card(version)
            for player, version in versions.items()
        }

    def figures_on(self, day: date, players: Collection[str]) -> dict[str, float | None]:
        """Return the figures that players held on another day, None for each without one."""
        periods = self.card_history.periods
        versions = self.card_history.versions_before(end_of(day), players)
        found: dict[str, float | None] = {}
        for player, version in versions.items():
            valued = held(version, day, periods)
            worth = None if valued is None else valued[0].book.standing(valued[1], day)
            holds = worth is not None and worth.status in {"valid", "pending"}
            found[player] = worth.figure if worth is not None and holds else None
        return found

    def row_of_last_card(self, player: str) -> tuple[shapes.CardValue, list[Row]]:
        """Return the value of a player's last card, and the games that wait on it."""
        last = self.card_history.versions_before(self._until, [player]).get(player)
        found = held(last, self.day, self.card_history.periods)
        waiting = [] if found is None else found[0].book.residual_games(found[1], self.day)
        return self._row_of(self.value_of_card(last)), [dict(each) for each in waiting]

    def value_of_card(self, version: Version | None) -> RatingStatus:
        """Return the value of a card on the day."""
        found = held(version, self.day, self.card_history.periods)
        if found is None:
            return _UNRATED
        period, card = found
        return period.book.standing(card, self.day)

    def _row_of(self, standing: RatingStatus) -> shapes.CardValue:
        """The value of a card, with the proposed grade if lists of the day propose grades."""
        period, row = period_on(self.day, self.card_history.periods), row_of(standing)
        if period is not None and period.book.proposes_grades:
            row["proposal"] = standing.proposal
        return row

    # --- one player --------------------------------------------------------------------------

    def occasions_of(self, player: str) -> list[EvaluatedOccasion]:
        """The occasions that changed a player's card, oldest first."""
        versions = self.card_history.versions_of(player)
        return self.occasions_at(
            [version.key for version in versions if self.is_included(version.key)]
        )

    def occasions_at(self, keys: Sequence[str]) -> list[EvaluatedOccasion]:
        """Return the occasions under these keys, which gave cards, in the order of the keys."""
        done = self.card_history.at(keys)
        if missing := [key for key in keys if key not in done]:
            raise wrong_occasion(missing[0], self.question.pool)
        return [done[key] for key in keys]

    # --- one tournament ----------------------------------------------------------------------

    def tournament(self, tournament: str) -> shapes.TournamentEvaluation:
        """One tournament's evaluation, or the reason why it is not rated."""
        history = self.submitted(tournament)
        period, report = self.evaluated(tournament)
        names = self.names({row["player"] for row in report.rows})
        head = self.heading_of(tournament, history)
        players: list[shapes.EvaluationRow] = [
            {"player": row["player"], "name": names.get(row["player"]), **row}
            for row in report.rows
        ]
        left_out: list[shapes.UnratedGame] = [
            {"game": each.game, "reason": each.reason} for each in report.games_not_rated
        ]
        if report.excluded is not None:
            return {
                "tournament": head["tournament"],
                "ended_on": head["ended_on"],
                "rulebook": head["rulebook"],
                "rated": False,
                "reason": report.excluded,
                "players": players,
                "games_not_rated": left_out,
            }
        return {
            "tournament": head["tournament"],
            "ended_on": head["ended_on"],
            "rulebook": head["rulebook"],
            "rated": period is not None,
            "players": players,
            "games_not_rated": left_out,
        }

    def heading_of(self, tournament: str, history: History) -> shapes.TournamentHead:
        """Return the common first fields of every row of a tournament."""
        ended = history.ended_on(tournament)
        period = period_on(ended, self.card_history.periods)
        return {
            "tournament": tournament,
            "ended_on": ended.isoformat(),
            "rulebook": None if period is None else period.book.name,
        }

    def evaluated(self, tournament: str) -> tuple[RulebookPeriod | None, Report]:
        """The report of a tournament of this pool; the last one is kept, as its history is."""
        if self._evaluated is None or self._evaluated[0] != tournament:
            found = self.report(tournament, self.submitted(tournament))
            self._evaluated = (tournament, *found)
        return self._evaluated[1:]

    def report(self, tournament: str, history: History) -> tuple[RulebookPeriod | None, Report]:
        """A tournament's report under the rulebook that governs on the day of its end."""
        ended = history.ended_on(tournament)
        period = period_on(ended, self.card_history.periods)
        if period is None:
            values = {"pool": self.question.pool, "day": ended}
            return None, Report(
                excluded=Message("no rulebook governs %(pool)s on %(day)s", **values)
            )
        found = tournament_occasions(
            history, self.question.pool, self.card_history.periods, tournament
        )
        reports = [self.report_of(each) for each in found if each.key < self._until]
        return period, period.book.join(reports)

    # --- evaluating an occasion again --------------------------------------------------------

    def found(self, done: EvaluatedOccasion, history: History) -> Iterator[FoundOccasion]:
        """Yield an occasion again; for a tournament all its occasions up to the day."""
        pool, periods = self.question.pool, self.card_history.periods
        if done.kind == "tournament":
            for each in tournament_gives_now(history, pool, periods, done.subject):
                if self.is_included(each.key):
                    yield each
        elif (again := find_occasion(history, pool, periods, done)) is not None:
            yield again

    def is_included(self, key: str) -> bool:
        """True if an occasion lies before the end of the day in question."""
        return key < self._until

    def cards_before(self, found: FoundOccasion) -> Mapping[str, Any]:
        """The cards that an occasion was evaluated from."""
        return cards_before(found, self.card_history.periods, self.card_history)

    def report_of(self, found: FoundOccasion) -> Report:
        """Return the report of an occasion, from the cards before it."""
        evaluation = found.period.book.evaluate(found.occasion, self.cards_before(found))
        return self.settled(found, evaluation.report())

    def settled(self, found: FoundOccasion, report: Report) -> Report:
        """Return a report with the rows that its list gives, as far as it is published."""
        by = settlement(found, self.card_history.periods, self.card_history, self._until, self.day)
        if by is None:
            return report
        book = by.period.book
        return book.settled(report, found.occasion, by.cards, is_included=by.is_included)

    # --- what there is -----------------------------------------------------------------------

    def recorded(self, streams: Iterable[str], *only: ColumnElement[bool]) -> list[Entry]:
        """Return the events of some streams up to the state in question, as in the log.

        ``only`` are conditions that all of them fulfil.
        """
        query = select(event).where(
            among(self.connection, event.c.stream, streams),
            event.c.position <= self.card_history.position,
            *only,
        )
        rows = self.connection.execute(query)
        return sorted(map(entry_of, rows), key=lambda entry: entry.position)

    def history(self, tournaments: Sequence[str], players: Sequence[str] = ()) -> History:
        """Return the part of history that belongs to some tournaments and players."""
        return History.about(
            self.connection, self.question.as_of, self.question.pool, tournaments, players
        )

    def whole_history(self) -> History:
        """Return all of history up to the state in question, read once."""
        if self._whole_history is None:
            self._whole_history = History(self.connection, self.question.as_of)
        return self._whole_history

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """The names under which players are shown in this answer, perhaps of others too.

        Each is looked up once: several questions name the players of one tournament.
        """
        new = set(players) - self._named
        if new:
            question = self.question
            self._named |= new
            self._names |= names_of(self.connection, new, question.as_of, question.today)
        return self._names

    def register(self, players: Collection[str]) -> History:
        """Return the facts about some players, read once for repeated requests."""
        if self._register is None:
            self._register = self.history([])
        self._register.read_persons(players)
        return self._register

    def registered(self, player: str) -> str:
        """Return the id under which a player is kept; refuse an unknown id."""
        history = self.register([player])
        kept = history.one_person(player)
        if kept not in history.players:
            raise refusal("unknown-player", f"there is no player {player!r}", "player")
        return kept

    def submitted(self, tournament: str) -> History:
        """The history of a tournament of this pool; refuse one that has not ended by the day."""
        if self._submitted is not None and self._submitted[0] == tournament:
            return self._submitted[1]
        history = self.history([tournament])
        if not history.belongs_to(tournament, self.question.pool):
            pool = self.question.pool
            message = f"there is no tournament {tournament!r} submitted to {pool!r}"
            raise refusal("unknown-tournament", message, "tournament")
        ended = history.ended_on(tournament)
        if not self.question.as_of.covers(ended):
            message = f"{tournament!r} ended on {ended}: ask about that day or a later one"
            raise refusal("not-ended", message, "tournament")
        self._submitted = tournament, history
        return history


def row_of(standing: RatingStatus) -> shapes.CardValue:
    """Return the value of a card, in the contract's shape."""
    until = standing.valid_until
    return {
        "figure": standing.figure,
        "card": None if standing.card is None else dict(standing.card),
        "last_event": standing.last_event,
        "valid_until": None if until is None else until.isoformat(),
        "status": standing.status,
    }


def _strongest_first(listed: tuple[str, RatingStatus], book: AnyRulebook | None) -> Strength:
    player, standing = listed
    if standing.figure is None or standing.card is None or book is None:
        return True, 0, player
    strength = standing.card[book.card_fields[0]]
    return False, strength if book.lower_is_stronger else -strength, player
