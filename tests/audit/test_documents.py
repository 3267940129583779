"""The parts of an audit beside its steps: events, games left out, results."""

import json

import pytest
from click.testing import CliRunner

from ledger.log.database import connect
from projections.interfaces.cli.lazy_commands import main
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from tests.audit.conftest import Audited
from tests.audit.seasons import ingo_season
from tests.projections.club import Club
from tests.projections.submissions import correction, event, forgotten, withheld


def _inputs(document, what):
    return {each["id"]: each for each in document["inputs"] if each["what"] == what}


def _steps(document, rule):
    return [step for step in document["steps"] if step["rule"] == rule]


class TestWhatIsSaid:
    def test_a_rated_player_is_told_his_card_before_and_after_and_how_long_it_holds(
        self, audited: Audited
    ):
        """DWZ 4.9.1, DWZ 6.1.1: six years, up to and including the last day."""
        document = audited("dwz", "anna", "spring")
        assert document["card_before"]["card"] == {"rating": 1800, "index": 10}
        assert document["card_before"]["last_event"] == "decision anna 1990-01-01"
        assert document["card_after"]["card"]["index"] == 11
        assert document["card_after"]["figure"] == document["row"]["rating_after"]
        assert document["card_after"]["valid_until"] == "2001-04-30"
        assert document["parameters"]["validity_years"] == 6
        assert (document["rulebook"], document["pool"]) == ("dwz-1995", "dwz")

    def test_a_forfeit_is_not_counted_and_the_paragraph_says_why(self, audited: Audited):
        """DWZ 4.2"""
        document = audited("dwz", "anna", "spring")
        left_out, _ = document["not_counted"]
        assert left_out["game"] == "spring:cora-anna"
        assert left_out["reason"].startswith("DWZ 4.2")

    def test_games_of_others_are_not_among_those_not_counted(self, audited: Audited):
        assert audited("dwz", "emil", "summer")["not_counted"] == []

    def test_opponents_come_with_the_card_they_had_before(self, audited: Audited):
        opponents = {each["player"]: each for each in audited("dwz", "ada", "summer")["opponents"]}
        assert opponents.keys() == {"emil", "niko"}
        assert opponents["emil"]["last_event"] == "spring"
        assert opponents["niko"]["status"] == "unrated"

    def test_a_newcomer_with_four_games_keeps_them_and_is_told_until_when(self, audited: Audited):
        """DWZ 4.4, DWZ 4.7.7, DWZ 6.1.1: residual games hold for two years."""
        residual = audited("dwz", "niko", "spring")["residual_games"]
        assert [game["game"] for game in residual["kept"]] == [
            "spring:anna-niko",
            "spring:niko-cora",
            "spring:niko-dora",
            "spring:niko-nora",
        ]
        assert {game["valid_until"] for game in residual["kept"]} == {"1997-04-30"}
        assert residual["used"] == []

    def test_the_residual_games_that_went_into_a_first_rating_are_named_with_their_events(
        self, audited: Audited
    ):
        """DWZ 4.4: four of spring and three of summer make the first rating."""
        document = audited("dwz", "niko", "summer")
        residual = document["residual_games"]
        assert (len(residual["used"]), residual["kept"]) == (4, [])
        assert document["row"]["games"] == 7
        assert "game spring:anna-niko" in _inputs(document, "game")
        assert _inputs(document, "tournament").keys() == {"tournament spring", "tournament summer"}

    def test_a_summary_is_explained_by_the_event_that_brought_it(self, audited: Audited):
        """DWZ 4.10.1.1"""
        document = audited("dwz", "otto", "old")
        assert _inputs(document, "known evaluation").keys() == {"summary old otto"}
        assert _inputs(document, "decided rating").keys() == {"decision otto 1990-01-01"}
        assert document["row"]["rating_after"] == document["card_after"]["figure"]

    def test_a_decided_figure_is_explained_by_the_decision(self, audited: Audited):
        document = audited("dwz", "bela", on="1994-12-31")
        assert document["tournament"] is None
        assert document["card_after"]["card"] == {"rating": 1760, "index": 20}
        assert _inputs(document, "decided rating").keys() == {"decision bela 1990-01-01"}
        assert not _inputs(document, "game")

    def test_a_special_evaluation_shows_both_expectations(self, audited: Audited):
        """DWZ 4.7.6"""
        document = audited("dwz", "emil", "summer")
        assert document["row"]["special"] == _steps(document, "DWZ 4.7.6")[0]["result"]

    @pytest.mark.parametrize(("season", "player", "tournament"), [("ingo", "gerd", "swiss")])
    def test_a_struck_game_of_ingo_is_named_with_its_paragraph(
        self, audited: Audited, season: str, player: str, tournament: str
    ):
        """INGO C VI: more than fifty degrees ahead, and won."""
        (struck,) = audited(season, player, tournament)["not_counted"]
        assert struck["game"] == "swiss:gerd-jost"
        assert struck["reason"].startswith("INGO C VI")

    def test_a_go_player_is_told_his_grade(self, audited: Audited):
        """MGSZ 5 (2)"""
        document = audited("go", "mari", "budapest")
        assert document["card_after"]["card"]["grade"] == document["row"]["grade_after"]

    def test_days_of_one_tournament_are_told_together(self, audited: Audited):
        """LASK Rankingregel 2: rolf played on two of the three days of the series."""
        document = audited("lask", "rolf", "series")
        assert document["card_before"]["card"]["running"] == 1850
        change = document["row"]["change"]
        assert document["card_after"]["card"]["running"] == 1850 + change

    def test_a_figure_that_was_carried_over_is_explained_by_the_new_rulebook(
        self, sqlite_database: str
    ):
        """2840 − 8 · 200 = 1240, from Ingo to DWZ."""
        adoption = event(
            "rulebook.adopted",
            "change of rulebook",
            {
                "pool": "ingo",
                "rulebook": "dwz-1995",
                "from_day": "1992-01-01",
                "conversion": {"pieces": [{"factor": -8, "plus": 2840}]},
            },
        )
        engine = connect(sqlite_database)
        club = Club(engine, "ingo")
        club.append(*ingo_season(), adoption)
        club.catch_up()
        with club.answers() as answers:
            document = complete(answers, audit(answers, "jost", None))
        engine.dispose()
        assert (document["card_before"]["figure"], document["card_after"]["figure"]) == (200, 1240)
        assert document["rulebook"] == "dwz-1995"
        assert "change of rulebook" in _inputs(document, "rulebook")


NAMED = ("hans", "ilse", "jost")
"""Players of a game, as recorded and as corrected."""


class TestWhatItRestsOn:
    def test_every_game_of_the_player_and_no_other_is_there(self, audited: Audited):
        games = _inputs(audited("dwz", "ada", "summer"), "game")
        assert games.keys() == {"game summer:emil-ada", "game summer:ada-niko"}

    def test_an_event_comes_with_position_hash_time_and_who(self, audited: Audited):
        rulebook = _inputs(audited("dwz", "anna", "spring"), "rulebook")["adoption dwz 1990-01-01"]
        assert rulebook["position"] == 1
        assert len(bytes.fromhex(rulebook["hash"])) == 32
        assert rulebook["recorded_by"] == "the office"
        assert rulebook["recorded_at"].endswith("Z")

    def test_a_corrected_game_stands_as_corrected_beside_its_correction(self, audited: Audited):
        document = audited("dwz", "anna", "spring")
        slip = _inputs(document, "game")["game spring:anna-dora"]
        assert slip["data"]["white_points"] == 0.5
        assert slip["corrected_by"] == "spring as on the score sheet"
        correction = _inputs(document, "correction")["spring as on the score sheet"]
        assert correction["data"]["reason"] == "the score sheet says so"

    def test_a_game_that_is_his_by_correction_alone_is_there(self, sqlite_database: str):
        """It was handed in as a game of hans and ilse; jost had Black."""
        engine = connect(sqlite_database)
        club, season = Club(engine, "ingo"), ingo_season()
        (slip,) = (each for each in season if each["id"] == "game swiss:hans-ilse")
        club.append(*season, correction(slip, "jost had Black", black="jost"))
        club.catch_up()
        with club.answers() as answers:
            documents = {it: complete(answers, audit(answers, it, "swiss")) for it in NAMED}
        engine.dispose()
        for document in documents.values():
            game = _inputs(document, "game")["game swiss:hans-ilse"]
            assert (game["data"]["black"], game["recorded"]["black"]) == ("jost", "ilse")

    def test_a_struck_game_says_nothing_any_more(self, audited: Audited):
        document = audited("dwz", "anna", "spring")
        assert _inputs(document, "game")["game spring:twice"]["data"] is None
        assert _inputs(document, "correction")["entered twice"]["data"]["struck"]
        assert {"game": "spring:twice", "reason": "struck: handed in by mistake"} in document[
            "not_counted"
        ]

    def test_what_was_known_earlier_is_told_as_it_was_known(self, audited: Audited):
        """Before the correction anna had beaten dora, and emil twice."""
        now = audited("dwz", "anna", "spring")
        correction = _inputs(now, "correction")["spring as on the score sheet"]["position"]
        then = audited("dwz", "anna", "spring", known_at=correction - 1)
        assert not _inputs(then, "correction")
        assert _inputs(then, "game")["game spring:anna-dora"]["data"]["white_points"] == 1
        assert then["row"]["points"] == now["row"]["points"] + 1.5
        assert then["known_at"] == correction - 1

    def test_nothing_personal_is_in_it(self, audited: Audited):
        for each in _inputs(audited("dwz", "anna", "spring"), "registration").values():
            assert each["data"] == {"player": "anna", "birth_year": 1974}


class TestNamesThatAreNotShown:
    @pytest.fixture
    def club(self, sqlite_database):
        engine = connect(sqlite_database)
        club = Club(engine, "ingo")
        club.append(*ingo_season())
        club.catch_up()
        yield club
        engine.dispose()

    @pytest.mark.parametrize("wish", [withheld("gerd", "1960-01-01"), forgotten("gerd")])
    def test_neither_the_document_nor_that_of_an_opponent_has_the_name(
        self, club, wish, sqlite_database, tmp_path
    ):
        club.append(wish)
        for player in ("gerd", "hans"):
            paper = tmp_path / f"{player}.html"
            arguments = [
                "--database",
                sqlite_database,
                "--format",
                "json",
                "audit",
                "ingo",
                player,
            ]
            done = CliRunner().invoke(main, [*arguments, "swiss", "--document", str(paper)])
            assert done.exit_code == 0, done.stderr
            told = json.loads(done.stdout)
            names = {each["player"]: each["name"] for each in told["opponents"]}
            assert (told["name"] if player == "gerd" else names["gerd"]) is None
            text = paper.read_text("utf-8")
            assert "(withheld) (gerd)" in text
            assert "Gerd, Test" not in text
