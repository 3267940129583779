"""The list of the DSB: its three layouts, encodings and delimiters, and memberships."""

from tests.federation_lists.list_files import (
    DSB_14,
    DSB_15,
    DSB_17,
    dsb,
    dsb_line,
    messages_of,
    read,
    valid_entries,
)
from tests.tables import every

ANNA = dsb_line("10000001", "C0101", "Ahorn", "Anna", "A", 1990, 1712, 62, "4600001", "GER")


def test_the_layout_of_2026_is_read_by_the_names_of_its_columns() -> None:
    (anna,) = valid_entries("dsb", dsb([ANNA]))
    assert (anna.number, anna.name, anna.club) == ("10000001", "Ahorn, Anna", "C0101")
    assert (anna.birth_year, anna.sex, anna.federation) == (1990, "f", "GER")
    assert (anna.figure, anna.index) == (1712, 62)
    assert anna.ids == {"dsb": "10000001", "fide": "4600001"}


def test_the_older_layouts_say_the_same() -> None:
    rest = "62;2011;;4600001;GER"
    older = f"10000001;C0101;101;A;Ahorn,Anna,Dr.;W;D;1990;202631;1712;{rest}"
    (anna,) = valid_entries("dsb", dsb([older], DSB_15))
    assert (anna.number, anna.name, anna.figure, anna.index) == (
        "10000001",
        "Ahorn, Anna, Dr.",
        1712,
        62,
    )
    (oldest,) = valid_entries("dsb", dsb([older.removeprefix("10000001;")], DSB_14))
    assert (oldest.number, oldest.name) == ("C0101-101", "Ahorn, Anna, Dr.")


@every("delimiter", [",", ";", "\t"])
@every("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_delimiter_and_encoding_are_found(delimiter: str, encoding: str) -> None:
    cells = ["10000002", "C0101", "102", "A", '"Böhme,Jörg"', "M", "D", "1981", "", "", "", "", ""]
    line = delimiter.join([*cells, "", ""])
    header = DSB_15.replace(";", delimiter)
    _, (one,), findings = read("dsb", dsb([line], header, encoding))
    assert (one.name, one.figure) == ("Böhme, Jörg", None)
    assert [issue.kind for issue in findings.issues()] == (
        [] if encoding.startswith("utf") else ["adjusted"]
    )


def test_a_letter_that_only_latin_1_has_is_read_as_latin_1() -> None:
    content = dsb([ANNA.replace("Anna", "An\x81na")], encoding="latin-1")
    assert "latin-1" in messages_of("dsb", content)[0]


@every("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_the_club_of_the_active_membership_wins_wherever_it_stands(
    order: tuple[int, ...],
) -> None:
    memberships = [
        dsb_line("10000001", "C0202", "Ahorn", "Anna", "P"),
        dsb_line("10000001", "C0101", "Ahorn", "Anna", "A"),
        dsb_line("10000001", "C0303", "Ahorn", "Anna", "P"),
    ]
    (anna,) = valid_entries("dsb", dsb([memberships[at] for at in order]))
    assert anna.club == "C0101"


def test_somebody_who_is_only_passive_is_read_once() -> None:
    lines = [dsb_line("10000001", club, "Ahorn", "Anna", "P") for club in ("C0202", "C0303")]
    assert [each.club for each in valid_entries("dsb", dsb(lines))] == ["C0202"]


def test_two_active_memberships_are_told() -> None:
    lines = [dsb_line("10000001", club, "Ahorn", "Anna") for club in ("C0202", "C0303")]
    assert [each.club for each in read("dsb", dsb(lines))[1]] == ["C0202"]
    assert messages_of("dsb", dsb(lines)) == [
        "warning: line 3: ID 10000001 is active in two clubs: the club that comes first is taken"
    ]


@every(
    ("line", "why"),
    [
        (ANNA + ",more", "18 cells"),
        (ANNA.rpartition(",")[0], "16 cells"),
        (ANNA.replace("Ahorn,Anna", 'Aho"rn,Anna'), "quotes"),
        (dsb_line("not a number", "C0101", "Ahorn", "Anna"), "no number"),
        (dsb_line("10000001", "C0101", "", ""), "no name"),
        ('"' + "x" * 9_000, "5000 bytes"),
    ],
)
def test_a_damaged_line_harms_no_other(line: str, why: str) -> None:
    content = dsb([line, dsb_line("10000002", "C0101", "Buche", "Bert")])
    _, entries, findings = read("dsb", content)
    assert [each.name for each in entries] == ["Buche, Bert"]
    assert findings.damaged_lines == 1
    assert any("line 2" in issue and why in issue for issue in messages_of("dsb", content))


@every(
    "header", ["", "ID;Name", DSB_17.replace("DWZ", "Elo"), DSB_15.replace("Spielername", "Wer")]
)
def test_a_file_that_does_not_name_the_columns_is_refused(header: str) -> None:
    assert read("dsb", dsb([ANNA], header))[0] is None
    assert messages_of("dsb", dsb([ANNA], header))[0].startswith("error: line 1")


def test_the_list_is_recognised_by_its_content() -> None:
    for header in (DSB_14, DSB_15, DSB_17):
        list_, _, _ = read("auto", dsb([], header))
        assert list_ is not None
        assert list_.namespace == "dsb"
