"""The page of an audit as a player reads it, on paper and on a telephone."""

import re

import pytest

from projections.files.documents.formats import page
from tests.projections.submissions import adoption, decided, game, player, tournament, withheld

CUP = [
    adoption("1996-01-01"),
    *map(player, ("anna", "bruno", "carla")),
    decided("anna", "1700-20", "1996-01-01"),
    decided("bruno", "1600-15", "1996-01-01"),
    decided("carla", "1700-8", "1996-01-01"),
    tournament("cup", "1996-11-17"),
    game("cup", "anna", "1-0", "bruno", round=1),
    game("cup", "carla", "½-½", "anna", round=2),
]


@pytest.fixture
def cup(empty_file):
    empty_file.append(*CUP)
    return empty_file


def written(shell, *who, form="html"):
    path = shell.folder / f"audit.{form}"
    shell.table("audit", "dwz", *who, "--document", str(path))
    return path.read_text("utf-8")


def rows(text, heading):
    """The cells of the first table under a heading, as they are seen."""
    part = text[text.index(f"<h2>{heading}") :]
    table = part[: part.index("</table>")]
    found = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    cells = (re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in found)
    return [[re.sub("<.*?>", "", cell) for cell in row] for row in cells]


class TestGames:
    def test_each_game_has_its_round_the_colour_and_the_opponents_name(self, cup):
        """DWZ 4.6: at equal ratings the expectation is a half."""
        headings, first, second = rows(written(cup, "anna"), "The games that count")
        assert headings[:3] == ["round", "colour", "opponent"]
        assert first[:3] == ["1", "white", "Bruno, Test"]
        assert second[:3] == ["2", "black", "Carla, Test"]
        assert (second[-2], second[-1]) == ("0.5", "0.5")

    def test_an_expectation_has_three_places_and_all_digits_on_a_closer_look(self, cup):
        """DWZ 4.6: P(100) = Φ(100 / (200 √2)) = 0.638163195…"""
        text = written(cup, "anna")
        assert rows(text, "The games that count")[1][-1] == "0.638"
        assert '<span title="0.6381631951">0.638</span>' in text

    def test_markdown_where_nobody_can_look_closer_has_all_digits(self, cup):
        assert "0.6381631951" in written(cup, "anna", form="md")

    def test_a_withheld_opponent_has_no_name_on_the_page(self, cup):
        cup.append(withheld("bruno", "1996-01-01"))
        text = written(cup, "anna")
        assert rows(text, "The games that count")[1][2] == "(withheld) (bruno)"
        assert "Bruno, Test" not in text

    def test_namesakes_are_told_apart_by_their_ids(self, empty_file):
        same = player("carla", name="Bruno, Test")
        empty_file.append(*CUP[:3], same, *CUP[4:])
        _, first, second = rows(written(empty_file, "anna"), "The games that count")
        assert (first[2], second[2]) == ("Bruno, Test (bruno)", "Bruno, Test (carla)")

    def test_a_game_without_a_round_keeps_its_id(self, empty_file):
        empty_file.append(*CUP[:-2], game("cup", "anna", "1-0", "bruno"))
        headings, only = rows(written(empty_file, "anna"), "The games that count")
        assert headings[0] == "game"
        assert only[0] == "cup:anna-bruno"


class TestThePage:
    def test_the_symbols_that_are_used_are_explained_and_no_others(self, cup):
        text = written(cup, "anna")
        legend = text[text.index("<h2>The symbols") : text.index("<h2>The opponents")]
        assert "<dt>We</dt><dd>expected points</dd>" in legend
        assert "<dt>Rp</dt>" not in legend  # no special evaluation

    def test_all_pages_have_one_stylesheet(self, cup):
        evaluation = cup.table("export", "evaluation", "dwz", "cup", "--as", "html")
        list_ = cup.table("export", "ratings", "dwz", "--as", "html")
        sheets = {
            re.search(r"<style>(.*?)</style>", each, re.DOTALL)[1]
            for each in (written(cup, "anna"), evaluation, list_)
        }
        assert len(sheets) == 1

    def test_a_web_page_can_have_the_body_without_the_rest(self, cup):
        """The blocks are macros, so that another page can put them into its own frame."""
        text = written(cup, "anna")
        main = text[text.index("<main>") : text.index("</main>")]
        assert "<script" not in main
        assert "<style" not in main
        assert "hash" in main

    def test_it_still_holds_when_checked(self, cup):
        written(cup, "anna")
        checked = cup.run("check-audit", str(cup.folder / "audit.html"))
        assert checked.status == 0
        assert "The document holds." in checked.out


def test_a_template_that_lacks_a_value_is_an_error():
    with pytest.raises(Exception, match="document"):
        page("audit.html")
