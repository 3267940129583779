"""The quick way for well-formed games says the same as the thorough one, or nothing."""

import json
from datetime import date
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.events.canonical_json import canonical, envelope, envelope_end
from ledger.events.codec import Submission, _read_plain_game, _read_thoroughly, data_of, read_line
from ledger.events.facts import GameSubmitted
from ledger.events.plain_games import PlainGames, read_page
from tests.ledger.lines import every_event, game, line
from tests.ledger.reading.changed_lines import mutations
from tests.ledger.soak import soak

POINTS = ["1", "0", "0.5", "1.0", "0.0", "5e-1", "10e-1", "-0", "-0.0", "0.50", "2", "0.25"]
NUMBERS = [*POINTS, "1e2", "7", "100000", "100001", "2.5", "0.0005", "1e999", "9" * 30, "NaN"]
TEXTS = st.one_of(
    st.sampled_from(["anna", "bela", "g:1", " x", "y ", "a b", "ä", "♞", "\u00a0", "\u200b", ""]),
    st.text(max_size=4),
    st.sampled_from(["z" * 100, "z" * 101, "z" * 201]),
).map(lambda text: json.dumps(text, ensure_ascii=False))
ESCAPED = st.sampled_from([r'"\u0061nna"', r'"\ud83d\ude00"', r'"\ud800"', r'"\u0000"', r'"a\/b"'])
OTHERS = st.sampled_from(["null", "true", "false", "[]", "{}", '"1"', '"1995-07-16"', '"both"'])
VALUES = st.one_of(st.sampled_from(NUMBERS), TEXTS, ESCAPED, OTHERS)

IDS = st.sampled_from(['"anna"', '"bela"', '"ä♞"', '"a/b:c"', '"1"', '"a b"', r'"\u003aanna"'])

USUAL: dict[str, st.SearchStrategy[str]] = {
    "game": IDS,
    "tournament": IDS,
    "round": st.sampled_from(["1", "2", "3.0"]),
    "board": st.sampled_from(["1", "10"]),
    "white": IDS,
    "black": IDS,
    "white_points": st.sampled_from(POINTS),
    "black_points": st.sampled_from(POINTS),
}
SELDOM = {
    "played": st.sampled_from(["true", "false"]),
    "played_on": st.sampled_from(['"1995-07-16"', '"1995-7-16"', '"1995-02-30"', '"+19950716"']),
    "finished_on": st.sampled_from(['"1995-07-17"', '"1995-07-16T00:00:00"']),
    "reason": st.sampled_from(['"bye"', '"forfeit"', '"none"']),
    "rated_for": st.sampled_from(['"both"', '"white"', '"nobody"']),
    "stones": st.sampled_from(["0", "9", "50", "51", "-1", "2.0"]),
    "receiver": st.sampled_from(['"black"', '"white"', '"nigiri"']),
    "minutes_per_move": st.sampled_from(["3", "2.5", "0.0001"]),
    "misspelt": VALUES,
}


@st.composite
def game_lines(draw: st.DrawFn) -> bytes:
    """Lines that look like games: spelt in many ways, some of them wrong."""
    required = ["game", "tournament", "white", "black", "white_points", "black_points"]
    optional = draw(
        st.lists(st.sampled_from([*["round", "board", "played_on"] * 3, *SELDOM]), max_size=2)
    )
    names = draw(st.permutations(sorted({*required, *optional})))
    wild = draw(st.sampled_from([*names, *[None] * 2 * len(names)]))
    fields = [
        (name, draw(VALUES if name == wild else {**USUAL, **SELDOM}[name])) for name in names
    ]
    if draw(st.integers(0, 19)) == 19:
        fields.append((draw(st.sampled_from(names)), draw(VALUES)))
    envelope = [("type", '"game.submitted"'), ("data", _object(fields))]
    if draw(st.booleans()):
        envelope.append(("id", draw(IDS)))
    if draw(st.integers(0, 9)) == 9:
        envelope.append((draw(st.sampled_from(["source", "note", "type", "id"])), draw(VALUES)))
    blank = draw(st.sampled_from(["", "", " ", "\r", "\t"]))
    return (_object(draw(st.permutations(envelope))) + blank + "\n").encode(
        "utf-8", "surrogatepass"
    )


def _object(fields: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields) + "}"


PLAIN = game("anna", "bela", "½-½", id_="g1", game="g1", round=3, board=12)
FULL = every_event()["game.submitted"]


def says_the_same(raw: bytes) -> Submission | None:
    """Return the quick reading of a line, compared with the thorough one."""
    quick = _read_plain_game(1, raw)
    if quick is None:
        return None
    thorough = _read_thoroughly(1, raw)
    assert thorough == quick
    if quick.text is not None:
        assert quick.text == canonical(data_of(thorough.fact))
    return quick


@given(game_lines())
@settings(max_examples=200 * soak())
def test_the_quick_way_agrees_with_the_thorough_one(raw: bytes) -> None:
    says_the_same(raw)


@given(mutations(line(PLAIN)) | mutations(line(FULL)))
@settings(max_examples=200 * soak())
@example(line(PLAIN).replace(b'"round": 3', b'"round": 3.0'))
@example(line(PLAIN).replace(b'"round": 3', b'"round": true'))
@example(line(PLAIN).replace(b'"round": 3', b'"round": 3, "round": 4'))
@example(line(PLAIN).replace(b'"round": 3', b'"round": 3, "roun\\u0064": 4'))
@example(line(PLAIN).replace(b"0.5", b"0.50000000000000000001"))
@example(line(PLAIN).replace(b'"anna"', b'"\xed\xa0\x80"'))
@example(line(PLAIN).replace(b'"g1"', b'"g:1"'))
@example(line(PLAIN).replace(b'"round": 3', b'"stones": 3').replace(b'"g1"', b'"g\\u003a1"'))
@example(line(PLAIN).replace(b'"board"', b'"bord"').replace(b'"anna"', b'"\\u003aanna"'))
@example(line(PLAIN).replace(b'"id"', b'"note"').replace(b'"anna"', b'"\\u003aanna"'))
@example(line(PLAIN).replace(b"{", b'{"id": "g2", ', 1).replace(b'"anna"', b'"\\u003aanna"'))
@example(b"\xef\xbb\xbf" + line(PLAIN))
def test_a_mutated_line_is_read_the_same_way_by_both(raw: bytes) -> None:
    says_the_same(raw)


def test_an_ordinary_game_takes_the_quick_way() -> None:
    """Otherwise the comparisons above would compare nothing."""
    quick = says_the_same(line(PLAIN))
    assert quick is not None
    assert quick.text is not None
    assert says_the_same(line({**PLAIN, "source": "a letter"})) is None


def test_points_have_one_spelling_whatever_way_they_came() -> None:
    spelt: list[Any] = [
        says_the_same(line(PLAIN).replace(b"0.5", points))
        for points in (b"0.5", b"0.50", b"5e-1", b"50e-2")
    ]
    assert len({submission.text for submission in spelt}) == 1


def in_our_spelling(event: dict[str, Any]) -> bytes:
    """A line as the ledger itself would write it."""
    return canonical(event).encode() + b"\n"


OURS = in_our_spelling(PLAIN)
DATED = in_our_spelling(game("anna", "bela", id_="g1", round=100_000, played_on="1995-12-31"))


def is_of_plain_games(raw: bytes) -> bool:
    """True if a line is read with others, compared with the thorough way."""
    (read,) = read_page([(1, raw)])
    if not isinstance(read, PlainGames):
        assert read == read_line(1, raw)
        return False
    thorough = _read_thoroughly(1, raw)
    assert isinstance(thorough, Submission)
    fact = thorough.fact
    assert isinstance(fact, GameSubmitted)
    assert (thorough.id, thorough.source) == (read.ids[0], None)
    assert canonical(data_of(fact)) == read.payloads[0]
    assert (fact.game, fact.tournament, fact.round) == (
        read.games[0],
        read.tournament,
        read.rounds[0],
    )
    assert (fact.white, fact.black) == (read.whites[0], read.blacks[0])
    points = {(float(white), float(black)) for white, black in read.points}
    assert points == {(fact.white_points, fact.black_points)}
    own: dict[str, Any] = {"type": fact.type, "schema": 1, "source": "x", "recorded_by": "y"}
    whole = envelope(id=read.ids[0], data=read.payloads[0], **own)
    assert (read.beginnings[0] + envelope_end(**own)).encode() == whole
    return True


@given(mutations(OURS) | mutations(DATED) | game_lines())
@settings(max_examples=200 * soak())
@example(OURS.replace(b'"round":3', b'"round":03'))
@example(OURS.replace(b'"round":3', b'"round":100001'))
@example(OURS.replace(b'"round":3', b'"round":3,"round":3'))
@example(OURS.replace(b'"anna"', b'"an na"'))
@example(OURS.replace(b'"anna"', b'"\xc3\xa4nna"'))
@example(OURS.replace(b'"anna"', b'"anna\x7f"'))
@example(OURS.replace(b'"anna"', b'"' + b"a" * 101 + b'"'))
@example(OURS.replace(b'"anna"', b'"anna","board":1'))
@example(OURS.replace(b"0.5", b"0.50"))
@example(OURS.replace(b"}\n", b"}\n\n"))
@example(OURS.replace(b"\n", b"\r\n"))
@example(OURS + OURS)
@example(DATED.replace(b"1995-12-31", b"0000-12-31"))
def test_a_line_read_with_others_says_what_it_says_by_itself(raw: bytes) -> None:
    is_of_plain_games(raw)


@given(st.dates())
def test_a_day_is_read_with_others_only_where_the_calendar_has_it(day: date) -> None:
    for text in (day.isoformat(), f"{day.isoformat()[:8]}{day.day + 3:02}"):
        is_of_plain_games(DATED.replace(b"1995-12-31", text.encode()))


def test_games_in_our_spelling_are_read_together() -> None:
    """Otherwise the comparisons above would compare nothing."""
    assert is_of_plain_games(OURS)
    assert is_of_plain_games(DATED)
    assert is_of_plain_games(OURS.rstrip())
    assert not is_of_plain_games(line(PLAIN))


@given(st.lists(st.sampled_from([OURS, DATED, line(PLAIN), OURS.replace(b'"open"', b'"cup"')])))
def test_every_line_of_a_page_is_read_once_and_in_order(raws: list[bytes]) -> None:
    page = read_page(list(enumerate(raws, 1)))
    numbers = [
        number
        for read in page
        for number in (
            [number for number, _ in read.lines]
            if isinstance(read, PlainGames)
            else [read.line if isinstance(read, Submission) else -1]
        )
    ]
    assert numbers == list(range(1, len(raws) + 1))
    for read in page:
        if isinstance(read, PlainGames):
            together = [read_page([each])[0] for each in read.lines]
            assert [each.payloads[0] for each in together] == list(read.payloads)  # type: ignore[union-attr]
