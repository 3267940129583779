"""Every kind of bad line is refused with its line, its field, a code and the remedy."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from ledger.events.json_lines import lines_of
from ledger.log.database import connect
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import event, every_event, game, line, player, season, tournament
from tests.ledger.office import Office
from tests.tables import every


@pytest.fixture(scope="module")
def office(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Office]:
    """A season to which nothing is ever added: every line here is refused."""
    with sqlite_files.fresh(tmp_path_factory.mktemp("refused")) as url:
        engine = connect(url)
        office = Office(engine)
        office.append(*season())
        yield office
        assert len(office.entries()) == 6
        engine.dispose()


def only_problem(office: Office, raw: bytes) -> tuple[str | None, str, str]:
    """Field, code and message of the single problem of the second of two lines."""
    good = line(game("anna", "bela", game="good"))
    (problem,) = office.problems_of([(1, good), (2, raw)])
    assert problem.line == 2
    assert str(problem).startswith("line 2")
    return problem.field, problem.code, problem.message


GAME = line(game("anna", "cleo", game="g1", id_="g1", round=1))


@every(
    ("raw", "code", "remedy"),
    [
        (b"\n{", "not-json", "the line ends before the event does"),
        (b"null", "wrong-type", "must hold one JSON object, not null"),
        (b"[]", "wrong-type", "not a list"),
        (b'"game"', "wrong-type", "not a text"),
        (b"12", "wrong-type", "not a number"),
        (
            b"{'type': 'game'}",
            "not-json",
            "at column 2: a field is missing or has no double quotes",
        ),
        (GAME.strip() + GAME, "not-json", "write each event on a line of its own"),
        (GAME[:-20], "not-json", "this text does not end"),
        (b"\xef\xbb\xbf" + GAME, "not-json", "save the file as UTF-8 without one"),
        (b'{"type" "game"}', "not-json", "at column 9: a colon is missing"),
        (b'{"type": .5}', "not-json", "at column 10: a value is missing or is none"),
        (b'{"a": 1 "b": 2}', "not-json", "at column 9: a comma or a closing bracket"),
        (b"hello", "not-json", "rating-ledger import auto FILE"),
        (GAME.replace(b"anna", b"M\xfcller"), "not-utf-8", "save the file as UTF-8"),
        (GAME.replace(b"anna", b"\xed\xa0\x80"), "not-utf-8", "save the file as UTF-8"),
        (GAME.replace(b"anna", b"an\0na"), "not-json", "is not JSON"),
        (GAME.replace(b": 1", b": NaN", 1), "not-a-number", "NaN, which is not a number"),
        (GAME.replace(b": 1", b": -Infinity", 1), "not-a-number", "give the number or null"),
        (GAME.replace(b": 1", b": " + b"9" * 5_000, 1), "out-of-range", "thousands of digits"),
        (GAME.replace(b'"round"', b'"game"'), "duplicate-key", "'game' twice: keep one"),
        (b'{"id": "a", ' + GAME[1:], "duplicate-key", "'id' twice: keep one"),
        (b'{"type": "x", "id": 1, "id": 2}', "duplicate-key", "'id' twice: keep one"),
        (b"[" * 100_000, "too-deep", "nested too deep"),
        (b'{"a":' * 100_000, "too-deep", "nested too deep"),
        (b" " * 10_000_000 + GAME, "too-long", "at most 1,000,000"),
        (GAME.replace(b"anna", b"x" * 10_000_000), "too-long", "at most 1,000,000"),
    ],
    ids=lambda value: value[:24] if isinstance(value, bytes) else None,
)
def test_a_line_that_is_no_json_object(office: Office, raw: bytes, code: str, remedy: str) -> None:
    field, found, message = only_problem(office, raw)
    assert (field, found) == (None, code)
    assert remedy in message


def test_the_first_byte_that_is_none_of_utf_8_is_counted_from_one(office: Office) -> None:
    for raw, place in ((b'{"type": "M\xfcller"}', 12), (b"\xff", 1)):
        message = f"byte {place} of the line is not UTF-8: save the file as UTF-8"
        assert only_problem(office, raw) == (None, "not-utf-8", message)


def test_a_line_of_a_million_bytes_is_not_too_long_and_one_byte_more_is(office: Office) -> None:
    assert only_problem(office, b"x" * 1_000_000)[1] == "not-json"
    field, code, message = only_problem(office, b"x" * 1_000_001)
    assert (field, code) == (None, "too-long")
    assert message == "the line has 1000001 bytes; one event has at most 1,000,000"


def changed(document: dict[str, Any], field: str, value: Any) -> bytes:
    """The event with a value put at a path; a value left out where it is ``...``."""
    document = json.loads(json.dumps(document))
    *path, last = field.replace("]", "").replace("[", ".").split(".")
    inner: Any = document
    for step in path:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    if value is ...:
        del inner[last]
    elif isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
    return json.dumps(document).encode()


BASE = game("anna", "cleo", game="g1", id_="g1")
EVERY = every_event()
CUP = EVERY["tournament.submitted"]
SHUT = EVERY["decision.recorded"]


@every(
    ("document", "field", "value", "code"),
    [
        (BASE, "type", "game.submited", "unknown-type"),
        (BASE, "type", None, "unknown-type"),
        (BASE, "type", 5, "unknown-type"),
        (BASE, "type", ..., "unknown-type"),
        (BASE, "data", ..., "missing"),
        (BASE, "data", None, "wrong-type"),
        (BASE, "data", [], "wrong-type"),
        (BASE, "note", "hello", "unknown-field"),
        (BASE, "id", "", "empty"),
        (BASE, "id", " g1", "blanks"),
        (BASE, "id", "g\n1", "unprintable"),
        (BASE, "id", "g\u200b1", "unprintable"),
        (BASE, "id", "x" * 201, "too-long"),
        (BASE, "id", 17, "wrong-type"),
        (BASE, "source", "", "empty"),
        (BASE, "source", "x" * 1_001, "too-long"),
        (BASE, "source", "\0", "unprintable"),
        (BASE, "data.rond", 1, "unknown-field"),
        (BASE, "data.white", ..., "missing"),
        (BASE, "data.white", None, "wrong-type"),
        (BASE, "data.white", 5, "wrong-type"),
        (BASE, "data.white", "", "empty"),
        (BASE, "data.white", "an\0na", "unprintable"),
        (BASE, "data.white", "\ud800", "unprintable"),
        (BASE, "data.white", "x" * 101, "too-long"),
        (BASE, "data.white_points", 2, "not-points"),
        (BASE, "data.white_points", 0.4, "not-points"),
        (BASE, "data.white_points", -1, "not-points"),
        (BASE, "data.white_points", 10**400, "not-points"),
        (BASE, "data.white_points", "1", "wrong-type"),
        (BASE, "data.white_points", True, "wrong-type"),
        (BASE, "data.white_points", None, "wrong-type"),
        (BASE, "data.round", 0, "out-of-range"),
        (BASE, "data.round", 10**12, "out-of-range"),
        (BASE, "data.round", 1.5, "wrong-type"),
        (BASE, "data.round", 1.0, "wrong-type"),
        (BASE, "data.round", True, "wrong-type"),
        (BASE, "data.played_on", "1995-02-29", "no-such-day"),
        (BASE, "data.played_on", "1995-13-01", "no-such-day"),
        (BASE, "data.played_on", "0000-01-01", "no-such-day"),
        (BASE, "data.played_on", "16.7.1995", "not-a-day"),
        (BASE, "data.played_on", "1995-7-16", "not-a-day"),
        (BASE, "data.played_on", "1995-07-16T10:00", "not-a-day"),
        (BASE, "data.played_on", "１９９５-07-16", "not-a-day"),
        (BASE, "data.played_on", 19950716, "not-a-day"),
        (BASE, "data.played", "yes", "wrong-type"),
        (BASE, "data.played", 1, "wrong-type"),
        (BASE, "data.reason", "rain", "not-a-choice"),
        (BASE, "data.rated_for", "nobody", "not-a-choice"),
        (BASE, "data.stones", 51, "out-of-range"),
        (BASE, "data.minutes_per_move", 0.0001, "too-precise"),
        (BASE, "data.minutes_per_move", 1e300, "out-of-range"),
        (player("p9"), "data.birth_year", 1492, "out-of-range"),
        (player("p9"), "data.federation", "Germany", "not-a-federation"),
        (player("p9"), "data.sex", "x", "not-a-choice"),
        (player("p9"), "data.ids", {"uscf": "1"}, "unknown-field@data.ids.uscf"),
        (player("p9"), "data.ids", {"fide": 700001}, "wrong-type@data.ids.fide"),
        (player("p9"), "data.name", "   ", "empty"),
        (player("p9"), "data.name", "x" * 201, "too-long"),
        (player("p9"), "data.name", ..., "missing"),
        (CUP, "data.pools", "club", "wrong-type"),
        (CUP, "data.pools[0]", 7, "wrong-type"),
        (CUP, "data.format", "scheveningen", "not-a-choice"),
        (CUP, "data.flags[1]", "fast", "not-a-choice"),
        (CUP, "data.youth_class", "U9½", "not-a-class"),
        (CUP, "data.board", 20, "not-a-choice"),
        (CUP, "data.board", True, "not-a-choice"),
        (CUP, "data.entrants[1].player", ..., "missing"),
        (CUP, "data.entrants[1].entry_grade", "0k", "not-a-grade"),
        (CUP, "data.entrants[1].seed", 1, "unknown-field"),
        (CUP, "data.entrants", {"player": "anna"}, "wrong-type"),
        (CUP, "data.thinking_time", 90, "wrong-type"),
        (CUP, "data.thinking_time.minutes", "90", "wrong-type"),
        (SHUT, "data.value", {"a": 0.12345}, "too-precise"),
        (SHUT, "data.value", [[[[[[[[1]]]]]]]], "too-deep"),
        (SHUT, "data.value", {"a": "\0"}, "unprintable"),
        (SHUT, "data.about.season", "1970", "wrong-type"),
        (SHUT, "data.about", {"judge": "x"}, "unknown-field@data.about.judge"),
        (EVERY["evaluation.recorded"], "data.coefficient", 27.85, "too-precise"),
        (EVERY["evaluation.recorded"], "data.coefficient", 0, "out-of-range"),
        (EVERY["evaluation.recorded"], "data.coefficient", 100_000.5, "out-of-range"),
        (EVERY["evaluation.recorded"], "data.coefficient", "30", "wrong-type"),
        (EVERY["correction.submitted"], "data.replacement", [], "wrong-type"),
        (EVERY["rating.decided"], "data.card", "1500", "wrong-type"),
        (EVERY["rulebook.adopted"], "data.conversion.pieces[1].factor", None, "wrong-type"),
        (EVERY["rulebook.adopted"], "data.conversion.count_plus", -1, "out-of-range"),
        (EVERY["rulebook.adopted"], "data.conversion.count_plus", 0.5, "wrong-type"),
        (EVERY["rulebook.adopted"], "data.conversion.residual_games", "forget", "not-a-choice"),
    ],
)
def test_a_field_that_cannot_be_what_it_says(
    office: Office, document: dict[str, Any], field: str, value: Any, code: str
) -> None:
    expected, _, elsewhere = code.partition("@")
    found_field, found, message = only_problem(office, changed(document, field, value))
    assert (found_field, found) == (elsewhere or field, expected)
    assert len(message) > 15


def test_a_misspelt_field_is_told_which_fields_there_are(office: Office) -> None:
    _, _, message = only_problem(office, changed(BASE, "data.wite", "anna"))
    assert "'wite' is not a field here (misspelt?); the fields are game, tournament" in message


def test_everything_wrong_with_a_line_is_told_at_once(office: Office) -> None:
    data = {"game": "", "white": 5, "white_points": 3, "played_on": "1995-02-30", "rond": 1}
    problems = office.problems(event("game.submitted", data, " id"))
    assert {(each.field, each.code) for each in problems} == {
        ("id", "blanks"),
        ("data.game", "empty"),
        ("data.white", "wrong-type"),
        ("data.white_points", "not-points"),
        ("data.played_on", "no-such-day"),
        ("data.rond", "unknown-field"),
        ("data.tournament", "missing"),
        ("data.black_points", "missing"),
    }


def test_all_bad_lines_of_a_call_are_told_with_their_numbers(office: Office) -> None:
    bad = [b"{", line(game("anna", "bela")), b"\xff", line(game("anna", "x")), b"[]"]
    problems = office.problems_of(list(enumerate(bad, 1)))
    assert [(each.line, each.code) for each in problems] == [
        (1, "not-json"),
        (3, "not-utf-8"),
        (4, "unknown-player"),
        (5, "wrong-type"),
    ]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b" \r\n\t\n"])
def test_a_file_with_nothing_in_it_is_refused(office: Office, content: bytes) -> None:
    (problem,) = office.problems_of(list(lines_of(io.BytesIO(content))))
    assert (problem.line, problem.field, problem.code) == (None, None, "empty")


def test_the_numbers_of_lines_count_blank_ones(office: Office) -> None:
    content = b"\xef\xbb\xbf\n" + line(tournament("x")) + b"\r\n\n{\r\n"
    (problem,) = office.problems_of(list(lines_of(io.BytesIO(content))))
    assert (problem.line, problem.code) == (5, "not-json")


def test_a_file_without_line_breaks_does_not_fill_the_memory(office: Office) -> None:
    ((number, raw),) = lines_of(io.BytesIO(b"x" * 10_000_000))
    assert number == 1
    assert len(raw) < 1_100_000
    assert only_problem(office, raw)[1] == "too-long"


def test_an_event_behind_a_million_blanks_does_not_vanish(office: Office) -> None:
    ((_, raw),) = lines_of(io.BytesIO(b" " * 1_500_000 + GAME))
    assert only_problem(office, raw)[1] == "too-long"


def test_the_line_after_one_that_is_too_long_is_read_as_itself() -> None:
    content = b"x" * 3_000_000 + b"\n" + GAME + b"y" * 1_000_001 + b"\n" + GAME
    assert [(number, len(raw)) for number, raw in lines_of(io.BytesIO(content))][1::2] == [
        (2, len(GAME)),
        (4, len(GAME)),
    ]
