"""The rulebook as its callers see it: standings, conversions, the working, cards on paper."""

from datetime import date

import orjson

from projections.rulebooks.document import working
from projections.rulebooks.lask_1970.card import (
    ClubRecord,
    LaskCard,
    ReRanking,
    SeasonRecord,
    UnrankedCard,
)
from projections.rulebooks.lask_1970.metod_1_initial import first_card
from projections.rulebooks.lask_1970.rulebook import Lask1970
from projections.rulebooks.occasion import CalendarDay, RatingAdopted, RulebookBegan, SummaryKnown
from projections.rulebooks.tournament import Player, Tournament
from tests.tables import every

LASK = Lask1970()
DAY = date(1970, 9, 1)


class TestStanding:
    """LASK Rankingregel 2: on any day there are two numbers, the base and the running one."""

    def test_the_figure_is_the_base(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-01")
        standing = LASK.standing(skane.on("1970-10-01")["A"], date(1970, 10, 1))
        assert standing.status == "valid"
        assert standing.figure == 1900
        assert standing.card == {"rating": 1900, "running": 1916}
        assert standing.valid_until is None

    def test_the_event_of_the_figure_is_the_decision_until_the_next_base_date(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-01")
        assert LASK.standing(skane.on("1970-10-31")["A"], DAY).last_event == "n1"
        assert LASK.standing(skane.on("1970-11-01")["A"], DAY).last_event == "league g0"

    @every(("running", "spelt"), [(1917, "1900 (1917)"), (1900, "1900"), (None, "1900")])
    def test_people_write_the_running_number_in_brackets_where_it_differs(self, running, spelt):
        assert LASK.format_card({"rating": 1900, "running": running}) == spelt

    def test_the_shelf_learns_whose_clock_it_is_and_what_a_card_holds(self, skane):
        skane.member("A", 1900)
        standing = LASK.standing(skane.on("1970-09-01")["A"], DAY)
        assert tuple(standing.card) == LASK.card_fields
        assert not LASK.lower_is_stronger

    def test_every_game_of_a_tournament_has_its_own_day(self):
        """LASK Rankingregel 3."""
        league = Tournament(
            id="league", name="League", discipline="chess", format="games", ended_on=DAY
        )
        assert LASK.is_dated_by_games(league)

    def test_a_player_without_a_number_is_unrated(self):
        standing = LASK.standing(None, DAY)
        assert (standing.status, standing.figure, standing.card) == ("unrated", None, None)

    def test_no_game_is_left_over(self, skane):
        skane.member("A", 1900)
        assert LASK.residual_games(skane.on("1970-09-01")["A"], DAY) == ()


class TestConversion:
    """LASK Utgångsrankingtal: figures of an earlier rulebook as first numbers, and the reverse."""

    def begins(self, figures, *pieces, day=DAY):
        began = RulebookBegan(day=day, event="adoption", before="ingo-1960", pieces=pieces)
        return LASK.evaluate(began, figures).cards

    def test_a_figure_becomes_base_and_running_number(self):
        cards = self.begins({"A": (140, 12), "B": None}, {"factor": -8, "plus": 2840})
        assert set(cards) == {"A"}
        card = cards["A"]
        assert (card.base, card.running, card.original) == (1720, 1720, 1720)
        assert (card.base_on, card.original_on) == (DAY, DAY)
        assert (card.base_event, card.running_event) == ("adoption", "adoption")
        assert not card.outsider
        assert card.season == SeasonRecord()

    def test_halves_are_rounded_up_exactly(self):
        half = {"factor": 0.5, "plus": 0}
        cards = self.begins({"A": (3, 1), "B": (-3, 1)}, half)
        assert {player: card.base for player, card in cards.items()} == {"A": 2, "B": -1}
        tenth = {"factor": 0.1, "plus": 0.2}
        assert self.begins({"A": (3, 1)}, tenth)["A"].base == 1  # 0.1·3 + 0.2 is exactly one half

    @every(("figure", "base"), [(99, 99), (100, 200), (199, 398), (200, 600), (5000, 15000)])
    def test_the_piece_with_the_smallest_limit_above_the_figure_holds(self, figure, base):
        pieces = (
            {"factor": 3, "plus": 0},
            {"factor": 2, "plus": 0, "below": 200},
            {"factor": 1, "plus": 0, "below": 100},
        )
        assert self.begins({"A": (figure, 0)}, *pieces)["A"].base == base

    def test_a_figure_that_no_piece_holds_for_is_not_carried_over(self):
        assert self.begins({"A": (100, 0)}, {"factor": 1, "plus": 0, "below": 100}) == {}

    def test_a_number_that_begins_on_1_june_is_not_deducted_from_that_day(self):
        june = date(1971, 6, 1)
        cards = self.begins({"A": (1900, 3)}, {"factor": 1, "plus": 0}, day=june)
        base_date = CalendarDay(day=june, name="1/6", everyone={"A": Player(id="A")})
        assert LASK.evaluate(base_date, cards).cards == {}

    def test_to_a_later_rulebook_the_base_is_carried(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1900)
        skane.plays("A", "B", 1.0, "1970-10-01")
        assert LASK.conversion_source(skane.on("1970-10-01")["A"], DAY) == (1900, 0)
        assert LASK.conversion_source(None, DAY) is None


class TestOtherOccasions:
    """LASK Utgångsrankingtal: only the committee gives a first number."""

    def test_a_figure_of_another_system_changes_nothing(self):
        list_day = {"day": DAY, "list_date": DAY}
        adopted = RatingAdopted(
            **list_day,
            event="e",
            position=1,
            player="A",
            system="FIDE",
            figure=2000,
            verified=True,
        )
        assert LASK.evaluate(adopted, {"A": None}).cards == {}

    def test_an_old_summary_changes_nothing(self):
        figures = dict.fromkeys(
            ["rating_before", "index_before", "rating_after", "index_after"], 1
        )
        summary = SummaryKnown(
            day=DAY,
            event="e",
            tournament="t",
            player=Player(id="A"),
            points=1,
            expected=1,
            games=1,
            coefficient=None,
            **figures,
        )
        assert LASK.evaluate(summary, {"A": None}).cards == {}


class TestTheWorking:
    """LASK Rankingregel 1, LASK Rankingregel 2, LASK Regel 6: what the audit shows."""

    def steps(self, federation, player, day):
        with working() as steps:
            federation.replay(day)
        return [(step.rule, step.given, step.result) for step in steps if step.player == player]

    def test_a_game_is_shown_from_the_difference_to_the_running_number(self, skane):
        skane.member("Sven", 1900)
        skane.member("Olle", 1850)
        skane.plays("Sven", "Olle", 1.0, "1970-09-06")
        assert self.steps(skane, "Sven", "1970-09-06") == [
            ("LASK Tabell 5", {"R": 50}, 2),
            ("LASK Rankingregel 1", {"own": 1900, "opponent": 1850, "points": 1.0}, 14),
            ("LASK Rankingregel 2", {"running": 1900, "changes": [14]}, 1914),
        ]

    def test_a_base_date_is_shown_with_what_it_takes(self, skane):
        skane.member("A", 1900)
        assert self.steps(skane, "A", "1971-06-01") == [
            ("LASK Regel 6", {"games": 0, "table": (27, 20, 14, 9, 5, 2, 0)}, 27),
            ("LASK Rankingregel 2", {"running": 1900, "adjustment": -27}, 1873),
        ]

    def test_september_is_shown_with_what_it_adds(self, skane):
        skane.member("A", 1900, club="Lund")
        skane.decides("LASK Regel 11 a", {"bonus": True}, player="A", season=1970)
        skane.decides("LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970)
        rules = [rule for rule, _, _ in self.steps(skane, "A", "1971-09-01")]
        assert rules[-3:] == ["LASK Regel 11 a", "LASK Regel 11 b", "LASK Rankingregel 2"]

    def test_a_concentrated_tournament_is_shown_with_its_mean(self, skane):
        skane.member("A", 1900)
        skane.member("B", 1800)
        skane.concentrated(skane.game("A", "B", 1.0), ended_on="1970-10-10")
        assert self.steps(skane, "A", "1970-10-10") == [
            ("LASK Regel 10", {"ratings": [1900, 1800]}, 1850),
            ("LASK Tabell 5", {"R": 50}, 2),
            ("LASK Formel (1)", {"base": 1900, "mean": 1850, "points": 1.0, "games": 1}, 14),
            ("LASK Rankingregel 2", {"running": 1900, "changes": [14]}, 1914),
        ]

    def test_the_committees_numbers_are_shown_by_what_they_are(self, skane):
        skane.member("A", 1900)
        skane.member("X")
        skane.ranked("X", 2000, "1970-09-02", kind="outsider")
        skane.ranked("A", 1950, "1970-09-02", kind="re-ranking")
        with working() as steps:
            skane.replay("1970-09-02")
        assert [(step.rule, step.result) for step in steps] == [
            ("LASK Utgångsrankingtal", 1900),
            ("LASK Regel 8", 2000),
            ("LASK Omranking", 1950),
        ]

    def test_every_step_is_json_and_cites_a_rule_of_the_register(self, skane):
        skane.member("A", 1900, club="Lund")
        for player in "BC":
            skane.member(player)
        skane.decides("LASK Regel 10", {"mean": 1900}, tournament="open")
        skane.decides("LASK Regel 11 b", {"S": 240, "N": 60, "M": 40}, club="Lund", season=1970)
        skane.concentrated(
            skane.game("A", "B", 1.0), ended_on="1970-10-10", id="open", format="swiss"
        )
        skane.concentrated(skane.game("A", "C", 1.0), ended_on="1970-10-11", class_="I")
        register = LASK.document.paragraphs()
        with working() as steps:
            skane.replay("1971-09-01")
        assert len(steps) > 10
        for step in steps:
            orjson.dumps([step.given, step.result])
            assert register[step.rule.removeprefix("LASK ")]["is"] == "rule"
            assert step.text.endswith(".")


class TestTables:
    """LASK Tabell 5, LASK Rankingregel 2: what people read beside the numbers."""

    def test_the_symbols_of_the_table_are_explained(self):
        assert LASK.symbols.keys() == {"K", "R"}
        assert all(LASK.symbols.values())

    def test_a_row_has_the_number_in_force_what_was_won_and_the_games(self, skane):
        """LASK Tabell 5: from 1900 a win over 1850 gives 16 less 2, one over an equal 16."""
        for player, rating in {"A": 1900, "B": 1850, "C": 1900}.items():
            skane.member(player, rating)
        games = (skane.game("A", "B", 1.0, game="1"), skane.game("C", "A", 0.0, game="2"))
        report = skane.report(skane.tournament(*games, ended_on="1970-10-01"))
        row = LASK.table_row(report.rows[0])
        assert [(heading, row[field]) for field, heading in LASK.columns.items()] == [
            ("Base", 1900),
            ("Change", 30),
            ("Games", 2),
        ]


FULL = LaskCard(
    base=1900,
    base_on=date(1971, 6, 1),
    base_event="sm",
    running=1917,
    running_event="km",
    original=1850,
    original_on=DAY,
    outsider=False,
    season=SeasonRecord(
        games=4,
        deduction=5,
        interclub=(ClubRecord(club="Lund", N=2, S=-7), ClubRecord(club="Malmö", N=1, S=16)),
        larger_events=("sm",),
    ),
    re_ranking=ReRanking(figure=1950, event="n7"),
)


class TestCardsOnPaper:
    @every(
        "card",
        [
            FULL,
            first_card(-3, DAY, "n1"),
            first_card(2000, DAY, "n1", outsider=True),
            UnrankedCard(season=SeasonRecord(larger_events=("Copenhagen", "SM"))),
            UnrankedCard(),
        ],
    )
    def test_a_card_comes_back_as_it_was_written(self, card):
        assert LASK.unpack(LASK.pack(card)) == card

    def test_the_fields_are_written_in_the_order_of_their_names(self):
        text = LASK.pack(FULL)
        written = orjson.loads(text)
        assert list(written) == sorted(written)
        assert text == orjson.dumps(written, option=orjson.OPT_SORT_KEYS).decode()
        assert written["base_on"] == "1971-06-01"
