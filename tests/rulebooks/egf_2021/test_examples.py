"""The worked examples, by the rulebook's own functions and through the log."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from projections.rulebooks.egf_2021.classes import (
    FACTOR,
    INTERNET,
    OVER_THE_BOARD,
    adjusted_minutes,
    class_by_time,
)
from projections.rulebooks.egf_2021.grades import nominal, proposal
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.starts import start
from projections.rulebooks.egf_2021.update import Pairing, bonus, change, con
from projections.rulebooks.tournament import ThinkingTime
from tests.console.shell import Shell
from tests.projections.submissions import Event, player
from tests.rulebooks.egf_2021.go_club import POOL, card, decided, governed, handed_in, ruled
from tests.tables import every

Example = Mapping[str, Any]
EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
GAMES: list[Example] = EXAMPLES["game"]
HALF_THOUSANDTH = 0.0005


def said(value: Any) -> Any:
    """TOML has no null."""
    return None if value == "none" else value


class TestByTheFunctions:
    @every("example", GAMES, ids=lambda example: example["says"])
    def test_a_game_gives_what_the_egd_gives(self, example: Example) -> None:
        """EGF Se, EGF con, EGF bonus, EGF update, EGF handicap."""
        r, opponent, received = example["game"]
        f = FACTOR[example.get("class", "A")]
        pairing = Pairing("g", "opponent", received, example.get("points", 0))
        worked = change(pairing, r, opponent, f, (con(r), bonus(r)))
        found = {"expected": worked.Se, "con": con(r), "bonus": bonus(r), "change": worked.change}
        assert {name: found[name] for name in example["gives"]} == pytest.approx(
            example["gives"], abs=example["by"], rel=0
        )

    @every("example", EXAMPLES["con"], ids=lambda example: str(example["gor"]))
    def test_con_is_that_of_the_calculator(self, example: Example) -> None:
        """EGF con."""
        assert con(example["gor"]) == pytest.approx(example["con"], abs=example["by"])

    @every(("grade", "gor"), EXAMPLES["nominal"].items())
    def test_a_grade_stands_at_its_gor(self, grade: str, gor: int) -> None:
        """EGF scale."""
        assert nominal(grade) == gor

    @every(("time", "online", "class_", "minutes"), EXAMPLES["times"])
    def test_a_thinking_time_has_its_class(
        self, time: Example, online: bool, class_: str, minutes: float
    ) -> None:
        """EGF class."""
        stated = ThinkingTime(**time)
        assert adjusted_minutes(stated) == minutes
        assert class_by_time(stated, INTERNET if online else OVER_THE_BOARD) == said(class_)

    @every(("gor", "last", "best", "declared", "starts"), EXAMPLES["resets"])
    def test_players_of_the_lists_were_reset_so(
        self, gor: int, last: str, best: str, declared: str, starts: float
    ) -> None:
        """EGF reset."""
        assert start(card(gor, last, best), declared, Readings()) == starts

    @every(("grade", "gor", "proposed"), EXAMPLES["proposals"])
    def test_the_list_proposed_so(self, grade: str, gor: int, proposed: str) -> None:
        """EGF proposals."""
        assert proposal(gor, grade) == said(proposed)


class TestThroughTheLog:
    def test_games_give_what_the_egd_gives(self, shell: Shell) -> None:
        """EGF update, EGF class: the factor multiplies the bonus too."""
        events = [governed()]
        for number, example in enumerate(GAMES):
            one, two, name = f"a{number}", f"b{number}", f"cup{number}"
            r, opponent, received = example["game"]
            stones = f"{received:+}" if received else ""
            score = {1: "0-1", 0.5: "½-½", 0: "1-0"}[example.get("points", 0)]
            events += [*people({one: r, two: opponent})]
            facts = {"class": example.get("class", "A")}
            events += handed_in(name, "2021-06-01", f"{two} {score} {one} {stones}", **facts)
        shell.append(*events)
        for number, example in enumerate(GAMES):
            row = rows(shell, f"cup{number}")[f"a{number}"]
            found = {"con": row["con"], "bonus": row["bonus"], **row["games_used"][0]}
            assert {name: found[name] for name in example["gives"]} == pytest.approx(
                example["gives"], abs=example["by"], rel=0
            )

    def test_con_stands_in_the_rows(self, shell: Shell) -> None:
        """EGF con."""
        events = [governed(), *people({"other": 1000})]
        for number, example in enumerate(EXAMPLES["con"]):
            events += people({f"p{number}": example["gor"]})
            events += handed_in(f"cup{number}", "2021-06-01", f"p{number} 1-0 other")
        shell.append(*events)
        for number, example in enumerate(EXAMPLES["con"]):
            row = rows(shell, f"cup{number}")[f"p{number}"]
            assert row["con"] == pytest.approx(example["con"], abs=example["by"])

    def test_newcomers_start_at_the_gor_of_the_grade_they_declare(self, shell: Shell) -> None:
        """EGF entry, EGF scale."""
        entered = {f"of-{grade}": grade for grade in EXAMPLES["nominal"]}
        games = [f"{name} 1-0 other" for name in entered]
        shell.append(
            governed(),
            *people({"other": 1000}),
            *(player(name) for name in entered),
            *handed_in("cup", "2021-06-01", *games, entered=entered),
        )
        found = rows(shell, "cup")
        for grade, gor in EXAMPLES["nominal"].items():
            row = found[f"of-{grade}"]
            assert (row["gor_before"], row["grade"], row["reset_from"]) == (gor, grade, None)

    def test_tournaments_without_a_class_have_that_of_their_time(self, shell: Shell) -> None:
        """EGF class."""
        events = [governed(), *people({"one": 1000, "two": 1000})]
        for number, (time, online, _, _) in enumerate(EXAMPLES["times"]):
            facts = {"class": None, "thinking_time": time, "flags": ["online"] if online else []}
            events += handed_in(f"cup{number}", "2021-06-01", "one 1-0 two", **facts)
        shell.append(*events)
        for number, (_, _, class_, _) in enumerate(EXAMPLES["times"]):
            document = shell.json("tournament", POOL, f"cup{number}")
            assert {row["class"] for row in document["players"]} == {said(class_)} - {None}
            assert document["rated"] is (class_ != "none")

    def test_players_are_reset_before_their_first_game(self, shell: Shell) -> None:
        """EGF reset, EGF simultaneous."""
        events = [governed(), *people({"other": 1000})]
        for number, (gor, last, best, declared, _) in enumerate(EXAMPLES["resets"]):
            name = f"p{number}"
            figures = {"gor": gor, "grade": last, "highest": best}
            events += [player(name), decided(name, "2021-05-01", **figures)]
            entered = {name: declared}
            events += handed_in(f"cup{number}", "2021-06-01", f"{name} 1-0 other", entered=entered)
        shell.append(*events)
        for number, (gor, _, _, _, starts) in enumerate(EXAMPLES["resets"]):
            found = rows(shell, f"cup{number}")
            row = found[f"p{number}"]
            assert row["gor_before"] == starts
            assert row["reset_from"] == (None if starts == gor else gor)
            assert found["other"]["games_used"][0]["opponent_gor"] == starts

    def test_lists_and_records_propose_grades(self, shell: Shell) -> None:
        """EGF proposals."""
        events = [governed()]
        for number, (grade, gor, _) in enumerate(EXAMPLES["proposals"]):
            events += [
                player(f"p{number}"),
                decided(f"p{number}", "2021-05-01", gor=gor, grade=grade),
            ]
        shell.append(*events)
        listed = {row["player"]: row["proposal"] for row in shell.json("ratings", POOL)}
        for number, (_, _, proposed) in enumerate(EXAMPLES["proposals"]):
            assert listed[f"p{number}"] == said(proposed)
            assert shell.json("player", POOL, f"p{number}")["proposal"] == said(proposed)

    @pytest.mark.parametrize("example", EXAMPLES["run"], ids=lambda example: example["says"])
    def test_tournaments_in_a_row(self, example: Example, shell: Shell) -> None:
        """EGF after, EGF floor, EGF games, EGF entry, EGF reset, EGF class, EGF simultaneous."""
        shell.append(*history_of(example))
        listed = {row["player"]: row["card"]["gor"] for row in shell.json("ratings", POOL)}
        assert listed == pytest.approx(example["gor"], abs=HALF_THOUSANDTH, rel=0)
        reset_from = {}
        for cup in example["cup"]:
            document = shell.json("tournament", POOL, cup["id"])
            assert document["rated"] is (cup["id"] not in example["not_rated"])
            for row in document["players"]:
                if row["reset_from"] is not None:
                    reset_from[f"{cup['id']} {row['player']}"] = row["reset_from"]
        assert reset_from == example["reset_from"]
        assert shell.run("rebuild", POOL, "--check").status == 0


def people(figures: Mapping[str, float]) -> Iterator[Event]:
    """Players of the first of May with a GoR; their grades do not matter."""
    for name, gor in figures.items():
        yield player(name)
        yield decided(name, "2021-05-01", gor=gor, grade="9d")


def history_of(example: Example) -> Iterator[Event]:
    """The events of a run."""
    yield governed()
    entered = [name for cup in example["cup"] for name in cup["entered"]]
    for name in dict.fromkeys([*example["cards"], *entered]):
        yield player(name)
    for name, (gor, grade, highest) in example["cards"].items():
        yield decided(name, "2022-01-01", gor=gor, grade=grade, highest=highest)
    for cup in example["cup"]:
        grades = {name: said(grade) for name, grade in cup["entered"].items()}
        yield from handed_in(cup["id"], cup["on"], *cup["games"], entered=grades)
        if "decided_class" in cup:
            yield ruled("class", {"class": said(cup["decided_class"])}, tournament=cup["id"])
        for name, gor in cup.get("resets", {}).items():
            yield ruled("reset", {"gor": said(gor)}, tournament=cup["id"], player=name)


def rows(shell: Shell, name: str) -> dict[str, Any]:
    """The rows of a tournament by player."""
    return {row["player"]: row for row in shell.json("tournament", POOL, name)["players"]}
