"""The reported effect of an import: rated or not, what to add, how many figures change."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.console.shell import Shell
from tests.projections.submissions import adoption, correction, decided, event, player

TOURNAMENT = """[tournament]
key,spring
name,Spring tournament
discipline,chess
system,round-robin
starts_on,1996-03-01
ended_on,1996-03-15
{more}
[players]
number,name,birth_year
1,"Anna, Test",1950
2,"Bela, Test",1950
3,"Cleo, Test",1950
[games]
round,white,black,result_white,result_black
1,1,2,0.5,0.5
2,2,3,1,0
3,3,1,0,1
"""


@pytest.fixture
def club(sqlite_database: str, tmp_path: Path) -> Shell:
    """A club of three; Cleo has no figure yet."""
    shell = Shell(sqlite_database, tmp_path)
    shell.append(
        adoption(),
        *map(player, ("anna", "bela", "cleo")),
        decided("anna", "1700-20", kind="carried-over"),
        decided("bela", "1650-15", kind="carried-over"),
    )
    return shell


def handed_in(club: Shell, *options: str, more: str = "", text: str = TOURNAMENT) -> Any:
    path = club.folder / "spring.csv"
    path.write_text(text.format(more=more))
    links = [f"--link={number}={who}" for number, who in enumerate(("anna", "bela", "cleo"), 1)]
    return club.json("import", "csv", str(path), "--pool", "dwz", *links, *options)


def test_a_dry_run_says_what_a_missing_time_does_and_what_to_add(club: Shell) -> None:
    """DWZ 6.2.2: two hours per player and game."""
    size = len(club.json("log"))
    found = handed_in(club, "--dry-run")
    (effect,) = found["effect"]["pools"]
    assert not effect["rated"]
    assert "6.2.2" in effect["reason"]
    assert effect["add"] == "--minutes 120"
    assert effect["changed"] == 0
    assert effect["games_not_rated"] == 0
    assert not effect["together"]
    assert found["effect"]["first"] is None
    assert len(club.json("log")) == size


def test_a_rapid_list_of_fide_asks_for_a_rapid_time(club: Shell) -> None:
    """FIDE 1.1 (rapid): more than 10 and less than 60 minutes; the days are those of the rules."""
    rules = {"pool": "rapid", "rulebook": "fide-2024", "from_day": "2024-03-01"}
    club.append(
        event("rulebook.adopted", "rapid", {**rules, "parameters": {"control": "rapid"}}),
    )
    path = club.folder / "rapid.csv"
    path.write_text(TOURNAMENT.format(more="").replace("1996", "2024"))
    links = [f"--link={number}={who}" for number, who in enumerate(("anna", "bela", "cleo"), 1)]
    found = club.json("import", "csv", str(path), "--pool", "rapid", *links, "--dry-run")
    (effect,) = found["effect"]["pools"]
    assert (effect["rated"], effect["add"]) == (False, "--minutes 25")


def test_with_the_time_it_counts_and_the_figures_that_move_are_counted(club: Shell) -> None:
    """Anna and Bela have figures; three games give Cleo none, but they are kept (DWZ 4.4)."""
    found = handed_in(club, "--minutes", "120", "--dry-run")
    (effect,) = found["effect"]["pools"]
    assert (effect["rated"], effect["games_not_rated"]) == (True, 0)
    assert effect["changed"] == 2
    forfeited = TOURNAMENT.replace("3,3,1,0,1", "3,3,1,-,+")
    found = handed_in(club, "--minutes", "120", "--dry-run", text=forfeited)
    assert found["effect"]["pools"][0]["games_not_rated"] == 1
    assert club.json("ratings", "dwz")[0]["card"] == {"rating": 1700, "index": 20}


def test_after_the_import_the_positions_and_the_diff_are_named(club: Shell) -> None:
    before = len(club.json("log"))
    found = handed_in(club, "--minutes", "120")
    assert (found["effect"]["first"], found["effect"]["last"]) == (before + 1, before + 4)
    differing = club.json("diff", "dwz", "--from-known", str(before))
    assert len(differing) == found["effect"]["pools"][0]["changed"]


def test_what_is_added_afterwards_is_a_correction_of_the_tournament(club: Shell) -> None:
    handed_in(club)
    added = handed_in(club, "--minutes", "120")
    assert added["appended"] == 1
    assert [each["rated"] for each in added["effect"]["pools"]] == [True]


def test_nothing_can_be_added_to_a_tournament_abroad(club: Shell) -> None:
    """DWZ 6.2.1: held outside Germany; only a decision could help."""
    (effect,) = handed_in(club, "--dry-run", more="country,AUT")["effect"]["pools"]
    assert "6.2.1" in effect["reason"]
    assert effect["add"] is None


def test_a_country_and_a_time_that_are_said_are_taken_over(club: Shell) -> None:
    found = handed_in(club, "--minutes", "90", "--increment", "30", "--country", "AUT")
    assert found["tournament"]["country"] == "AUT"
    assert found["tournament"]["thinking_time"] == {"minutes": 90, "increment_seconds": 30}


def test_each_pool_has_its_own_say(club: Shell) -> None:
    """The EGF rates games of go."""
    go = {"pool": "go", "rulebook": "egf-2021", "from_day": "1990-01-01"}
    club.append(event("rulebook.adopted", "go", go))
    effects = handed_in(club, "--minutes", "120", "--pool", "go", "--dry-run")["effect"]["pools"]
    assert [(each["pool"], each["rated"]) for each in effects] == [("dwz", True), ("go", False)]
    assert effects[1]["add"] is None


@pytest.mark.parametrize(
    ("youth", "minutes"),
    [("U20", (120, 90)), ("U15", (60, 90)), ("U13", (30, 90)), ("U11", (30, 60))],
)
def test_youths_need_less_time(club: Shell, youth: str, minutes: tuple[int, int]) -> None:
    """DWZ 6.2.2 of 1995: an hour in class U15, half an hour in U13 and U11, else two hours.

    Of 2014: an hour up to class U12, else an hour and a half.
    """
    young = (player(each, birth_year=1985) for each in ("anna", "bela", "cleo"))
    edition = {"pool": "later", "rulebook": "dwz-2014", "from_day": "1990-01-01"}
    club.append(
        *(correction(each, f"{each['id']} is young", **each["data"]) for each in young),
        event("rulebook.adopted", "later", edition),
    )
    more = f"youth_class,{youth}\n"
    found = handed_in(club, "--pool", "later", "--dry-run", more=more)["effect"]["pools"]
    assert [each["add"] for each in found] == [f"--minutes {each}" for each in minutes]


def test_people_read_it_in_lines(club: Shell) -> None:
    path = club.folder / "spring.csv"
    path.write_text(TOURNAMENT.format(more=""))
    links = [f"--link={number}={who}" for number, who in enumerate(("anna", "bela", "cleo"), 1)]
    command = ("import", "csv", str(path), "--pool", "dwz", *links)
    text = club.table(*command, "--dry-run")
    assert "dwz: would not be rated (DWZ 6.2.2: submitted without its thinking time)." in text
    assert "It would count with --minutes 120" in text
    before = len(club.json("log"))
    text = club.table(*command, "--minutes", "120")
    assert "dwz: rated; 2 ratings change." in text
    assert f"rating-ledger diff dwz --from-known {before}" in text


def test_an_increment_alone_is_refused(club: Shell) -> None:
    outcome = club.run("import", "csv", "x.csv", "--pool", "dwz", "--increment", "30")
    assert outcome.status == 1
    assert "--minutes: seconds for each move go with minutes" in outcome.err


# --- many files ------------------------------------------------------------------------------

MATCH = """[tournament]
key,match-{number}
name,Match {number}
discipline,chess
system,match
ended_on,1996-{number:02}-15
{time}
[players]
number,name,birth_year
1,"Anna, Test",1950
2,"Bela, Test",1950
[games]
round,white,black,result_white,result_black
1,1,2,{white},{black}
"""


@pytest.fixture
def year(club: Shell) -> list[str]:
    """Eleven matches of Anna and Bela in eleven files; of two the thinking time is missing."""
    folder = club.folder / "year"
    folder.mkdir()
    for number in range(1, 12):
        time = "" if number in {3, 7} else "minutes,120"
        white, black = (1, 0) if number % 2 else (0.5, 0.5)
        text = MATCH.format(number=number, time=time, white=white, black=black)
        (folder / f"match-{number:02}.csv").write_text(text)
    return ["import", "auto", str(folder), "--pool", "dwz", "--accept", "certain"]


def test_two_files_have_their_effect_together(club: Shell, year: list[str]) -> None:
    """Of a folder whose other files are as they were."""
    club.json(*year)
    for number in (1, 2):
        path = club.folder / "year" / f"match-{number:02}.csv"
        path.write_text(re.sub(r"1,1,2,.*", "1,1,2,0,1", path.read_text()))
    first, second, *others = (each["effect"]["pools"] for each in club.json(*year, "--dry-run"))
    assert [(each["together"], each["changed"]) for (each,) in (first, second)] == [(True, 2)] * 2
    assert others == [[]] * 9


def test_of_many_files_the_effect_is_that_of_all_together(club: Shell, year: list[str]) -> None:
    before = len(club.json("log"))
    documents = club.json(*year)
    effects = [each["effect"]["pools"][0] for each in documents]
    assert [each["rated"] for each in effects] == [number not in {3, 7} for number in range(1, 12)]
    assert all(each["together"] for each in effects)
    differing = club.json("diff", "dwz", "--from-known", str(before))
    assert {each["changed"] for each in effects} == {len(differing)} == {2}
    first, second = effects[2], effects[6]
    assert "6.2.2" in first["reason"]
    assert first["reason"] == second["reason"]
    assert [each["add"] for each in (first, second)] == [
        "--minutes 120",
        None,
    ]


def test_a_dry_run_of_many_files_counts_events_and_figures_and_writes_nothing(
    club: Shell, year: list[str]
) -> None:
    size = len(club.json("log"))
    documents = club.json(*year, "--dry-run")
    assert [each["effect"]["events"] for each in documents] == [2] * 11
    assert {each["effect"]["first"] for each in documents} == {None}
    assert {each["effect"]["pools"][0]["changed"] for each in documents} == {2}
    assert len(club.json("log")) == size


def test_people_read_of_many_files_one_summary_for_each_pool(club: Shell, year: list[str]) -> None:
    text = club.table(*year, "--dry-run")
    assert "dwz: 9 of 11 tournaments would be rated; 2 ratings would change." in text
    assert "2 not rated (DWZ 6.2.2: submitted without its thinking time): match-03.csv" in text
    assert "match-03.csv would count with --minutes 120" in text
    before = len(club.json("log"))
    text = club.table(*year)
    assert f"rating-ledger diff dwz --from-known {before}" in text


def test_a_pool_that_the_tournament_on_record_is_not_in_says_nothing(
    club: Shell, year: list[str]
) -> None:
    club.json(*year)
    go = {"pool": "go", "rulebook": "egf-2021", "from_day": "1990-01-01"}
    club.append(event("rulebook.adopted", "go", go))
    path = club.folder / "year" / "match-01.csv"
    path.write_text(path.read_text().replace("1,1,2,1,0", "1,1,2,0,1"))
    found = club.json("import", "auto", str(path), "--pool", "go", "--accept", "certain")
    assert (found["appended"], found["effect"]["pools"]) == (2, [])  # the game, and the paper
