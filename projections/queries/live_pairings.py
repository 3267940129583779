"""The open pairings of a running tournament: expected points, and the effect of each result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from ledger.importing.formats.tournament_report import Pairing
from projections.engine.replay.card_history import end_of, held
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers
from projections.queries.rating_changes import rating_effects
from projections.rulebooks.tournament import Entrant, Game
from projections.submissions.running import RunningTournament

Changes = Mapping[str, float | None]
MOST_ALONE = 30
"""Of more pairings all are evaluated at once, as if each had the same result for White."""
RESULTS = {"win": (1.0, 0.0), "draw": (0.5, 0.5), "loss": (0.0, 1.0)}
OF_BLACK = {"win": "loss", "draw": "draw", "loss": "win"}


def changes_in(answers: Answers, tournament: str) -> Changes:
    """Return the change of each rating by a tournament."""
    period, report = answers.evaluated(tournament)
    effects = rating_effects(report.rows, None if period is None else period.book.name)
    return {player: effect["change"] for player, effect in effects.items()}


@attrs.frozen(kw_only=True)
class OpenPairings:
    """The pairings of a running tournament without a result.

    ``recorded``: the answers without running tournaments; ``now``: the changes as it stands;
    ``with_games``: the changes with further games.
    """

    recorded: Answers
    running: RunningTournament
    now: Changes
    with_games: Callable[[Sequence[Game]], Changes]

    def rows(self, names: Mapping[str, str]) -> list[shapes.PairingRow]:
        """The pairings by round and board."""
        last = float("inf")
        pairings = sorted(
            self.running.pairings, key=lambda it: (it.round or last, it.board or last)
        )
        alone = len(pairings) <= MOST_ALONE
        groups = [[each] for each in pairings] if alone else [pairings]
        return [row for group in groups if group for row in self._rows(group, names)]

    def _rows(
        self, pairings: Sequence[Pairing], names: Mapping[str, str]
    ) -> Iterator[shapes.PairingRow]:
        found = {
            result: self.with_games([*_games(pairings, points)])
            for result, points in RESULTS.items()
        }
        for each in pairings:
            white, black = each.white, each.black
            yield {
                "round": each.round,
                "board": each.board,
                "white": white,
                "white_name": names.get(white),
                "black": black,
                "black_name": names.get(black),
                "white_expected": self._expected(each),
                "white_gains": self._gains(white, found),
                "black_gains": self._gains(
                    black, {OF_BLACK[result]: changes for result, changes in found.items()}
                ),
            }

    def _gains(self, player: str, found: Mapping[str, Changes]) -> shapes.ResultGains:
        """Return the change of a rating by each result, beside those that it has already."""
        before = self.now.get(player) or 0.0
        changes = {result: each.get(player) for result, each in found.items()}
        gains = {
            result: None if change is None else round(change - before, 3)
            for result, change in changes.items()
        }
        return {"win": gains["win"], "draw": gains["draw"], "loss": gains["loss"]}

    def _expected(self, pairing: Pairing) -> float | None:
        """Return White's expected points; None if a player has no rating."""
        day = self.running.tournament.ended_on
        period = period_on(day, self.recorded.card_history.periods)
        if period is None:
            return None
        white, black = (self._figure(it, period) for it in (pairing.white, pairing.black))
        if white is None or black is None:
            return None
        return period.book.expected_score(white, black, day=day, stones=-pairing.stones)

    def _figure(self, player: str, period: RulebookPeriod) -> float | None:
        day, cards = self.running.tournament.ended_on, self.recorded.card_history
        found = held(cards.versions_before(end_of(day), [player]).get(player), day, cards.periods)
        entries = [
            Entrant(player=player, entry_grade=each.entry_grade)
            for each in self.running.tournament.entrants
            if each.player == player
        ]
        card = None if found is None else found[1]
        return period.book.figure_before_game(card, day, next(iter(entries), None))


def _games(pairings: Iterable[Pairing], points: tuple[float, float]) -> Iterator[Game]:
    """Yield the pairings as games with a result."""
    for number, each in enumerate(pairings, 1):
        yield Game(
            game=f"pairing-{number}",
            white=each.white,
            black=each.black,
            white_points=points[0],
            black_points=points[1],
            round=each.round,
            board=each.board,
            stones=each.stones,
        )
