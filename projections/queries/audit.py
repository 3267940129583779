"""Audit of a rating: evaluates the occasion again and records each step.

The recomputation reproduces everything that is stored, so the steps shown are the steps done.
An :class:`Audit` does not depend on the order of arrival in the log.
:mod:`projections.queries.audit_sources` collects the events behind it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs
import msgspec

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from projections.engine.history.history import History
from projections.engine.replay.card_history import EvaluatedOccasion, Version
from projections.engine.replay.find_occasion import FoundOccasion, list_of_player
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries.answer_types import AuditStep, CardValue, UnratedGame
from projections.queries.answers import Answers, Row, row_of
from projections.rulebooks import occasion as occasions
from projections.rulebooks.document import REASON, Step, unrecorded, working
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.tournament import Game

REPORTING_PHASE = occasions.TournamentEnded.phase
_NOT_RATED = Message("The tournament is not rated.")


@attrs.frozen
class ReevaluatedOccasion:
    """One occasion evaluated again.

    ``version`` is the player's card before it, if any, ``made_under`` the rulebook of its day.
    """

    period: RulebookPeriod
    occasion: occasions.Occasion
    before: Mapping[str, Any]
    evaluation: Evaluation[Any]
    report: Report
    version: Version | None
    made_under: RulebookPeriod | None

    def has_game_of(self, player: str, opponent: str) -> bool:
        """True if the two meet in a game of the occasion."""
        match self.occasion:
            case occasions.GamesPlayed() | occasions.ReportBegan() | occasions.ReportEnded():
                games = self.occasion.games
            case occasions.TournamentEnded():
                games = self.occasion.tournament.games
            case _:
                return False
        return any({game.white, game.black} == {player, opponent} for game in games)

    @property
    def is_list(self) -> bool:
        """True if it is a list that settles earlier reports."""
        return isinstance(self.occasion, occasions.ListDue)

    @property
    def is_first_day(self) -> bool:
        """True if it is the first day of a report."""
        match self.occasion:
            case occasions.ReportBegan():
                return True
            case occasions.ReportEnded(day=day, started_on=started_on):
                return day == started_on
        return False

    def uses_ratings_before(self, player: str) -> bool:
        """True if the ratings used for a player are those before it."""
        return isinstance(self.occasion, occasions.ReportBegan) or self.has_row_of(player)

    def has_row_of(self, player: str) -> bool:
        """True if it has a row for the player."""
        return any(row["player"] == player for row in self.report.rows)


@attrs.frozen
class Audit:
    """The calculation of a player's rating, step by step.

    ``done``: the occasion in the card history, None if nothing was evaluated; ``worked``: the same
    evaluated again, in the parts of the tournament; ``origin``: the occasion that gave the card
    before; ``games``: the player's effective games; ``names`` by id.
    """

    player: str
    tournament: str | None
    ended_on: date
    steps: tuple[Step, ...]
    report: Report
    pool: str
    done: EvaluatedOccasion | None
    worked: tuple[ReevaluatedOccasion, ...]
    games: tuple[Game, ...] = ()
    origin: EvaluatedOccasion | None = None
    names: Mapping[str, str] = attrs.field(factory=dict)

    def document(self) -> Row:
        """The audit in the contract's shape."""
        rows = [dict(row) for row in self.report.rows if row["player"] == self.player]
        period = self.worked[0].period if self.worked else None
        return {
            "player": self.player,
            "name": self.names.get(self.player),
            "pool": self.pool,
            "tournament": self.tournament,
            "ended_on": self.ended_on.isoformat(),
            "rulebook": None if period is None else period.book.name,
            "parameters": {} if period is None else _readings(period),
            "row": plain(rows[-1]) if rows else None,
            "rows": plain(rows),
            "card_before": self._standing_before(),
            "card_after": self._standing_after(),
            "opponents": list(self._opponents()),
            "steps": [_step(step) for step in self.steps],
            "not_counted": self._not_counted(rows),
            "residual_games": self._residual_games(rows),
        }

    @property
    def _own(self) -> Sequence[ReevaluatedOccasion]:
        return own_parts(self.worked, self.player)

    def _standing_before(self) -> CardValue | None:
        if not self._own:
            return None
        first = self._own[0]
        if first.occasion.phase == 0 and first.version is not None and first.made_under:
            return row_of(first.made_under.book.standing(first.version.card, first.version.day))
        return row_of(first.period.book.standing(self._card_before(), first.occasion.day))

    def _standing_after(self) -> CardValue | None:
        if not self._own:
            return None
        last = self._own[-1]
        return row_of(last.period.book.standing(self._card_after(), last.occasion.day))

    def _card_before(self) -> Any:
        first = self._own[0]
        # A new rulebook is given the carried-over values, not the card of the rulebook before.
        return None if first.occasion.phase == 0 else first.before[self.player]

    def _card_after(self) -> Any:
        last = self._own[-1]
        unchanged = None if last.occasion.phase == 0 else last.before[self.player]
        return last.evaluation.cards.get(self.player, unchanged)

    def _opponents(self) -> Iterator[Row]:
        """Yield the opponents, each with the card before and the event that gave it."""
        for player in sorted(_others(self.games, self.player)):
            met = [each for each in self.worked if each.has_game_of(self.player, player)]
            if met:
                worked = next(
                    (each for each in met if each.uses_ratings_before(self.player)), met[0]
                )
                card, day = worked.before[player], worked.occasion.day
                standing = row_of(worked.period.book.standing(card, day))
                yield {"player": player, "name": self.names.get(player), **standing}

    def _not_counted(self, rows: Sequence[Row]) -> list[UnratedGame]:
        """Return the player's games that count for nobody, or for the opponent only."""
        own = {game.game for game in self.games}
        reasons = {each.game: each.reason for each in self.report.games_not_rated}
        for row in rows:
            reasons |= {each["game"]: each["reason"] for each in row.get("games_struck", ())}
        return [
            {"game": game, "reason": reason}
            for game, reason in sorted(reasons.items())
            if game in own
        ]

    def _residual_games(self, rows: Sequence[Row]) -> dict[str, list[Row]]:
        """Return the games that waited before, used or lapsed, and those that wait now."""
        if not self._own:
            return {"used": [], "kept": [], "lapsed": []}
        last = self._own[-1]
        book, day = last.period.book, last.occasion.day
        kept = [plain(game) for game in book.residual_games(self._card_after(), day)]
        waited = getattr(self._card_before(), "residual_games", ())
        spent = getattr(self._card_before(), "spent_games", ())
        used_here = {each["game"] for row in rows for each in row.get("games_used", ())}
        gone = [plain(game) for game in waited if game.game not in {each["game"] for each in kept}]
        again = [plain(game) for game in spent]
        return {
            "used": [game for game in (*gone, *again) if game["game"] in used_here],
            "kept": kept,
            "lapsed": [game for game in gone if game["game"] not in used_here],
        }


def own_parts(worked: Sequence[ReevaluatedOccasion], player: str) -> Sequence[ReevaluatedOccasion]:
    """Return the parts of an occasion that concern a player: those with a row of the player.

    A day without such a row neither begins nor ends the calculation.  A report begins with its
    first day, which fixes the ratings used, and ends with the list that settles it.  A report in
    which no game of the player counted is left out.
    """
    named = [each for each in worked if player in each.before]
    own = [each for each in named if each.has_row_of(player) or each.is_list] or named
    reported = [number for number, each in enumerate(named) if each.has_row_of(player)]
    until = reported[-1] + 1 if reported else len(named)
    begun = [each for each in named[:until] if each.is_first_day]
    return own if not begun else (begun[-1], own[-1])


def audit(answers: Answers, player: str, tournament: str | None) -> Audit:
    """Return the calculation of a player's rating in a tournament, or of the current rating.

    ``tournament`` may also be the event of a conversion.

    Raises :class:`~ledger.events.problems.Refused` if there is nothing to explain.
    """
    player = answers.registered(player)
    if tournament is not None:
        try:
            history = answers.submitted(tournament)
        except Refused:
            other = _other_occasion(answers, player, tournament)
            if other is None:
                raise
            return _of_occasion(answers, player, other)
        return _of_tournament(answers, player, tournament, history)
    done = [each for each in answers.occasions_of(player) if each.kind != "start"]
    if not done:
        message = f"{player} has no rating and no pending games: there is nothing to explain"
        raise refusal("nothing-to-explain", message, "player")
    last = done[-1]
    if last.kind == "tournament":
        return _of_tournament(answers, player, last.subject, answers.history([last.subject]))
    return _of_occasion(answers, player, last)


def _other_occasion(answers: Answers, player: str, subject: str) -> EvaluatedOccasion | None:
    """Return a tournament known by its summary only, or the adoption of a rulebook."""
    own = (done for done in answers.occasions_of(player) if done.subject == subject)
    return next((done for done in own if done.kind in {"summary", "rulebook"}), None)


def _of_tournament(answers: Answers, player: str, tournament: str, history: History) -> Audit:
    about = (done for done in answers.card_history.about(tournament) if done.kind == "tournament")
    done = next(about, None)
    worked, steps = ((), []) if done is None else _worked(answers, player, done, history)
    if worked:
        parts = [each.report for each in worked if each.occasion.phase == REPORTING_PHASE]
        report = worked[0].period.book.join(parts)
    else:
        _, report = answers.report(tournament, history)
    if report.excluded is not None:
        steps = [*steps, _excluded(report.excluded)]
    games = tuple(
        game
        for each in history.tournaments(answers.question.pool, [tournament])
        for game in each.games
        if player in (game.white, game.black)
    )
    ended = history.ended_on(tournament)
    return _complete(
        answers,
        Audit(
            player=player,
            tournament=tournament,
            ended_on=ended,
            steps=tuple(steps),
            report=report,
            pool=answers.question.pool,
            done=done,
            worked=worked,
            games=games,
        ),
    )


def _of_occasion(answers: Answers, player: str, done: EvaluatedOccasion) -> Audit:
    history = answers.history([], [player])
    worked, steps = _worked(answers, player, done, history)
    rows = tuple(row for each in worked for row in each.report.rows)
    about = done.subject if done.kind == "summary" else None
    return _complete(
        answers,
        Audit(
            player=player,
            tournament=about,
            ended_on=done.day,
            steps=tuple(steps),
            report=Report(rows=rows),
            pool=answers.question.pool,
            done=done,
            worked=worked,
        ),
    )


def _complete(answers: Answers, audit: Audit) -> Audit:
    """Return an audit with the origin of the card before, and the names of the players."""
    own = next((each.version for each in own_parts(audit.worked, audit.player)), None)
    return attrs.evolve(
        audit,
        origin=None if own is None else answers.card_history.at([own.key]).get(own.key),
        names=answers.names({audit.player} | _others(audit.games, audit.player)),
    )


@attrs.frozen
class _Evaluated:
    """An occasion evaluated again, with the steps about one player or about everybody."""

    found: FoundOccasion
    before: Mapping[str, Any]
    evaluation: Evaluation[Any]
    report: Report
    steps: Sequence[Step]


class _LastEvaluated:
    """The last tournament that some answers evaluated again.

    It is evaluated with the steps of one player, the next time with those of everybody, and not
    again for the audits of all others in it.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._key = ""
        self._with_all_steps: Sequence[_Evaluated] = ()

    def of(self, done: EvaluatedOccasion, history: History, player: str) -> Sequence[_Evaluated]:
        """Return the parts of an occasion with the steps about a player, perhaps of others too."""
        again = done.key == self._key
        if again and self._with_all_steps:
            return self._with_all_steps
        only = None if again else player
        parts = [
            _evaluated(self._answers, each, only) for each in self._answers.found(done, history)
        ]
        self._key, self._with_all_steps = done.key, parts if again else ()
        return parts


def _evaluated(answers: Answers, found: FoundOccasion, only: str | None) -> _Evaluated:
    with unrecorded():  # the cards of an earlier rulebook are not a part of this calculation
        before = answers.cards_before(found)
    with working(only) as steps:
        evaluation = found.period.book.evaluate(found.occasion, before)
        report = answers.settled(found, evaluation.report())
    return _Evaluated(found, before, evaluation, report, steps)


def _worked(
    answers: Answers, player: str, done: EvaluatedOccasion, history: History
) -> tuple[tuple[ReevaluatedOccasion, ...], list[Step]]:
    """Evaluate the occasion again, with the player's card before each part and later lists."""
    lists: dict[str, FoundOccasion] = {}
    parts = list(answers.once(_LastEvaluated).of(done, history, player))
    worked = [_of_player(answers, player, each) for each in parts]
    for each, part in zip(parts, worked, strict=True):
        if part.has_row_of(player):
            the_list = list_of_player(each.found, history, answers.card_history.periods, player)
            if the_list is not None:
                lists[the_list.key] = the_list
    come = answers.card_history.at([key for key in lists if answers.is_included(key)])
    parts += [_evaluated(answers, lists[key], player) for key in sorted(come)]
    worked += [_of_player(answers, player, each) for each in parts[len(worked) :]]
    steps = [it for each in parts for it in each.steps if it.player in {None, player}]
    return tuple(worked), steps


def _of_player(answers: Answers, player: str, it: _Evaluated) -> ReevaluatedOccasion:
    version = answers.card_history.versions_before(it.found.key, [player]).get(player)
    periods = answers.card_history.periods
    made_under = None if version is None else period_on(version.governed_on, periods)
    return ReevaluatedOccasion(
        it.found.period,
        it.found.occasion,
        it.before,
        it.evaluation,
        it.report,
        version,
        made_under,
    )


def _others(games: Sequence[Game], player: str) -> set[str]:
    sides = {side for game in games for side in (game.white, game.black)}
    return {side for side in sides if side is not None} - {player}


def _excluded(reason: str) -> Step:
    rule, _, why = reason.partition(": ")
    if isinstance(reason, Message) and reason.template == REASON:
        rule, why = reason.values["rule"], reason.values["why"]
    return Step(rule=rule, text=_NOT_RATED, given={}, result=why or rule)


def _step(step: Step) -> AuditStep:
    return {
        "rule": step.rule,
        "text": step.text,
        "given": plain(step.given),
        "result": plain(step.result),
    }


def _readings(period: RulebookPeriod) -> Row:
    """Return every reading of the rulebook as applied, defaults included."""
    readings = getattr(period.book, "readings", None)
    return {} if readings is None else dict(plain(readings))


def plain(value: Any) -> Any:
    """Return a value of a calculation as JSON."""
    found: Any
    match value:
        case None | bool() | int() | float() | str():
            found = value
        case date():
            found = value.isoformat()
        case Mapping():
            found = {str(key): plain(item) for key, item in value.items()}
        case set() | frozenset():
            found = sorted(plain(item) for item in value)
        case list() | tuple():
            found = [plain(item) for item in value]
        case _ if attrs.has(type(value)):
            found = plain(attrs.asdict(value, recurse=False))
        case msgspec.Struct():
            found = plain(msgspec.structs.asdict(value))
        case _:
            found = str(value)
    return found
