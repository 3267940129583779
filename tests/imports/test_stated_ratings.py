"""The ratings that a file states for newcomers: carried over when somebody asks for it."""

import json
from typing import Any

import pytest

from tests.imports.import_ledger import ImportLedger
from tests.imports.stated_ratings import HEADINGS, ROWS
from tests.imports.tournament_files import CROSSTABLE_HEAD, crosstable

DAYS = "--starts-on", "2024-03-01", "--ended-on", "2024-03-03", "--minutes", "120"


@pytest.fixture
def table(ledger: ImportLedger) -> str:
    content = crosstable(ROWS, (*CROSSTABLE_HEAD[:4], HEADINGS))
    return ledger.write_file("spring.csv", content)


def read(ledger: ImportLedger, table: str, *options: str) -> Any:
    return ledger.import_file("crosstable", table, "--register-new", *DAYS, *options)


def decisions(ledger: ImportLedger) -> dict[str, tuple[str, dict[str, int]]]:
    """First day and card of each decided rating, by the player's name."""
    listed = ledger.run("--format", "json", "players", "house", "--query", "").stdout
    names = {row["player"]: row["name"] for row in json.loads(listed)}
    decided = [e["data"] for e in ledger.log() if e["type"] == "rating.decided"]
    return {names[it["player"]]: (it["from_day"], it["card"]) for it in decided}


def rated_with(ledger: ImportLedger, tournament: str) -> dict[str, int | None]:
    shown = ledger.run("--format", "json", "tournament", "house", tournament)
    return {row["name"]: row["rating_before"] for row in json.loads(shown.stdout)["players"]}


def test_nobody_gets_a_rating_that_was_not_asked_for(ledger: ImportLedger, table: str) -> None:
    read(ledger, table)
    assert decisions(ledger) == {}


def test_newcomers_are_rated_with_the_ratings_of_the_file(
    ledger: ImportLedger, table: str
) -> None:
    """From the first day on, and only with what is a rating: 3999 is none, Bert has no index."""
    done = read(ledger, table, "--with-ratings")
    assert decisions(ledger) == {"Ahorn Anna": ("2024-03-01", {"rating": 2100, "index": 12})}
    assert rated_with(ledger, done["tournament"]["tournament"])["Ahorn Anna"] == 2100
    said = [each["message"] for each in done["issues"] if each["kind"] == "warning"]
    (bert,) = (each for each in said if "Buche" in each)
    assert "write it as rating-index" in bert
    assert "--index" in bert
    assert any("Esche" in each and "not a plausible rating" in each for each in said)


def test_an_index_may_be_given_for_all_who_have_none(ledger: ImportLedger, table: str) -> None:
    read(ledger, table, "--with-ratings", "--index", "3")
    cards = {name: card for name, (_, card) in decisions(ledger).items()}
    assert cards == {
        "Ahorn Anna": {"rating": 2100, "index": 12},
        "Buche Bert": {"rating": 1850, "index": 3},
    }


@pytest.mark.parametrize("index", ["9" * 19, "9" * 5_000, "²", "٣"])
def test_an_index_that_no_event_can_hold_is_no_rating(
    ledger: ImportLedger, table: str, index: str
) -> None:
    done = read(ledger, table, "--with-ratings", "--index", index)
    assert set(decisions(ledger)) == {"Ahorn Anna"}
    said = [each["message"] for each in done["issues"]]
    assert any("Buche" in each and "index must be a whole number" in each for each in said)


def test_an_index_in_the_file_that_no_event_can_hold_is_no_rating(ledger: ImportLedger) -> None:
    rows = [row.replace("2100-12", "2100-" + "9" * 19) for row in ROWS]
    table = ledger.write_file("huge.csv", crosstable(rows, (*CROSSTABLE_HEAD[:4], HEADINGS)))
    read(ledger, table, "--with-ratings")
    assert decisions(ledger) == {}


def test_a_rating_whose_usual_id_is_taken_gets_another(ledger: ImportLedger, table: str) -> None:
    ledger.register("zoe", "Zeder, Zoe", birth_year=1980)
    other = {"pool": "house", "player": "zoe", "from_day": "2001-01-01", "kind": "carried-over"}
    other |= {"card": {"rating": 1500, "index": 9}, "by": "olga", "reason": "list"}
    taken = "house chess-results-4711-p1 2024-03-01"
    ledger.append({"type": "rating.decided", "id": taken, "data": other})
    read(ledger, table, "--with-ratings")
    assert set(decisions(ledger)) == {"Zeder, Zoe", "Ahorn Anna"}


def test_no_index_has_seven_digits(ledger: ImportLedger, table: str) -> None:
    read(ledger, table, "--with-ratings", "--index", "1000000")
    assert set(decisions(ledger)) == {"Ahorn Anna"}


def test_who_is_known_keeps_what_the_ledger_has(ledger: ImportLedger, table: str) -> None:
    ledger.register("anna", "Ahorn, Anna", birth_year=1980)
    read(ledger, table, "--link", "1=anna", "--with-ratings", "--index", "3")
    assert set(decisions(ledger)) == {"Buche Bert"}


def test_a_preview_writes_none(ledger: ImportLedger, table: str) -> None:
    before = ledger.log()
    done = read(ledger, table, "--with-ratings", "--dry-run")
    assert done["effect"]["events"] == 4 + 1 + 6 + 1  # players, the tournament, games, a rating
    assert ledger.log() == before


def test_ratings_of_another_system_are_left(ledger: ImportLedger) -> None:
    headings = HEADINGS.replace("DWZ - Index", "Rtg")
    rows = "1;FM;Ahorn Anna ;2100;GER;  2w1;;;1;5", "2;;Buche Bert ;1850;GER;  1b0;;;0;4"
    table = ledger.write_file("fide.csv", crosstable(rows, (*CROSSTABLE_HEAD[:4], headings)))
    read(ledger, table, "--with-ratings", "--index", "3")
    assert decisions(ledger) == {}
