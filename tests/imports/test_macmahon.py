"""MacMahon's own file, and go wall lists as text."""

from datetime import date

from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.macmahon_files import HEADINGS, PAIRINGS, WALL, macmahon, pairing, wall_list
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every

SAID = SuppliedDetails(name="Kupa", ended_on=date(2024, 3, 3))


@every(
    ("result", "expected"),
    [
        ("1-0", (0, 1, True, None, "both")),
        ("0-1", (1, 0, True, None, "both")),
        ("½-½", (0.5, 0.5, True, None, "both")),
        ("1-1", (1, 1, True, None, "both")),
        ("0-0", (0, 0, False, "double-loss", "both")),
        ("1-0!", (0, 1, False, "referee", "both")),
    ],
)
def test_the_result_of_a_pairing_has_blacks_side_first(result: str, expected: Result) -> None:
    (game,) = valid_report("macmahon", macmahon(pairing(result)), SAID).games
    assert (game.white, game.black, game.round, game.board) == ("1", "2", 1, 1)
    assert result_of(game) == expected


def test_a_result_by_the_referee_was_not_played() -> None:
    content = macmahon(pairing("1-0", ResultByReferee="true"))
    assert result_of(valid_report("macmahon", content, SAID).games[0])[2:4] == (False, "referee")


def test_stones_stand_with_the_pairing() -> None:
    content = macmahon(pairing("0-1", Handicap="9"))
    assert valid_report("macmahon", content, SAID).games[0].stones == 9


@every("shape", ["3.9", "3.0"])
def test_both_shapes_give_the_same_tournament(shape: str) -> None:
    report = valid_report("macmahon", macmahon(PAIRINGS, shape), SAID)
    assert (report.name, report.discipline, report.rounds) == ("Kupa", "go", 1)
    anna, bela, _ = report.players
    assert (anna.name, anna.grade, anna.federation) == ("Nagy, Anna", "2d", "HUN")
    assert anna.club == "Buda"
    assert (anna.ids, bela.ids, bela.grade) == ({"egd": "10000001"}, {}, "12k")
    bye = report.games[1]
    assert (bye.white, bye.black, bye.white_points) == ("3", None, 1.0)


def test_a_preliminary_registration_without_a_game_is_left_out() -> None:
    content = macmahon(pairing("1-0")).decode()
    at = content.rindex("<PreliminaryRegistration>false")
    changed = content[:at] + content[at:].replace("false", "true", 1)
    assert len(valid_report("macmahon", changed.encode(), SAID).players) == 2


@every(
    ("content", "says"),
    [
        (macmahon(pairing("?-?")), "is invalid: enter it"),
        (macmahon(pairing("")), "is invalid: enter it"),
        (macmahon(pairing("1-0", 1, 7)), "names player 7"),
        (macmahon(pairing("1-0", Handicap="many")), "'many' is not a number"),
        (macmahon(pairing("1-0", Handicap="99")), "99 handicap stones"),
        (macmahon(pairing("1-0")).replace(b"<RoundNumber>1", b"<RoundNumber>x"), "RoundNumber"),
    ],
)
def test_a_macmahon_file_that_cannot_be_is_refused(content: bytes, says: str) -> None:
    found = [issue for issue in errors("macmahon", content, SAID) if says in issue.message]
    assert found
    assert found[0].line is not None


def test_macmahon_asks_for_the_last_day() -> None:
    found = errors("macmahon", macmahon(PAIRINGS))
    assert any("--ended-on" in issue.message for issue in found)


def test_a_wall_list_gives_games_without_colours_and_free_wins() -> None:
    report = valid_report("walllist", wall_list(), SAID)
    games = [game for game in report.games if game.black]
    assert sorted((g.round, g.white, g.black, g.white_points) for g in games) == [
        (1, "1", "3", 1.0),
        (1, "2", "4", 1.0),
        (2, "1", "2", 0.5),
        (3, "1", "4", 1.0),
        (3, "2", "3", 0.0),
    ]
    (bye,) = [game for game in report.games if game.black is None]
    assert (bye.round, bye.white, bye.white_points) == (2, "3", 1.0)
    assert not any(game.sides_known for game in games)


def test_players_of_a_wall_list_are_found_by_columns() -> None:
    anna, bert, eva, _ = valid_report("walllist", wall_list(), SAID).players
    assert (anna.name, anna.club, anna.grade) == ("Ahorn, Anna", "Buda", "2d")
    assert (bert.grade, eva.grade, eva.ratings) == ("1k", "12k", {"EGF": 900})


@every(
    ("score", "places"),
    [("1.5", (None, None, None, None)), ("2", (1, 2, 2, 4)), ("2½", (1, 2, 2, 4))],
)
def test_a_wall_list_in_the_order_of_its_scores_has_places(
    score: str, places: tuple[int | None, ...]
) -> None:
    """A player without a number shares the place above; scores are 2.5, that given, 2 and 0."""
    rows = (WALL[0], WALL[1].replace("1.5\n", f"{score}\n"), WALL[2].replace(" 3", "  "), WALL[3])
    report = valid_report("walllist", wall_list(rows), SAID)
    lines = [player.table_line for player in report.players]
    assert tuple(line.place for line in lines) == places
    assert (report.tie_breaks, lines[2].tie_breaks) == (("Score",), (2,))


def test_a_wall_list_in_cyrillic_is_read_in_both_encodings() -> None:
    rows = (
        " 1 Антропов, Кирило Київ  2 дан  2100   2+  2+  2+   3\n".replace("Кирило ", "Кирил "),
        " 2 Бахур, Олег     Київ   1 кю   2000   1-  1-  1-   0\n",
    )
    headings = HEADINGS.replace("Name", "Ім'я").replace("Rating", "Рейтин")
    content = wall_list(rows, headings)
    for encoded in (content, content.decode().encode("cp1251")):
        report = valid_report("walllist", encoded, SAID)
        assert [player.name for player in report.players] == ["Антропов, Кирил", "Бахур, Олег"]
        assert [player.grade for player in report.players] == ["2d", "1k"]


def test_a_game_that_both_lost_was_not_won() -> None:
    rows = (WALL[0].replace("2=", "2-"), WALL[1].replace("1=", "1-"), *WALL[2:])
    games = valid_report("walllist", wall_list(rows), SAID).games
    (game,) = [each for each in games if each.round == 2 and each.black]
    assert result_of(game) == (0, 0, False, "double-loss", "both")


@every(
    ("cells", "expected"),
    [
        (("2+!", "1-!"), (1, 0, False, "referee", "both")),
        (("2-!", "1+!"), (0, 1, False, "referee", "both")),
        (("2-!", "1-!"), (0, 0, False, "referee", "both")),
        (("2+", "1+"), (1, 1, True, None, "both")),
    ],
)
def test_a_decision_of_the_referee_is_no_game(cells: tuple[str, str], expected: Result) -> None:
    rows = (
        WALL[0].replace("  2= ", f" {cells[0]:4}"),
        WALL[1].replace("  1= ", f" {cells[1]:4}"),
        *WALL[2:],
    )
    games = valid_report("walllist", wall_list(rows), SAID).games
    (game,) = [each for each in games if each.round == 2 and each.black]
    assert result_of(game) == expected


def test_a_decision_that_stands_on_one_line_only_is_one_with_a_warning() -> None:
    rows = (WALL[0].replace("  2= ", " 2-! "), WALL[1].replace("  1= ", " 1+  "), *WALL[2:])
    games = valid_report("walllist", wall_list(rows), SAID).games
    (game,) = [each for each in games if each.round == 2 and each.black]
    assert result_of(game) == (0, 1, False, "referee", "both")
    messages = messages_of("walllist", wall_list(rows), "warning", SAID)
    assert any("do not complete each other" in each for each in messages)


def test_a_wall_list_says_that_it_has_no_handicaps() -> None:
    messages = messages_of("walllist", wall_list(), "warning", SAID)
    assert any("handicaps" in each for each in messages)


@every(
    ("cell", "says", "line"),
    [("9+", "is empty", 4), ("3-", "names another", 5), ("w!", "'w!' is not a result", 4)],
)
def test_wall_list_cells_that_cannot_be_are_refused(cell: str, says: str, line: int) -> None:
    """The second round begins at the 44th sign of a line."""
    rows = (WALL[0].replace("2=", cell), *WALL[1:])
    found = [each for each in errors("walllist", wall_list(rows), SAID) if says in each.message]
    assert (found[0].line, found[0].column) == (line, 44)


def test_a_table_without_rounds_is_no_wall_list() -> None:
    content = wall_list(headings=HEADINGS.replace(" I ", " a ").replace("II", "bb"))
    assert "I, II, III" in errors("walllist", content, SAID)[0].message
