"""Slips that a program makes in every export: mended with a warning where that is safe."""

import pytest

from tests.imports.tournament_files import (
    dsb,
    dsb_game,
    dsb_player,
    errors,
    messages_of,
    opengotha,
    opengotha_game,
    result_of,
    valid_report,
)

GAME = dsb_game("1", "0")


def mirrored(points: str, others: str) -> str:
    """The game of players 1 and 2 as the line of player 2 has it."""
    swapped = dsb_game(points, others).replace("NumberWhite>1<", "NumberWhite>X<")
    return swapped.replace("NumberBlack>2<", "NumberBlack>1<").replace(
        "NumberWhite>X<", "NumberWhite>2<"
    )


def test_latin_1_under_a_declaration_of_utf_8_is_read_with_a_warning() -> None:
    content = dsb(GAME).decode().replace("Stadtmeisterschaft", "Köln").encode("latin-1")
    assert valid_report("dsb", content).name == "Köln"
    assert any(
        "declares UTF-8 but is not" in each for each in messages_of("dsb", content, "warning")
    )


def test_a_bare_ampersand_is_read_with_a_warning_and_an_entity_stays_one() -> None:
    content = dsb(GAME).replace(
        b"Stadtmeisterschaft", b"Turm & Springer &amp; L\xc3\xa4ufer &#38; Co"
    )
    assert valid_report("dsb", content).name == "Turm & Springer & Läufer & Co"
    assert any("&amp;" in each for each in messages_of("dsb", content, "warning"))


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE Tournament SYSTEM "opengotha.dtd">',
        '<!DOCTYPE Tournament PUBLIC "-//x//y"\n "http://example.org/x.dtd">',
    ],
)
def test_a_document_type_elsewhere_is_not_read_and_the_rest_is(declared: str) -> None:
    plain = opengotha(opengotha_game("RESULT_WHITEWINS")).decode()
    content = plain.replace("<Tournament ", declared + "\n<Tournament ", 1).encode()
    report = valid_report("opengotha", content)
    assert len(report.games) == 1
    assert report.games[0].line == 4 + declared.count("\n") + 1
    assert any("not read" in each for each in messages_of("opengotha", content, "warning"))


def test_a_day_of_zeros_in_a_dsb_game_is_not_known() -> None:
    content = dsb(GAME.replace("<round>", "<date>0000-00-00</date><round>"))
    assert valid_report("dsb", content).games[0].day is None
    assert any("0000-00-00" in each for each in messages_of("dsb", content, "warning"))


def test_the_year_1900_of_a_dsb_player_is_not_known() -> None:
    players = "".join(map(dsb_player, (1, 2, 3))).replace(">1990<", ">1900<", 1)
    content = dsb(GAME, players=players)
    assert [each.birth_year for each in valid_report("dsb", content).players] == [None, 1990, 1990]
    assert any("1900" in each for each in messages_of("dsb", content, "warning"))


@pytest.mark.parametrize(("points", "others"), [("1", "0"), ("0.5", "0.5"), ("+", "-")])
def test_games_that_are_all_listed_twice_are_read_once(points: str, others: str) -> None:
    content = dsb(dsb_game(points, others) + mirrored(others, points))
    (game,) = valid_report("dsb", content).games
    assert (game.white, game.black, game.sides_known) == ("1", "2", False)
    once = valid_report("dsb", dsb(dsb_game(points, others))).games[0]
    assert result_of(game) == result_of(once)
    assert any("listed twice" in each for each in messages_of("dsb", content, "warning"))


def test_two_games_of_which_one_is_listed_twice_are_not_read_once() -> None:
    again = mirrored("0", "1") + dsb_game("1", "0", 2)
    found = [
        each.message for each in errors("dsb", dsb(GAME + again)) if "2 games" in each.message
    ]
    assert found
    assert all("listed twice, take one of them out" in message for message in found)


def test_two_games_with_other_results_are_not_one() -> None:
    found = errors("dsb", dsb(GAME + mirrored("1", "0")))
    assert any("2 games in round 1: correct the round" in each.message for each in found)


def test_in_a_knockout_two_games_of_a_round_are_two() -> None:
    content = dsb(GAME + mirrored("0", "1")).replace(b">SW<", b">SC<")
    assert len(valid_report("dsb", content).games) == 2
