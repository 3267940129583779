"""Slips that a program makes in every export: mended with a warning where that is safe."""

import attrs

from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.json_lines import ANNA, BERT, CUP, WON, lines
from tests.imports.online_games import GAME_1, GAME_2, LIVE, chesscom, lichess
from tests.imports.tournament_files import (
    csv_text,
    dsb,
    dsb_game,
    dsb_player,
    errors,
    messages_of,
    opengotha,
    opengotha_game,
    pgn,
    result_of,
    tags,
    valid_report,
)
from tests.tables import every

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


def test_one_broken_letter_of_xml_in_utf_8_leaves_the_others_whole() -> None:
    content = dsb(GAME).replace(b"Stadtmeisterschaft", b"K\xc3\xb6ln, F\xfcrth")
    assert valid_report("dsb", content).name == "Köln, F�rth"
    assert any("(F�rth)" in each for each in messages_of("dsb", content, "warning"))


def test_a_bare_ampersand_is_read_with_a_warning_and_an_entity_stays_one() -> None:
    content = dsb(GAME).replace(
        b"Stadtmeisterschaft", b"Turm & Springer &amp; L\xc3\xa4ufer &#38; Co"
    )
    assert valid_report("dsb", content).name == "Turm & Springer & Läufer & Co"
    assert any("&amp;" in each for each in messages_of("dsb", content, "warning"))


@every(
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


@every(("points", "others"), [("1", "0"), ("0.5", "0.5"), ("+", "-")])
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


AHORN, BUCHE = "Ahorn, Anna", "Buche, Bert"
THREE = "number,name,fide,birth_year\n1,A,,\n2,B,,\n3,C,,\n"
ON_A_DAY = {key: value for key, value in WON.items() if key != "round"} | {"date": "2024-03-02"}
PASTED = {
    "pgn": pgn(tags(AHORN, BUCHE), tags(AHORN, BUCHE), tags("C", AHORN, Round="2")),
    "csv": csv_text(",1,2,1,0,\n,1,2,1,0,\n,1,3,1,0,\n", THREE),
    "jsonl": lines(CUP, ANNA, BERT, ON_A_DAY, ON_A_DAY, WON),
    "lichess": lichess(GAME_1, {**GAME_1, "id": "bbbbbbb1"}, GAME_2),
    "chesscom": chesscom(
        LIVE, {**LIVE, "url": "2"}, {**LIVE, "url": "3", "end_time": LIVE["end_time"] + 90_000}
    ),
}


@every("format_", PASTED)
def test_a_pair_with_two_games_in_a_round_or_on_a_day_is_asked_about(format_: str) -> None:
    """The system that a reader supposes answers nothing; the submitter's does."""
    said = SuppliedDetails(name="Cup")
    found = [each.message for each in errors(format_, PASTED[format_], said)]
    twice = (
        "2 games in round 1: the same game is listed twice" if format_ == "pgn" else "2 games on"
    )
    assert all(twice in each and each.endswith("give --system games") for each in found)
    report = valid_report(format_, PASTED[format_], attrs.evolve(said, system="games"))
    assert len(report.games) == 3


def test_a_round_robin_of_two_rounds_without_their_numbers_is_no_slip() -> None:
    """Every pair has two games, and no day contradicts that."""
    games = "".join(f",{pair},1,0,\n" for pair in ("1,2", "1,3", "2,3") * 2)
    assert valid_report("csv", csv_text(games, THREE)).system == "round-robin"


def test_two_games_with_other_results_are_not_one() -> None:
    found = errors("dsb", dsb(GAME + mirrored("1", "0")))
    assert any("2 games in round 1: correct the round" in each.message for each in found)


def test_in_a_knockout_two_games_of_a_round_are_two() -> None:
    content = dsb(GAME + mirrored("0", "1")).replace(b">SW<", b">SC<")
    assert len(valid_report("dsb", content).games) == 2
