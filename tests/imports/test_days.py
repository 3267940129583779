"""The days of a tournament: read if there is no doubt, asked for if there is."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.formats.dates import candidates, written_day
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.tournament_files import errors, messages_of, others, trf, valid_report
from tests.tables import every

NAMED = ("012 Open", "092 Swiss")


def with_days(start: str, end: str, *rounds: str) -> bytes:
    return trf(others(), [*NAMED, f"042 {start}", f"052 {end}", *rounds])


@every(
    ("start", "end", "meant"),
    [
        ("2016/06/28", "2016/06/30", date(2016, 6, 30)),
        ("2008-02-01", "2008-02-03", date(2008, 2, 3)),
        ("25.02.2011", "27.02.2011", date(2011, 2, 27)),
        ("28. 07. 2005", "30. 07. 2005", date(2005, 7, 30)),
        ("24/09/2010", "02/10/2010", date(2010, 10, 2)),
        ("May 29, 2020", "May 31, 2020", date(2020, 5, 31)),
        ("29 May 2020", "1 June 2020", date(2020, 6, 1)),
        ("11.09.26", "12.04.01", date(2012, 4, 1)),  # 2026 → 2001 and 26 → 01 cannot be
    ],
)
def test_a_day_that_can_only_mean_one_is_read(start: str, end: str, meant: date) -> None:
    assert valid_report("trf", with_days(start, end)).ended_on == meant


@every(
    ("start", "end", "offered"),
    [
        ("25/08/18", "25/08/18", ("2018-08-25", "2025-08-18")),
        ("08/04/2018", "08/04/2018", ("2018-04-08", "2018-08-04")),
        ("10.09.11", "10.09.11", ("2010-09-11", "2011-09-10")),
    ],
)
def test_an_end_that_can_mean_several_days_is_refused_and_all_of_them_named(
    start: str, end: str, offered: tuple[str, ...]
) -> None:
    found = errors("trf", with_days(start, end))
    assert [issue.line for issue in found] == [4]
    for day in offered:
        assert day in found[0].message
    assert "--ended-on" in found[0].message


def test_the_days_of_the_rounds_rule_a_reading_out() -> None:
    assert errors("trf", with_days("25/09/13", "25/09/14"))
    rounds = "132 2025/09/13", "132 2025/09/14"
    assert valid_report("trf", with_days("25/09/13", "25/09/14", *rounds)).ended_on == date(
        2025, 9, 14
    )


def test_rounds_in_an_order_of_their_own_still_date_the_games() -> None:
    """Irish files of 2011 write the rounds as year, day, month."""
    rounds = "132" + " " * 88 + "11.25.02  11.26.02"
    report = valid_report("trf", with_days("25.02.2011", "27.02.2011", rounds))
    assert [game.day for game in report.games] == [date(2011, 2, 25)]


@every(
    ("start", "end", "round_day", "read_as"),
    [
        ("2002/12/01", "2003/03/31", "03/02/01", date(2003, 2, 1)),
        ("01.12.2002", "31.03.2003", "03/02/01", None),
        ("2002/12/01", "2003/03/31", "01/02/03", None),  # 2001 is outside
        ("2025/09/01", "2026/06/30", "25/11/10", date(2025, 11, 10)),
        ("", "2000/02/01", "00/02/01", date(2000, 2, 1)),
    ],
)
def test_days_of_rounds_are_in_the_order_of_the_specification_where_the_file_keeps_to_it(
    start: str, end: str, round_day: str, read_as: date | None
) -> None:
    """FIDE TRF: YYYY/MM/DD for the tournament, YY/MM/DD for a round."""
    content = with_days(start, end, "132" + " " * 88 + round_day)
    assert {game.day for game in valid_report("trf", content).games} == {read_as}
    said = messages_of("trf", content, "adjusted")
    assert any("year, month and day" in each for each in said) == (read_as is not None)


@every("end", ["", "soon", "2024/13/45", "31.02.2024", "2024/03"])
def test_without_a_last_day_a_file_is_refused(end: str) -> None:
    assert any(
        "--ended-on" in issue.message for issue in errors("trf", with_days("2024/03/01", end))
    )


def test_what_the_submitter_says_fills_the_gap() -> None:
    supplied = SuppliedDetails(ended_on=date(2024, 3, 3))
    assert valid_report("trf", with_days("2024/03/01", ""), supplied).ended_on == date(2024, 3, 3)
    ambiguous = with_days("25/08/18", "25/08/18")
    assert valid_report(
        "trf", ambiguous, SuppliedDetails(ended_on=date(2025, 8, 18))
    ).ended_on == date(2025, 8, 18)


def test_what_the_submitter_says_against_the_file_is_refused() -> None:
    supplied = SuppliedDetails(ended_on=date(2024, 3, 4))
    (only,) = errors("trf", with_days("2024/03/01", "2024/03/03"), supplied)
    assert "2024/03/03" in only.message


def test_a_last_day_that_cannot_be_yields_to_the_submitters() -> None:
    """The paper stays as it came; only what the ledger reads from it is another day."""
    supplied = SuppliedDetails(ended_on=date(2008, 5, 31))
    content = with_days("2008/05/28", "2007/05/31")
    report = valid_report("trf", content, supplied)
    assert (report.starts_on, report.ended_on) == (date(2008, 5, 28), date(2008, 5, 31))
    (warning,) = messages_of("trf", content, "warning", supplied)
    assert "2008-05-31 replaces '2007/05/31'" in warning


def test_a_first_day_that_cannot_be_yields_to_the_submitters() -> None:
    supplied = SuppliedDetails(starts_on=date(2008, 5, 28))
    report = valid_report("trf", with_days("2009/05/28", "2008/05/31"), supplied)
    assert (report.starts_on, report.ended_on) == (date(2008, 5, 28), date(2008, 5, 31))


def test_a_day_of_zeros_is_not_known() -> None:
    content = with_days("0000/00/00", "2008/05/31")
    assert valid_report("trf", content).starts_on is None
    found = errors("trf", with_days("2008/05/28", "0000-00-00"))
    assert any("--ended-on" in issue.message for issue in found)


def test_an_end_before_the_start_or_years_after_it_is_refused() -> None:
    assert errors("trf", with_days("2024/03/05", "2024/03/03"))
    assert errors("trf", with_days("2003/03/05", "2023/03/03"))


def test_a_round_after_the_last_day_refuses_the_file() -> None:
    content = with_days("2024/03/01", "2024/03/03", "132 2024/03/01", "132 2024/03/10")
    assert any("rounds" in issue.message for issue in errors("trf", content))
    assert (
        valid_report("trf", content, SuppliedDetails(ended_on=date(2024, 3, 3))).games[0].day
        is None
    )


def test_a_day_in_another_spelling_is_reported() -> None:
    messages = messages_of("trf", with_days("25.02.2011", "27.02.2011"), "adjusted")
    assert "'27.02.2011' is read as 2011-02-27" in messages


@given(st.dates(date(1970, 1, 1), date(2069, 12, 31)), st.sampled_from("./-"))
def test_a_day_is_among_the_candidates_of_all_its_spellings(day: date, separator: str) -> None:
    s = separator
    for spelling in (
        f"{day:%Y}{s}{day:%m}{s}{day:%d}",
        f"{day:%d}{s}{day:%m}{s}{day:%Y}",
        f"{day:%y}{s}{day:%m}{s}{day:%d}",
        f"{day:%d}{s}{day:%m}{s}{day:%y}",
        f"{day:%B} {day.day}, {day:%Y}",
    ):
        assert day in candidates(spelling).values()


@given(st.text(max_size=60))
def test_no_text_is_too_odd_to_be_asked_for_its_day(text: str) -> None:
    assert len(candidates(text)) <= 4


@every("said", ["2026-07-12", "12.07.2026", "12.7.2026", "July 12, 2026"])
def test_a_day_is_said_in_any_spelling_that_means_one_day_only(said: str) -> None:
    assert written_day(said) == date(2026, 7, 12)


@every(
    ("said", "why"),
    [
        ("12/07/2026", "can mean 2026-07-12 or 2026-12-07"),
        ("07-26", "is not a day: write it as YYYY-MM-DD"),
        ("12.07.26", "is not a day"),
        ("yesterday", "is not a day"),
        ("2012-02-30", "does not exist in the calendar"),
        ("31.04.2012", "does not exist in the calendar"),
        ("30 February 2012", "does not exist in the calendar"),
    ],
)
def test_a_day_that_is_not_certain_is_refused_with_the_reason(said: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        written_day(said)
