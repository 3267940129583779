"""``audit POOL PLAYER [TOURNAMENT]``: how a figure came about."""

import pytest

from tests.projections.submissions import summary


def steps_by_rule(document):
    steps = {}
    for step in document["steps"]:
        assert set(step) == {"rule", "text", "given", "result"}
        steps.setdefault(step["rule"], []).append(step)
    return steps


def test_every_step_names_its_paragraph(shell):
    document = shell.json("audit", "dwz", "anna", "may")
    assert (document["player"], document["tournament"]) == ("anna", "may")
    steps = steps_by_rule(document)
    assert all(rule.startswith("DWZ ") for rule in steps)
    (rating,) = steps["DWZ 4.9.1"]
    assert rating["given"]["Ro"] == 1500
    assert rating["given"]["We"] == pytest.approx(0.86184, abs=5e-6)
    assert rating["result"] == 1523
    assert steps["DWZ 4.9.3"][0]["result"] == 11


def test_it_shows_the_expectation_of_every_game(shell):
    steps = steps_by_rule(shell.json("audit", "dwz", "anna", "may"))
    (games,) = (step["given"]["games"] for step in steps["DWZ 4.6"] if "games" in step["given"])
    assert {game["game"]: round(game["expected"], 5) for game in games} == {
        "may:anna-bela": 0.5,
        "may:cleo-anna": 0.36184,
    }


def test_it_leaves_the_steps_of_the_others_out(shell):
    results = [step["result"] for step in shell.json("audit", "dwz", "anna")["steps"]]
    assert 1523 in results
    assert not {1481, 1595} & {result for result in results if isinstance(result, int)}


def test_without_a_tournament_it_explains_the_figure_he_has(shell):
    last = shell.json("audit", "dwz", "anna")
    assert last["tournament"] == "may"
    assert last["steps"] == shell.json("audit", "dwz", "anna", "may")["steps"]


def test_a_figure_that_was_decided_is_explained_by_the_decision(in_file):
    document = in_file.json("audit", "dwz", "anna", "--on", "1996-04-30")
    assert document["tournament"] is None
    (step,) = document["steps"]
    assert step["rule"] == "DWZ 6.1.1"
    assert (step["given"]["by"], step["result"]) == ("the board", "1500-10")


def test_a_summary_is_explained_as_well(in_file):
    in_file.append(summary("cleo", "old cup", "1996-02-01", rating_before=1600))
    document = in_file.json("audit", "dwz", "cleo", "--on", "1996-04-30")
    assert {step["rule"] for step in document["steps"]} >= {"DWZ 4.10.1.2"}


def test_residual_games_are_explained(in_file):
    steps = steps_by_rule(in_file.json("audit", "dwz", "gerd"))
    (kept,) = steps["DWZ 4.7.7"]
    assert [game["game"] for game in kept["given"]["games"]] == ["may:gerd-anna"]


def test_a_tournament_that_is_not_rated_is_explained_by_its_paragraph(shell):
    last = shell.json("audit", "dwz", "anna", "wien")["steps"][-1]
    assert last["rule"] == "DWZ 6.2.1"


def test_the_table_tells_rules_values_and_results(shell):
    text = shell.table("audit", "dwz", "anna", "may")
    for told in ("DWZ 4.9.1", "DWZ 4.9.2", "Ro", "1500", "0.8618", "1523", "The may"):
        assert told in text
    assert "may:cleo-anna" not in text
    assert "may:cleo-anna" in shell.table("audit", "dwz", "anna", "may", "--ids")


def test_who_has_no_figure_and_no_games_has_nothing_to_explain(shell):
    (problem,) = shell.refused("audit", "dwz", "hans")
    assert problem["code"] == "nothing-to-explain"


def test_unknown_names_are_refused(in_file):
    (problem,) = in_file.refused("audit", "dwz", "nobody")
    assert problem["code"] == "unknown-player"
    (problem,) = in_file.refused("audit", "dwz", "anna", "june")
    assert problem["code"] == "unknown-tournament"
    (problem,) = in_file.refused("audit", "go", "anna")
    assert problem["code"] == "unknown-pool"
