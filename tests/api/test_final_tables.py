"""A tournament's final table: places, tie-breaks, results and what they did to the ratings."""

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.files.charts.plots import crosstable_plot
from tests.projections.submissions import (
    adoption,
    decided,
    event,
    game,
    games,
    player,
    tournament,
)
from tests.tables import every

FORMS = ("trf16", "trf26", "uschess", "h9", "aga", "csv")


class TestTheGrandmastersOfDortmund:
    """The crosstable of 1995 as it was published; all met all."""

    def test_equal_points_are_decided_by_sonneborn_berger(self, demo: Ledger) -> None:
        """Leko and Ivanchuk had 5 points.  Leko beat Bareev (3½) and Lobron (2), lost to
        Beliavsky and drew with Kramnik (7), Karpov (6½), Ivanchuk (5), Lautier (4½), Short (4)
        and Piket (4): 5½ + 31/2 = 21.  Ivanchuk had 20.
        """
        table = demo.pool("dortmund").crosstable("dortmund-1995")
        assert table["layout"] == "crosstable"
        placed = [(row["player"], row["points"]) for row in table["players"][:4]]
        assert placed == [("kramnik", 7), ("karpov", 6.5), ("leko", 5), ("ivanchuk", 5)]
        assert [row["tie_breaks"] for row in table["players"][2:4]] == [[21], [20]]
        assert [row["place"] for row in table["players"][2:4]] == [[3, 3], [4, 4]]

    def test_the_winner_gained_most(self, demo: Ledger) -> None:
        """As the evaluation says: Kramnik 2730 to 2822, Leko 2605 to 2681, Karpov 2775 to 2805."""
        table = demo.pool("dortmund").crosstable("dortmund-1995")
        assert table["gained_most"] == ["kramnik", "leko", "karpov"]
        changes = {row["player"]: row["rating"] for row in table["players"]}
        assert changes["kramnik"] is not None
        assert changes["kramnik"]["change"] == 2822 - 2730

    def test_who_has_no_rating_afterwards_has_gained_nothing(self, sqlite_database: str) -> None:
        """Bela lost his only game, and is still unrated."""
        with Ledger.open(sqlite_database) as ledger:
            people = [player("anna"), player("bela"), decided("anna", "1500-10")]
            cup = [
                tournament("cup", "1996-02-01"),
                *games("cup", "anna 1-0 bela", "bela 0-1 anna"),
            ]
            ledger.append([adoption(), *people, *cup], by="anna")
            assert "bela" not in ledger.pool("dwz").crosstable("cup")["gained_most"]

    def test_have_a_picture_with_a_square_for_every_game_of_both_sides(self, demo: Ledger) -> None:
        table = demo.pool("dortmund").crosstable("dortmund-1995")
        drawn = crosstable_plot(table, "{:g}".format).decode()
        assert drawn.count('fill-opacity="0.3"') == 10 * 9 + 10
        assert "Kramnik, Vladimir" in drawn


class TestTheSwissOfTheClub:
    def test_is_read_by_rounds_with_colour_and_opponent(self, demo: Ledger) -> None:
        """Dorothea had Black against Marta, White against Tilda, and so on in turn."""
        table = demo.pool("club").crosstable("spring-1995")
        first = table["players"][0]
        assert (table["layout"], first["player"], first["points"]) == ("rounds", "dorothea", 3)
        played = [(it["round"], it["colour"], it["opponent"]) for it in first["games"]]
        assert played[:2] == [(1, "black", "marta"), (2, "white", "tilda")]

    def test_the_buchholz_of_the_winner_is_the_sum_of_her_opponents_points(
        self, demo: Ledger
    ) -> None:
        """Dorothea met Marta (1), Tilda (2½), Ludwig (2½) and Konrad (3)."""
        table = demo.pool("club").crosstable("spring-1995")
        assert table["tie_breaks"] == ["buchholz-fide", "sonneborn-berger-fide"]
        assert table["players"][0]["tie_breaks"][0] == 9

    def test_has_no_picture(self, demo: Ledger) -> None:
        table = demo.pool("club").crosstable("spring-1995")
        with pytest.raises(Refused, match="only a crosstable is drawn"):
            crosstable_plot(table, "{:g}".format)


PAIRS = ("a 1-0 b", "c 1-0 d", "a 1-0 c", "b 1-0 d")


@every(
    ("form", "games_", "rounds", "expected"),
    [
        ("round-robin", 4, False, "crosstable"),
        ("round-robin", 3, False, "rounds"),
        ("round-robin", 1, False, "crosstable"),
        ("swiss", 4, False, "crosstable"),
        ("swiss", 4, True, "rounds"),
    ],
)
def test_two_thirds_of_all_pairs_make_a_crosstable(
    sqlite_database: str, form: str, games_: int, rounds: bool, expected: str
) -> None:
    """Of the six pairs of four players four, and the only one of two; a Swiss has rounds."""
    with Ledger.open(sqlite_database) as ledger:
        id_ = f"{form}-{games_}-{rounds}"
        events = [
            game(id_, *each.split(), **({"round": number} if rounds else {}))
            for number, each in enumerate(PAIRS[:games_], start=1)
        ]
        begun = [] if ledger.positions()["head"] else [adoption(), *map(player, "abcd")]
        ledger.append([*begun, tournament(id_, "1996-05-05", format=form), *events], by="anna")
        assert ledger.pool("dwz").crosstable(id_)["layout"] == expected


def test_a_chess_tournament_is_offered_in_the_forms_of_chess(demo: Ledger) -> None:
    offered = demo.pool("club").tournament_forms("spring-1995", FORMS)
    assert offered == ["trf16", "trf26", "uschess", "csv"]


def test_every_form_that_is_offered_can_be_written(demo: Ledger) -> None:
    """And each that is not is refused when it is asked for."""
    for pool, id_ in (("club", "spring-1995"), ("dortmund", "dortmund-1995")):
        offered = demo.pool(pool).tournament_forms(id_, FORMS)
        for form in FORMS:
            if form in offered:
                assert demo.export_tournament(id_, form, pool=pool).content
            else:
                with pytest.raises(Refused):
                    demo.export_tournament(id_, form, pool=pool)


def test_several_may_have_won_and_nobody_where_the_teams_are_unknown(
    sqlite_database: str,
) -> None:
    """A and B drew; C beat D for a team that nobody named."""
    with Ledger.open(sqlite_database) as ledger:
        events = [
            adoption(),
            *map(player, "abcd"),
            tournament("duel", "1996-05-05", format="match"),
            game("duel", "a", "½-½", "b"),
            tournament("league", "1996-05-06", format="team"),
            game("league", "c", "1-0", "d"),
        ]
        ledger.append(events, by="anna")
        found = ledger.pool("dwz").winners(["duel", "league"])
        assert {id_: [it.player for it in won] for id_, won in found.items()} == {
            "duel": ["a", "b"]
        }


def test_a_corrected_game_changes_the_places_that_are_kept(sqlite_database: str) -> None:
    """A beat B and has won; in fact B beat A."""
    with Ledger.open(sqlite_database) as ledger:
        entered = [adoption(), *map(player, "ab"), tournament("duel", "1996-05-05")]
        ledger.append([*entered, game("duel", "a", "1-0", "b")], by="anna")

        def won() -> list[str | None]:
            return [it.player for it in ledger.pool("dwz").winners(["duel"])["duel"]]

        assert won() == won() == ["a"]
        right = game("duel", "a", "0-1", "b")["data"]
        corrected = {"corrects": "game duel:a-b", "replacement": right, "reason": "a misprint"}
        ledger.append([event("correction.submitted", "corrected", corrected)], by="anna")
        assert won() == ["b"]
