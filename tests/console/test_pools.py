"""``pool`` and ``rulebooks``: a rating list begins, and changes its rulebook, without JSON."""

import pytest

from projections.engine.registry import BUILT_IN
from tests.console.shell import run
from tests.projections.submissions import decided, player


def governing(shell, pool="club"):
    return [(row["from_day"], row["rulebook"]) for row in shell.json("pool", pool)]


def adopt(shell, rulebook, *options):
    return shell.json("pool", "club", "--rulebook", rulebook, *options)


class TestAPoolBegins:
    def test_people_read_from_which_day_and_at_which_position(self, empty):
        asked = ("pool", "club", "--rulebook", "dwz-1995", "--from", "1996-01-01")
        line = "club follows dwz-1995 from 1996-01-01 on"
        assert empty.table(*asked, "--dry-run").startswith(f"{line}: nothing was written.")
        assert empty.table(*asked).startswith(f"{line}, at position 1.")
        assert empty.table(*asked).startswith(f"{line}: it did already.")

    def test_the_first_rulebook_makes_the_pool(self, empty):
        document = adopt(empty, "dwz-1995", "--from", "1996-01-01", "--reason", "the meeting")
        assert (document["appended"], document["first"]) == (1, 1)
        (event,) = empty.json("log")
        assert event["type"] == "rulebook.adopted"
        assert event["data"] == {
            "pool": "club",
            "rulebook": "dwz-1995",
            "from_day": "1996-01-01",
            "reason": "the meeting",
        }
        assert empty.json("ratings", "club") == []

    def test_without_a_day_it_begins_with_the_year(self, empty_file):
        document = adopt(empty_file, "dwz-2014")
        (event,) = empty_file.json("log")
        assert document["from_day"] == f"{event['recorded_at'][:4]}-01-01"

    @pytest.mark.parametrize("edition", ["2014", "2026"])
    def test_an_edition_that_keeps_nothing_of_non_members_says_so(self, empty_file, edition):
        """DWZ 2014 3.4.3."""
        shown = empty_file.table("pool", "club", "--rulebook", f"dwz-{edition}", "--dry-run")
        (note,) = adopt(empty_file, f"dwz-{edition}")["notes"]
        assert note.startswith(f"DWZ {edition} 3.4.3: the text of the DSB stores nothing of")
        assert note in " ".join(shown.split())
        as_in_the_text = ("--from", "1990-01-01", "--set", "members_only=true")
        assert adopt(empty_file, f"dwz-{edition}", *as_in_the_text)["notes"] == []
        assert adopt(empty_file, "dwz-1995", "--from", "1980-01-01")["notes"] == []

    def test_readings_are_chosen_by_name(self, empty_file):
        adopt(empty_file, "dwz-1995", "--set", "expectancy=table", "--set", "validity_years=3")
        (event,) = empty_file.json("log")
        assert event["data"]["parameters"] == {"expectancy": "table", "validity_years": 3}
        told = empty_file.table("pool", "club")
        assert "Readings: expectancy=table, validity_years=3." in told

    def test_what_does_not_exist_is_refused_with_what_does(self, empty_file):
        (problem,) = empty_file.refused("pool", "club", "--rulebook", "dwz-1996")
        assert (problem["field"], "dwz-1995" in problem["message"]) == ("--rulebook", True)
        wrong = ("--set", "expectency=table")
        (problem,) = empty_file.refused("pool", "club", "--rulebook", "dwz-1995", *wrong)
        assert "expectancy" in problem["message"]
        (problem,) = empty_file.refused("pool", "club")
        assert "adopt a rulebook for it" in problem["message"]

    def test_a_dry_run_writes_nothing(self, empty_file):
        adopt(empty_file, "dwz-1995", "--dry-run")
        assert empty_file.json("log") == []


class TestAPoolChanges:
    def test_the_day_of_the_change_must_be_said(self, empty_file):
        adopt(empty_file, "dwz-1995", "--from", "1996-01-01")
        (problem,) = empty_file.refused("pool", "club", "--rulebook", "dwz-2014")
        assert problem["code"] == "no-day"
        assert "--from" in problem["message"]

    def test_between_editions_of_a_document_the_figures_go_on(self, empty):
        adopt(empty, "dwz-1995", "--from", "1996-01-01")
        empty.append(player("anna"), decided("anna", "1700-20", "1996-01-01", pool="club"))
        adopt(empty, "dwz-2014", "--from", "2003-01-01")
        assert governing(empty) == [("1996-01-01", "dwz-1995"), ("2003-01-01", "dwz-2014")]
        (row,) = empty.json("ratings", "club", "--on", "2003-01-01")
        assert row["card"] == {"rating": 1700, "index": 20}

    def test_ingo_becomes_dwz_by_the_conversion_on_record(self, empty):
        """DWZ = 2840 − 8 · Ingo, so Ingo 120 is 1880; its count becomes the index."""
        adopt(empty, "ingo-1960", "--from", "1990-01-01")
        ingo = {"number": 120, "count": 7, "mark": None}
        given = decided("anna", "0-0", "1990-01-01", pool="club", card=ingo)
        empty.append(player("anna"), given)
        adopt(empty, "dwz-1995", "--from", "1995-01-01", "--convert")
        (row,) = empty.json("ratings", "club", "--on", "1995-01-01")
        assert row["card"] == {"rating": 1880, "index": 7}
        assert "2840 − 8 · rating" in empty.table("pool", "club")

    def test_figures_of_another_system_are_not_lost_in_silence(self, empty_file):
        adopt(empty_file, "ingo-1960", "--from", "1990-01-01")
        change = ("pool", "club", "--rulebook", "dwz-1995", "--from", "1995-01-01")
        (problem,) = empty_file.refused(*change)
        assert "--convert" in problem["message"]
        assert "--start-anew" in problem["message"]
        adopt(empty_file, "dwz-1995", "--from", "1995-01-01", "--start-anew")
        assert governing(empty_file)[-1] == ("1995-01-01", "dwz-1995")

    def test_the_umstufung_is_not_forgotten_in_silence(self, empty_file):
        """From dwz-2014 to dwz-2026 figures could go on as they are, and are converted."""
        adopt(empty_file, "dwz-2014", "--from", "2020-01-01")
        change = ("pool", "club", "--rulebook", "dwz-2026", "--from", "2026-06-08")
        (problem,) = empty_file.refused(*change)
        assert "Give --convert or --keep-figures" in problem["message"]
        (problem,) = empty_file.refused(*change, "--start-anew")
        assert "Give --convert or --keep-figures" in problem["message"]
        adopt(empty_file, "dwz-2026", "--from", "2026-06-08", "--convert")
        assert empty_file.json("log")[-1]["data"]["conversion"]["count_plus"] == 1

    def test_figures_may_go_on_as_they_are(self, empty_file):
        adopt(empty_file, "dwz-2014", "--from", "2020-01-01")
        adopt(empty_file, "dwz-2026", "--from", "2026-06-08", "--keep-figures")
        assert "conversion" not in empty_file.json("log")[-1]["data"]

    def test_where_no_conversion_is_on_record_none_is_made_up(self, empty_file):
        adopt(empty_file, "lask-1970", "--from", "1990-01-01")
        change = ("pool", "club", "--rulebook", "dwz-1995", "--from", "1995-01-01", "--convert")
        (problem,) = empty_file.refused(*change)
        assert "no conversion from lask-1970" in problem["message"]

    def test_a_new_pool_has_nothing_to_convert(self, empty_file):
        (problem,) = empty_file.refused("pool", "club", "--rulebook", "dwz-1995", "--convert")
        assert problem["code"] == "nothing-to-convert"

    def test_the_same_said_again_changes_nothing(self, empty_file):
        adopt(empty_file, "dwz-1995", "--from", "1996-01-01")
        again = adopt(empty_file, "dwz-1995", "--from", "1996-01-01")
        assert (again["appended"], again["duplicates"]) == (0, 1)
        other = ("pool", "club", "--rulebook", "dwz-2014", "--from", "1996-01-01")
        (problem,) = empty_file.refused(*other)
        assert problem["code"] == "adopted-before"


class TestTheRulebooks:
    def test_each_is_listed_with_what_can_be_chosen(self):
        outcome = run("rulebooks")
        assert outcome.status == 0
        assert all(name in outcome.out for name in BUILT_IN)
        assert "expectancy=normal" in outcome.out
        assert "Values: normal, table, logistic." in outcome.out

    def test_no_ledger_is_needed(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert run("rulebooks", "dwz-1995").status == 0

    def test_for_spreadsheets_a_parameter_is_a_line(self):
        lines = run("rulebooks", "lask-1970", "--format", "csv").out.splitlines()
        assert lines[0] == "rulebook,parameter,default,values,meaning"
        assert "lask-1970,table2_096,504," in "\n".join(lines)

    @pytest.mark.parametrize("name", BUILT_IN)
    def test_every_parameter_says_what_it_means(self, in_file, name):
        (row,) = in_file.json("rulebooks", name)
        silent = [each["parameter"] for each in row["parameters"] if not each["meaning"]]
        assert silent == [], "say ``name``: meaning in the docstring of the class Readings"

    def test_a_default_is_a_value_that_set_takes(self, empty_file):
        (row,) = empty_file.json("rulebooks", "dwz-2014")
        chosen = [f"{each['parameter']}={each['default']}" for each in row["parameters"]]
        options = [part for each in chosen for part in ("--set", each.replace("False", "false"))]
        adopt(empty_file, "dwz-2014", *options)

    def test_help_names_the_readings(self):
        told = " ".join(run("pool", "--help").out.split())
        assert "dwz-1995: expectancy, five_opponents" in told
