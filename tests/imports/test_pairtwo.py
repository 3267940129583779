"""Files of PairTwo 6: read as the program's own page shows such a tournament, or refused."""

from datetime import date

from ledger.importing.formats.pairtwo import HEADER, PAIRING, PLAYER, TOURNAMENT
from ledger.importing.formats.registry import detect_format
from tests.imports.pairtwo_files import DAYS, PAIRINGS, Pairing, pairtwo
from tests.imports.tournament_files import Result, errors, messages_of, result_of, valid_report
from tests.tables import every


def test_the_records_have_the_lengths_of_the_description() -> None:
    """356 bytes of settings, 68 a player, 8 a pairing; the tournament is 500 bytes before the
    days of its rounds."""
    sizes = [each.size for each in (HEADER, PLAYER, PAIRING, TOURNAMENT)]
    assert sizes == [356, 68, 8, 80 + 50 + 50 + 32 + 128 + 5 * 4 + 36 + 64 + 8 + 12 + 8 + 8 + 4]


def test_a_file_of_pairtwo_is_read() -> None:
    content = pairtwo()
    assert detect_format(content) == "pairtwo"
    report = valid_report("pairtwo", content)
    assert (report.name, report.place, report.system) == ("Tournoi de Noel", "Gent", "swiss")
    assert (report.starts_on, report.ended_on, report.rounds) == (DAYS[0], DAYS[-1], 3)
    assert report.officials.chief_arbiter == "Juge, Jan"
    found = [(g.round, g.white, g.black, result_of(g), g.day) for g in report.games]
    expected: list[tuple[int, str, str | None, Result, date | None]] = [
        (1, "3", "1", (0, 1, True, None, "both"), DAYS[0]),
        (1, "2", "4", (1, 0, True, None, "both"), DAYS[0]),
        (2, "1", "2", (0, 1, True, None, "both"), DAYS[1]),
        (2, "3", None, (1, 0, False, "bye", "both"), None),
        (3, "4", "1", (0.5, 0.5, True, None, "both"), DAYS[2]),
        (3, "2", None, (1, 0, False, "bye", "both"), None),
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_players_have_what_the_file_has_of_them() -> None:
    aline, _, celine, _ = valid_report("pairtwo", pairtwo()).players
    assert (aline.name, aline.sex, aline.title) == ("Acacia, Aline", "f", "FM")
    assert (aline.birth_date, aline.federation) == (date(1971, 5, 1), "BEL")
    assert aline.ids == {"fide": "200001", "kbsb": "90001"}
    assert aline.ratings == {"FIDE": 1900, "BEL": 1801}
    assert (celine.name, celine.ids) == ("Chêne, Céline", {"kbsb": "90003"})


def test_rounds_that_are_drawn_but_not_reached_are_left_out() -> None:
    assert valid_report("pairtwo", pairtwo(current=1)).rounds == 1


def test_days_that_do_not_fit_the_year_are_asked_for() -> None:
    content = pairtwo(year=2023)
    assert any(
        "do not fit the year 2023" in each for each in messages_of("pairtwo", content, "warning")
    )
    assert any("--ended-on" in each.message for each in errors("pairtwo", content))


@every(
    ("own", "others", "says"),
    [
        ((3, "b", 3), (1, "w", 3), "have no result"),
        ((3, "b", 11), (1, "w", 11), "more than one point"),
        ((3, "b", 11), (2, "w", 1), "names"),
        ((3, "b", 99), (1, "w", 1), "has the invalid result '99'"),
    ],
)
def test_pairings_that_do_not_fit_are_refused(own: Pairing, others: Pairing, says: str) -> None:
    first, second, third, fourth = PAIRINGS
    content = pairtwo(((own, *first[1:]), second, (others, *third[1:]), fourth))
    assert any(says in each.message for each in errors("pairtwo", content))


@every("length", [20, 355, 500, 700, 1000, 1250])
def test_a_cut_file_is_refused(length: int) -> None:
    content = pairtwo()
    assert length < len(content)
    assert any("ends before" in each.message for each in errors("pairtwo", content[:length]))


def test_an_older_release_is_refused() -> None:
    assert errors("pairtwo", b"4" + pairtwo()[1:])
