"""Results for the rating of the American Go Association."""

from datetime import date

from tests.imports.aga_files import HEAD, PLAYERS, ROUNDS, aga
from tests.imports.tournament_files import errors, valid_report
from tests.tables import every

# The example that the association itself gives, with other names.
EXAMPLE = b"""TOURNEY Princeton Go Club Rated Games, Princeton, NJ, June 15-30, 2004
        start=6/15/2004
        finish=6/30/2004
        rules=AGA
PLAYERS
 489 Ahorn, Anna 4k
3199 Buche, Bert     4k
GAMES
489 3199 b 0 7
3199 489 w 0 7
"""


def test_the_example_of_the_association_is_read() -> None:
    report = valid_report("aga", EXAMPLE)
    assert report.name == "Princeton Go Club Rated Games, Princeton, NJ, June 15-30, 2004"
    assert (report.starts_on, report.ended_on) == (date(2004, 6, 15), date(2004, 6, 30))
    assert (report.discipline, report.komi, report.rounds) == ("go", 7.0, None)
    assert [(g.round, g.white, g.black, g.white_points, g.stones) for g in report.games] == [
        (None, "1", "2", 0.0, 0),
        (None, "2", "1", 1.0, 0),
    ]


def test_a_file_with_rounds_is_read() -> None:
    report = valid_report("aga", aga())
    assert (report.starts_on, report.ended_on) == (date(2024, 9, 8), date(2024, 9, 10))
    assert (report.rounds, report.system) == (2, "swiss")
    assert [(g.round, g.white, g.black, g.white_points, g.stones) for g in report.games] == [
        (1, "1", "2", 0.0, 0),
        (1, "3", "4", 1.0, 5),
        (2, "2", "1", 1.0, 0),
        (2, "4", "3", 0.0, 5),
    ]


def test_players_are_counted_and_their_members_numbers_kept() -> None:
    """They are personal data, so no player is numbered by them; 99999 is a temporary one."""
    players = valid_report("aga", aga()).players
    assert [(p.number, p.name, p.grade) for p in players] == [
        ("1", "Ahorn, Anna", "4k"),
        ("2", "Buche, Bert", "2d"),
        ("3", "Esche, Eva", "7k"),
        ("4", "Fichte, Fritz", "12k"),
    ]
    assert [p.ids.get("aga") for p in players] == ["489", "3199", "12345", None]


def test_a_block_with_several_games_of_a_player_has_no_rounds() -> None:
    report = valid_report("aga", aga([[*ROUNDS[0], *ROUNDS[1]]]))
    assert {g.round for g in report.games} == {None}


def test_the_number_of_games_is_no_round() -> None:
    content = aga().replace(b"GAMES 1", b"GAMES (2)").replace(b"GAMES 2\n", b"GAMES: 3\n")
    assert [g.round for g in valid_report("aga", content).games] == [None, None, 3, 3]


@every(
    ("written", "says"),
    [
        ("489 3199 = 0 7", "W or B for the winner"),
        ("489 3199 ? 0 7", "W or B for the winner"),
        ("489 3199", "W or B for the winner"),
        ("489 777 W 0 7", "names player 777"),
        ("489 489 W 0 7", "plays against himself"),
        ("489 3199 W 77 7", "77 handicap stones"),
    ],
)
def test_games_that_cannot_be_are_refused_with_their_line(written: str, says: str) -> None:
    found = errors("aga", aga([[written, ROUNDS[0][1]], ROUNDS[1]]))
    assert any(says in each.message and each.line == 12 for each in found)


@every(
    ("player", "says"),
    [
        ("489 Ahorn, Anna", "number, name and grade"),
        ("Ahorn, Anna 4k", "number, name and grade"),
        ("3199 Ahorn, Anna 4k", "is used by two players"),
    ],
)
def test_players_that_cannot_be_are_refused(player: str, says: str) -> None:
    found = errors("aga", aga(players=[PLAYERS[1], player, *PLAYERS[2:]]))
    assert any(says in each.message and each.line == 8 for each in found)


def test_without_a_last_day_it_is_to_be_said() -> None:
    content = aga(head=HEAD.replace("finish=9/10/2024", ""))
    assert any("--ended-on" in each.message for each in errors("aga", content))


def test_what_stands_behind_the_end_is_not_read() -> None:
    assert len(valid_report("aga", aga() + b"489 3199 W 0 7\n").games) == 4
