"""The defaults of rulebooks, shown by a rulebook that declares the least possible."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

import attrs

from projections.engine.registry import usable_rulebooks
from projections.queries.presentation import paragraphs_of
from projections.rulebooks.document import Document
from projections.rulebooks.evaluation import Evaluation, RatingStatus, Report
from projections.rulebooks.objection import Objection
from projections.rulebooks.occasion import Occasion
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.strengths import Strengths
from projections.rulebooks.tournament import (
    Entrant,
    Game,
    Membership,
    Player,
    ThinkingTime,
    Tournament,
)

DAY = date(1996, 5, 1)
EARLIER = Document(short="Old house", title="Rules of the old house", package="tests.rulebooks")
HOUSE = Document(
    short="House", title="Rules of the house", package="tests.rulebooks", earlier=EARLIER
)


@attrs.frozen
class Figure:
    figure: int | None
    games: int | None = None


@attrs.frozen
class House(Rulebook[Figure]):
    """A card holds up to the last day of 1996."""

    name = "house"
    document = HOUSE
    card = Figure
    card_fields = ("figure", "games")

    def _evaluate(
        self, occasion: Occasion, cards: Mapping[str, Figure | None]
    ) -> Evaluation[Figure]:
        del occasion, cards
        return Evaluation(cards={})

    def standing(self, card: Figure | None, day: date) -> RatingStatus:
        if card is None:
            return RatingStatus(status="unrated")
        shown = {"figure": card.figure, "games": card.games}
        return RatingStatus(
            status="valid" if day.year <= 1996 else "lapsed",
            figure=card.figure,
            card=shown,
            last_event="e",
        )

    def objections_to_card(self, kind: str, card: Mapping[str, Any]) -> Sequence[Objection]:
        del kind, card
        return ()


class OldHouse(House):
    document = EARLIER


class Stranger(House):
    document = Document(short="Other", title="Of others", package="tests.rulebooks")


class OtherCards(OldHouse):
    card: ClassVar[type[Any]] = Entrant


OPEN = Tournament(id="open", name="Open", discipline="chess", format="swiss", ended_on=DAY)


def test_a_rulebook_is_what_it_says_and_nothing_more_unless_it_says_so() -> None:
    house = House()
    assert not house.lower_is_stronger
    assert not house.proposes_grades
    assert house.asks_clubs
    assert not house.conversion_asks_persons
    assert not house.is_dated_by_games(OPEN)
    assert house.evaluate_part(OPEN, {}, Strengths()) is None
    assert list(house.columns) == ["before", "points", "games", "after"]
    assert list(house.columns.values()) == ["Before", "Points", "Games", "After"]


def test_a_figure_before_a_game_is_the_first_of_a_card_that_is_valid() -> None:
    house = House()
    assert house.figure_before_game(Figure(1500, 7), DAY) == 1500.0
    assert house.figure_before_game(Figure(1500, 7), date(1997, 1, 1)) is None
    assert house.figure_before_game(None, DAY) is None


def test_a_later_rulebook_is_given_the_figure_that_is_valid_and_no_count() -> None:
    house = House()
    assert house.conversion_source(Figure(1500, 7), DAY) == (1500, 0)
    assert house.conversion_source(Figure(None, 7), DAY) is None
    assert house.conversion_source(Figure(1500, 7), date(1997, 1, 1)) is None


def test_a_record_shows_a_conversion_where_it_gave_the_figure() -> None:
    house = House()
    assert house.shown_conversion(Figure(1500, 7), "e", DAY) == {"figure": 1500, "games": 7}
    assert house.shown_conversion(Figure(1500, 7), "another", DAY) is None


def test_cards_go_on_under_a_later_edition_with_the_same_cards_alone() -> None:
    assert House().keeps_cards_of(OldHouse())
    assert House().keeps_cards_of(House())
    assert not OldHouse().keeps_cards_of(House())
    assert not House().keeps_cards_of(Stranger())
    assert not House().keeps_cards_of(OtherCards())


def test_a_card_is_written_without_what_it_has_not() -> None:
    house = House()
    assert house.format_card({"figure": 1500, "games": 7}) == "1500, 7"
    assert house.format_card({"figure": 1500, "games": None}) == "1500"


def test_a_row_of_a_table_has_the_cards_as_they_are_written_and_the_games_that_counted() -> None:
    row = {
        "player": "anna",
        "figure_before": None,
        "games_before": 0,
        "figure_after": 1500,
        "games_after": 2,
        "games_used": ["1", "2"],
    }
    shown = House().table_row(row)
    assert shown == {**row, "before": "", "after": "1500, 2", "played": 2}
    assert House().table_row({"player": "bela"})["played"] == 0


def test_a_table_without_a_column_for_it_has_no_card() -> None:
    class Short(House):
        columns: ClassVar = {"after": "After"}

    row = {"figure_before": 1400, "games_before": 1, "figure_after": 1500, "games_after": 2}
    shown = Short().table_row(row)
    assert (shown["before"], shown["after"]) == ("", "1500, 2")


def test_the_report_of_a_tournament_is_the_first_or_an_empty_one() -> None:
    reports = [Report(excluded="one"), Report(excluded="two")]
    assert House().join(reports) == reports[0]
    assert House().join([]) == Report()


def test_the_same_readings_are_the_same_rulebook() -> None:
    house = House()
    assert house.read_with({}) is house


class TestPersonsAndGames:
    """Persons and games as given to a rulebook if nothing was stated."""

    def test_somebody_belongs_to_the_club_of_the_last_declaration_up_to_the_day(self) -> None:
        clubs = [(date.min, "A"), (date(1996, 1, 1), "B"), (date(1996, 6, 1), None)]
        anna = Player(
            id="anna",
            memberships=tuple(Membership(from_day=day, club=club) for day, club in clubs),
        )
        days = [date(1995, 12, 31), date(1996, 1, 1), date(1996, 5, 31), date(1996, 6, 1)]
        assert [anna.club_on(day) for day in days] == ["A", "B", "B", None]
        assert Player(id="bela").club_on(DAY) is None

    def test_nobody_is_a_computer_or_a_junior_unless_it_is_said(self) -> None:
        assert not Player(id="bela").computer
        assert not Entrant(player="bela").junior

    def test_a_game_was_played_without_handicap_unless_it_is_said(self) -> None:
        game = Game(game="1", white="a", white_points=1.0, black_points=0.0)
        assert game.played
        assert game.stones == 0
        assert ThinkingTime(minutes=90).increment_seconds == 0

    def test_the_day_of_a_game_is_when_it_was_finished_else_played_else_the_end(self) -> None:
        sunday, monday = date(1996, 4, 28), date(1996, 4, 29)
        days: list[dict[str, Any]] = [
            {"finished_on": monday, "played_on": sunday},
            {"finished_on": monday},
            {"played_on": sunday},
            {},
        ]
        games = [Game(game="1", white="a", white_points=1, black_points=0, **day) for day in days]
        assert [OPEN.day_of(game) for game in games] == [monday, monday, sunday, DAY]


def test_a_paragraph_that_a_rulebook_names_for_pages_is_in_its_document() -> None:
    """FIDE 8.2.3 limits first ratings; three editions of the DWZ have exceptional performances."""
    named = {
        (book.name, rule)
        for book in usable_rulebooks()
        for rule in (book.exceptional, *(book.highest_first or ())[1:])
        if rule is not None
    }
    assert {name for name, _ in named} == {"dwz-1995", "dwz-2014", "dwz-2026", "fide-2024"}
    assert all(rule in paragraphs_of(name) for name, rule in named)
