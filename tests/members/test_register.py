"""The register is kept in order: shown, renamed, withheld, forgotten, merged, by name or id."""

import pytest

from tests.console.shell import run
from tests.members.spreadsheets import csv
from tests.projections.submissions import game, player, tournament

TWO_ADLERS = csv(
    [
        ("Name", "Born", "Rating", "Club", "FIDE-ID"),
        ("Adler, Anna", 1970, "1700-20", "SK Föhr", 4600001),
        ("Adler, Bert", 1990, "1500-10", "", ""),
        ("Müller, Clara", 1979, "", "", ""),
    ]
)


@pytest.fixture
def adlers(club):
    club.add(TWO_ADLERS)
    return club


class TestPlayersIsAListAndAGroup:
    def test_a_pool_after_it_is_listed(self, adlers):
        rows = adlers.json("players", "club")
        assert rows == adlers.json("players", "list", "club")
        assert [row["name"] for row in rows] == ["Adler, Anna", "Adler, Bert", "Müller, Clara"]
        (row,) = adlers.json("players", "club", "--query", "muller")
        assert row["name"] == "Müller, Clara"

    def test_options_may_stand_before_the_pool(self, adlers):
        database = ("--database", adlers.database)
        outcome = run("players", *database, "--format", "csv", "club")
        assert outcome.out.startswith("player,name,figure,status\n")

    def test_a_pool_named_like_a_command_is_listed_by_list(self, adlers):
        adlers.table("pool", "show", "--rulebook", "dwz-1995", "--from", "1996-01-01")
        assert len(adlers.json("players", "list", "show")) == 3

    def test_help_names_the_commands(self):
        told = run("players", "--help").out
        for name in ("add", "list", "show", "rename", "withhold", "forget", "merge"):
            assert f"  {name} " in told


class TestALongList:
    NAMES = tuple(f"Person, {a}{b}" for a in "BDFGHKLMNP" for b in "aeiouy")
    MEMBERS = csv([("Name", "Born"), ("Adler, Anna", 1970), *((name, 1960) for name in NAMES)])

    def test_is_summed_up_with_those_who_are_known_and_listed_if_all_are_wanted(self, adlers):
        path = adlers.file_of(self.MEMBERS)
        told = adlers.table("players", "add", path, "--dry-run")
        assert "Adler, Anna" in told
        assert "Person" not in told
        assert "60 new members are not listed: --all lists them." in told
        assert "60 new, 1 known" in told
        assert adlers.table("players", "add", path, "--dry-run", "--all").count("Person, ") == 60

    def test_a_file_that_is_not_there_is_no_player(self, adlers):
        (problem,) = adlers.refused("players", "add", "members.doc")
        assert problem["code"] == "no-file"


class TestShow:
    def test_everything_the_register_has_is_shown(self, adlers):
        document = adlers.json("players", "show", "Adler, Anna")
        assert (document["birth_year"], document["club"]) == (1970, "SK Föhr")
        assert document["ids"] == {"fide": "4600001"}
        (held,) = document["figures"]
        assert (held["pool"], held["card"]) == ("club", {"rating": 1700, "index": 20})
        told = adlers.table("players", "show", "anna adler")
        assert "In club: 1700-20 (valid)" in told

    def test_nobody_is_refused(self, adlers):
        (problem,) = adlers.refused("players", "show", "Ewig")
        assert problem["code"] == "unknown-player"


class TestOnePerson:
    def test_is_entered_with_everything_that_is_said(self, adlers):
        said = ("--born", "1985", "--sex", "f", "--federation", "SUI", "--club", "SC Bern")
        said = (*said, "--fide", "1300001", "--rating", "1650-4", "--from", "1996-02-01")
        adlers.json("players", "add", "Neu, Nina", *said, "--pool", "club")
        found = adlers.json("players", "show", "Neu, Nina")
        shown = {key: found[key] for key in ("name", "birth_year", "sex", "federation", "club")}
        assert shown == {
            "name": "Neu, Nina",
            "birth_year": 1985,
            "sex": "f",
            "federation": "SUI",
            "club": "SC Bern",
        }
        assert found["ids"] == {"fide": "1300001"}
        assert [each["card"] for each in found["figures"]] == [{"rating": 1650, "index": 4}]


class TestChanges:
    def test_somebody_is_renamed_and_found_by_the_new_name_only(self, adlers):
        adlers.json("players", "rename", "Adler, Anna", "Falk, Anna", "--reason", "married")
        assert adlers.json("players", "show", "Falk, Anna")["name"] == "Falk, Anna"
        (problem,) = adlers.refused("players", "show", "Adler, Anna")
        assert problem["code"] == "unknown-player"

    def test_a_withheld_name_is_shown_nowhere_and_finds_nobody(self, adlers):
        bert = adlers.ids()["Adler, Bert"]
        told = adlers.table("players", "withhold", "Adler, Bert", "--from", "1996-01-01")
        assert "is withheld from 1996-01-01 on" in told
        assert "Adler, Bert" not in adlers.table("players", "club")
        (problem,) = adlers.refused("players", "show", "Adler, Bert")
        assert problem["code"] == "unknown-player"
        document = adlers.json("players", "show", bert)
        assert (document["name"], document["ids"]) == (None, None)

    def test_to_forget_somebody_is_confirmed_and_takes_the_whole_name(self, adlers):
        forget = ("players", "forget", "Müller, Clara", "--reason", "she asked for it")
        (problem,) = adlers.refused(*forget)
        assert "--yes" in problem["message"]
        assert ", born 1979, 0 games) would be erased" in problem["message"]
        stays = "the year of birth, the federation and the clubs stay in the log for good"
        assert stays in problem["message"]
        assert stays in " ".join(run("players", "forget", "--help").out.split()).lower()
        (problem,) = adlers.refused("players", "forget", "Clara", "--reason", "x", "--yes")
        assert "Müller, Clara" in problem["message"]
        clara = adlers.ids()["Müller, Clara"]
        told = adlers.table(*forget, "--yes")
        assert told.startswith(f"Müller, Clara ({clara}, born 1979, 0 games)\n")
        assert "The year of birth, the federation and the clubs stay in the log." in told
        document = adlers.json("players", "show", clara)
        assert (document["forgotten"], document["name"]) == (True, None)

    @pytest.mark.parametrize("what", ["withhold", "forget"])
    def test_a_preview_shows_who_it_is_and_does_not_say_that_it_is_done(self, adlers, what):
        anna, size = adlers.ids()["Adler, Anna"], len(adlers.json("log"))
        told = adlers.table("players", what, "Adler, Anna", "--reason", "asked", "--dry-run")
        assert told.startswith(f"Adler, Anna ({anna}, born 1970, SK Föhr, 0 games)\n")
        assert f"{anna} would be " in told
        assert "nothing was written" in told
        assert " is withheld" not in told
        assert " are erased" not in told
        assert len(adlers.json("log")) == size

    def test_a_merge_shows_both_and_what_contradicts_it(self, adlers):
        merge = ("players", "merge", "Adler, Anna", "Müller, Clara", "--reason", "x", "--dry-run")
        anna, clara = (adlers.ids()[name] for name in ("Adler, Anna", "Müller, Clara"))
        told = " ".join(adlers.table(*merge).split())
        assert f"Adler, Anna ({anna}, born 1970, SK Föhr, 0 games)" in told
        assert "Perhaps two people: another year of birth." in told
        document = adlers.json(*merge)
        assert [each["player"] for each in document["persons"]] == [anna, clara]
        assert document["contradictions"] == ["another year of birth"]

    @pytest.mark.parametrize(
        ("first", "second", "said"),
        [
            ({"place": "Bern"}, {"place": "Thun"}, True),
            ({}, {}, True),
            ({"place": "Bern"}, {"place": "Bern"}, False),
            ({}, {"starts_on": "2026-03-16", "ended_on": "2026-03-16"}, False),
            ({}, {"starts_on": "2026-03-01"}, False),
        ],
        ids=[
            "elsewhere",
            "places unknown",
            "one place",
            "the next day",
            "some day of a fortnight",
        ],
    )
    def test_a_merge_is_contradicted_by_games_at_two_places_on_one_day(
        self, adlers, first, second, said
    ):
        """Carl plays in the Open, Clara in the Cup, each against somebody else."""
        anna, bert, clara = (
            adlers.ids()[n] for n in ("Adler, Anna", "Adler, Bert", "Müller, Clara")
        )
        day = {"starts_on": "2026-03-15"}
        adlers.append(
            player("carl", name="Müller, Carl", birth_year=1979),
            tournament("open", "2026-03-15", pools=["club"], name="Open", **day | first),
            game("open", "carl", "1-0", anna),
            tournament("cup", "2026-03-15", pools=["club"], name="Cup", **day | second),
            game("cup", clara, "1-0", bert),
        )
        merge = ("players", "merge", "carl", clara, "--reason", "x", "--dry-run")
        expected = ["games in Open and in Cup on 2026-03-15"] if said else []
        assert adlers.json(*merge)["contradictions"] == expected

    def test_two_registrations_of_one_person_are_merged_by_name(self, adlers):
        adlers.json("players", "merge", "Adler, Anna", "Müller, Clara", "--reason", "married")
        ids = adlers.json("players", "show", "Adler, Anna")["registrations"]
        assert len(ids) == 2
