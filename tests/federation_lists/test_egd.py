"""The list of the EGD: slices of the lines, the date above them, names without commas."""

from datetime import date

from tests.federation_lists.list_files import (
    EGD_HEAD,
    egd,
    egd_line,
    messages_of,
    read,
    valid_entries,
)
from tests.tables import every

NAGY = egd_line("10000001", "Nagy Anna", "HU", "Buda", 2341)


def test_the_list_is_read_by_its_columns() -> None:
    (nagy,) = valid_entries("egd", egd([NAGY]))
    assert (nagy.number, nagy.name, nagy.federation) == ("10000001", "Nagy, Anna", "HUN")
    assert (nagy.club, nagy.figure, nagy.birth_year) == ("Buda", 2341, None)
    assert (nagy.line, nagy.ids) == (6, {"egd": "10000001"})


def test_the_date_stands_above_the_first_line() -> None:
    list_, _, _ = read("egd", egd([NAGY]))
    assert list_ is not None
    assert list_.day == date(2018, 2, 22)


@every("written", ["(31 Feb 2018)", "22 Feb 2018", ""])
def test_what_is_no_date_is_not_guessed_at(written: str) -> None:
    list_, _, _ = read("egd", egd([NAGY], EGD_HEAD.replace("(22 Feb 2018)", written)))
    assert list_ is not None
    assert list_.day is None


@every(
    ("written", "name"),
    [
        ("Van_Der_Linde Jan Karel", "Van Der Linde, Jan Karel"),
        ("Solo", "Solo"),
        ("Ahorn (undefined)", "Ahorn"),
    ],
)
def test_surname_and_forename_are_told_apart(written: str, name: str) -> None:
    assert [each.name for each in valid_entries("egd", egd([egd_line("10000002", written)]))] == [
        name
    ]


def test_a_gor_may_be_below_zero() -> None:
    assert [
        each.figure for each in valid_entries("egd", egd([egd_line("10000003", "A B", gor=-320)]))
    ] == [-320]


@every("line", [NAGY[:75], NAGY[:30], NAGY[2:], egd_line("10000002", ""), " 1234567  Kis Bela"])
def test_a_damaged_line_harms_no_other(line: str) -> None:
    _, entries, findings = read("egd", egd([NAGY, line, egd_line("10000009", "Kis Bela")]))
    assert [each.number for each in entries] == ["10000001", "10000009"]
    assert findings.damaged_lines == 1
    assert "line 7" in str(findings.issues()[0])


@every("content", [b"", b"<html>", b"x\n" * 2_000, EGD_HEAD.encode()])
def test_a_file_without_persons_is_refused(content: bytes) -> None:
    assert read("egd", content)[0] is None
    assert messages_of("egd", content)[0].startswith("error: no line begins with a PIN")


def test_the_list_is_recognised_by_its_content() -> None:
    list_, _, _ = read("auto", egd([NAGY]))
    assert list_ is not None
    assert list_.namespace == "egd"
