"""The JSON of SWAR, the Belgian pairing program."""

from tests.imports.swar_files import CELLS, Cell, cell, free, swar
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.imports.valid_files import SAID
from tests.tables import every


def test_a_file_of_swar_is_read() -> None:
    report = valid_report("swar", swar(), SAID)
    assert (report.name, report.ended_on, report.rounds) == ("Cup", SAID.ended_on, 2)
    found = [(g.round, g.white, g.black, result_of(g)) for g in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (1, 0, False, "forfeit", "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "both")),
        (2, "3", None, (1, 0, False, "bye", "both")),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_players_have_their_figures_and_the_federations_numbers() -> None:
    anna, bert, eva, _ = valid_report("swar", swar(), SAID).players
    assert (anna.name, anna.sex, anna.title) == ("Ahorn, Anna", "f", "WFM")
    assert (anna.ids, anna.ratings) == ({"fide": "200001"}, {"FIDE": 1900})
    assert (bert.sex, bert.ids, bert.ratings) == ("m", {"kbsb": "12345"}, {"BEL": 1700})
    assert (eva.club, eva.federation, eva.ratings) == ("Gent", "BEL", {})


def test_name_and_last_day_are_to_be_said() -> None:
    says = [each.message for each in errors("swar", swar())]
    assert any("--ended-on" in each for each in says)
    assert any("--name" in each for each in says)


def test_letters_of_windows_are_read() -> None:
    content = swar().decode().encode("cp1252")
    games = valid_report("swar", content, SAID).games
    assert [g.white_points for g in games if g.round == 2 and g.black] == [0.5]


def test_a_bye_without_a_result_is_one_with_a_point_and_said_to_be() -> None:
    content = swar([*CELLS[:2], (CELLS[2][0], free(2, "BYE", "-")), CELLS[3]])
    games = valid_report("swar", content, SAID).games
    assert [g.white_points for g in games if g.black is None] == [1.0]
    assert any(
        "byes without a result" in each for each in messages_of("swar", content, "adjusted")
    )


@every(
    ("one", "other", "says"),
    [
        (cell(1, 3, "White", "-"), cell(1, 1, "Black", "-"), "have no result"),
        (cell(1, 3, "White", "1"), cell(1, 1, "Black", "1"), "more than one point"),
        (cell(1, 3, "White", "1"), free(1, "Absent"), "is empty"),
        (cell(1, 3, "White", "2"), cell(1, 1, "Black", "0"), "has the invalid result '2'"),
        (cell(0, 3, "White", "1"), cell(1, 1, "Black", "0"), "round 0"),
    ],
)
def test_rounds_that_cannot_be_are_refused(one: Cell, other: Cell, says: str) -> None:
    content = swar([(one, CELLS[0][1]), CELLS[1], (other, CELLS[2][1]), CELLS[3]])
    assert any(says in each.message for each in errors("swar", content))


@every("content", [b'{"Swar": {}}', b'{"Swar": {"Player": [1]}}', b"[" * 9_000])
def test_other_json_is_refused(content: bytes) -> None:
    assert "not the JSON of SWAR" in errors("swar", content)[0].message
