"""The federation's monthly file: who is a member of which club from which day on, and who is not.

Expected values follow from the files by hand; the last day of a membership is a day in the club.
"""

import json
from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.importing.matching.register import Person
from ledger.importing.members.member_list import Member, gathered
from ledger.importing.members.memberships import changes_of
from projections.api import Ledger
from tests.log_lines import logged_lines
from tests.members.club import Club
from tests.members.spreadsheets import csv

HEADINGS = (
    "DSB-ID",
    "Name",
    "Geburtsjahr",
    "Verein",
    "Eintritt",
    "Austritt",
    "verstorben",
    "Status",
)
NUMBERS = {"Adler, Anna": 10000001, "Berg, Bruno": 10000002, "Dame, Dora": 10000003}
BORN = {"Adler, Anna": 1970, "Berg, Bruno": 1955, "Dame, Dora": 1990}


def row(name, club, *, status="A", **days):
    ended = [days.get(each, "") for each in ("joined", "left", "deceased")]
    return (NUMBERS.get(name, ""), name, BORN.get(name, ""), club, *ended, status)


def monthly(*rows):
    return csv([HEADINGS, *rows])


FEBRUARY = monthly(
    row("Adler, Anna", "SK Föhr"), row("Berg, Bruno", "SK Föhr"), row("Dame, Dora", "SV Sylt")
)


def found(document):
    """The kinds, names, clubs and days of a preview."""
    return [
        (it["kind"], it["name"], it["before"], it["club"], it["day"])
        for it in document["memberships"]
    ]


def clubs(club, day, *options):
    """Return everyone's club in the list of a day."""
    rows = club.json("ratings", "club", "--all", "--with", "club", "--on", day, *options)
    return dict(sorted((row["name"].partition(",")[0], row["club"]) for row in rows))


@pytest.fixture(params=["sqlite"])
def office(request, tmp_path):
    """A club to which a list was added; on both engines where its tests ask for it."""
    club = Club(request.getfixturevalue(f"{request.param}_database"), tmp_path)
    club.begin()
    club.add(FEBRUARY, "--from", "2026-02-01")
    return club


on_both_engines = pytest.mark.parametrize("office", ["sqlite", "postgresql"], indirect=True)


@on_both_engines
class TestThePreview:
    FILE = monthly(
        row("Adler, Anna", "SV Sylt", joined="15.05.2026"),
        row("Dame, Dora", "SV Sylt", left="30.04.2026"),
        row("Ewig, Emil", "SK Föhr", joined="2026-05-02", status="P"),
    )

    def test_it_has_transfers_newcomers_and_members_who_left_or_are_gone(self, office):
        size = len(office.json("log"))
        document = office.add(self.FILE, "--from", "2026-06-01", "--dry-run")
        assert found(document) == [
            ("transfer", "Adler, Anna", "SK Föhr", "SV Sylt", "2026-05-15"),
            ("left", "Dame, Dora", "SV Sylt", None, "2026-04-30"),
            ("new", "Ewig, Emil", None, "SK Föhr", "2026-05-02"),
            ("passive", "Ewig, Emil", None, "SK Föhr", None),
            ("gone", "Berg, Bruno", "SK Föhr", None, None),
        ]
        assert len(office.json("log")) == size

    def test_what_it_shows_is_written_and_nothing_the_second_time(self, office):
        first = office.add(self.FILE, "--from", "2026-06-01")
        assert first["appended"] == 4  # Emil's registration, and three memberships
        again = office.add(self.FILE, "--from", "2026-06-01")
        assert again["appended"] == 0
        assert [it[0] for it in found(again)] == ["passive", "gone"]

    def test_lists_of_a_day_have_the_clubs_of_that_day(self, office):
        position = len(office.json("log"))
        office.add(self.FILE, "--from", "2026-06-01")
        assert clubs(office, "2026-04-30") == {
            "Adler": "SK Föhr",
            "Berg": "SK Föhr",
            "Dame": "SV Sylt",
            "Ewig": None,
        }
        assert clubs(office, "2026-05-01")["Dame"] is None
        assert clubs(office, "2026-05-14")["Adler"] == "SK Föhr"
        assert clubs(office, "2026-05-15")["Adler"] == "SV Sylt"
        assert clubs(office, "2026-05-02")["Ewig"] == "SK Föhr"
        before = clubs(office, "2026-05-15", "--known-at", str(position))
        assert before == {"Adler": "SK Föhr", "Berg": "SK Föhr", "Dame": "SV Sylt"}

    def test_a_club_that_the_register_or_the_list_does_not_know_is_noted(self, office):
        file = monthly(row("Adler, Anna", "SK Fohr"))
        document = office.add(file, "--from", "2026-06-01", "--dry-run")
        assert document["notes"] == [
            "SK Fohr is a club that the register does not know. Did you mean SK Föhr?",
            "SK Föhr is not on the list; the register has 2 of its members",
            "SV Sylt is not on the list; the register has 1 of its members",
        ]


@pytest.mark.parametrize(("rulebook", "asks"), [("dwz-1995", False), ("lask-1970", True)])
def test_a_move_is_evaluated_only_where_a_rule_asks_for_clubs(bare, rulebook, asks):
    """Two starting ratings under DWZ 1995 do not read the club; LASK's clubs get their bonus."""
    bare.table("pool", "club", "--rulebook", rulebook, "--from", "1996-01-01")
    ratings = ("1700-20", "1500-10") if rulebook == "dwz-1995" else ("1700", "1500")
    rows = [("Name", "Verein", "Wertung"), ("Adler, Anna", "A", ratings[0])]
    bare.add(csv([*rows, ("Berg, Bruno", "A", ratings[1])]))
    bare.json("ratings", "club")
    moved = [("Name", "Verein", "Eintritt"), ("Adler, Anna", "B", "2026-05-01")]
    bare.add(csv([*moved, ("Berg, Bruno", "B", "2026-05-01")]))
    with logged_lines() as lines, Ledger.open(bare.database) as ledger:
        ledger.catch_up()
    (continued,) = (each for each in lines if each["event"] == "pool_continued")
    assert (continued["occasions"] > 0) == asks


class TestEndings:
    @pytest.mark.parametrize(
        ("cells", "kind", "last"),
        [
            ({"deceased": "12.05.2026"}, "deceased", "2026-05-12"),
            ({"deceased": "ja"}, "deceased", "2026-05-31"),
            ({"deceased": "†", "left": "30.04.2026"}, "deceased", "2026-04-30"),
            ({"status": "verstorben"}, "deceased", "2026-05-31"),
            ({"left": "x"}, "left", "2026-05-31"),
            ({"status": "ausgetreten", "left": "2026-03-31"}, "left", "2026-03-31"),
        ],
        ids=str,
    )
    def test_the_last_day_is_stated_or_the_one_before_the_list(self, office, cells, kind, last):
        file = monthly(row("Adler, Anna", "SK Föhr", **cells))
        document = office.add(file, "--from", "2026-06-01")
        ended = ("Adler, Anna", "SK Föhr", None, last)
        assert found(document) == [(kind, *ended), ("gone", "Berg, Bruno", "SK Föhr", None, None)]
        assert clubs(office, last)["Adler"] == "SK Föhr"
        assert clubs(office, "2026-06-01")["Adler"] is None

    def test_a_day_to_come_ends_the_membership_on_that_day(self, office):
        office.add(
            monthly(row("Adler, Anna", "SK Föhr", left="2026-12-31")), "--from", "2026-06-01"
        )
        assert clubs(office, "2026-12-31")["Adler"] == "SK Föhr"
        assert clubs(office, "2027-01-01")["Adler"] is None

    def test_the_dead_leave_whatever_club_they_had(self, office):
        """The row about Anna names no club, that about Dora another one than the register."""
        file = monthly(
            row("Adler, Anna", "", deceased="2026-05-12"),
            row("Dame, Dora", "SK Föhr", deceased="2026-05-12"),
        )
        office.add(file, "--from", "2026-06-01")
        assert clubs(office, "2026-05-12") == {
            "Adler": "SK Föhr",
            "Berg": "SK Föhr",
            "Dame": "SV Sylt",
        }
        assert clubs(office, "2026-05-13") == {"Adler": None, "Berg": "SK Föhr", "Dame": None}

    def test_leaving_another_club_than_the_register_has_ends_nothing(self, office):
        file = monthly(
            row("Dame, Dora", "SK Föhr", left="2026-04-30"), row("Berg, Bruno", "SV Sylt")
        )
        document = office.add(file, "--from", "2026-06-01")
        assert ("gone", "Dame, Dora", "SV Sylt", None, None) in found(document)
        assert clubs(office, "2026-06-01")["Dame"] == "SV Sylt"

    def test_former_members_who_were_never_registered_are_left_out(self, office):
        file = monthly(row("Alt, Arno", "SK Föhr", joined="1980-01-01", left="2001-12-31"))
        document = office.add(file, "--from", "2026-06-01")
        assert document["appended"] == 0
        assert document["left_out"] == [
            {"row": 2, "text": "Alt, Arno, not registered and not a member any more"}
        ]

    def test_nobody_is_gone_who_has_a_last_day_or_another_club(self, office):
        """Only the members of the clubs on the list can be missing on it."""
        document = office.add(monthly(row("Berg, Bruno", "SK Föhr")), "--from", "2026-06-01")
        assert found(document) == [("gone", "Adler, Anna", "SK Föhr", None, None)]
        office.add(
            monthly(row("Adler, Anna", "SK Föhr", left="2026-07-31")), "--from", "2026-06-01"
        )
        document = office.add(monthly(row("Berg, Bruno", "SK Föhr")), "--from", "2026-06-01")
        assert found(document) == []


class TestTwoMemberships:
    def test_a_move_is_told_by_two_rows(self, office):
        file = monthly(
            row("Adler, Anna", "SK Föhr", joined="2001-01-01", left="2026-04-30"),
            row("Adler, Anna", "SV Sylt", joined="2026-05-01"),
        )
        office.add(file, "--from", "2026-06-01")
        assert clubs(office, "2026-04-30")["Adler"] == "SK Föhr"
        assert clubs(office, "2026-05-01")["Adler"] == "SV Sylt"
        assert office.add(file, "--from", "2026-07-01")["appended"] == 0

    def test_between_two_clubs_there_may_be_none(self, office):
        file = monthly(
            row("Adler, Anna", "SV Sylt", joined="2026-05-20"),
            row("Adler, Anna", "SK Föhr", left="2026-04-30"),
        )
        office.add(file, "--from", "2026-06-01")
        assert clubs(office, "2026-05-19")["Adler"] is None
        assert clubs(office, "2026-05-20")["Adler"] == "SV Sylt"
        assert office.add(file, "--from", "2026-06-01")["appended"] == 0

    def test_a_member_who_came_back_keeps_the_gap(self, office):
        file = monthly(
            row("Adler, Anna", "SK Föhr", joined="2001-01-01", left="2026-02-28"),
            row("Adler, Anna", "SK Föhr", joined="2026-04-01"),
        )
        office.add(file, "--from", "2026-06-01")
        assert clubs(office, "2026-03-31")["Adler"] is None
        assert clubs(office, "2026-04-01")["Adler"] == "SK Föhr"
        assert office.add(file, "--from", "2026-06-01")["appended"] == 0

    def test_a_member_who_came_back_the_next_day_never_left(self, office):
        file = monthly(
            row("Adler, Anna", "SK Föhr", joined="2001-01-01", left="2026-03-31"),
            row("Adler, Anna", "SK Föhr", joined="2026-04-01"),
        )
        office.add(file, "--from", "2026-06-01")
        assert clubs(office, "2026-04-01")["Adler"] == "SK Föhr"
        assert office.add(file, "--from", "2026-06-01")["appended"] == 0

    def test_a_passive_membership_beside_an_active_one_is_only_shown(self, office):
        file = monthly(
            row("Adler, Anna", "SV Sylt", status="passiv"), row("Adler, Anna", "SK Föhr")
        )
        document = office.add(file, "--from", "2026-06-01")
        assert document["appended"] == 0
        assert ("passive", "Adler, Anna", None, "SV Sylt", None) in found(document)


CLUBS_OF_A_DAY = {
    "2026-03-31": ("SK Föhr", "SK Föhr", "SV Sylt", "SC Amrum"),
    "2026-04-01": ("SC Amrum", "SC Amrum", "SV Sylt", "SC Amrum"),
    "2026-05-14": ("SC Amrum", "SC Amrum", "SV Sylt", "SC Amrum"),
    "2026-05-15": ("SV Sylt", "SC Amrum", "SV Sylt", "SC Amrum"),
    "2026-05-31": ("SV Sylt", "SC Amrum", "SV Sylt", "SK Föhr"),
    "2026-06-01": ("SV Sylt", "SV Sylt", None, "SK Föhr"),
}


class TestALateFile:
    """The file of April comes after that of June."""

    JUNE = monthly(
        row("Adler, Anna", "SV Sylt", joined="2026-05-15"),
        row("Berg, Bruno", "SV Sylt"),
        row("Ewig, Emil", "SK Föhr", joined="2026-05-20"),
        row("Dame, Dora", "SV Sylt", left="2026-05-31"),
    )
    APRIL = monthly(
        row("Adler, Anna", "SC Amrum", joined="2026-04-01"),
        row("Berg, Bruno", "SC Amrum"),
        row("Ewig, Emil", "SC Amrum", joined="2026-01-01"),
        row("Dame, Dora", "SV Sylt"),
    )

    @pytest.mark.parametrize("order", ["in order", "late"])
    def test_its_changes_are_where_they_belong(self, office, order):
        files = [(self.APRIL, "2026-04-01"), (self.JUNE, "2026-06-01")]
        for file, day in files if order == "in order" else reversed(files):
            office.add(file, "--from", day)
        for day, expected in CLUBS_OF_A_DAY.items():
            assert tuple(clubs(office, day).values()) == expected, day
        for file, day in files:
            assert office.add(file, "--from", day)["appended"] == 0

    def test_the_preview_says_until_when_they_hold(self, office):
        office.add(self.JUNE, "--from", "2026-06-01")
        document = office.add(self.APRIL, "--from", "2026-04-01", "--dry-run")
        until = {it["name"]: it["until"] for it in document["memberships"]}
        assert until == {
            "Adler, Anna": "2026-05-15",
            "Berg, Bruno": "2026-06-01",
            "Ewig, Emil": "2026-05-20",
        }

    def test_a_day_of_joining_is_kept_although_the_club_is_known(self, office):
        """Otherwise a late file with an earlier club would hold to this day."""
        office.add(monthly(row("Adler, Anna", "SK Föhr", joined="2026-05-15")))
        office.add(
            monthly(row("Adler, Anna", "SC Amrum", joined="2026-01-01")), "--from", "2026-04-01"
        )
        assert clubs(office, "2026-05-14")["Adler"] == "SC Amrum"
        assert clubs(office, "2026-05-15")["Adler"] == "SK Föhr"


@on_both_engines
class TestTheRegister:
    """It shows the club of today, however many were declared, and under which registration."""

    MOVES = monthly(
        row("Adler, Anna", "SV Sylt", joined="2020-01-01", left="2190-01-31"),
        row("Adler, Anna", "SC Amrum", joined="2190-02-01"),
    )

    @pytest.fixture
    def anna(self, office):
        office.add(self.MOVES, "--from", "2026-02-01")
        return office.ids()["Adler, Anna"]

    def test_an_entry_has_the_club_of_today(self, office, anna):
        assert office.json("players", "show", anna)["club"] == "SV Sylt"

    def test_who_is_to_be_erased_or_merged_is_shown_with_the_club_of_today(self, office, anna):
        answer = office.json("players", "forget", anna, "--reason", "asked", "--dry-run")
        assert [each["club"] for each in answer["persons"]] == ["SV Sylt"]

    def test_a_membership_of_the_other_registration_counts_after_a_merge(self, office, anna):
        office.append(
            {"type": "player.registered", "data": {"player": "anna", "name": "Adler, Anna"}},
            {
                "type": "membership.declared",
                "data": {"player": "anna", "club": "SK Bremen", "from_day": "2021-01-01"},
            },
            {"type": "players.merged", "data": {"keep": anna, "drop": "anna", "reason": "one"}},
        )
        assert office.json("players", "show", anna)["club"] == "SK Bremen"
        assert clubs(office, "2026-06-01")["Adler"] == "SK Bremen"


class TestColumns:
    @pytest.mark.parametrize(
        "headings",
        [
            ("Name", "Club", "Joined", "Left", "Deceased", "Passive"),
            ("Player", "Team", "Member since", "Member until", "Date of death", "Status"),
            ("Name", "Verein", "Eintritt", "Austritt", "Verstorben", "Passiv"),
            ("Mitglied", "Klub", "Eintrittsdatum", "Austrittsdatum", "Verstorben am", "A/P"),
            ("Spieler", "VKZ", "Mitglied seit", "Mitglied bis", "Todesdatum", "Status"),
            ("Spielername", "ZPS", "Beitritt", "Abmeldung", "Sterbedatum", "Spielberechtigung"),
            ("Név", "Egyesület", "Belépés", "Kilépés", "Elhunyt", "Passzív"),
            ("Játékos", "Klub", "Belépés dátuma", "Kilépés dátuma", "Elhalálozás", "Státusz"),
            ("Namn", "Klubb", "Inträde", "Utträde", "Avliden", "Passiv medlem"),
            ("Medlem", "Förening", "Medlem sedan", "Medlem till", "Dödsdatum", "Medlemsstatus"),
        ],
        ids=lambda headings: headings[2],
    )
    def test_they_are_known_in_four_languages(self, club, headings):
        club.add(csv([("Name", "Verein"), ("Adler, Anna", "A"), ("Berg, Bruno", "A")]))
        rows = [
            ("Adler, Anna", "B", "2026-05-01", "", "", "P"),
            ("Berg, Bruno", "A", "", "2026-05-31", "2026-05-30", "A"),
            ("Dame, Dora", "B", "2026-05-02", "2026-12-31", "", ""),
        ]
        document = club.add(csv([headings, *rows]), "--from", "2026-06-01")
        assert document["unused"] == []
        assert found(document) == [
            ("transfer", "Adler, Anna", "A", "B", "2026-05-01"),
            ("passive", "Adler, Anna", None, "B", None),
            ("deceased", "Berg, Bruno", "A", None, "2026-05-30"),
            ("new", "Dame, Dora", None, "B", "2026-05-02"),
            ("left", "Dame, Dora", "B", None, "2026-12-31"),
        ]

    def test_a_number_is_enough(self, office):
        rows = [("PKZ", "VKZ", "Eintritt"), (10000001, "SV Sylt", "2026-05-15")]
        document = office.add(csv(rows), "--from", "2026-06-01")
        assert found(document)[0] == (
            "transfer",
            "Adler, Anna",
            "SK Föhr",
            "SV Sylt",
            "2026-05-15",
        )

    def test_namesakes_of_one_year_are_told_apart_by_their_numbers(self, office):
        twin = (10000009, "Adler, Anna", 1970, "SV Sylt", "2026-05-15", "", "", "A")
        office.add(monthly(row("Adler, Anna", "SK Föhr"), twin), "--from", "2026-06-01")
        assert len(office.json("players", "club", "--query", "Adler")) == 2
        assert office.add(monthly(row("Adler, Anna", "SK Föhr"), twin))["appended"] == 0

    def test_a_withheld_name_is_not_shown_if_the_list_has_only_the_number(self, office):
        anna = office.ids()["Adler, Anna"]
        office.json("players", "withhold", anna, "--reason", "asked")
        rows = [("PKZ", "VKZ", "Eintritt"), (10000001, "SV Sylt", "2026-05-15")]
        assert "Adler" not in json.dumps(office.add(csv(rows), "--dry-run"))

    def test_a_list_without_these_columns_moves_nobody(self, office):
        rows = [("Name", "Geburtsjahr", "Verein"), ("Adler, Anna", 1970, "SV Sylt")]
        document = office.add(csv(rows))
        assert (document["memberships"], document["appended"]) == ([], 0)


class TestWrongFiles:
    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            (
                [row("Adler, Anna", "SK Föhr", joined="31.02.2026")],
                "'31.02.2026' is not an exact day",
            ),
            ([row("Adler, Anna", "SK Föhr", joined="1998")], "'1998' is not an exact day"),
            ([row("Adler, Anna", "SK Föhr", left="soon")], "'soon' is not an exact day"),
            (
                [row("Adler, Anna", "SK Föhr", left="06/07/2026")],
                "'06/07/2026' is not an exact day",
            ),
            (
                [row("Adler, Anna", "SK Föhr", joined="2026-05-02", left="2026-05-01")],
                "'2026-05-01' is before the day of joining",
            ),
            (
                [row("Adler, Anna", "SK Föhr", joined="2026-05-02", deceased="2026-05-01")],
                "'2026-05-01' is before the day of joining",
            ),
            ([row("Adler, Anna", "SK Föhr")] * 2, "Adler, Anna has the name of row 2"),
            (
                [row("Adler, Anna", "SK Föhr"), row("Adler, Anna", "SV Sylt")],
                "the member is in SK Föhr on the same days, see row 2",
            ),
            (
                [
                    row("Adler, Anna", "SK Föhr", left="2026-05-02"),
                    row("Adler, Anna", "SV Sylt", joined="2026-05-01"),
                ],
                "the member is in SK Föhr on the same days, see row 2",
            ),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_what_cannot_be_is_refused_with_its_row_and_nothing_is_written(
        self, office, rows, message
    ):
        assert office.wrong(monthly(*rows))[0].startswith(message)

    def test_an_unknown_number_without_a_name_is_refused(self, office):
        rows = [("PKZ", "VKZ", "Eintritt"), (10000009, "SV Sylt", "2026-05-15")]
        (wrong,) = office.wrong(csv(rows))
        assert wrong.startswith("nobody has this number")

    @pytest.mark.parametrize(("day", "appended"), [("0001-01-01", 1), ("9999-12-31", 0)])
    def test_the_first_and_the_last_day_of_the_calendar_do_no_harm(self, bare, day, appended):
        bare.add(csv([("Name", "Verein"), ("Adler, Anna", "A")]))
        file = csv([("Name", "Verein", "Austritt"), ("Adler, Anna", "A", "ja")])
        assert bare.add(file, "--from", day)["appended"] == appended


DAYS = st.integers(0, 12).map(lambda number: date(2026, 1, 1) + timedelta(days=number))
ROWS = st.builds(
    Member,
    row=st.integers(2, 9),
    name=st.just("Adler, Anna"),
    club=st.sampled_from(["A", "B", "C"]),
    joined=st.none() | DAYS,
    left=st.booleans() | DAYS,
    deceased=st.booleans() | DAYS,
    passive=st.booleans(),
)
HELD = st.lists(st.tuples(DAYS, st.sampled_from(["A", "B", None])), max_size=4)


def with_memberships(held):
    """A person of the register with these memberships after the one from the beginning."""
    memberships = [(date.min, "A"), *sorted(held, key=lambda each: each[0])]
    return Person(
        player="anna", name="Adler, Anna", birth_year=None, club=memberships[-1][1], ids={},
        registration="anna", data={}, memberships=memberships, withheld=False, adopted={},
        decided={},
    )  # fmt: skip


@given(st.lists(ROWS, min_size=1, max_size=3), HELD, DAYS)
def test_whatever_a_list_says_the_second_time_it_says_nothing_new(rows, held, day):
    members, problems = gathered(rows)
    assume(not problems and len(members) == 1)
    assume(all((it.joined or date.min) <= (it.last_day or date.max) for it in rows))
    first = [each for each in changes_of(members[0], with_memberships(held), day) if each.from_day]
    after = [*held, *((each.from_day, each.club) for each in first)]
    again = changes_of(members[0], with_memberships(after), day)
    assert [each for each in again if each.from_day] == []


@given(ROWS, HELD, DAYS)
def test_a_list_leaves_the_days_alone_on_which_a_later_membership_holds(one, held, day):
    """No change is dated after the last day that the list speaks of, nor undoes a later one."""
    spoken = [it for it in (day, one.joined, one.last_day) if it is not None]
    last = max(spoken) + timedelta(days=1)
    later = [(last + timedelta(days=1), "Z")]
    for change in changes_of(one, with_memberships([*held, *later]), day):
        assert change.from_day is None or change.from_day <= last
