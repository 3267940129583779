"""EGF 2021 as the registry hands it out: cards, lists, proposals, readings, what is refused."""

from datetime import date

from projections.engine.registry import registered
from projections.files.documents.evaluation import columns_for
from projections.rulebooks.conversion import carried_over
from projections.rulebooks.document import working
from projections.rulebooks.egf_2021.grades import proposal
from projections.rulebooks.egf_2021.rulebook import Egf2021
from projections.rulebooks.egf_2021.starts import FROM_MGSZ_2011, converted_gor
from projections.rulebooks.figures import whole
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_grades import GRADES_OF_TABLE, limit_of
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.occasion import RatingDecided, RulebookBegan
from projections.rulebooks.tournament import Entrant
from tests.rulebooks.egf_2021.go_club import DAY, card, cup, promoted, rows
from tests.tables import every

EGF = Egf2021()


def faults(kind: str = "initial", **given: object) -> list[str]:
    return [each.field for each in EGF.objections_to_card(kind, given)]


def faulty_decision(rule: str, value: object, **about: str | None) -> list[str]:
    return [each.field for each in EGF.objections_to_decision(rule, about, value)]


def from_mgsz(elo: int) -> int | None:
    pieces = tuple(FROM_MGSZ_2011)
    began = RulebookBegan(day=DAY, event="adoption", before="mgsz-2011", pieces=pieces)
    return converted_gor(elo, began)


def decide(before, **figures):
    return EGF.evaluate(promoted(**figures), {"one": before}).cards["one"]


class TestFigureBeforeAGame:
    """EGF entry, EGF reset: with which GoR somebody comes to a tournament."""

    @every(
        ("held", "declared", "figure"),
        [
            (None, None, None),
            (None, "5k", 1600),
            (card(1512.5, "6k"), None, 1512.5),
            (card(1512.5, "6k"), "6k", 1512.5),
            (card(1512.5, "6k"), "1k", 2000),
        ],
    )
    def test_by_card_and_by_the_grade_declared(self, held, declared, figure):
        entrant = Entrant(player="one", entry_grade=declared)
        assert EGF.figure_before_game(held, DAY, entrant) == figure

    def test_without_an_entry_the_card_counts(self):
        assert EGF.figure_before_game(card(1512.5), DAY) == 1512.5


class TestProposals:
    """EGF proposals."""

    @every(
        ("grade", "gor", "proposed"),
        [
            ("5k", 1699.999, None),
            ("5k", 1700, "4k"),
            ("5k", 1500, None),
            ("5k", 1499.999, "6k"),
            ("5k", 1899.999, "3k"),
            ("5k", 1000.5, "10k"),
            ("1k", 2100, "1d"),
            ("1d", 1999.5, "1k"),
            ("6d", 2800, "7d"),
            ("7d", 2850, None),
            ("8d", 2950, None),
            ("9d", 2750, "7d"),
            ("9d", 2650, "7d"),
            ("9d", 2599, "6d"),
            ("35k", -800, "29k"),
            ("31k", -801, None),
            ("30k", -900, None),
            ("29k", -900, None),
            ("28k", -801, "29k"),
            ("28k", -900, "29k"),
            ("9p", 2000, None),
            (None, 2000, None),
        ],
    )
    def test_what_the_list_proposes(self, grade, gor, proposed):
        assert proposal(gor, grade) == proposed


class TestCards:
    """EGF lists: the list prints the nearest whole number, the card keeps three decimals."""

    @every(
        ("gor", "figure"),
        [(1612.5, 1613), (1612.499, 1612), (-0.5, 0), (-1.5, -1), (-899.501, -900), (2100, 2100)],
    )
    def test_the_figure_is_rounded_halves_up(self, gor, figure):
        assert EGF.standing(card(gor), DAY).figure == figure

    def test_what_a_card_is_worth(self):
        standing = EGF.standing(card(1750.25, "5k", "3k"), date(2099, 1, 1))
        assert standing.card == {"gor": 1750.25, "grade": "5k", "highest": "3k"}
        assert (standing.status, standing.last_event) == ("valid", "start")
        assert (standing.valid_until, standing.proposal) == (None, "4k")
        assert EGF.standing(None, DAY).status == "unrated"

    def test_a_card_is_written_with_its_grade(self):
        assert EGF.format_card({"gor": 1612.5, "grade": "5k", "highest": "4k"}) == "1612.500 (5k)"
        assert EGF.format_card({"gor": -900.0, "grade": None, "highest": None}) == "-900.000"

    def test_a_card_comes_back_from_its_text(self):
        for each in (card(1612.345, "1p"), card(-900, None)):
            assert EGF.unpack(EGF.pack(each)) == each

    def test_a_row_for_people_has_points_and_games(self):
        row = rows(cup("a 1-0 b", "a ½-½ b"), {"a": card(1500), "b": card(1500)})["a"]
        shown = EGF.table_row(row)
        assert (shown["points"], shown["played"]) == (1.5, 2)
        assert EGF.columns.keys() <= shown.keys()


class TestPrinted:
    """EGF update: what an evaluation shows to people."""

    def test_an_evaluation_is_printed_with_grade_class_and_the_formula_s_parts(self):
        """Jigo of equals at 1500: con = 9^1.6, bonus = 2.00001, which is the change."""
        row = rows(cup("a ½-½ b"), {"a": card(1500), "b": card(1500)})["a"]
        row = {"number": 1, "name": "Anna", **EGF.table_row(row)}
        printed = {it.heading: str(it.cell(row) or "") for it in columns_for("egf-2021", [])}
        assert printed == {
            "No.": "1",
            "Player": "Anna",
            "Id": "a",
            "Grade": "5k",
            "Class": "A",
            "Reset from": "",
            "GoR before": "1500.000",
            "Sa": "0.5",
            "n": "1",
            "con": "33.635",
            "bonus": "2.000",
            "Change": "2.000",
            "GoR after": "1502.000",
        }

    def test_the_terminal_shows_class_start_score_and_change(self):
        start = ["Class", "Reset from", "GoR before"]
        worked_out = ["Points", "Games", "con", "bonus", "Change"]
        assert [*EGF.columns.values()] == [*start, *worked_out, "GoR after", "Grade"]

    def test_every_symbol_of_the_page_is_explained(self):
        assert EGF.symbols.keys() == {"r", "r′", "f", "con", "Sa", "Se", "bonus"}

    def test_a_card_has_gor_and_both_grades(self):
        row = {"gor_after": 1500.5, "grade_after": "5k", "highest_after": "4k"}
        found = EGF.card_in(row, "after")
        assert found == {"gor": 1500.5, "grade": "5k", "highest": "4k"}


class TestDecidedCards:
    """EGF entry: figures by decision."""

    def test_the_highest_is_the_better_of_the_one_so_far_and_the_grade(self):
        assert decide(card(1500, "6k", "2k"), gor=1400, grade="7k").highest == "2k"
        assert decide(card(1500, "6k", "2k"), gor=2100, grade="1d").highest == "1d"
        assert decide(None, gor=2100, grade="1d").highest == "1d"
        assert decide(card(1500, None), gor=2100, grade="1d").highest == "1d"

    def test_a_highest_that_is_decided_replaces_the_one_so_far(self):
        decided = decide(card(1500, "6k", "2k"), gor=1400, grade="7k", highest="5k")
        assert (decided.gor, decided.grade, decided.highest) == (1400.0, "7k", "5k")
        assert (decided.on, decided.source) == (DAY, "decision")

    def test_whole_and_decimal_figures_are_kept_alike(self):
        assert EGF.pack(decide(None, gor=1500, grade="6k")) == EGF.pack(
            decide(None, gor=1500.0, grade="6k")
        )


class TestRefused:
    """Faults of a card, a decision or a reading are reported by field."""

    @every("kind", ["initial", "re-ranking", "carried-over", "correction"])
    def test_a_good_card_is_taken(self, kind):
        assert faults(kind, gor=1612.345, grade="5k", highest="4k") == []
        assert faults(kind, gor=-900, grade="35k") == []

    @every("kind", ["outsider", "newcomer"])
    def test_other_kinds_are_not_known(self, kind):
        assert faults(kind, gor=1500, grade="5k") == ["kind"]

    @every("gor", [None, True, "1500", -900.001, 1500.1234, [1500]])
    def test_a_gor_has_three_decimals_and_is_not_below_the_floor(self, gor):
        assert faults(gor=gor, grade="5k") == ["card.gor"]

    @every("grade", [None, "36k", "0d", "10d", "5K", 5])
    def test_a_grade_is_needed(self, grade):
        assert faults(gor=1500, grade=grade) == ["card.grade"]

    def test_a_highest_grade_is_not_weaker_than_the_grade(self):
        assert faults(gor=1500, grade="5k", highest="6k") == ["card.highest"]
        assert faults(gor=1500, grade="5k", highest="5k") == []
        assert faults(gor=1500, grade="5k", highest="best") == ["card.highest"]

    def test_all_faults_are_said_at_once(self):
        found = faults("guest", gor="much", grade="good", highest="best", elo=1)
        assert found == ["kind", "card.elo", "card.gor", "card.grade", "card.highest"]

    def test_decisions_about_class_and_reset(self):
        """EGF class, EGF reset."""
        for value in ({"class": "D"}, {"class": None}):
            assert faulty_decision("EGF class", value, tournament="cup") == []
        for value in ({"gor": 2100}, {"gor": -900}, {"gor": 1.5}, {"gor": None}):
            assert faulty_decision("EGF reset", value, tournament="cup", player="one") == []

    @every("value", [{"class": "E"}, {"class": 1}, {}, None, "B", {"class": "B", "gor": 1}, []])
    def test_a_class_is_one_of_four_or_none(self, value):
        assert faulty_decision("EGF class", value, tournament="cup") == ["value"]

    @every("value", [{"gor": -901}, {"gor": "2100"}, {"gor": 0.1234}, {}, None])
    def test_a_decided_start_is_a_gor(self, value):
        found = faulty_decision("EGF reset", value, tournament="cup", player="one")
        assert found == ["value"]

    def test_a_decision_says_what_it_is_about_and_nothing_else(self):
        assert faulty_decision("EGF class", {"class": "B"}) == ["about"]
        about = {"tournament": "cup", "player": "one"}
        assert faulty_decision("EGF class", {"class": "B"}, **about) == ["about"]
        assert faulty_decision("EGF reset", {"gor": 2100}, tournament="cup") == ["about"]
        nobody = {"tournament": "cup", "player": None}
        assert faulty_decision("EGF class", {"class": "B"}, **nobody) == []
        assert faulty_decision("EGF reset", {"gor": 2100}, **nobody) == ["about"]
        assert faulty_decision("MGSZ 6 (2)", {"multiplier": 25}, tournament="cup") == ["rule"]

    @every(
        ("name", "value"),
        [
            ("reset_rule", "last"),
            ("reset_jump", 0),
            ("reset_max_grade", "10d"),
            ("class_source", "higher"),
            ("max_handicap", -1),
            ("rounding_point", "list"),
        ],
    )
    def test_a_reading_is_one_of_those_there_are(self, name, value):
        (objection,) = EGF.read_with({name: value})
        assert objection.field == f"parameters.{name}"


class TestConversion:
    """EGF conversion: from MGSZ 2011 with its grades, from others without."""

    def began(self, before: str, *pieces: dict[str, float]) -> RulebookBegan:
        return RulebookBegan(day=DAY, event="adoption", before=before, pieces=pieces)

    def converted(self, before, held, *pieces):
        brought = {player: EGF.converts_from(before, each, DAY) for player, each in held.items()}
        return EGF.evaluate(self.began(before.name, *pieces), brought).cards

    def test_the_names_of_grades_are_equated_band_by_band(self):
        """A Hungarian limit becomes the lower edge of the grade, 50 below its nominal GoR."""
        for grade in GRADES_OF_TABLE:
            number = int(grade[:-1])
            centre = 2100 - 100 * number if grade[-1] == "k" else 2000 + 100 * number
            assert from_mgsz(limit_of(grade)) == max(centre - 50, -900), grade

    @every(
        ("elo", "gor"),
        [(1980, 2050), (2015, 2100), (2500, 2550), (1062, -900), (1063, -897), (2700, 2650)],
    )
    def test_single_figures(self, elo, gor):
        assert from_mgsz(elo) == gor

    def test_the_hungarian_grade_becomes_grade_and_highest(self):
        held = MgszCard(elo=2015, grade="2d", on=DAY, source="spring")
        (found,) = self.converted(Mgsz2011(), {"anna": held}, *FROM_MGSZ_2011).values()
        assert (found.gor, found.grade, found.highest) == (2100.0, "2d", "2d")
        assert (found.on, found.source) == (DAY, "adoption")

    def test_the_working_says_how_it_was_converted(self):
        held = MgszCard(elo=2015, grade="2d", on=DAY, source="spring")
        with working() as steps:
            self.converted(Mgsz2011(), {"anna": held}, *FROM_MGSZ_2011)
        (step,) = steps
        given = {"before": "mgsz-2011", "figure": 2015, "factor": 1.429, "plus": -779.42}
        assert (step.rule, step.player, step.given) == ("EGF conversion", "anna", given)
        assert step.result == 2100

    def test_from_a_rulebook_without_grades_there_is_none_until_declared(self):
        dwz = registered("dwz-1995")
        decided = RatingDecided(
            day=DAY,
            event="d",
            position=1,
            player="anna",
            card={"rating": 1500, "index": 5},
            kind="initial",
            by="b",
            reason="r",
        )
        held = dwz.evaluate(decided, {}).cards
        (found,) = self.converted(dwz, held, {"factor": 1, "plus": 0.5}).values()
        assert (found.gor, found.grade, found.highest) == (1501.0, None, None)

    def test_a_conversion_within_the_edition_keeps_grade_and_highest(self):
        held = {"anna": card(1500.4, "5k", "3k")}
        (found,) = self.converted(EGF, held, {"factor": 1, "plus": 0.1}).values()
        assert (found.gor, found.grade, found.highest) == (1501.0, "5k", "3k")

    def test_nobody_is_converted_below_the_floor(self):
        """EGF floor."""
        held = {"anna": card(-800, "29k")}
        (found,) = self.converted(EGF, held, {"factor": 2, "plus": 0}).values()
        assert found.gor == -900

    def test_who_has_no_figure_or_whom_no_piece_covers_starts_without_a_card(self):
        held = {"anna": None, "bela": card(1500), "csaba": card(1499)}
        found = self.converted(EGF, held, {"factor": 1, "plus": 0, "below": 1500})
        assert found.keys() == {"csaba"}

    def test_another_rulebook_is_given_the_figure_of_the_list(self):
        assert EGF.conversion_source(card(1500.5), DAY) == (1501, 0)
        assert whole(carried_over(1501, [{"factor": 0.5, "plus": 0}])) == 751
