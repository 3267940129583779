"""Laws that hold for every game, list and first rating under FIDE 2024."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.rulebooks.fide_2024.card import FideCard, Result, WaitingReport
from projections.rulebooks.fide_2024.p8_ratings import (
    PD,
    K_of,
    Ra,
    Ru,
    difference,
    limited_K,
    p,
    rated_period,
    rating_change,
)
from projections.rulebooks.fide_2024.procedure import floor_on
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.fide_2024.rulebook import Fide2024
from projections.rulebooks.occasion import ListDue, ReportEnded
from projections.rulebooks.tournament import Game, Player, ThinkingTime, Tournament

RATINGS = st.integers(1400, 2900)
POINTS = st.sampled_from([1.0, 0.5, 0.0])
EXEMPT_FROM = st.sampled_from([None, 2650])
GAMES_SO_FAR = st.integers(0, 500)
BORN = st.sampled_from([None, 1960, 2006, 2008, 2015])
NAMES = ("anna", "bela", "cili", "dora", "edit")
LIST = date(2025, 2, 1)
MASTER = 2400
Cards = Mapping[str, FideCard | None]
BOOK = Fide2024()


@st.composite
def cards(draw: st.DrawFn, *, unrated: bool = False) -> FideCard | None:
    """A card as a list leaves it: the peak is no lower than the rating."""
    if unrated and draw(st.booleans()):
        return None
    rating = draw(RATINGS)
    peak = draw(st.integers(rating, 2900))
    return FideCard(
        rating=rating,
        rating_event="card",
        games=draw(GAMES_SO_FAR),
        peak=peak,
        active_on=date(2024, 12, 1),
        birth_year=draw(BORN),
        had_first_event=True,
    )


FIELD = st.fixed_dictionaries(dict.fromkeys(NAMES, cards(unrated=True)))
NEAR_THE_FLOOR = st.fixed_dictionaries(
    dict.fromkeys(
        NAMES,
        st.integers(1400, 1420).map(
            lambda rating: FideCard(rating=rating, peak=rating, had_first_event=True)
        ),
    )
)
RATED_FIELD = st.fixed_dictionaries(dict.fromkeys(NAMES, cards()))
PAIRINGS = st.lists(
    st.tuples(st.permutations(NAMES).map(lambda names: tuple(names[:2])), POINTS),
    min_size=1,
    max_size=12,
)
Pairings = Sequence[tuple[tuple[str, str], float]]


def tournament(name: str, day: date, pairings: Pairings) -> Tournament:
    """A tournament of one day."""
    games = tuple(
        Game(
            game=f"{name}:{number:02}",
            white=white,
            black=black,
            white_points=points,
            black_points=1 - points,
        )
        for number, ((white, black), points) in enumerate(pairings)
    )
    return Tournament(
        id=name,
        name=name,
        discipline="chess",
        format="swiss",
        starts_on=day,
        ended_on=day,
        thinking_time=ThinkingTime(minutes=120),
        games=games,
        players={name: Player(id=name) for name in NAMES},
    )


def after_reports(before: Cards, *events: Tournament) -> dict[str, FideCard | None]:
    """The cards after tournaments of one day each, in the order of their days."""
    after = dict(before)
    for event in sorted(events, key=lambda each: (each.ended_on, each.id)):
        day = event.ended_on
        ended = ReportEnded(day=day, started_on=day, tournament=event, games=event.games)
        after |= BOOK.evaluate(ended, after).cards
    return after


def on_the_list(before: Cards, *events: Tournament) -> dict[str, FideCard]:
    """The cards of everybody who was waiting, after the list of February 2025."""
    waiting = after_reports(before, *events)
    return dict(_published(waiting))


def _published(waiting: Cards) -> Iterator[tuple[str, FideCard]]:
    for name, card in waiting.items():
        if BOOK.due_on(card) == LIST:
            due = ListDue(day=LIST, player=Player(id=name, birth_year=card and card.birth_year))
            yield name, BOOK.evaluate(due, waiting).cards[name]


class TestGames:
    """FIDE 8.1.2, FIDE 8.3.1 and FIDE 8.3.2: laws of a single game."""

    @given(st.integers(0, 2000), st.integers(0, 500))
    def test_both_expect_one_point_together_and_the_stronger_no_less(self, D, more):
        assert PD(D) + PD(-D) == 100
        assert PD(D) >= 50
        assert PD(D + more) >= PD(D)

    @given(RATINGS, RATINGS, POINTS)
    def test_what_one_wins_the_other_loses(self, own, opponent, points):
        """FIDE 8.3.2: the sums of two players whom the 400-point rule binds alike."""
        one = rating_change(points, difference(own, opponent, None))
        other = rating_change(1 - points, difference(opponent, own, None))
        assert one + other == 0

    @given(RATINGS, RATINGS, EXEMPT_FROM)
    def test_more_than_400_points_count_as_400_unless_exempt(self, own, opponent, exempt_from):
        """FIDE 8.3.1: whoever is not exempt expects .08 to .92 of every game."""
        D = difference(own, opponent, exempt_from)
        if exempt_from is not None and own >= exempt_from:
            assert own - opponent == D
        else:
            assert abs(D) == min(400, abs(own - opponent))
            assert 8 <= PD(D) <= 92
            assert rating_change(1.0, D) >= 8
            assert rating_change(0.0, D) <= -8
        assert D * (own - opponent) >= 0

    @given(RATINGS, RATINGS, st.integers(0, 400))
    def test_against_a_stronger_opponent_no_result_brings_less(self, own, opponent, more):
        for points in (1.0, 0.5, 0.0):
            weaker = rating_change(points, difference(own, opponent, None))
            stronger = rating_change(points, difference(own, opponent + more, None))
            assert stronger >= weaker


class TestCoefficient:
    """FIDE 8.3.3: K."""

    @given(
        peak=st.integers(MASTER, 2900),
        fallen=st.integers(0, 1000),
        games=GAMES_SO_FAR,
        age=st.none() | st.integers(5, 90),
    )
    def test_it_never_rises_again_after_2400(self, peak, fallen, games, age):
        """Whatever his rating has become since, his age and his games: 10."""
        k = K_of(peak=peak, height=peak - fallen, games=games, age=age, k_order="peak_first")
        assert k == 10

    @given(K=st.sampled_from([10, 20, 40]), n=st.integers(1, 400))
    def test_times_the_games_of_the_list_it_is_never_more_than_700(self, K, n):
        limited = limited_K(K, n)
        assert limited <= K
        assert limited * n <= 700
        assert limited == K or (limited + 1) * n > 700

    @given(RATED_FIELD, st.lists(PAIRINGS, min_size=2, max_size=5))
    def test_of_a_career_it_stays_where_2400_has_left_it(self, field, months):
        """FIDE 8.3.3: the highest rating is never forgotten, whatever comes after."""
        masters = {name for name, card in field.items() if card.peak >= MASTER}
        standing: Cards = field
        for pairings in months:
            after = on_the_list(standing, tournament("open", date(2025, 1, 10), pairings))
            standing = {**standing, **after}
            for name in masters & after.keys():
                shown = BOOK.standing(after[name], LIST)
                if shown.card is not None:
                    assert shown.card["k"] == 10
                assert after[name].peak >= field[name].peak


class TestLists:
    """FIDE 7.1, FIDE 7.2.1 and FIDE 8.3.4: what comes together on one list."""

    @given(cards(), cards(), POINTS)
    def test_a_game_takes_from_one_what_it_gives_to_the_other(self, one, other, points):
        """FIDE 8.3.4: with the same K, halves are rounded away from zero on both sides."""
        other = replace(other, games=one.games, peak=one.peak, birth_year=one.birth_year)
        results = [
            _report(own, their, score)
            for own, their, score in ((one, other, points), (other, one, 1 - points))
        ]
        gains = [
            rated_period(card, card.rating, [report], 2025, Readings()).new_rating - card.rating
            for card, report in zip((one, other), results, strict=True)
        ]
        assert sum(gains) == 0

    @given(RATED_FIELD, st.lists(PAIRINGS, min_size=2, max_size=4), st.randoms())
    def test_the_order_of_the_tournaments_of_one_list_does_not_matter(self, field, opens, dice):
        """FIDE 7.1.2: whichever of them ended first, the rated get the same figures."""
        days = [date(2025, 1, 2) + timedelta(days=7 * number) for number in range(len(opens))]
        others = dice.sample(days, len(days))
        once, again = (
            on_the_list(
                field,
                *(
                    tournament(f"open {number}", day, pairings)
                    for number, (day, pairings) in enumerate(zip(order, opens, strict=True))
                ),
            )
            for order in (days, others)
        )
        assert {n: _figures(card) for n, card in once.items()} == {
            n: _figures(card) for n, card in again.items()
        }

    @given(FIELD, PAIRINGS, PAIRINGS)
    def test_a_list_knows_nothing_of_what_ended_after_its_closing_day(self, field, open_, late):
        """FIDE 7.1.3: three days before the list; what ended later waits for the next."""
        in_time = tournament("open", date(2025, 1, 29), open_)
        too_late = tournament("late", date(2025, 1, 30), late)
        alone, together = on_the_list(field, in_time), on_the_list(field, in_time, too_late)
        assert alone.keys() == together.keys()
        for name, card in together.items():
            assert _figures(card) == _figures(alone[name])
            assert card.pool == alone[name].pool

    @given(NEAR_THE_FLOOR, PAIRINGS)
    def test_no_rating_below_the_floor_is_published_and_its_games_count(self, field, pairings):
        """FIDE 7.2.1: who falls below 1400 is unrated; his opponents keep what they won."""
        open_ = tournament("open", date(2025, 1, 10), pairings)
        waiting = after_reports(field, open_)
        for name, after in on_the_list(field, open_).items():
            (report,) = waiting[name].waiting
            met = sum(name in pair for pair, _ in pairings)
            assert len(report.results) == met
            period = rated_period(waiting[name], field[name].rating, [report], 2025, Readings())
            if period.new_rating < floor_on(LIST):
                assert after.rating is None
                assert after.delisted.rating == period.new_rating
            else:
                assert after.rating == period.new_rating
            assert after.games == field[name].games + met


class TestFirstRatings:
    """FIDE 8.2.2 and FIDE 8.2.3: laws of a first rating."""

    @given(st.lists(RATINGS, min_size=5, max_size=20), st.integers(1, 40), st.integers(0, 300))
    def test_more_points_and_stronger_opponents_never_give_less(self, opponents, halves, more):
        n = len(opponents)
        W = min(halves, 2 * n - 1) / 2
        first = Ru(Ra(opponents), p(W, n))
        assert first <= 2200
        assert Ru(Ra(opponents), p(W + 0.5, n)) >= first
        assert Ru(Ra([opponents[0] + more, *opponents[1:]]), p(W, n)) >= first

    @given(FIELD, PAIRINGS)
    def test_nobody_has_one_from_fewer_than_five_games(self, field, pairings):
        """FIDE 8.2: only games against the rated count."""
        open_ = tournament("open", date(2025, 1, 10), pairings)
        for name, after in on_the_list(field, open_).items():
            if field[name] is None:
                met = [pair[pair[0] == name] for pair, _ in pairings if name in pair]
                counted = sum(field[opponent] is not None for opponent in met)
                assert after.rating is None or counted >= 5
                assert len(after.pool) in (0, counted)


def _report(own: FideCard, opponent: FideCard, points: float) -> WaitingReport:
    result = Result("1", "x", opponent.rating or 0, points)
    return WaitingReport(
        listed_on=LIST,
        ended_on=date(2025, 1, 10),
        tournament="open",
        own_rating=own.rating,
        results=(result,),
        event_points=points,
        exempt_from=None,
    )


def _figures(card: FideCard) -> tuple[object, ...]:
    return card.rating, card.games, card.peak, card.active_on
