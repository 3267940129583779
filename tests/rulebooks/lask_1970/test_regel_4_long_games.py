"""The games that are booked: long ones, really played, of chess."""

import pytest

from projections.rulebooks.tournament import ThinkingTime

SHORT = ThinkingTime(minutes=30)
ABOUT_THREE_A_MOVE = ThinkingTime(minutes=100, minutes_per_move=2.5)


@pytest.fixture
def two(skane):
    skane.member("A", 1900)
    skane.member("B", 1900)
    return skane


def change_of(federation, **facts):
    """Return the change of White's win in a tournament with these facts."""
    game = federation.game("A", "B", 1.0, "1970-10-01", **facts.pop("game", {}))
    federation.tournament(game, ended_on="1970-10-01", **facts)
    return federation.running("1970-10-01")["A"] - 1900


class TestLongGames:
    """LASK Regel 4: only long games, about 3 minutes per move."""

    def test_nothing_stated_is_not_long(self, two):
        assert change_of(two, flags=frozenset()) == 0

    def test_thinking_time_without_minutes_per_move_states_nothing(self, two):
        assert change_of(two, flags=frozenset(), thinking_time=SHORT) == 0

    def test_the_flag_makes_every_game_long(self, two):
        assert change_of(two, flags=frozenset({"long-games"}), thinking_time=SHORT) == 16

    def test_two_and_a_half_minutes_per_move_in_the_tournament_are_about_three(self, two):
        assert change_of(two, flags=frozenset(), thinking_time=ABOUT_THREE_A_MOVE) == 16

    def test_the_minutes_of_the_game_go_before_the_flag(self, two):
        assert change_of(two, game={"minutes_per_move": 2.4}) == 0

    def test_the_minutes_of_the_game_go_before_those_of_the_tournament(self, two):
        facts = {
            "flags": frozenset(),
            "thinking_time": ThinkingTime(minutes=5, minutes_per_move=1),
        }
        assert change_of(two, game={"minutes_per_move": 2.5}, **facts) == 16

    @pytest.mark.parametrize(("decided", "change"), [(True, 16), (False, 0)])
    def test_a_decision_goes_before_everything(self, two, decided, change):
        two.decides("LASK Regel 4", {"long": decided}, game="x")
        minutes = 1.0 if decided else 3.0
        assert change_of(two, game={"game": "x", "minutes_per_move": minutes}) == change

    def test_of_two_decisions_the_later_holds(self, two):
        two.decides("LASK Regel 4", {"long": False}, game="x")
        two.decides("LASK Regel 4", {"long": True}, game="x")
        assert change_of(two, game={"game": "x"}) == 16

    def test_about_three_minutes_can_be_read_more_strictly(self, new_federation):
        federation = new_federation(long_game_min_minutes_per_move=3)
        federation.member("A", 1900)
        federation.member("B", 1900)
        assert change_of(federation, game={"minutes_per_move": 2.9}) == 0

    def test_a_game_left_out_says_why(self, two):
        short = two.game("A", "B", 1.0, "1970-10-01", game="short", minutes_per_move=1.0)
        long = two.game("B", "A", 1.0, "1970-10-01", game="long")
        report = two.report(two.tournament(short, long, ended_on="1970-10-01"))
        assert report.excluded is None
        assert [(left.game, left.reason) for left in report.games_not_rated] == [
            ("short", "LASK Regel 4: not a long game of about 3 minutes per move")
        ]

    def test_a_tournament_without_a_single_long_game_is_not_rated_as_a_whole(self, two):
        blitz = two.game("A", "B", 1.0, "1970-10-01", game="blitz", minutes_per_move=0.1)
        late = two.game("A", "B", 1.0, "1970-10-02", game="late", minutes_per_move=0.1)
        report = two.report(two.tournament(blitz, late, ended_on="1970-10-02"))
        assert report.excluded.startswith("LASK Regel 4: none of its games")
        assert report.rows == ()
        assert [left.game for left in report.games_not_rated] == ["blitz", "late"]


class TestWalkovers:
    """LASK Regel 5: walkovers are not booked."""

    @pytest.mark.parametrize("reason", ["forfeit", "referee", "double-loss", None])
    def test_a_game_not_played_changes_nothing_and_is_listed(self, two, reason):
        game = two.game("A", "B", 1.0, "1970-10-01", played=False, reason=reason)
        report = two.report(two.tournament(game, ended_on="1970-10-01"))
        assert report.excluded is None
        assert report.rows == ()
        (left,) = report.games_not_rated
        assert left.reason.startswith("LASK Regel 5: not played")
        assert two.running("1970-10-01") == {"A": 1900, "B": 1900}

    def test_a_bye_has_no_opponent_and_no_change(self, two):
        bye = two.game("A", None, 1.0, "1970-10-01", played=False, reason="bye")
        report = two.report(two.tournament(bye, ended_on="1970-10-01"))
        assert [left.reason for left in report.games_not_rated] == [
            "LASK Regel 5: not played (bye)"
        ]
        assert two.on("1970-10-01")["A"].season.games == 0

    def test_a_walkover_is_no_game_for_tabell_4(self, two):
        two.plays("A", "B", 1.0, "1970-10-01", played=False, reason="forfeit")
        assert two.bases("1971-06-01") == {"A": 1873, "B": 1873}

    @pytest.mark.parametrize(
        ("side", "running", "booked"),
        [
            ("white", {"A": 1916, "B": 1900}, {"A": 1, "B": 0}),
            ("black", {"A": 1900, "B": 1884}, {"A": 0, "B": 1}),
        ],
    )
    def test_a_result_that_counts_for_one_side_is_booked_on_that_side(
        self, two, side, running, booked
    ):
        two.plays("A", "B", 1.0, "1970-10-01", rated_for=side)
        assert two.running("1970-10-01") == running
        assert {player: card.season.games for player, card in two.cards.items()} == booked

    def test_walkovers_alone_are_no_tournament_of_short_games(self, two):
        """LASK Regel 4: only games played can be short; these are not booked under Regel 5."""
        walkover = two.game("A", "B", 1.0, "1970-10-01", played=False, reason="forfeit")
        report = two.report(two.tournament(walkover, ended_on="1970-10-01", flags=frozenset()))
        assert report.excluded is None

    def test_a_result_that_counts_for_neither_side_is_not_booked(self, two):
        game = two.game("A", "B", 1.0, "1970-10-01", rated_for="none")
        report = two.report(two.tournament(game, ended_on="1970-10-01"))
        assert [left.reason for left in report.games_not_rated] == [
            "LASK Regel 5: the result counts for neither player"
        ]

    def test_a_draw_given_to_one_player_only_is_booked_as_each_of_them_scored(self, two):
        two.plays("A", "B", 0.5, "1970-10-01", black_points=0.0)
        assert two.running("1970-10-01") == {"A": 1900, "B": 1884}


class TestOtherTournaments:
    """LASK Regel 4, LASK Rankingregel 1: chess, one against one."""

    @pytest.mark.parametrize(
        ("facts", "reason"),
        [
            ({"discipline": "go"}, "LASK Regel 4: only games of chess are booked"),
            ({"format": "pairs"}, "LASK Rankingregel 1: a game of two against two"),
        ],
    )
    def test_they_are_not_rated_as_a_whole(self, two, facts, reason):
        flags = frozenset({"long-games", "larger-event"})
        tournament = two.tournament(
            two.game("A", "B", 1.0, "1970-10-01"), ended_on="1971-07-01", flags=flags, **facts
        )
        report = two.report(tournament)
        assert report.excluded.startswith(reason)
        assert (report.rows, report.games_not_rated) == ((), ())
        assert two.on("1971-09-01")["A"].base == 1873

    def test_a_tournament_out_of_scope_gives_work_once_even_without_games(self, two):
        assert len(list(two.rulebook.occasions(two.tournament(ended_on="1970-10-01")))) == 0
        go = two.tournament(ended_on="1970-10-01", discipline="go")
        assert len(list(two.rulebook.occasions(go))) == 1
