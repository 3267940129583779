"""Games admitted together have the fate that they have one by one, down to the last hash."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.canonical_json import canonical
from ledger.events.codec import Submission, read_line
from ledger.events.facts import CorrectionSubmitted
from ledger.events.problems import Problem, Refused
from ledger.validation import ledger_state, submission
from ledger.validation.ledger_state import LedgerState
from ledger.validation.submission import CorrectionRun, append
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import Event, correction, game, line, merge, player, season, tournament
from tests.ledger.log.cups import CUPS, PLAYERS, cups, respelt
from tests.ledger.new_ledgers import new_ledger
from tests.ledger.office import RULEBOOKS, Office
from tests.ledger.soak import soak

IDS = [f"i{number}" for number in range(1, 9)]
GAMES = st.builds(
    game,
    PLAYERS,
    PLAYERS,
    st.sampled_from(["1-0", "½-½", "0-1", "0-0"]),
    game=st.sampled_from(["g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"]),
    tournament=st.sampled_from(["swiss"] * 6 + CUPS),
    round=st.integers(1, 9),
    board=st.sampled_from([1, 7]),
    black_points=st.sampled_from([0, 0, 0, 0.5, 1]),
)
OTHERS = st.sampled_from(
    [
        correction("old", game("anna", "cleo", game="old", tournament="swiss", round=1)),
        correction("i1", None),
        player("emma", "emma"),
        tournament("fresh", "fresh"),
        merge("anna", "dora"),
    ]
)
NEW_GAMES = st.lists(GAMES, min_size=1, max_size=8, unique_by=lambda each: each["data"]["game"])


def numbered(events: Sequence[Event]) -> list[Event]:
    """The events, each with an id."""
    return [{**each, "id": each.get("id", id_)} for each, id_ in zip(events, IDS, strict=False)]


@given(NEW_GAMES, st.none() | OTHERS, st.integers(0, 8), st.booleans())
@settings(max_examples=25 * soak())
def test_games_in_our_spelling_and_others_have_the_same_fate_and_the_same_hashes(
    sqlite_files: SQLiteFiles, games: list[Event], other: Event | None, at: int, again: bool
) -> None:
    events = numbered([*games[:at], *([] if other is None else [other]), *games[at:]])
    events = [*events, events[0]] if again else events
    quick = _outcome(sqlite_files, [canonical(each).encode() + b"\n" for each in events])
    thorough = _outcome(sqlite_files, [line(respelt(each)) for each in events])
    assert quick == thorough


def _outcome(files: SQLiteFiles, raws: Sequence[bytes]) -> tuple[object, object]:
    """The problems or the receipt, and the log."""
    with new_ledger(files) as office:
        office.clock.at = office.clock.at.replace(year=2026, month=1, day=1, hour=0, microsecond=0)
        office.clock.at = office.clock.at.replace(minute=0, second=0)
        before = [
            {"id": f"before-{number}", **each} for number, each in enumerate((*season(), *cups()))
        ]
        _hand_in(office, list(map(line, before)))
        return _hand_in(office, raws), office.entries()


def _hand_in(office: Office, raws: Sequence[bytes]) -> object:
    options: dict[str, Any] = {"by": "x", "rulebooks": RULEBOOKS, "clock": office.clock}
    try:
        return append(office.engine, enumerate(raws, 1), salt=lambda: bytes(16), **options)
    except Refused as refused:
        problems: Sequence[Problem] = refused.problems
        return problems


def test_some_of_these_games_are_admitted(sqlite_files: SQLiteFiles) -> None:
    """Otherwise the comparison above would compare refusals only."""
    rounds = [game("anna", "cleo", game=f"g{at}", tournament="swiss", round=at) for at in (2, 3)]
    raws = [canonical(each).encode() for each in numbered(rounds)]
    receipt, entries = _outcome(sqlite_files, raws)
    assert getattr(receipt, "appended", 0) == 2
    assert [each.id for each in entries][-2:] == ["i1", "i2"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(("white", "black"), [("anna", "dora"), ("dora", "cleo")])
def test_a_second_game_in_a_round_is_noticed_though_others_stand_between(
    sqlite_files: SQLiteFiles, white: str, black: str
) -> None:
    between = game("anna", "bela", game="g2", tournament="knockout", round=1)
    first = game("anna", "cleo", game="g1", tournament="swiss", round=2)
    second = game(white, black, game="g3", tournament="swiss", round=2)
    raws = [canonical(each).encode() for each in numbered([first, between, second])]
    problems, _ = _outcome(sqlite_files, raws)
    assert isinstance(problems, tuple)
    assert [(each.line, each.code) for each in problems] == [(3, "two-games-in-a-round")]
    assert "g1" in problems[0].message


def test_a_correction_in_the_page_of_its_game_is_not_taken_for_one_of_the_tournament_before(
    sqlite_files: SQLiteFiles,
) -> None:
    """The game still waits to be written when the correction of an older one comes before."""
    old = game("anna", "bela", game="old", tournament="swiss", round=1, board=2)
    new = game("anna", "cleo", game="new", tournament="fresh", round=1)
    events = [
        tournament("fresh", "fresh"),
        {**new, "id": "new"},
        correction("old", old, "old-c"),
        correction("new", new, "new-c"),
    ]
    receipt, entries = _outcome(sqlite_files, [canonical(each).encode() for each in events])
    assert getattr(receipt, "appended", 0) == 4, receipt
    streams = [each.stream for each in entries]  # type: ignore[attr-defined]
    assert streams[-2:] == ["tournament/swiss", "tournament/fresh"]


REPLACEMENTS = st.builds(
    game,
    st.just("anna"),
    st.sampled_from(["bela", "cleo", "dora"]),
    st.sampled_from(["1-0", "0-1"]),
    game=st.sampled_from(["g1", "g2"]),
    round=st.integers(1, 2),
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["g1", "g2", "c1", "c2"]), st.none() | REPLACEMENTS), max_size=4
    )
)
@settings(max_examples=25 * soak())
def test_what_stands_after_corrections_in_a_row_is_what_the_log_says(
    sqlite_files: SQLiteFiles, drawn: list[tuple[str, Event | None]]
) -> None:
    with new_ledger(sqlite_files) as office:
        firsts = [game("anna", "bela", game=f"g{at}", id_=f"g{at}", round=at) for at in (1, 2, 3)]
        office.append(*season(), *firsts, correction("g1", firsts[0], "c1"))
        office.append(correction("g2", firsts[1], "c2"))
        with office.engine.connect() as connection:
            before = LedgerState(connection)
            state, run = before.tournament("open"), CorrectionRun("tournament/open", 0)
            assert state is not None
            for number, (corrects, replacement) in enumerate(drawn):
                event = _of(corrects, replacement, f"d{number}")
                read = read_line(1, line(event))
                root = before.event(f"g{corrects[1]}")
                assert isinstance(read, Submission)
                assert isinstance(read.fact, CorrectionSubmitted)
                assert root is not None
                run.add(read, root)
        replaced = run.replaced_games()
        try:
            office.append(*(_of(*each, f"d{number}") for number, each in enumerate(drawn)))
        except Refused:  # two games in a round
            return
        expected = None if replaced is None else state.with_replaced(replaced)
        with office.engine.connect() as connection:
            if expected is not None:
                found = LedgerState(connection).tournament("open")
                assert found is not None
                assert found.games == expected.games
                assert (found.busy, found.players) == (expected.busy, expected.players)


def _of(corrects: str, replacement: Event | None, id_: str) -> Event:
    """A correction of a game, or of the correction of one, which replaces it by another."""
    if replacement is None:
        return correction(corrects, None, id_)
    own = f"g{corrects[1]}"
    replacement = {**replacement, "data": {**replacement["data"], "game": own}}
    if corrects.startswith("g"):
        return correction(corrects, replacement, id_)
    return correction(corrects, correction(own, replacement), id_)


def test_games_of_a_refused_tournament_are_not_taken_for_damage(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "LINES_AT_ONCE", 2)
    monkeypatch.setattr(ledger_state, "CACHED_TOURNAMENTS", 0)
    office.open_season()
    cup = tournament("cup", "cup", pools=["nobodys"])
    games = [
        game("anna", "bela", game=f"cup/{each}", tournament="cup", round=each)
        for each in range(1, 4)
    ]
    ((line_, field, _),) = office.codes(cup, *games)
    assert (line_, field) == (1, "data.pools")
