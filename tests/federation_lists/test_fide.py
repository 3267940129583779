"""The lists of FIDE: columns from the header, in each of its layouts, and damaged lines."""

from datetime import date

from tests.federation_lists.list_files import (
    COMBINED,
    SINGLE,
    archive,
    fide,
    fide_line,
    fide_person,
    fide_single_line,
    fide_xml,
    messages_of,
    read,
    valid_entries,
)
from tests.tables import every

ANNA = fide_line("4600001", "Ahorn, Anna", rating=2011, birth=1990, sex="F", flag="w")


def test_the_combined_list_is_read_by_its_columns() -> None:
    (anna,) = valid_entries("fide", fide([ANNA]))
    assert (anna.number, anna.name, anna.federation) == ("4600001", "Ahorn, Anna", "GER")
    assert (anna.birth_year, anna.sex, anna.figure) == (1990, "f", 2011)
    assert (anna.line, anna.ids) == (2, {"fide": "4600001"})


def test_the_combined_list_does_not_tell_its_date() -> None:
    list_, _, _ = read("fide", fide([ANNA]))
    assert list_ is not None
    assert list_.day is None


def test_the_header_of_a_single_list_tells_the_month() -> None:
    line = fide_single_line("4600001", "Ahorn, Anna", 1987, 1990)
    list_, (anna,), findings = read("fide", fide([line], SINGLE))
    assert list_ is not None
    assert list_.day == date(2026, 10, 1)
    assert (anna.figure, anna.birth_year, anna.sex) == (1987, 1990, "f")
    assert "does not state which" in str(findings.issues()[0])


def test_the_columns_of_an_older_list_are_found_as_well() -> None:
    header = "ID_NUMBER NAME                       TITLE FED JUL11 GAMES BORN  FLAG"
    line = "4600001   Ahorn, Anna                f     GER 1987      9 1990  wi"
    list_, (anna,), _ = read("fide", fide([line], header))
    assert list_ is not None
    assert list_.day == date(2011, 7, 1)
    assert (anna.federation, anna.figure, anna.birth_year, anna.sex) == ("GER", 1987, 1990, "f")


def test_the_legacy_list_has_no_column_for_the_arena_title() -> None:
    def legacy(text: str) -> str:
        return text[:109] + text[113:]

    (anna,) = valid_entries("fide", fide([legacy(ANNA)], legacy(COMBINED)))
    assert (anna.figure, anna.birth_year) == (2011, 1990)


def test_nothing_known_is_nothing_said() -> None:
    (bert,) = valid_entries(
        "fide", fide([fide_line("4600002", "Buche, Bert", "", birth=0, sex="")])
    )
    assert (bert.birth_year, bert.figure, bert.federation, bert.sex) == (None, None, None, None)


def test_titles_that_overflow_their_column_move_the_ones_behind() -> None:
    line = fide_line(
        "4600001", "Ahorn, Anna", rating=2011, birth=1990, titles="IA,IO,FST,DI,NA,SI"
    )
    (anna,) = valid_entries("fide", fide([line]))
    assert (anna.figure, anna.birth_year) == (2011, 1990)


@every("number", ["", "0", "'460'", "46000O1", "12"])
def test_a_line_without_a_number_is_left_out_and_told(number: str) -> None:
    content = fide([fide_line(number, "Esche, Eva"), ANNA])
    assert [each.number for each in read("fide", content)[1]] == ["4600001"]
    assert any("line 2: the line is left out" in issue for issue in messages_of("fide", content))


def test_a_line_that_was_cut_off_is_left_out_whatever_is_left_of_it() -> None:
    for end in range(1, 152):
        _, entries, findings = read("fide", fide([ANNA[:end], ANNA]))
        assert len(entries) == 1
        assert findings.damaged_lines == (1 if ANNA[:end].strip() else 0)


@every("header", ["", "Name Rating", COMBINED.replace("Fed", "Nat")])
def test_a_file_without_the_header_is_refused(header: str) -> None:
    assert read("fide", fide([ANNA], header))[0] is None
    assert any(
        "not the header of a FIDE list" in issue for issue in messages_of("fide", fide([], header))
    )


def test_letters_that_are_not_ascii_are_read_and_told() -> None:
    line = fide_line("4600003", "Böhme, Jörg")
    for encoding, issues in (("utf-8", 0), ("cp1252", 1)):
        content = fide([]) + f"{line}\r\n".encode(encoding)
        _, (one,), findings = read("fide", content)
        assert one.name == "Böhme, Jörg"
        assert len(findings.issues()) == issues


def test_the_xml_says_the_same_as_the_text() -> None:
    text = fide([fide_line("4600001", "Ahorn, Anna", rating=2011, birth=1990, sex="F")])
    xml = fide_xml(fide_person("4600001", "Ahorn, Anna", 2011, "1990"))
    (one,), (other,) = valid_entries("fide", text), valid_entries("fide", xml)
    assert one.line == other.line == 2
    assert (one.name, one.figure, one.birth_year) == (other.name, other.figure, other.birth_year)
    assert (one.ids, one.sex, one.federation) == (other.ids, other.sex, other.federation)


@every("attribute", ["FIDEID", "fideid"])
def test_older_xml_has_the_number_as_an_attribute(attribute: str) -> None:
    person = fide_person("4600001", "Ahorn, Anna", 2011, "1990-05-06")
    person = person.replace("<player>", f'<player {attribute}="4600001">')
    person = person.replace("<fideid>4600001</fideid>\n", "")
    (anna,) = valid_entries("fide", fide_xml(person))
    assert (anna.number, anna.name, anna.birth_year) == ("4600001", "Ahorn, Anna", 1990)
    assert (anna.ids, anna.figure) == ({"fide": "4600001"}, 2011)


@every(
    ("content", "message"),
    [
        (b"<players></players>", "root element"),
        (b"<playerslist><player></playerslist>", "not XML"),
        (fide_xml(fide_person("4600001", "Ahorn, Anna"))[:-30], "not XML"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist></playerslist>', "DTD"),
        (b"<playerslist>" + b"<" + b"a" * 6_000_000, "not a FIDE list"),
    ],
)
def test_what_is_no_xml_of_a_list_is_an_error(content: bytes, message: str) -> None:
    assert any(
        issue.startswith("error") and message in issue for issue in messages_of("fide", content)
    )


def test_a_person_of_the_xml_without_a_number_is_left_out_and_told() -> None:
    content = fide_xml(fide_person("", "Esche, Eva"), fide_person("4600001", "Ahorn, Anna"))
    _, entries, findings = read("fide", content)
    assert [each.name for each in entries] == ["Ahorn, Anna"]
    assert findings.damaged_lines == 1


def test_a_list_is_recognised_by_its_content() -> None:
    for content in (fide([ANNA]), fide_xml(fide_person("4600001", "Ahorn, Anna"))):
        assert [each.number for each in read("auto", content)[1]] == ["4600001"]
    assert "looks like none" in messages_of("auto", b"hello")[0]
    assert "looks like none" in messages_of("auto", archive("list.txt", fide([ANNA])))[0]
