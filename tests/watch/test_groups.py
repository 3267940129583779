"""Groups and submitters: the functions themselves, on games that are made up for them."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine

from ledger.events.facts import TournamentSubmitted
from ledger.events.messages import Message
from projections.rulebooks.tournament import Game, Membership, Player
from projections.watch.groups import closed_circles, drift
from projections.watch.observed import Observed, ObservedTournament, Side, rises
from projections.watch.signals import Question, Signal, Thresholds, judged
from projections.watch.submitters import Change, Recording, late_or_changed
from tests.projections.club import Club
from tests.projections.submissions import adoption, decided, player

DAY = date(1996, 4, 1)
Pairing = tuple[str, str, float, float]
"""White, Black, White's expectation and score."""


def observed(*tournaments: Sequence[Pairing], birth_year: int = 1960) -> Observed:
    """Tournaments of settled players whose clubs are the first letters of their ids."""
    return Observed(
        tournaments=[
            _tournament(f"t{number:02}", pairings, birth_year)
            for number, pairings in enumerate(tournaments)
        ]
    )


def _tournament(id_: str, pairings: Sequence[Pairing], birth_year: int) -> ObservedTournament:
    games, sides = [], {}
    for number, (white, black, expected, score) in enumerate(pairings):
        game = Game(
            game=f"{id_}/{number}",
            white=white,
            black=black,
            white_points=score,
            black_points=1 - score,
        )
        games.append(game)
        sides.setdefault(white, []).append(
            Side(game.game, black, expected, score, is_settled=True)
        )
        mirrored = Side(game.game, white, 1 - expected, 1 - score, is_settled=True)
        sides.setdefault(black, []).append(mirrored)
    fact = TournamentSubmitted(
        tournament=id_, name=id_, pools=("p",), discipline="chess", format="swiss", ended_on=DAY
    )
    persons = {
        player: Player(
            id=player,
            birth_year=birth_year,
            memberships=(Membership(from_day=date.min, club=f"Club {player[0]}"),),
        )
        for player in sides
    }
    return ObservedTournament(fact=fact, games=games, persons=persons, sides=sides)


def robin(players: Sequence[str]) -> list[Pairing]:
    """Everybody against everybody, half the games won by White."""
    pairs = [(one, other) for at, one in enumerate(players) for other in players[:at]]
    return [(one, other, 0.5, float(at % 2)) for at, (one, other) in enumerate(pairs)]


class TestClosedCircles:
    """Players who meet hardly anybody else, and whose figures rise."""

    CIRCLE = ("x1", "x2", "x3", "x4")
    OTHERS = tuple(f"o{number:02}" for number in range(20))

    def found(self, rise: float, *outside: Pairing) -> Sequence[Signal]:
        games = [robin(self.CIRCLE) + robin(self.CIRCLE) + list(outside), robin(self.OTHERS)]
        rises = {player: float(10 * (at % 3 - 1)) for at, player in enumerate(self.OTHERS)}
        rises |= dict.fromkeys(self.CIRCLE, rise)
        return closed_circles(observed(*games), rises, Thresholds()).signals

    def test_a_circle_that_rises_is_asked_about(self) -> None:
        (signal,) = self.found(150.0)
        assert signal.players == list(self.CIRCLE)
        assert signal.sentence.startswith("4 players who met hardly anybody else gained 150")

    def test_a_circle_that_does_not_rise_is_a_club(self) -> None:
        assert self.found(0.0) == []

    def test_a_circle_with_games_outside_is_none(self) -> None:
        outside = [(each, other, 0.5, 1.0) for each in self.CIRCLE for other in self.OTHERS[:2]]
        assert self.found(150.0, *outside) == []

    def test_a_pool_that_is_one_circle_is_none(self) -> None:
        rises = dict.fromkeys(self.CIRCLE, 150.0) | {"o00": 0.0}
        seen = observed(robin(self.CIRCLE) + robin(self.CIRCLE))
        assert closed_circles(seen, rises, Thresholds()).signals == []


class TestDrift:
    """Clubs and ages that gain against all others."""

    @staticmethod
    def season(score: float) -> Observed:
        """Forty games of club x against clubs a and b, and as many between these."""
        games = [(f"x{at % 5}", f"{'ab'[at % 2]}{at % 7}", 0.5, score) for at in range(40)]
        games += [(f"a{at % 7}", f"b{at % 5}", 0.5, float(at % 2)) for at in range(40)]
        games += [(f"x{at % 5}", f"x{(at + 1) % 5}", 0.5, 1.0) for at in range(20)]
        return observed(games)

    def test_a_club_that_scores_three_quarters_gains(self) -> None:
        (signal, *_) = drift(self.season(0.75), Thresholds()).signals
        assert signal.sentence == ("Club x: scored 30.0 of 40 against others; 20.0 were expected")

    def test_a_club_that_scores_as_expected_does_not(self) -> None:
        assert drift(self.season(0.5), Thresholds()).signals == []

    def test_games_within_a_group_move_no_points(self) -> None:
        seen = self.season(0.75)
        kinds = {signal.sentence.split(":")[0] for signal in drift(seen, Thresholds()).signals}
        assert kinds == {"Club x"}  # all are of one age, which has no games against others


def test_a_lower_number_of_ingo_is_a_gain(engine: Engine) -> None:
    club = Club(engine, "ingo")
    club.append(adoption("1990-01-01", "ingo", rulebook="ingo-1960"), player("anna"))
    for number, day in ((128, "1995-01-01"), (120, "1996-01-01")):
        card = {"number": number, "count": 5}
        club.append(decided("anna", "0-0", day, pool="ingo", card=card))
    with club.answers() as answers:
        assert rises(answers, ["anna"], date(1995, 6, 1), date(1996, 6, 1)) == {"anna": 8}


def ask(chance: float, ordinary: int) -> Sequence[Signal]:
    """The signals of one unlikely result among so many ordinary ones."""
    unlikely = Signal(kind="draws", sentence=Message("odd"), statistic=3.3, chance=chance)
    asked = [Question(deviation=3.3, signal=unlikely), *[Question(deviation=0.1)] * ordinary]
    return judged("draws", asked, Thresholds(usual_dispersion=1.0, few=10_000)).signals


def test_of_a_thousand_results_one_in_a_thousand_is_no_signal() -> None:
    assert len(ask(0.001, 9)) == 1
    assert ask(0.001, 999) == []


class TestSubmitters:
    """Tournaments that came late, and corrections that favour one player."""

    SEEN = observed(*([("p1", "p2", 0.5, 1.0)] for _ in range(60)))

    def recorded(self, late: int, by: str = "carla") -> list[Recording]:
        """Sixty tournaments, ten of them of one account, so many of those late."""
        return [
            Recording(
                tournament=each.id,
                by=by if at < 10 else "dora",
                on=DAY + timedelta(days=90 if at < late else 3),
            )
            for at, each in enumerate(self.SEEN.tournaments)
        ]

    def test_an_account_whose_events_are_late_is_asked_about(self) -> None:
        (signal,) = late_or_changed(self.SEEN, self.recorded(10), Thresholds()).signals
        assert signal.sentence == "recorded 10 of 10 events late; 1.7 are usual"
        assert len(signal.tournaments) == 10

    def test_one_late_event_is_no_signal(self) -> None:
        assert late_or_changed(self.SEEN, self.recorded(1), Thresholds()).signals == []

    @pytest.mark.parametrize(("lost", "is_signal"), [(0, True), (5, False)])
    def test_corrections_that_all_give_one_player_points_are_asked_about(
        self, lost: int, *, is_signal: bool
    ) -> None:
        changes = [
            Change(game=f"g{at}", tournament="t00", gained={"p1": -1.0 if at < lost else 1.0})
            for at in range(12)
        ]
        first, *others = self.recorded(0)
        changed = Recording(tournament=first.tournament, by="dora", on=first.on, changes=changes)
        found = late_or_changed(self.SEEN, [changed, *others], Thresholds()).signals
        assert [signal.players for signal in found] == ([("p1",)] if is_signal else [])
