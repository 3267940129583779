"""Encodings, line ends, limits: what comes before any format."""

from ledger.importing.formats.registry import FORMATS, read
from ledger.importing.formats.text import LARGEST_FILE
from tests.imports.tournament_files import (
    HEAD,
    errors,
    messages_of,
    others,
    pgn,
    tags,
    trf,
    trf_player,
    valid_report,
)
from tests.tables import every

NAME = "Müller, Jürgen"


def a_file() -> str:
    player = trf_player(1, NAME, [(2, "w", "1")])
    return trf([player, trf_player(2, "Buche, Bert", [(1, "b", "0")]), *others()]).decode()


@every(
    ("encoding", "told_as"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("cp1252", "cp1252")],
)
def test_an_umlaut_is_read_in_every_encoding_and_the_report_says_which(
    encoding: str, told_as: str
) -> None:
    report = valid_report("trf", a_file().encode(encoding))
    assert report.players[0].name == NAME
    assert report.encoding == told_as


@every(
    ("name", "broken", "read_as"),
    [
        ("Böck, Jürgen", b"B\xc3\xb6ck, J\xc3rgen", "Böck, J�rgen"),
        ("Großmann, Jörg", b"Gro\xc3\x9fmann, J\xf6rg", "Großmann, J�rg"),
        ("Weiß, Łucja", b"Wei\xdf, \xc5\x81ucja", "Wei�, Łucja"),
    ],
)
def test_a_broken_letter_leaves_the_other_letters_of_a_utf_8_file_whole(
    name: str, broken: bytes, read_as: str
) -> None:
    """Read as cp1252, one byte turns ö into Ã¶ all over the file."""
    content = pgn(tags(name, "Buche, Bert")).replace(name.encode(), broken)
    report = valid_report("pgn", content)
    assert (report.players[0].name, report.encoding) == (read_as, "utf-8")
    (said,) = [each for each in messages_of("pgn", content, "warning") if "UTF-8" in each]
    assert all(word in said for word in read_as.split() if "�" in word)


@every("name", ["Spaß“ Jürgen", "Géry, «RENÉ»", "Müller Ä”"])
def test_letters_that_are_utf_8_by_chance_do_not_make_a_file_of_cp1252_one_of_utf_8(
    name: str,
) -> None:
    content = pgn(tags(name, "Büchner, Jörg", Event="Größtes Fürstenfelder Übungsturnier"))
    report = valid_report("pgn", content.decode().encode("cp1252"))
    assert (report.players[0].name, report.encoding) == (name, "cp1252")


def test_a_replacement_character_that_a_program_wrote_is_valid_utf_8() -> None:
    content = a_file().replace(NAME, "M�ller, Jürgen").encode()
    assert not any("UTF-8" in each for each in messages_of("trf", content, "warning"))


def test_bytes_that_cp1252_does_not_know_are_read_as_latin_1() -> None:
    content = a_file().encode("latin-1").replace(b"Neustadt", b"Neu\x81stadt")
    report = valid_report("trf", content)
    assert report.encoding == "latin-1"
    assert report.players[0].name == NAME


def test_a_fallen_back_encoding_is_reported_with_the_line_that_forced_it() -> None:
    _, issues = read("trf", "a file", a_file().encode("cp1252"))
    line = len(HEAD) + 2  # the record 092 and then the first player
    assert [issue.line for issue in issues if "cp1252" in issue.message] == [line]


@every("end", ["\n", "\r\n", "\r"])
def test_every_line_end_gives_the_same_games(end: str) -> None:
    plain = valid_report("trf", a_file().encode())
    other = valid_report("trf", a_file().replace("\n", end).encode())
    assert other.games == plain.games
    assert other.players == plain.players


@every(
    ("content", "says"),
    [
        (b"", "empty"),
        (b" \r\n ", "empty"),
        (b"001\x00", "binary"),
        ("001".encode("utf-16"), "UTF-16"),
        (b"x" * 100_001, "characters"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, says: str) -> None:
    texts = ("trf", "h9", "tou", "pgn", "jsonl", "csv", "crosstable", "swi", "walllist", "lichess")
    for format_ in texts:
        assert says in errors(format_, content)[0].message


@every("format_", FORMATS)
def test_a_file_larger_than_any_tournament_is_refused_at_once(format_: str) -> None:
    (only,) = errors(format_, b"0" * (LARGEST_FILE + 1))
    assert "split it" in only.message


def test_a_name_padded_by_bytes_is_moved_back_into_its_columns() -> None:
    """Programs that count bytes leave what follows an accented name too far to the left."""
    line = trf_player(1, NAME, [(2, "w", "1")], rating="2100", federation="GER", fide="4600001")
    shifted = line.replace(NAME + "  ", NAME)  # two letters of two bytes each
    content = trf([shifted, trf_player(2, "Buche, Bert", [(1, "b", "0")]), *others()])
    report = valid_report("trf", content)
    assert report.players[0].ids == {"fide": "4600001"}
    assert report.players[0].ratings == {"FIDE": 2100}
    assert any("counted letters" in message for message in messages_of("trf", content, "adjusted"))
