"""Whatever comes in, in files or as arguments: an answer or a refusal, never a traceback."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.console.shell import Shell, lines, run
from tests.console.spring import SPRING
from tests.databases.fresh import SQLiteFiles
from tests.ledger.soak import soak
from tests.projections.submissions import (
    adopted,
    adoption,
    decided,
    game,
    player,
    summary,
    tournament,
)

pytestmark = pytest.mark.hostile

QUESTIONS = [
    ("ratings", "dwz"),
    ("ratings", "dwz", "--all"),
    ("player", "dwz", "{player}"),
    ("tournament", "dwz", "{tournament}"),
    ("audit", "dwz", "{player}"),
    ("audit", "dwz", "{player}", "{tournament}"),
]


@pytest.fixture(scope="module")
def ledger(sqlite_files: SQLiteFiles) -> Iterator[Shell]:
    """One ledger for all that is only asked."""
    with _ledger(sqlite_files) as shell:
        shell.append(*SPRING)
        yield shell


@contextmanager
def _ledger(sqlite_files: SQLiteFiles) -> Iterator[Shell]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with sqlite_files.fresh(folder) as url:
            yield Shell(url, folder)


def answered(outcome):
    """An answer or a refusal: one document on standard output, or none on wrong usage."""
    assert outcome.status in (0, 1, 2)
    if outcome.status == 2:
        assert outcome.out == ""
        return
    document = json.loads(outcome.out)
    assert (outcome.status == 1) == (isinstance(document, dict) and "problems" in document)
    assert (outcome.status == 1) == bool(outcome.err)


# --- files -----------------------------------------------------------------------------------

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@st.composite
def damaged_lines(draw):
    """The lines of a good file, some bytes of which were cut, doubled or replaced."""
    text = bytearray(lines(*SPRING))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 40))
        text[start:end] = draw(st.binary(max_size=4) | st.just(bytes(text[start:end]) * 2))
    return bytes(text)


@st.composite
def wrong_values(draw):
    """A good file in which one field of one event has any other value."""
    events = json.loads(json.dumps(SPRING))
    data = draw(st.sampled_from(events))["data"]
    data[draw(st.sampled_from(sorted(data)))] = draw(any_json)
    return lines(*events)


@settings(max_examples=60 * soak())
@given(content=st.binary(max_size=60) | damaged_lines() | wrong_values())
@example(content=b"")
@example(content=b"\x00")
@example(content=b'{"type": "game.submitted", "data": ' + b"[" * 100_000)
@example(content=b'{"a": 1' + b"0" * 10_000 + b"}")
@example(content=b'{"type": "\\ud800", "data": {}}')
@example(content=b'{"type": "player.registered", "id": "\\udcff", "data": {"player": "\\ud800"}}')
def test_any_file_is_taken_in_or_refused(ledger, content):
    path = ledger.folder / "any.jsonl"
    path.write_bytes(content)
    answered(ledger.run("--format", "json", "append", str(path)))
    answered(ledger.run("--format", "json", "append", "-", stdin=content))


# --- arguments -------------------------------------------------------------------------------

HUGE = "9" * 40
STRANGE = [
    *("", " ", "-", "--", "0", "-1", "1e9", HUGE, "9" * 5_000, "½", "٣", "anna\x00", "\x00"),
    *("\udcff", "anna\udc80", "anna", "dwz", "may", "%", "'", '"', "\\", "[/]", "[bold]", "~"),
    *("0001-01-01", "9999-12-31", "0000-01-01", "10000-01-01", "1996-02-30", "1996-1-1"),
    *("1996-05-01T00:00:00+23:59", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
    *("x=1", "validity_years=1", f"validity_years={HUGE}", "special_threshold=1e999"),
    *("special_threshold=NaN", "expectancy=[]", "expectancy=" + "[" * 9_000, "=", "a=b=c"),
]
PLACES = [
    *("ratings {}", "ratings dwz --on {}", "ratings dwz --known-at {}"),
    *("ratings dwz --rulebook {}", "ratings dwz --set {}"),
    *("player dwz {}", "tournament dwz {}", "audit dwz {}", "audit dwz anna {}"),
    *("rebuild {}", "log --from {}", "log --to {}", "append {}", "append - --by {}"),
]


@pytest.mark.parametrize("place", PLACES)
def test_a_strange_value_anywhere_is_answered_or_refused(ledger, place):
    for value in STRANGE:
        words_given = [value if word == "{}" else word for word in place.split()]
        answered(ledger.run("--format", "json", *words_given, stdin=b""))


words = st.sampled_from(STRANGE) | st.text(st.characters(exclude_characters="\x00"), max_size=4)
OPTIONS = (
    *("--on", "--known-at", "--rulebook", "--set", "--format", "--lapsed", "--all", "--check"),
    *("--type", "--by", "--with-persons", "--database", "--help", "--bogus"),
)


@st.composite
def command_lines(draw):
    questions = ["ratings", "player", "tournament", "audit", "rebuild", "log", "verify"]
    words_given = draw(st.lists(words, max_size=3))
    for option in draw(st.lists(st.sampled_from(OPTIONS), max_size=2)):
        words_given += [option, draw(words)]
    return [draw(st.sampled_from(questions)), *words_given]


@settings(max_examples=100 * soak())
@given(command=command_lines())
def test_any_command_line_is_answered_or_refused(ledger, command):
    outcome = run("--database", ledger.database, *command, stdin=b"")
    assert outcome.status in (0, 1, 2)
    assert outcome.status == 0 or outcome.err


# --- the ends of the calendar and of the scales ----------------------------------------------

ENDS = ["0001-01-01", "0001-12-31", "1996-02-29", "9999-01-01", "9999-12-31"]


@st.composite
def extreme_seasons(draw):
    """Admitted by the ledger, and at the end of every scale."""
    day = st.sampled_from(ENDS)
    figure = st.sampled_from([-9_999, 0, 1, 9_999])
    events = [adoption(draw(st.sampled_from(ENDS[:2])))]
    names = ["anna", "bela", "cleo", "dora", "emil", "fritz"]
    events += [player(name, birth_year=draw(st.sampled_from([1800, 2200]))) for name in names]
    for name in draw(st.sets(st.sampled_from(names))):
        card = f"{draw(figure)}-{draw(st.sampled_from([0, 1, 100_000]))}"
        events.append(decided(name, card, draw(st.sampled_from(ENDS[1:]))))
    for name in draw(st.sets(st.sampled_from(names))):
        events.append(adopted(name, draw(figure), draw(day)))
    for id_ in ("cup", "open"):
        events.append(tournament(id_, draw(day), flags=draw(st.sampled_from([[], ["undated"]]))))
        for number, white in enumerate(names):
            for black in names[number + 1 :]:
                result = draw(st.sampled_from(["1-0", "½-½", "0-1"]))
                events.append(game(id_, white, result, black))
    known = {
        "rating_before": draw(figure),
        "rating_after": draw(figure),
        "expected": draw(st.sampled_from([0, 0.001, 5])),
        "points": draw(st.sampled_from([0, 5])),
    }
    events.append(summary("anna", "old cup", draw(day), **known))
    return events


def accepted(season):
    """The options that accept the years of birth at the ends of the scale."""
    at = [no for no, event in enumerate(season, 1) if event["type"] == "player.registered"]
    return [word for no in at for word in ("--accept", str(no))]


@settings(max_examples=6 * soak())
@given(
    season=extreme_seasons(),
    on=st.sampled_from([None, *ENDS]),
    form=st.sampled_from(["table", "json"]),
)
def test_every_question_about_the_ends_of_all_scales_is_answered(sqlite_files, season, on, form):
    with _ledger(sqlite_files) as shell:
        unlikely = accepted(season)
        shell.json("append", "-", *unlikely, stdin=lines(*season))
        when = () if on is None else ("--on", on)
        for question in QUESTIONS:
            for name, of in (("anna", "cup"), ("fritz", "open")):
                asked = [each.format(player=name, tournament=of) for each in question]
                outcome = shell.run("--format", form, *asked, *when)
                assert outcome.status in (0, 1)
                assert (outcome.status == 0) == (outcome.err == "")
        assert shell.json("rebuild", "--check")["differences"] == []
        assert shell.json("verify")["ok"]
