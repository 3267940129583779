"""Events of Sharly-Chess: an SQLite database, which may be anything."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.sharly_files import CELLS, SCHEMA, Cell, database, rows, sharly
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every


def test_an_event_is_read() -> None:
    report = valid_report("sharly", sharly())
    assert (report.name, report.place, report.country) == ("Festival Open A", "Rochefort", "FRA")
    assert (report.starts_on, report.ended_on) == (date(2026, 7, 3), date(2026, 7, 5))
    assert (report.rounds, report.system) == (3, "swiss")
    found = [(g.round, g.white, g.black, result_of(g)) for g in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (1, 0, False, "forfeit", "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "both")),
        (2, "3", None, (1, 0, False, "bye", "both")),
        (2, "4", None, (0.5, 0, False, "bye", "both")),
        (3, "2", "3", (1, 0, True, None, "none")),
        (3, "1", "4", (0.5, 0, True, None, "both")),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert {g.round: g.day for g in report.games if g.day} == {1: date(2026, 7, 3)}


def test_seconds_of_all_periods_are_the_thinking_time() -> None:
    time = valid_report("sharly", sharly()).thinking_time
    assert time is not None
    assert (time.minutes, time.increment_seconds) == (105, 30)


def test_players_have_the_rating_of_the_tournaments_kind() -> None:
    anna, bert, *_ = valid_report("sharly", sharly()).players
    assert (anna.name, anna.sex, anna.title) == ("AHORN, Anna", "f", "WFM")
    assert (anna.birth_date, anna.club) == (date(1990, 5, 17), "Échiquier")
    assert (anna.ids, anna.ratings) == ({"fide": "600001"}, {"FIDE": 2000})
    assert (bert.sex, bert.birth_date, bert.birth_year) == ("m", None, 1985)


def test_players_without_start_numbers_are_called_by_their_ids() -> None:
    content = rows()
    content["tournament_player"][0]["pairing_number"] = None
    assert {p.number for p in valid_report("sharly", database(content)).players} == {
        *("11", "12", "13", "14")
    }


@every(("points", "value", "worth"), [(None, 2, 0.5), (None, 1, None), ('{"9": 0.5}', 3, 0.5)])
def test_the_allocated_bye_is_worth_what_the_event_says(
    points: str | None, value: int, worth: float | None
) -> None:
    content = rows(game_points=points)
    content["info"][0]["pab_value"] = value
    games = valid_report("sharly", database(content)).games
    assert [g.white_points for g in games if g.white == "3" and g.black is None] == (
        [] if worth is None else [worth]
    )


def test_of_several_tournaments_one_is_said_by_its_name() -> None:
    content = rows()
    content["tournament"].append({"id": 2, "name": "Open B", "stop_date": "2026-07-04"})
    content["tournament"].append({"id": 3, "name": "Not begun"})
    content["pairing"] += [{**row, "tournament_id": 2} for row in content["pairing"][:2]]
    content["tournament_player"] += [
        {"tournament_id": 2, "player_id": id_, "pairing_number": id_ - 10} for id_ in (11, 13)
    ]
    (refused,) = errors("sharly", database(content))
    assert "--name (Festival Open A, Festival Open B)" in refused.message
    report = valid_report("sharly", database(content), SuppliedDetails(name="Open B"))
    assert (report.name, len(report.players), len(report.games)) == ("Open B", 2, 1)


def test_a_tournament_of_teams_is_of_teams() -> None:
    assert valid_report("sharly", sharly(team_player_count=4)).system == "team"


def test_sexes_of_earlier_versions_are_numbers() -> None:
    content = rows()
    content["player"][0]["gender"], content["player"][1]["gender"] = 1, 2
    anna, bert, *_ = valid_report("sharly", database(content)).players
    assert (anna.sex, bert.sex) == ("f", "m")


@every("table", ["info", "tournament"])
@every(("start", "stop"), [(1_783_029_600.0, 1_783_288_740.0), (1_767_394_800.0, 1_767_653_940.0)])
def test_days_of_earlier_versions_are_seconds(table: str, start: float, stop: float) -> None:
    """From 0:00 of the third to 23:59 of the fifth in France, in July 2026 and in January."""
    schema = {**SCHEMA, table: f"{SCHEMA[table]}, start FLOAT, stop FLOAT"}
    content = rows(start_date=None, stop_date=None)
    content[table][0] |= {"start": start, "stop": stop}
    report = valid_report("sharly", database(content, schema))
    month = 7 if stop > 1_780_000_000 else 1
    assert (report.starts_on, report.ended_on) == (date(2026, month, 3), date(2026, month, 5))
    adjusted = messages_of("sharly", database(content, schema), "adjusted")
    assert "days stated in seconds are read in the time of Central Europe" in adjusted[0]


def test_the_days_of_an_event_are_those_of_a_tournament_that_has_none() -> None:
    schema = {**SCHEMA, "info": f"{SCHEMA['info']}, start_date TEXT, stop_date TEXT"}
    content = rows(start_date=None, stop_date="")
    assert "--ended-on" in errors("sharly", database(content, schema))[0].message
    content["info"][0] |= {"start_date": "2026-07-01", "stop_date": "2026-07-09"}
    report = valid_report("sharly", database(content, schema))
    assert (report.starts_on, report.ended_on) == (date(2026, 7, 1), date(2026, 7, 9))
    warnings = messages_of("sharly", database(content, schema), "warning")
    assert "if it ended earlier, give --ended-on" in warnings[0]
    said = SuppliedDetails(starts_on=date(2026, 7, 2), ended_on=date(2026, 7, 4))
    report = valid_report("sharly", database(content, schema), said)
    assert (report.starts_on, report.ended_on) == (said.starts_on, said.ended_on)


def test_an_event_that_keeps_its_results_in_papi_is_refused() -> None:
    kept = {name: SCHEMA[name] for name in ("info", "tournament")}
    content = database(rows(), kept)
    assert detect_format(content) is None
    assert "Papi or TRF" in errors("sharly", content)[0].message


def test_a_database_journaled_ahead_is_read() -> None:
    """Two bytes of its head say so, and it cannot be in memory."""
    content = bytearray(sharly())
    content[18:20] = b"\x02\x02"
    assert valid_report("sharly", bytes(content)).name == "Festival Open A"


@every(
    ("cell", "says"),
    [
        ((11, 1, 0, 1), "have no result"),
        ((11, 1, 1, 1), "do not complete"),
        ((11, 1, 2, 1), "do not complete"),
        ((11, 1, 8, 1), "has the invalid result '8'"),
        ((11, 1, 99, 1), "has the invalid result '99'"),
        ((11, 1, 3, None), "has the invalid result '3'"),
        ((99, 1, 3, 1), "has the invalid result '3'"),
        ((11, 0, 3, 1), "round 0"),
    ],
)
def test_pairings_that_cannot_be_are_named(cell: Cell, says: str) -> None:
    _, issues = read("sharly", "a file", sharly([cell, *CELLS[1:]]))
    assert any(says in each.message for each in issues)


# --- hostile databases ------------------------------------------------------------------------

WITHOUT_PLAYERS = {name: columns for name, columns in SCHEMA.items() if name != "player"}
ENDLESS = (
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
    "SELECT x AS id, 'A' AS last_name FROM c"
)
CROWD = (
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 600000) "
    "SELECT 1, 11, 1, 3, 1 FROM c"
)
COMPUTED = SCHEMA["player"].replace("club TEXT", "club TEXT AS (hex(zeroblob(900000))) VIRTUAL")
HOSTILE: Mapping[str, tuple[Mapping[str, str], tuple[str, ...], str]] = {
    "a view of endless rows": (
        WITHOUT_PLAYERS,
        (f"CREATE VIEW player AS {ENDLESS}",),
        "Papi or TRF",
    ),
    "a virtual table": (
        WITHOUT_PLAYERS,
        ("CREATE VIRTUAL TABLE player USING fts5(id, last_name)",),
        "Papi or TRF",
    ),
    "a value of megabytes": (
        SCHEMA,
        ("UPDATE player SET club = hex(zeroblob(600000))",),
        "database is damaged",
    ),
    "a crowd of pairings": (
        SCHEMA,
        (f"INSERT INTO pairing {CROWD}",),
        "more memory or time",
    ),
}


@every("name", HOSTILE)
def test_what_is_no_plain_table_is_not_read(name: str) -> None:
    schema, statements, says = HOSTILE[name]
    content = database(rows(), schema, statements)
    assert any(says in each.message for each in errors("sharly", content))


def test_computed_columns_are_not_computed() -> None:
    content = rows()
    for row in content["player"]:
        row.pop("club", None)
    report = valid_report("sharly", database(content, {**SCHEMA, "player": COMPUTED}))
    assert [player.club for player in report.players] == [None] * 4


def test_triggers_and_indexes_do_nothing() -> None:
    statements = (
        "CREATE TRIGGER t AFTER INSERT ON player BEGIN DELETE FROM pairing; END",
        "CREATE INDEX i ON player (abs(id))",
    )
    assert valid_report("sharly", database(rows(), SCHEMA, statements))


@every("end", [16, 100, 4_096, -4_096, -1])
def test_a_database_cut_off_is_refused(end: int) -> None:
    assert errors("sharly", sharly()[:end])


def test_a_database_of_something_else_is_named_so() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE event (id INTEGER)")
        assert detect_format(connection.serialize()) is None
