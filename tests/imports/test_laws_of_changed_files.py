"""Laws of changed files: what stands is what the last file says, whatever was submitted before.

Hand in A and then its changed version B: what stands is as if B had been the only one; and A
again restores what A alone had left.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from ledger.events.codec import data_of
from ledger.importing.changes import changes_of
from ledger.importing.import_files import import_all
from ledger.importing.matching.recorded_tournament import RecordedTournament, recorded_tournament
from ledger.importing.matching.tournaments import IdentityChoice
from ledger.importing.outcome import FileOutcome
from ledger.importing.report_events import ReportedTournament, reported_tournament
from ledger.importing.request import ImportRequest, InputFile
from ledger.log.database import connect
from ledger.log.verification import verify
from ledger.validation.submission import append
from tests.databases.fresh import SQLiteFiles
from tests.imports.tournament_files import valid_report
from tests.ledger.house_rulebooks import HouseRulebooks

pytestmark = pytest.mark.slow

PLAYERS = "123456"
SEVERAL_GAMES = {"games", "match"}
"""Systems in which a pair meets more than once in a round."""
_numbers = count(1)


def now() -> datetime:
    return datetime(2024, 4, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def engine(
    sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A ledger with a pool and six players, known by their FIDE numbers."""
    with sqlite_files.fresh(tmp_path_factory.mktemp("laws")) as url:
        engine = connect(url)
        pool = {"pool": "house", "rulebook": "house-1900", "from_day": "1990-01-01"}
        events: list[dict[str, Any]] = [{"type": "rulebook.adopted", "data": pool}]
        for number in PLAYERS:
            known = {"player": f"p{number}", "name": f"Player {number}"}
            data = {**known, "ids": {"fide": f"460000{number}"}}
            events.append({"type": "player.registered", "data": data})
        lines = [(at, json.dumps(each).encode()) for at, each in enumerate(events, 1)]
        append(engine, lines, by="office", rulebooks=HouseRulebooks())
        yield engine
        engine.dispose()


@st.composite
def files(draw: st.DrawFn) -> str:
    """The canonical tables of a small tournament, its key left open."""
    system = draw(st.sampled_from(["swiss", "round-robin", "games", "knockout", "match"]))
    players = PLAYERS[:2] if system == "match" else PLAYERS[: draw(st.integers(2, 6))]
    head = {
        "name": draw(st.sampled_from(["Cup", "Spring Cup"])),
        "starts_on": draw(st.sampled_from(["", "2024-03-01", "2024-03-02"])),
        "ended_on": draw(st.sampled_from(["2024-03-03", "2024-03-04"])),
        "place": draw(st.sampled_from(["", "Neustadt"])),
        "minutes": draw(st.sampled_from(["", "60"])),
        "flags": draw(st.sampled_from(["", "undated", "undated invitational"])),
        "class": draw(st.sampled_from(["", "I"])),
        "participants": draw(st.sampled_from(["", "9"])),
    }
    if system in SEVERAL_GAMES or draw(
        st.booleans()
    ):  # else a pair that meets twice is asked about
        head["system"] = system
    text = "[tournament]\n" + "".join(f"{name},{value}\n" for name, value in head.items())
    text += "[players]\nnumber,name,fide,entered,junior,status\n"
    rows = list(draw(games(players, system)))
    playing = {side for row in rows for side in row.split(",")[2:4]}
    for number in players:
        entered = draw(st.sampled_from(["", "no"])) if number in playing else ""
        how = "," if entered else draw(st.sampled_from([",", "yes,", ",guest", "no,registered"]))
        text += f"{number},Player {number},460000{number},{entered},{how}\n"
    text += "[games]\nround,board,white,black,result_white,result_black,rated,date,"
    return text + "minutes_per_move\n" + "".join(rows)


@st.composite
def games(draw: st.DrawFn, players: str, system: str) -> Iterator[str]:
    """Some rounds of pairings with results."""
    several = system in SEVERAL_GAMES
    lines = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        order = draw(st.permutations(players))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        kept = pairs[: draw(st.integers(1, len(pairs)))]
        if several:
            kept += draw(st.lists(st.sampled_from(kept), max_size=2))
        for board, (white, black) in enumerate(kept, 1):
            points = draw(st.sampled_from(["1,0", "0,1", "0.5,0.5", "+,-"]))
            rated = draw(st.sampled_from(["", "", "white"])) if points != "+,-" else ""
            day = draw(st.sampled_from(["", "2024-03-02"]))
            round_ = draw(st.sampled_from([number, ""])) if several else number
            pace = draw(st.sampled_from(["", "", "2.5"]))
            lines.append(f"{round_},{board},{white},{black},{points},{rated},{day},{pace}\n")
    return iter(lines)


def with_key(text: str, key: str) -> bytes:
    return text.replace("[tournament]\n", f"[tournament]\nkey,{key}\n").encode()


def import_text(
    engine: Engine, content: bytes, name: str = "a.csv", *, another: bool = False
) -> FileOutcome:
    """Hand a file in; it must be taken."""
    identity = IdentityChoice(another=another)  # however alike the tournaments of the examples are
    request = ImportRequest(
        format="csv",
        pools=("house",),
        by="office",
        rulebooks=HouseRulebooks(),
        clock=now,
        identity=identity,
    )
    (outcome,) = import_all(engine, [lambda: InputFile(name, content)], request)
    assert not outcome.refused, outcome.issues
    return outcome


def record_of(engine: Engine, outcome: FileOutcome) -> RecordedTournament:
    assert outcome.report is not None
    with engine.connect() as connection:
        record = recorded_tournament(connection, f"{outcome.report.key}")
    assert record is not None
    return record


def standing(engine: Engine, outcome: FileOutcome) -> tuple[Any, ...]:
    """The effective facts, up to the ids of the tournament and its games, and their order."""
    record = record_of(engine, outcome)
    tournament = record.tournament.stands
    assert tournament is not None
    reported_of = {**data_of(tournament), "tournament": "", "paper": ""}
    games = [attrs.evolve(each.last, game="", tournament="") for each in record.standing]
    return reported_of, sorted(map(str, map(data_of, games)))


@given(a=files(), b=files())
def test_the_last_file_is_what_stands(engine: Engine, a: str, b: str) -> None:
    first, alone = f"t{next(_numbers)}", f"t{next(_numbers)}"
    expected_a = standing(engine, import_text(engine, with_key(a, first), another=True))
    expected_b = standing(engine, import_text(engine, with_key(b, alone), another=True))
    assert standing(engine, import_text(engine, with_key(b, first), "b.csv")) == expected_b
    again = import_text(engine, with_key(b, first).replace(b"\n", b"\r\n"), "b.csv")
    assert (again.events, list(again.changes)) == (0, [])
    assert standing(engine, import_text(engine, with_key(a, first))) == expected_a


@settings(max_examples=30)
@given(a=files(), b=files())
def test_what_is_shown_as_changed_is_all_that_changes(engine: Engine, a: str, b: str) -> None:
    """Nothing is shown exactly where the two files say the same."""
    key = f"t{next(_numbers)}"
    record = record_of(engine, import_text(engine, with_key(a, key), another=True))
    reported = reported_of(with_key(b, key))
    changes = changes_of(record, reported)
    same = standing_of(reported_of(with_key(a, key))) == standing_of(reported)
    assert (not changes.differences) == same
    assert changes.known + len(changes.corrected) + len(changes.struck) <= 1 + len(record.standing)


def reported_of(content: bytes) -> ReportedTournament:
    report = valid_report("csv", content)
    return reported_tournament(
        report, {number: f"p{number}" for number in PLAYERS}, {}, ("house",)
    )


def standing_of(reported: ReportedTournament) -> tuple[Any, ...]:
    tournament = attrs.evolve(reported.tournament, paper=None)
    return tournament, sorted(str(data_of(attrs.evolve(game, game=""))) for game in reported.games)


def test_the_log_verifies_after_all_of_it(engine: Engine) -> None:
    assert verify(engine).ok
