"""TRX, the file of the Norwegian TurneringsService."""

from datetime import date

from ledger.importing.formats.registry import read
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.imports.trx_files import GAMES, game, group, trx
from tests.tables import every


def timed(*clocks: tuple[str, str]) -> bytes:
    """The file with a time and an addition for each of its two rounds."""
    content = trx()
    for day, (finish, addition) in zip((b"2024.03.01", b"2024/03/03"), clocks, strict=True):
        said = f'TimeFinish="{finish}" AdditionPerMove="{addition}"'.encode()
        content = content.replace(
            b'<Rd StartDate="' + day + b'"', b'<Rd StartDate="' + day + b'" ' + said
        )
    return content


def with_first(one: str, other: str) -> bytes:
    """The file with other cells of the first round for players 1 and 3."""
    second = [each.split("/>")[1] + "/>" for each in GAMES]
    return trx(group((one + second[0], GAMES[1], other + second[2], GAMES[3])))


def test_a_trx_tournament_is_read() -> None:
    report = valid_report("trx", trx())
    assert (report.name, report.place, report.country) == ("Våren A", "Oslo", "NOR")
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert (report.rounds, report.system) == (2, "swiss")
    assert report.officials.chief_arbiter == "Berg, Kari (1500009)"
    found = [(g.round, g.white, g.black, result_of(g)) for g in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (0, 1, False, "forfeit", "both")),
        (2, "2", "1", (0.5, 0.5, True, None, "none")),
        (2, "3", None, (1, 0, False, "bye", "both")),
        (2, "4", None, (0.5, 0, False, "bye", "both")),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_games_have_the_days_of_their_rounds() -> None:
    days = {g.round: g.day for g in valid_report("trx", trx()).games if g.played}
    assert days == {1: date(2024, 3, 1), 2: date(2024, 3, 3)}


def test_players_of_a_trx_have_their_figures() -> None:
    anna, bo, *_ = valid_report("trx", trx()).players
    assert (anna.name, anna.sex, anna.birth_year) == ("Alfa, Anna", "f", 1990)
    assert (anna.title, bo.title) == ("WFM", None)
    assert (anna.ids, anna.ratings) == ({"fide": "1500001"}, {"FIDE": 1900})
    assert (bo.sex, bo.club, bo.ratings) == ("m", "Oslo", {"NOR": 1700})


def test_of_several_groups_one_is_said_by_its_name() -> None:
    content = trx(group(name="A"), group(name="B"))
    assert "--name (A, B)" in errors("trx", content)[0].message
    assert valid_report("trx", content, SuppliedDetails(name="B")).name == "B"


def test_a_team_event_is_of_teams() -> None:
    assert valid_report("trx", trx(team="Y")).system == "team"


@every(
    ("one", "other", "says"),
    [
        (game(1, "W", 3, "A"), game(1, "B", 1, "A"), "no result"),
        (game(1, "W", 3, "1"), game(1, "B", 1, "1"), "more than one point"),
        (game(1, "W", 3, "1"), game(1, "B", 0, "?"), "is empty"),
        (game(1, "W", 3, "win"), game(1, "B", 1, "0"), "Res 'win'"),
        (game(1, "W", 3, "1").replace('Rd="1"', 'Rd="x"'), game(1, "B", 1, "0"), "Rd 'x'"),
    ],
)
def test_trx_games_that_cannot_be_are_refused_with_their_line(
    one: str, other: str, says: str
) -> None:
    found = [each for each in errors("trx", with_first(one, other)) if says in each.message]
    assert found[0].line is not None


def test_a_trx_without_groups_or_players_is_refused() -> None:
    for content in (trx("<x/>"), trx('<Group Event="A"/>')):
        _, issues = read("trx", "a file", content)
        assert any(issue.kind == "error" for issue in issues)


# --- thinking time ---------------------------------------------------------------------------


@every(
    ("finish", "addition", "minutes", "increment"),
    [("1:30:00", "0:00:30", 90, 30), ("2:00:00", "", 120, 0), ("0:15:00", "0:00:05", 15, 5)],
)
def test_the_time_of_all_rounds_is_taken_over_where_clock_and_addition_are_certain(
    finish: str, addition: str, minutes: float, increment: float
) -> None:
    time = valid_report("trx", timed((finish, addition), (finish, addition))).thinking_time
    assert time is not None
    assert (time.minutes, time.increment_seconds) == (minutes, increment)


def test_an_addition_without_a_unit_is_proposed() -> None:
    """Nobody has said whether 30 are seconds; most programs mean that."""
    content = timed(("1:30:00", "30"), ("1:30:00", "30"))
    assert valid_report("trx", content).thinking_time is None
    assert any(
        "give --minutes 90 --increment 30" in each
        for each in messages_of("trx", content, "warning")
    )


def test_rounds_with_different_times_are_left_to_the_arbiter() -> None:
    content = timed(("1:30:00", ""), ("0:25:00", ""))
    assert valid_report("trx", content).thinking_time is None
    assert any(
        "different thinking times" in each for each in messages_of("trx", content, "warning")
    )


def test_a_file_without_times_says_nothing_of_them() -> None:
    assert valid_report("trx", trx()).thinking_time is None
    assert not any("thinking time" in each for each in messages_of("trx", trx(), "warning"))
