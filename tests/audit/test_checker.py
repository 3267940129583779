"""The checker: what is right is confirmed, and no decisive number can be changed unnoticed."""

import ast
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import projections.checking
from ledger.log.database import connect
from projections.checking.check import checked
from projections.files.documents.audit_check import document_in
from projections.interfaces.cli.lazy_commands import main
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from scripts.audit_changes import changes, count_changes
from tests.audit.conftest import Audited
from tests.audit.evaluations import EVALUATIONS
from tests.projections.club import Club
from tests.projections.submissions import (
    adoption,
    decided,
    game,
    games,
    player,
    summary,
    tournament,
)
from tests.tables import every

VETERAN = {"games": 30, "age": 40, "k_order": "peak_first"}
GO_GAME = {"game": "a game", "Ep": 1804, "opponent Ep": 1800}


def _verdict(document: dict[str, Any]) -> bool:
    return bool(checked(document)["holds"])


@pytest.mark.parametrize(("season", "player", "tournament"), EVALUATIONS)
def test_the_audit_of_an_evaluation_is_confirmed(
    audited: Audited, season: str, player: str, tournament: str
):
    found = checked(audited(season, player, tournament))
    assert found["contradicted"] == 0, [s for s in found["steps"] if s["found"] is not None]
    assert found["misfits"] == []
    assert found["confirmed"] >= 2


@pytest.mark.parametrize("name", ["anna", "kurt", "karl", "xena"])
def test_the_umstufung_of_a_dwz_is_confirmed_and_held_to_the_adoption(audited: Audited, name: str):
    document = audited("dwz 2026", name, "adoption dwz 1997-06-08")
    found = checked(document)
    assert (found["confirmed"], found["holds"], found["misfits"]) == (1, True, [])
    count = count_changes(document, checked, list(changes(document)))
    assert count.unnoticed == {}


def _paper(*steps: tuple[str, dict[str, Any], Any]) -> dict[str, Any]:
    """A document of nothing but steps."""
    return {
        "player": "hand",
        "tournament": "made",
        "rulebook": "dwz-1995",
        "ended_on": "1995-01-01",
        "parameters": {},
        "row": None,
        "rows": [],
        "residual_games": {"used": [], "kept": [], "lapsed": []},
        "steps": [
            {"rule": rule, "text": "", "given": given, "result": result}
            for rule, given, result in steps
        ],
    }


class TestNumbersByHand:
    """The checker's verdicts on steps computed on paper, not by a rulebook."""

    @every(
        ("rule", "given", "result"),
        [
            # 1500 + 800 · 1 / 20
            ("DWZ 4.9.1", {"Ro": 1500, "W": 3, "We": 2.0, "E": 15, "n": 5}, 1540),
            # 2 to the fourth, and 15
            ("DWZ 4.9.2", {"Ro": 2000, "J": 15}, 31),
            ("DWZ 4.9.2", {"E": 31, "index": 3}, 15),
            ("DWZ 4.9.3", {"index": 0}, 1),
            # among equals half a point a game
            ("DWZ 4.6", {"Ro": 1500, "opponents": [1500] * 4, "expectancy": "table"}, 2.0),
            # Anhang 2.1: 200 points are .76 and .24
            ("DWZ 4.6", {"Ro": 1600, "opponents": [1400], "expectancy": "table"}, 0.76),
            ("DWZ 4.6", {"Ro": 1400, "opponents": [1600], "expectancy": "table"}, 0.24),
            ("DWZ 4.6", {"Ro": 1900, "opponents": [1500], "expectancy": "logistic"}, 10 / 11),
            # all points: the mean and 677
            ("DWZ 4.7.2.1.1", {"opponents": [1500, 1501], "W": 2, "expectancy": "table"}, 2178),
            ("DWZ 4.8", {"opponents": [1400, 1600], "W": 1, "expectancy": "normal"}, 1500),
            # 1500 + 800 · 2 / 5 is 320 above
            ("DWZ 4.7.6", {"Ro": 1500, "W": 4, "We": 2.0, "n": 5, "threshold": 200}, 1820),
            ("DWZ 4.7.6", {"Ro": 1500, "W": 3, "We": 2.0, "n": 5, "threshold": 200}, None),
            ("DWZ 4.10.1.3", {"evaluations": [[1500, 5], [1600, 15]]}, 1575),
            # (2.0736 + 5) · 0.6 is 4.24; the limits make it 5
            ("DWZ 2014 Anhang 1.2", {"Ro": 1200, "J": 5, "W": 2, "We": 1.5}, 0.6),
            ("DWZ 2014 Anhang 1.2", {"Ro": 1200, "J": 5, "fB": 0.6, "SBr": 0.0}, 4),
            ("DWZ 2014 Anhang 1.2", {"E": 4, "index": 9, "SBr": 0.0}, 5),
            ("DWZ 2014 Anhang 1.2", {"E": 34, "index": 2, "SBr": 18.3}, 34),
            # e² − 1
            ("DWZ 2014 Anhang 1.2", {"Ro": 1000, "W": 1, "We": 1.5}, 6.38905609893065),
            ("DWZ 2014 3.4.4", {"Ri": 640}, 780),
            ("DWZ 2014 3.4.4", {"Ri": -172}, 679),
            ("DWZ 2014 3.6.3", {"Ro": 1500, "Rh": 1801, "threshold": 300}, 1801),
            ("DWZ 2014 3.6.3", {"Ro": 1500, "Rh": 1800, "threshold": 300}, None),
            # 1100 + 0.08 · 900 · 1000/1100 is 1165.45; 1500 + 0.08 · 500
            ("DWZ 2026 3.4.4", {"Ri": 1000, "r": 0.08, "minimum": 1100}, 1165),
            ("DWZ 2026 3.4.4", {"Ri": 1500, "r": 0.08, "minimum": 1100}, 1540),
            ("DWZ 2026 Anhang 1.2", {"Ro": 1200, "index": 3, "A": 30}, 44),
            # 44 · 2000/2400 is 36.67
            ("DWZ 2026 Anhang 1.2", {"K0": 44, "b": "5/6", "a": 0, "k_max": 80}, 36.7),
            ("DWZ 2026 3.5", {"Ro": 1200, "W": 2, "We": 1.5, "K": 36.7, "minimum": 1100}, 1218),
            ("INGO B I 4", {"F": 120, "H": 100, "places": 0}, 115),
            ("INGO C III", {"F": 120, "H": 90, "places": 0}, 100),
            ("INGO C V", {"F": 120, "H": 104, "places": 0}, 118),
            # (7 · 120 + 100) / 8 is 117.5, a half up; 80 would be 115, and 4 degrees are allowed
            ("INGO C IV", {"F": 120, "H": 100, "games": 3, "places": 0}, 118),
            ("INGO C IV", {"F": 120, "H": 80, "games": 3, "places": 0}, 116),
            ("MGSZ 8 (2) step 1", {"Ep": 2750, "stones": 2, "top": 200, "bottom": 10}, 3150),
            ("LASK Rankingregel 1", {"own": 1500, "opponent": 1700, "points": 1}, 24),
            # 1200 / 200 to the power of 8/5
            ("EGF con", {"r": 2100}, 6**1.6),
            ("EGF Se", {"r": 1500, "opponent_r": 1500}, 0.5),
            ("FIDE 8.2.3", {"Ra": "1800", "p": 50}, 1800),
            ("FIDE 8.3.3", {"K": 40, "n": 20}, 35),
            ("FIDE 8.3.3", {**VETERAN, "peak": 2399, "height": 2399}, 20),
            ("FIDE 8.3.3", {**VETERAN, "peak": 2400, "height": 2400}, 10),
            # the stronger by 4 has .51, and earns the rest by winning
            ("MGSZ 8 (2) step 2", {**GO_GAME, "Δp": 4, "chance": 0.49, "score": 1}, 0.49),
            ("MGSZ 8 (2) step 2", {**GO_GAME, "Δp": 4, "chance": 0.49, "score": 0}, -0.51),
            ("LASK Tabell 5", {"R": 11}, 1),
            ("LASK Tabell 5", {"R": 10}, 0),
            ("LASK Formel (1)", {"base": 1700, "mean": 1500, "points": 2, "games": 3}, -8),
        ],
    )
    def test_a_right_result_is_confirmed_and_a_wrong_one_contradicted(
        self, rule: str, given: dict[str, Any], result: Any
    ):
        """DWZ 4.9.1, DWZ 4.9.2, DWZ 4.6, INGO C III, MGSZ 8 (2), LASK Rankingregel 1"""
        (right,) = checked(_paper((rule, given, result)))["steps"]
        (wrong,) = checked(_paper((rule, given, (result or 0) + 1)))["steps"]
        assert (right["verdict"], wrong["verdict"]) == ("confirmed", "contradicted")

    @every(("age", "J"), [(20, 5), (21, 10), (25, 10), (26, 15)])
    def test_the_age_is_held_against_the_year_of_birth(self, age: int, J: int):
        """DWZ 4.9.2"""
        born = {"player": "hand", "birth_year": 1995 - age}
        registered = {
            "what": "registration",
            "id": "hand",
            "position": 1,
            "hash": "",
            "data": born,
        }
        for said in (5, 10, 15):
            paper = _paper(("DWZ 4.9.2", {"Ro": 2000, "J": said}, 16 + said))
            paper |= {"inputs": [registered], "known_at": 1, "opponents": [], "not_counted": []}
            misfits = checked(paper)["misfits"]
            found = [f"J by the year of birth: {J} and {said}"] if said != J else []
            assert [each for each in misfits if each.startswith("J ")] == found

    @every(
        ("rule", "given", "result"),
        [
            # 2000 by 2400
            ("DWZ 2026 Anhang 1.2", {"Ro": 1200, "W": 1, "We": 1.5, "u": 800}, "5/6"),
            # 4000 and the two at 1800 are 7600
            ("FIDE 8.2.2", {"opponents": [2000, 2000]}, "1900"),
            ("FIDE 8.2.2", {"opponents": [2000]}, "5600/3"),
            ("MGSZ 5 (2)", {"grade": "5k", "attained": [["4k", 1], ["3k", 1]]}, "4k"),
            ("MGSZ 5 (4)", {"grade": "5k", "attained": [["4k", 1], ["3k", 2]]}, "3k"),
        ],
    )
    def test_a_number_that_is_spelt_out_is_recomputed(
        self, rule: str, given: dict[str, Any], result: str
    ):
        """DWZ 2026 Anhang 1.2, FIDE 8.2.2, MGSZ 5 (2): from 3 kyu on a grade is attained twice."""
        (right,) = checked(_paper((rule, given, result)))["steps"]
        (wrong,) = checked(_paper((rule, given, f"1{result}")))["steps"]
        assert (right["verdict"], wrong["verdict"]) == ("confirmed", "contradicted")

    def test_a_value_that_changes_from_one_step_to_the_next_is_contradicted(self):
        """DWZ 4.9.1: We is that of 4.6, and not a friendlier one."""
        expected = {"Ro": 1500, "opponents": [1500, 1500], "expectancy": "normal"}
        friendlier = {"Ro": 1500, "W": 1, "We": 0.9999999, "E": 18, "n": 2}
        found = checked(_paper(("DWZ 4.6", expected, 1.0), ("DWZ 4.9.1", friendlier, 1500)))
        assert found["steps"][1]["changed"] == ["We"]
        assert not found["holds"]

    def test_a_step_that_the_rulebook_does_not_have_is_contradicted(self):
        """DWZ 6.2.1: what a delegation is, and what was decided, is missing."""
        (step,) = checked(_paper(("DWZ 6.2.1", {"country": "GER"}, True)))["steps"]
        assert step["verdict"] == "contradicted"

    @every("given", [{"Ro": "x", "J": 15}, {"Ro": None, "J": 15}])
    def test_nonsense_is_contradicted_and_no_accident(self, given: dict[str, Any]):
        (step,) = checked(_paper(("DWZ 4.9.2", given, 20)))["steps"]
        assert step["verdict"] == "contradicted"


class TestOnTheCommandLine:
    @pytest.mark.parametrize("ending", ["html", "md", "json"])
    def test_a_document_is_checked_without_a_ledger(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path, ending: str
    ):
        paper = tmp_path / f"emil.{ending}"
        asked = ["audit", "dwz", "emil", "summer"]
        if ending == "json":
            paper.write_text(
                on_the_command_line("dwz", *asked, "--format", "json").stdout, "utf-8"
            )
        else:
            on_the_command_line("dwz", *asked, "--document", str(paper))
        nowhere = f"sqlite:///{tmp_path / 'nothing.db'}"
        done = CliRunner().invoke(main, ["--database", nowhere, "check-audit", str(paper)])
        assert done.exit_code == 0, done.output
        assert "The document holds." in done.stdout
        assert not (tmp_path / "nothing.db").exists()

    @pytest.mark.parametrize("ending", ["html", "md"])
    def test_a_number_changed_in_the_data_is_found(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path, ending: str
    ):
        paper = tmp_path / f"anna.{ending}"
        on_the_command_line("dwz", "audit", "dwz", "anna", "spring", "--document", str(paper))
        text = paper.read_text("utf-8")
        assert '"rating_after": 17' in text
        paper.write_text(text.replace('"rating_after": 17', '"rating_after": 18'), "utf-8")
        done = CliRunner().invoke(main, ["--format", "json", "check-audit", str(paper)])
        assert done.exit_code == 1
        assert not json.loads(done.stdout)["holds"]

    @pytest.mark.parametrize("ending", ["html", "md"])
    def test_a_number_changed_on_the_page_only_is_found(
        self, on_the_command_line: Callable[..., Result], tmp_path: Path, ending: str
    ):
        paper = tmp_path / f"emil.{ending}"
        on_the_command_line("dwz", "audit", "dwz", "emil", "summer", "--document", str(paper))
        page, mark, data = paper.read_text("utf-8").partition('"layout"')
        assert "1519" in page
        paper.write_text(page.replace("1519", "1591") + mark + data, "utf-8")
        done = CliRunner().invoke(main, ["check-audit", str(paper)])
        assert done.exit_code == 1
        assert "what the page shows is not what its data say" in done.stdout

    @pytest.mark.parametrize("text", ["", "{}", "no audit", '{"steps": 1}', "[" * 100_000])
    def test_what_is_no_audit_is_refused(self, tmp_path: Path, text: str):
        paper = tmp_path / "letter.html"
        paper.write_text(text, "utf-8")
        done = CliRunner().invoke(main, ["check-audit", str(paper)])
        assert done.exit_code == 1
        assert "contains no audit" in done.stderr

    @pytest.mark.parametrize(
        "steps", [[{}], [1], [{"rule": "A", "text": "", "given": 1, "result": 1}], [None]]
    )
    def test_what_only_looks_like_an_audit_is_refused(self, tmp_path: Path, steps: list[Any]):
        paper = tmp_path / "audit.json"
        paper.write_text(json.dumps({"steps": steps}), "utf-8")
        done = CliRunner().invoke(main, ["check-audit", str(paper)])
        assert done.exit_code == 1
        assert "contains no audit" in done.stderr

    @pytest.mark.parametrize("part", ["row", "rows", "card_after", "residual_games", "inputs"])
    def test_an_audit_with_a_part_of_another_form_does_not_hold(self, audited: Audited, part: str):
        document = audited("dwz", "niko", "summer")
        for other in ({"x": 1}, [1], "x"):
            read = document_in(json.dumps({**document, part: other}))
            assert read is None or not _verdict(read)

    def test_a_file_that_is_not_there_is_refused(self, tmp_path: Path):
        done = CliRunner().invoke(main, ["check-audit", str(tmp_path / "none.html")])
        assert done.exit_code == 1
        assert isinstance(done.exception, SystemExit)


def test_the_checker_shares_nothing_with_the_rulebooks():
    """It imports the standard library and itself; signatures are checked by cryptography."""
    folder = Path(projections.checking.__file__).parent
    imported = set()
    for module in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    strange = {
        name
        for name in imported
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "cryptography"}
        and not name.startswith("projections.checking")
    }
    assert imported
    assert strange == set()


def test_who_only_won_by_forfeit_has_an_audit_that_holds(sqlite_database: str):
    """DWZ 4.2: a forfeit counts for nothing, so there is no We to be summed (4.6)."""
    engine = connect(sqlite_database)
    club = Club(engine)
    club.append(
        adoption("1990-01-01"),
        *map(player, ("anna", "bela", "cora")),
        *(decided(name, "1500-10", "1990-01-01") for name in ("anna", "bela", "cora")),
        tournament("spring", "1995-04-30"),
        *games("spring", "anna 1-0 bela"),
        game("spring", "cora", "1-0", "bela", played=False, reason="forfeit"),
    )
    with club.answers() as answers:
        document = complete(answers, audit(answers, "cora", "spring"))
    engine.dispose()
    assert (document["row"]["games"], document["card_after"]["figure"]) == (0, 1500)
    found = checked(document)
    assert (found["misfits"], found["contradicted"]) == ([], 0)


def test_an_evaluation_that_holds_as_it_was_recorded_is_held_against_its_event(
    sqlite_database: str,
):
    """DWZ 4.10.1.2: otto comes without a figure, so no other Ro contradicts the record."""
    engine = connect(sqlite_database)
    club = Club(engine)
    club.append(adoption("1990-01-01"), player("otto"), summary("otto", "old", "1991-05-01"))
    with club.answers() as answers:
        document = json.loads(json.dumps(complete(answers, audit(answers, "otto", "old"))))
    engine.dispose()
    assert [step["rule"] for step in document["steps"]] == ["DWZ 4.10.1.2"]
    count = count_changes(document, checked, list(changes(document)))
    assert count.unnoticed == {}
