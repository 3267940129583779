"""The open pairings of a running tournament: expected points, and the effect of each result."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import attrs

from ledger.importing.formats.tournament_report import Pairing
from projections.engine.replay.card_history import end_of, held
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers
from projections.queries.hypothetical import HypotheticalAnswers
from projections.queries.wall_order import WallOrder
from projections.rulebooks.evaluation import RatingStatus
from projections.rulebooks.tournament import Entrant, Game
from projections.submissions.running import RunningTournament

Figures = Mapping[str, float | None]
RESULTS = {"win": (1.0, 0.0), "draw": (0.5, 0.5), "loss": (0.0, 1.0)}
OF_BLACK = {"win": "loss", "draw": "draw", "loss": "win"}
MOST_NEWCOMERS = 2_000
"""Players without a rating in all whole evaluations together, which are done for the pairings of
one tournament; the results of further pairings are left open."""


def figures_in(
    answers: Answers,
    players: Collection[str],
    standings: Mapping[str, RatingStatus] | None = None,
) -> Figures:
    """Return what games move on the cards of some players; ``standings``: instead of theirs."""
    period = period_on(answers.day, answers.card_history.periods)
    field = "" if period is None else period.book.moving_field or period.book.card_fields[0]
    held = answers.standings(players) if standings is None else standings
    cards = {player: worth.card or {} for player, worth in held.items()}
    return {player: cards.get(player, {}).get(field) for player in players}


@attrs.define(kw_only=True)
class OpenPairings:
    """The pairings of a running tournament without a result.

    ``recorded``: the answers without running tournaments; ``now``: those with them.
    ``evaluated``: the players without a rating in each whole evaluation that was done.
    """

    recorded: Answers
    now: HypotheticalAnswers
    running: RunningTournament
    evaluated: list[int] = attrs.field(factory=list, init=False)

    def rows(self, names: Mapping[str, str]) -> list[shapes.PairingRow]:
        """The pairings in the order in which they hang on the wall."""
        order = WallOrder(self.running.tournament, self.running.games)
        found = {
            each: row
            for group in self.groups()
            for each, row in zip(group, self._rows(group, names), strict=True)
        }
        return [found[each] for each in sorted(self.running.pairings, key=order.key)]

    def groups(self) -> list[list[Pairing]]:
        """Return the pairings in groups that are evaluated at once.

        Nobody in a pairing has met anybody in another one of its group, so none has an effect on
        another.  A player without a rating affects everybody: such a pairing is evaluated alone.
        """
        met: defaultdict[str, set[str]] = defaultdict(set)
        for game in self.running.games:
            if game.black is not None:
                met[game.white].add(game.black)
                met[game.black].add(game.white)
        everybody, groups = self.running.named, list[tuple[list[Pairing], set[str]]]()
        ratings = figures_in(self.recorded, everybody)
        for pairing in self.running.pairings:
            sides = {pairing.white, pairing.black}
            reached = everybody if None in map(ratings.get, sides) else sides
            near = reached | met[pairing.white] | met[pairing.black]
            fitting = (each for each in groups if near.isdisjoint(each[1]))
            group, players = next(fitting, ([], set()))
            if not group:
                groups.append((group, players))
            group.append(pairing)
            players |= reached
        return [group for group, _ in groups]

    def _rows(
        self, pairings: Sequence[Pairing], names: Mapping[str, str]
    ) -> Iterator[shapes.PairingRow]:
        players = {side for each in pairings for side in (each.white, each.black)}
        now = figures_in(self.now, players)
        has_any = any(figure is not None for figure in now.values())  # else nothing can change
        found = {
            result: self._figures_after(players, [*_games(pairings, points)])
            for result, points in RESULTS.items()
            if has_any
        }
        for each in pairings:
            white, black = each.white, each.black
            of_black = {OF_BLACK[result]: figures for result, figures in found.items()}
            yield {
                "round": each.round,
                "board": each.board,
                "white": white,
                "white_name": names.get(white),
                "black": black,
                "black_name": names.get(black),
                "white_expected": self._expected(each),
                "white_gains": _gains(white, now, found),
                "black_gains": _gains(black, now, of_black),
            }

    def _figures_after(self, players: Collection[str], games: Sequence[Game]) -> Figures:
        """The figures of some players if games of theirs were played, worked out for them alone.

        Only if that is impossible is everybody evaluated; empty if that would be too much.
        """
        standings = self.now.standings_with(self.running.id, games)
        if standings is not None:
            return figures_in(self.now, players, standings)
        if sum(self.evaluated) > MOST_NEWCOMERS:
            return {}
        self.evaluated.append(self._newcomers())
        return figures_in(self.now.with_games(self.running.id, games), players)

    def _newcomers(self) -> int:
        ratings = figures_in(self.recorded, self.running.named)
        return sum(rating is None for rating in ratings.values())

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
        entrants = (it for it in self.running.tournament.entrants if it.player == player)
        grade = next((each.entry_grade for each in entrants), None)
        entry = None if grade is None else Entrant(player=player, entry_grade=grade)
        return period.book.figure_before_game(None if found is None else found[1], day, entry)


def _gains(player: str, now: Figures, found: Mapping[str, Figures]) -> shapes.ResultGains:
    """Return the change of a live rating by each result."""

    def gain(result: str) -> float | None:
        before, after = now[player], found.get(result, {}).get(player)
        return None if before is None or after is None else round(after - before, 3)

    return {"win": gain("win"), "draw": gain("draw"), "loss": gain("loss")}


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
