"""The rulebook ``mgsz-2011`` as the rest of the ledger sees it."""

from datetime import date

from projections.rulebooks.evaluation import Report
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.occasion import (
    RatingAdopted,
    RulebookBegan,
    SummaryKnown,
    TournamentEnded,
)
from projections.rulebooks.tournament import Entrant, Player
from tests.tables import every

RULEBOOK = Mgsz2011()
DAY = date(2012, 1, 1)


def began(*pieces):
    return RulebookBegan(day=DAY, event="adoption", before="dwz-1995", pieces=pieces)


class TestReadings:
    """The parameters of the contract, every open question of SOURCE.md that has one."""

    def test_nothing_stated_and_null_mean_the_default(self):
        assert RULEBOOK.read_with({}) == RULEBOOK
        assert RULEBOOK.read_with({"time_rule": None, "fischer_moves": None}) == RULEBOOK

    @every(
        ("name", "default", "other"),
        [
            ("time_rule", "and", "or"),
            ("fischer_moves", None, 120),
            ("importance_stacking", False, True),
            ("category_e_bonus", True, False),
            ("split_update_unregistered", False, True),
            ("confirm_per_part", False, True),
            ("confirm_needs_played_game", True, False),
            ("confirm_with_zero_multiplier", True, False),
            ("split_limit", 300, 1),
            ("top_band_width", 200, 250),
            ("bottom_band_width", 10, 5),
            ("new_player_max_elo", 1764, 0),
            ("split_policy", "even", "greedy"),
            ("rounding", "floor", "half_away"),
            ("rounding", "floor", "trunc"),
            ("handicap_correction", "receiver", "lower"),
            ("draw", "mean", "excluded"),
            ("beyond_table", "top_row", "committee"),
        ],
    )
    def test_every_reading_has_a_default_and_can_be_chosen(self, name, default, other):
        assert getattr(RULEBOOK.readings, name) == default
        assert getattr(RULEBOOK.read_with({name: other}).readings, name) == other

    @every(
        ("name", "value"),
        [
            ("time_rule", "both"),
            ("time_rule", ["and"]),
            ("fischer_moves", 0),
            ("fischer_moves", 60.0),
            ("importance_stacking", 1),
            ("split_limit", 0),
            ("split_limit", True),
            ("top_band_width", -200),
            ("new_player_max_elo", "1764"),
            ("expectancy", "normal"),
        ],
    )
    def test_a_bad_value_or_an_unknown_name_is_refused_with_a_remedy(self, name, value):
        (objection,) = RULEBOOK.read_with({name: value})
        assert objection.field == f"parameters.{name}"
        assert "must be" in objection.message or "it has beyond_table" in objection.message

    @every("name", ["fischer_moves", "split_limit", "top_band_width", "bottom_band_width"])
    def test_one_is_the_least(self, name):
        """M2, M6, M11, M12: moves of a game, points of a limit, widths of a band."""
        assert getattr(RULEBOOK.read_with({name: 1}).readings, name) == 1
        (objection,) = RULEBOOK.read_with({name: 0})
        assert objection.field == f"parameters.{name}"

    def test_all_faults_are_told_at_once(self):
        assert len(RULEBOOK.read_with({"draw": "no", "rounding": "up", "x": 1})) == 3


class TestStanding:
    """MGSZ 4 (1): two figures; nothing in the document makes them lapse."""

    def test_a_card_holds_for_good(self, club):
        standing = RULEBOOK.standing(club.card(1947, "1k", _1d=1), date(2099, 1, 1))
        assert (standing.status, standing.figure) == ("valid", 1947)
        assert standing.card == {"elo": 1947, "grade": "1k"}
        assert (standing.valid_until, standing.last_event) == (None, "start")

    def test_a_player_without_card_is_unrated(self):
        standing = RULEBOOK.standing(None, DAY)
        assert (standing.status, standing.figure, standing.card) == ("unrated", None, None)

    def test_there_are_no_days_of_its_own_and_no_waiting_games(self, club):
        assert list(RULEBOOK.calendar(DAY, date(2013, 1, 1))) == []
        assert RULEBOOK.residual_games(club.card(1947), DAY) == ()

    def test_a_tournament_is_one_occasion_on_its_last_day(self, club):
        cup = club.tournament(club.game("a", "b"))
        assert list(RULEBOOK.occasions(cup)) == [TournamentEnded(day=club.day, tournament=cup)]

    def test_the_report_of_a_tournament_is_that_of_its_occasion(self, club):
        cup = club.tournament(club.game("a", "b"))
        report = club.evaluate(cup, {"a": 1900, "b": 1900}).report()
        assert RULEBOOK.join([report]) == report
        assert RULEBOOK.join([]) == Report()


class TestTheFigureBeforeAGame:
    """MGSZ 6 (1) step 2: the registered start from their Elo, guests from their grade's limit."""

    FIVE_KYU = Entrant(player="a", entry_grade="5k", status="guest")

    def test_of_somebody_in_the_register_it_is_his_elo_whatever_grade_he_enters_as(self, club):
        card = club.card(1947)
        assert RULEBOOK.figure_before_game(card, DAY, self.FIVE_KYU) == 1947
        assert RULEBOOK.figure_before_game(card, DAY) == 1947

    def test_of_a_guest_it_is_the_limit_of_the_grade_he_enters_as(self):
        """MGSZ table 1: 5 kyu begins at 1720."""
        assert RULEBOOK.figure_before_game(None, DAY, self.FIVE_KYU) == 1720

    def test_of_somebody_unknown_who_has_not_entered_there_is_none(self):
        assert RULEBOOK.figure_before_game(None, DAY) is None


class TestOtherOccasions:
    """Occasions that MGSZ does not know change nothing."""

    def test_figures_of_other_systems_and_old_summaries_are_ignored(self, club):
        adopted = RatingAdopted(
            day=DAY,
            event="e",
            position=1,
            player="a",
            system="EGF",
            figure=2100,
            verified=True,
            list_date=DAY,
        )
        summary = SummaryKnown(
            day=DAY,
            event="e",
            tournament="old",
            player=Player(id="a"),
            rating_before=1900,
            index_before=3,
            points=3,
            expected=2.5,
            games=5,
            coefficient=None,
            rating_after=1920,
            index_after=4,
        )
        for occasion in (adopted, summary):
            evaluation = RULEBOOK.evaluate(occasion, {"a": club.card(1900)})
            assert (evaluation.cards, evaluation.report()) == ({}, Report())


class TestConversion:
    """Readings M29 and M30: figures carried over from and to another rulebook."""

    def test_the_figure_is_converted_and_the_grade_is_that_of_its_band(self):
        evaluation = RULEBOOK.evaluate(
            began({"factor": 1, "plus": 100}), {"a": (1880, 12), "b": (1879, 3), "c": None}
        )
        figures = {player: (card.elo, card.grade) for player, card in evaluation.cards.items()}
        assert figures == {"a": (1980, "1d"), "b": (1979, "1k")}
        card = evaluation.cards["a"]
        assert (card.attained, card.on, card.source) == ((), DAY, "adoption")

    def test_halves_go_up_exactly(self):
        """2.675 × 100 is exactly 267.5, which a binary fraction misses."""
        evaluation = RULEBOOK.evaluate(
            began({"factor": 2.675, "plus": 1000}), {"a": (100, 1), "b": (-100, 1)}
        )
        assert {player: card.elo for player, card in evaluation.cards.items()} == {
            "a": 1268,
            "b": 733,
        }

    def test_a_figure_takes_the_piece_with_the_smallest_bound_above_it(self):
        pieces = [
            {"factor": 1, "plus": 3000},
            {"factor": 1, "plus": 2000, "below": 1000},
            {"factor": 1, "plus": 1000, "below": 500},
        ]
        figures = {"low": (499, 0), "bound": (500, 0), "high": (999, 0), "above": (1000, 0)}
        evaluation = RULEBOOK.evaluate(began(*pieces), figures)
        assert {player: card.elo for player, card in evaluation.cards.items()} == {
            "low": 1499,
            "bound": 2500,
            "high": 2999,
            "above": 4000,
        }

    def test_a_figure_no_piece_covers_gives_no_card(self):
        piece = {"factor": 1, "plus": 0, "below": 1000}
        assert RULEBOOK.evaluate(began(piece), {"a": (1000, 4)}).cards == {}
        assert RULEBOOK.evaluate(began(), {"a": (1000, 4)}).cards == {}

    def test_a_later_rulebook_carries_the_elo_over(self, club):
        assert RULEBOOK.conversion_source(club.card(1947), DAY) == (1947, 0)
        assert RULEBOOK.conversion_source(None, DAY) is None


class TestPacking:
    """Cards in the read model: canonical text."""

    def test_a_card_is_written_in_one_way(self, club):
        assert RULEBOOK.pack(club.card(1947, "1k", _1d=1)) == (
            '{"attained":[["1d",1]],"elo":1947,"grade":"1k","on":"2012-01-01","source":"start"}'
        )

    def test_a_card_comes_back_as_it_was(self, club):
        card = club.card(-12, "35k", _3k=1, _2k=1)
        assert RULEBOOK.unpack(RULEBOOK.pack(card)) == card


def test_what_the_shelf_asks():
    """MGSZ 4 (1): the Elo is the figure, and the higher the stronger."""
    assert not RULEBOOK.lower_is_stronger
    assert RULEBOOK.card_fields == ("elo", "grade")


def test_the_symbols_of_the_formulas_are_explained():
    """MGSZ 7, MGSZ 8 (2): what the new Elo and a game point are computed of."""
    assert RULEBOOK.symbols.keys() == {"Ep", "E", "C", "ΣJp", "Δp"}
    assert all(RULEBOOK.symbols.values())


@every(
    ("grade", "shown"), [("3k", "3 kyu"), ("2d", "2 dan"), (None, "")], ids=["kyu", "dan", "none"]
)
def test_a_row_is_shown_part_by_part_with_the_grade_in_words(grade, shown):
    """MGSZ 6, MGSZ 5: what a table for people has, and in which order."""
    row = {
        "part": 2,
        "elo_before": 1480,
        "multiplier": 1.5,
        "game_points": 12,
        "elo_after": 1498,
        "grade_after": grade,
    }
    book = Mgsz2011()
    drawn = book.table_row(row)
    assert [(heading, drawn[field]) for field, heading in book.columns.items()] == [
        ("Part", 2),
        ("Before", 1480),
        ("C", 1.5),
        ("Game points", 12),
        ("After", 1498),
        ("Grade", shown),
    ]


@every(
    ("typed", "card"),
    [
        ([2055], {"elo": 2055, "grade": "2d"}),
        ([2055, "3k"], {"elo": 2055, "grade": "3k"}),
        ([2055.5], {"elo": 2055.5}),
    ],
    ids=["alone", "with another grade", "no Elo of the document"],
)
def test_a_typed_elo_has_the_grade_of_its_band_unless_one_was_typed(typed, card):
    """MGSZ 4 (3), MGSZ table 1: 2 dan begins at 2050, 3 dan at 2130."""
    assert RULEBOOK.typed_card(typed, is_opponent=False) == card
