"""The generator of federations: valid lines, the same bytes for ever, little memory."""

import hashlib
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.engine.registry import registered
from scripts.generate_federation import federation, main
from tests.scripts.federation_reader import of_kind, read_all
from tests.tables import every

SCRIPT = Path(__file__).parents[2] / "scripts" / "generate_federation.py"
RULEBOOKS = [
    "dwz-1995",
    "dwz-2014",
    "dwz-2026",
    "egf-2021",
    "fide-2024",
    "ingo-1960",
    "lask-1970",
    "mgsz-2011",
]


@pytest.mark.slow
@every("discipline", ["chess", "go"])
@every("rulebook", RULEBOOKS)
def test_every_line_keeps_the_contract_under_every_rulebook(rulebook, discipline):
    events = read_all(federation(4_000, 5, rulebook=rulebook, discipline=discipline, pool="list"))
    assert len(list(of_kind(events, "game.submitted"))) == 4_000
    assert len(list(of_kind(events, "rating.decided"))) >= 10


@given(
    games=st.integers(1, 500),
    seed=st.integers(0, 2**40),
    years=st.integers(1, 4),
    discipline=st.sampled_from(["chess", "go"]),
)
@settings(max_examples=40, deadline=None)
def test_any_seed_gives_exactly_the_games_asked_for_and_only_valid_lines(
    games, seed, years, discipline
):
    events = read_all(federation(games, seed, years=years, discipline=discipline))
    assert len(list(of_kind(events, "game.submitted"))) == games


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others():
    once, again, other = (list(federation(3_000, seed)) for seed in (8, 8, 9))
    assert once == again
    assert once != other


def test_every_python_and_every_day_gives_the_bytes_of_this_seal():
    """Benchmarks of different days and Pythons are about the same federation.

    The seal itself means nothing; whoever changes the generator on purpose sets a new one.
    """
    seal = hashlib.sha256(b"".join(federation(5_000, 1)))
    assert seal.hexdigest()[:16] == "a43300555669a02b"


def test_the_program_run_as_a_file_writes_what_the_function_gives():
    command = [sys.executable, str(SCRIPT), "--games", "1000", "--seed", "3"]
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        written = subprocess.run(command, capture_output=True, check=True, env=environment)
        assert written.stdout == b"".join(federation(1_000, 3))


def test_the_options_of_the_program_reach_the_federation(tmp_path):
    file = tmp_path / "go.jsonl"
    options = "--from-year 2012 --years 3 --pool mgsz --rulebook mgsz-2011 --discipline go"
    arguments = ["--games", "1000", "--seed", "3", "--without-ids", "--out", str(file)]
    assert CliRunner().invoke(main, [*arguments, *options.split()]).exit_code == 0
    made = federation(
        1_000, 3, from_year=2012, years=3, pool="mgsz", rulebook="mgsz-2011", discipline="go",
        game_ids=False,
    )  # fmt: skip
    assert file.read_bytes() == b"".join(made)


def test_a_german_federation_goes_from_ingo_through_three_editions_of_the_dwz():
    events = read_all(federation(3_000, 1, succession="german", pool="list"))
    adopted = [(d["from_day"], d["rulebook"]) for d in of_kind(events, "rulebook.adopted")]
    assert adopted == [
        ("1960-01-01", "ingo-1960"),
        ("1995-01-01", "dwz-1995"),
        ("2003-01-01", "dwz-2014"),
        ("2016-08-01", "dwz-2014"),
        ("2026-06-08", "dwz-2026"),
    ]
    ends = [data["ended_on"] for data in of_kind(events, "tournament.submitted")]
    assert (min(ends)[:4], max(ends)[:4]) == ("1960", "2026")
    cards = [data["card"] for data in of_kind(events, "rating.decided")]
    assert all(card.keys() == {"number", "count"} for card in cards)


@every(
    ("succession", "rulebooks", "first_cards", "home"),
    [
        ("swedish", ["lask-1970", "fide-2024", "fide-2024"], {"rating"}, "SWE"),
        ("hungarian", ["mgsz-2011", "egf-2021", "egf-2021"], {"elo", "grade"}, "HUN"),
    ],
)
def test_federations_go_from_lask_to_fide_and_from_mgsz_to_egf(
    succession, rulebooks, first_cards, home
):
    """Everybody is decided a card in the way of the day, and declares a grade where that is."""
    events = read_all(federation(3_000, 1, succession=succession))
    adopted = list(of_kind(events, "rulebook.adopted"))
    assert [data["rulebook"] for data in adopted] == rulebooks
    to_next = adopted[1]["from_day"]
    decided = list(of_kind(events, "rating.decided"))
    assert decided
    assert all(data["from_day"] < to_next for data in decided)
    assert all(data["card"].keys() == first_cards for data in decided)
    assert {data["federation"] for data in of_kind(events, "player.registered")} == {home}
    held = list(of_kind(events, "tournament.submitted"))
    declared = {data["ended_on"] >= to_next for data in held if data.get("entrants")}
    assert declared == ({True} if succession == "hungarian" else set())
    assert {data["discipline"] for data in held} == {
        "go" if succession == "hungarian" else "chess"
    }


def test_its_conversions_are_those_that_the_rulebooks_have_on_record():
    events = read_all(federation(3_000, 1, succession="german"))
    for data in of_kind(events, "rulebook.adopted"):
        if "conversion" in data:
            before = "ingo-1960" if data["rulebook"] == "dwz-1995" else "dwz-2014"
            assert data["conversion"] == registered(data["rulebook"]).conversions[before]


@every(
    "wrong",
    [
        ["--games", "999"],
        ["--rulebook", "elo-1978"],
        ["--pool", " dwz"],
        ["--years", "0"],
        ["--succession", "roman"],
        ["--succession", "german", "--rulebook", "dwz-1995"],
        ["--succession", "german", "--from-year", "1995"],
        ["--succession", "hungarian", "--discipline", "chess"],
    ],
)
def test_options_that_make_no_federation_are_refused_as_wrong_usage(wrong):
    outcome = CliRunner().invoke(main, ["--games", "1000", "--seed", "1", *wrong])
    assert outcome.exit_code == 2
    assert "Error" in outcome.output


def test_without_ids_games_carry_none_and_nothing_is_corrected():
    events = read_all(federation(5_000, 6, game_ids=False))
    with_id = {event["type"] for event in events if "id" in event}
    assert with_id == {event["type"] for event in events} - {"game.submitted"}
    assert not list(of_kind(events, "correction.submitted"))


@pytest.mark.slow
def test_memory_stays_small_whatever_the_size():
    """50,000 games are ten megabytes of lines; what is held at once is one season of plans."""
    tracemalloc.start()
    try:
        written = sum(len(line) for line in federation(50_000, 2))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert written > 9_000_000
    assert peak < 2_000_000
