"""The figures that stand in a tournament's file: those with which the players entered it."""

from collections.abc import Collection, Mapping
from datetime import date

from projections.queries.answers import Answers
from projections.replay.card_history import end_of, held
from projections.replay.find_occasion import tournament_gives_now
from projections.replay.schedule import period_on
from projections.rulebooks.evaluation import RatingStatus


def nation_of(answers: Answers) -> str:
    """The federation whose figures a pool keeps on the day asked about; of nobody's: ``FIDE``."""
    period = period_on(answers.day, answers.card_history.periods)
    return (period and period.book.federation) or "FIDE"


def standings_for(
    answers: Answers, tournament: str, players: Collection[str]
) -> Mapping[str, RatingStatus]:
    """What the cards of players are worth: on the day asked about, else before the tournament.

    Before means before the first occasion it gives, which is its end or its first dated game.
    Those who hold nothing valid are left out.
    """
    as_of = answers.question.cut.as_of
    moment = _beginning(answers, tournament) if as_of is None else (end_of(as_of), as_of)
    if moment is None:
        return {}
    key, day = moment
    found = {}
    for player, version in answers.card_history.versions_before(key, players).items():
        valid = held(version, day, answers.card_history.periods)
        if valid is not None:
            period, card = valid
            found[player] = period.book.standing(card, day)
    return {player: standing for player, standing in found.items() if standing.status != "lapsed"}


def _beginning(answers: Answers, tournament: str) -> tuple[str, date] | None:
    history, periods = answers.submitted(tournament), answers.card_history.periods
    found = tournament_gives_now(history, answers.question.pool, periods, tournament)
    return min(((each.key, each.occasion.day) for each in found), default=None)
