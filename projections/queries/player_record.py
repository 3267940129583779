"""A player's record: current figure, every evaluation, the games that wait."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise

import attrs

from projections.engine.history.history import History
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.replay.card_history import CardHistory, EvaluatedOccasion, held
from projections.engine.replay.evaluate_part import evaluate_part, with_dependents
from projections.queries.answer_types import EvaluationRow, PlayerRead, PlayerRecord
from projections.queries.answers import Answers
from projections.queries.row_cache import CachedRows, RowCache
from projections.rulebooks.strengths import Strengths

# --- a player's evaluations for the record: one row per tournament -------------------------------


@attrs.frozen
class OwnRow:
    """A player's row in a tournament, by the key of its occasion.

    ``alone``: it depends on no other card, only on the strengths of others.
    """

    key: str
    row: EvaluationRow
    alone: bool


@attrs.frozen
class _OwnPart:
    """An occasion that can be evaluated for a player, and those who are evaluated with him."""

    done: EvaluatedOccasion
    strengths: Strengths
    players: frozenset[str]

    @property
    def alone(self) -> bool:
        """True if no other player is evaluated with him."""
        return len(self.players) == 1


def own_rows(
    player: str, occasions: Sequence[EvaluatedOccasion], history: History, cards: CardHistory
) -> Iterator[OwnRow]:
    """Yield a player's rows in those of his tournaments that need not be evaluated as a whole.

    ``occasions`` are all that changed his card, in their order.
    """
    parts = list(_parts(player, occasions))
    alone = [each.done.subject for each in parts if each.alone]
    history.read_tournaments([each.done.subject for each in parts if not each.alone])
    history.read_persons({it for each in parts for it in each.players})
    games = history.own_games(player, alone)
    versions = {version.key: version for version in cards.versions_of(player)}
    before = {after: versions[key] for key, after in pairwise(versions)}
    for each in parts:
        done, subject = each.done, each.done.subject
        own = {player: before[done.key]} if done.key in before else {}
        others = each.players - {player}
        known = cards.versions_before(done.key, others) if others else {}
        part = history.part(subject, each.players, games.get(subject))
        evaluation = evaluate_part(done, each.strengths, part, cards.periods, {**known, **own})
        if evaluation is None or evaluation.cards.get(player) != versions[done.key].card:
            continue
        for row in evaluation.report().rows:
            if row["player"] == player:
                yield OwnRow(done.key, row, each.alone)


def _parts(player: str, occasions: Sequence[EvaluatedOccasion]) -> Iterator[_OwnPart]:
    for done in occasions:
        strengths = done.strengths if done.kind == "tournament" else None
        if strengths is not None:
            yield _OwnPart(done, strengths, frozenset(with_dependents({player}, done, strengths)))


_WITH_ROWS = {"tournament", "summary", "rulebook"}


def player_record(answers: Answers, player: str, kept: RowCache | None = None) -> PlayerRead:
    """Return a player's record without his name, under the id that is kept.

    ``kept``: the cache for rows of a long record.
    """
    player = answers.registered(player)
    cards = answers.card_history
    if kept is None or not isinstance(cards, StoredCardHistory):
        found = _evaluations(answers, player, answers.occasions_of(player))
        rows: Sequence[EvaluationRow] = [row for _, row in found]
    else:
        rows = _kept_rows(answers, cards, player, kept)
    worth, waiting = answers.row_of_last_card(player)
    history = sorted(
        rows, key=lambda row: (row["ended_on"], row["tournament"] or "", row.get("part", 1))
    )
    return {"player": player, **worth, "history": history, "residual_games": [*waiting]}


def named_record(answers: Answers, player: str, kept: RowCache | None = None) -> PlayerRecord:
    """Return the record with the player's name, None if it is withheld."""
    record = player_record(answers, player, kept)
    name = answers.names([record["player"]]).get(record["player"])
    record["history"] = [{**row, "name": name} for row in record["history"]]
    return {"player": record["player"], "name": name, **record}


def long_records(answers: Answers, least: int) -> Sequence[tuple[str, int]]:
    """Players of a pool with so many versions of their card, with their counts: longest first.

    Empty for a replay in memory, whose rows are not cached.
    """
    cards = answers.card_history
    return cards.most_versions(least) if isinstance(cards, StoredCardHistory) else ()


def _kept_rows(
    answers: Answers, cards: StoredCardHistory, player: str, kept: RowCache
) -> Sequence[EvaluationRow]:
    """Return all rows of a player; those not cached, or no longer valid, are evaluated.

    A row depends on the player's card before and after, on the strengths of his opponents, on
    the log of the tournament, and on the player's data.  Checking that these are unchanged takes
    a twentieth of the time of the rows.
    """
    pool, state = answers.question.pool, (cards.position, answers.question.as_of.day)
    found = kept.find(pool, player)
    if found is not None and found.state == state:
        return found.rows()[1]
    marks, merges = cards.marks_of(player)
    rests_on = (answers.register([player]).players[player], merges, list(cards.periods))
    alone = {}
    if found is not None and found.rests_on == rests_on:
        marked, _ = found.rows()
        alone = {key: each for key, each in marked.items() if marks.get(key) == each[0]}
    keys = list(filter(answers.is_included, marks))
    rows = [alone[key][1] for key in keys if key in alone]
    others = answers.occasions_at([key for key in keys if key not in alone])
    for key, row in _evaluations(answers, player, others):
        rows.append(row)
        if key is not None:
            alone[key] = marks[key], row
    if len(marks) >= kept.least:
        kept.keep(pool, player, CachedRows.of(state, rests_on, alone, rows))
    return rows


def _evaluations(
    answers: Answers, player: str, done: Sequence[EvaluatedOccasion]
) -> Iterator[tuple[str | None, EvaluationRow]]:
    """A player's rows, each with the key of its occasion if it was evaluated for him alone."""
    done = [each for each in done if each.kind in _WITH_ROWS]
    if not done:
        return
    history = answers.history([], [player])
    own = {row.key: row for row in own_rows(player, done, history, answers.card_history)}
    others = [each for each in done if each.kind == "tournament" and each.key not in own]
    history.read_about([each.subject for each in others])
    answered = set()
    for each in done:
        if each.key in own:
            found = own[each.key]
            key = found.key if found.alone else None
            yield key, {**answers.heading_of(each.subject, history), **found.row}
        elif each.kind == "tournament" and each.subject not in answered:
            answered.add(each.subject)
            _, report = answers.report(each.subject, history)
            for row in report.rows:
                if row["player"] == player:
                    yield None, {**answers.heading_of(each.subject, history), **row}
        elif each.kind == "summary":
            yield from ((None, row) for row in _summary(answers, each, history))
        elif each.kind == "rulebook":
            yield from ((None, row) for row in _conversion(answers, player, each))


def _summary(
    answers: Answers, done: EvaluatedOccasion, history: History
) -> Iterator[EvaluationRow]:
    for found in answers.found(done, history):
        for row in answers.report_of(found).rows:
            yield {
                "tournament": done.subject,
                "ended_on": done.day.isoformat(),
                "rulebook": found.period.book.name,
                **row,
            }


def _conversion(answers: Answers, player: str, done: EvaluatedOccasion) -> Iterator[EvaluationRow]:
    """Yield the figures before and after a conversion; none if it gave the player no figure."""
    history, periods = answers.card_history, answers.card_history.periods
    after = next(each for each in history.versions_of(player) if each.key == done.key)
    began = held(after, done.day, periods)
    if began is None:
        return
    book = began[0].book
    gave = book.shown_conversion(began[1], done.subject, done.day)
    if gave is None:
        return
    eve = done.day - timedelta(days=1)
    ended = held(history.versions_before(done.key, [player]).get(player), eve, periods)
    shown = ended and book.shown_before_conversion(ended[0].book, ended[1], eve)
    yield {
        "tournament": None,
        "event": done.subject,
        "conversion": True,
        "ended_on": done.day.isoformat(),
        "rulebook": book.name,
        "player": player,
        **{f"{name}_before": value for name, value in (shown or {}).items()},
        **{f"{name}_after": value for name, value in gave.items()},
    }
