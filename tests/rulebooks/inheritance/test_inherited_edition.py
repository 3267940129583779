"""An edition that changes three paragraphs of DWZ 1995, from the log to the audit.

Anna and Bert, 1500-10 both, play one game, and Anna wins: We is 0.5.  DWZ 1995 gives both E = 20
(5 + 15, the age unknown): 1500 + 800·0.5/21 = 1519.05.  The house prints E = 10 below 1600:
1500 + 400/11 = 1536.36.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from projections.engine.registry import rulebook
from projections.rulebooks.document import Document, citing_edition
from projections.rulebooks.dwz import dwz
from tests.architecture.editions import CHECKS, Edition, editions
from tests.console.shell import Shell
from tests.rulebooks.inheritance.house import installed, write_house

EDITIONS = editions()


def event(type_: str, id_: str, **data: Any) -> dict[str, Any]:
    return {"type": type_, "id": id_, "data": data}


def cup(name: str, day: str, minutes: int, **facts: Any) -> list[dict[str, Any]]:
    """A tournament of one game that Anna wins, and one that Bert did not come to."""
    about = {"pools": ["club"], "discipline": "chess", "format": "games", **facts}
    time = {"minutes": minutes}
    game = {"tournament": name, "white": "anna", "black": "bert", "white_points": 1}
    return [
        event(
            "tournament.submitted",
            name,
            tournament=name,
            name=name.title(),
            ended_on=day,
            thinking_time=time,
            **about,
        ),
        event("game.submitted", f"{name}-1", game=f"{name}-1", black_points=0, **game),
        event(
            "game.submitted",
            f"{name}-2",
            game=f"{name}-2",
            black_points=0,
            played=False,
            reason="forfeit",
            **game,
        ),
    ]


def season(adopted: str) -> list[dict[str, Any]]:
    decided = {
        "pool": "club",
        "from_day": "1995-01-01",
        "card": {"rating": 1500, "index": 10},
        "kind": "initial",
        "by": "the club",
        "reason": "old list",
    }
    people = [
        each
        for player in ("anna", "bert")
        for each in (
            event("player.registered", player, player=player, name=f"{player.title()}, A"),
            event("rating.decided", f"{player}-first", player=player, **decided),
        )
    ]
    rules = event(
        "rulebook.adopted", "rules", pool="club", rulebook=adopted, from_day="1995-01-01"
    )
    abroad = cup("abroad", "1996-05-01", 120, country="FRA")
    return [rules, *people, *cup("cup", "1996-03-01", 120), *abroad]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[None]:
    with installed(write_house(tmp_path / "packages").parent):
        yield


@pytest.fixture
def empty(house: None, sqlite_database: str, tmp_path: Path) -> Shell:  # noqa: ARG001 - installed
    return Shell(sqlite_database, tmp_path)


@pytest.fixture
def shell(empty: Shell) -> Shell:
    empty.append(*season("house-2001"))
    return empty


class TestThroughTheLog:
    def test_its_ratings_are_its_own_and_those_of_1995_stand_beside(self, shell: Shell) -> None:
        own = {row["player"]: row["card"] for row in shell.json("ratings", "club")}
        assert own["anna"] == {"rating": 1536, "index": 11}
        older = shell.json("ratings", "club", "--rulebook", "dwz-1995")
        assert {row["player"]: row["figure"] for row in older} == {"anna": 1519, "bert": 1481}
        assert "1536-11" in shell.table("ratings", "club")

    def test_its_columns_are_shown_in_lists_and_records(self, shell: Shell) -> None:
        assert "House E" in shell.table("player", "club", "anna")
        assert "House E" in shell.table("tournament", "club", "cup")
        (row, _) = shell.json("tournament", "club", "cup")["players"]
        assert (row["coefficient"], row["performance"]) == (10, None)

    def test_an_audit_cites_the_running_edition_with_its_own_numbers(self, shell: Shell) -> None:
        document = shell.json("audit", "club", "anna", "cup")
        assert document["rulebook"] == "house-2001"
        rules = [step["rule"] for step in document["steps"]]
        assert {rule.partition(" ")[0] for rule in rules} == {"HOUSE"}
        # 1995: 4.6 (We), 4.9.1 (Rn) and 4.9.3 (index); its own: E.
        assert [rule for rule in rules if rule.startswith("HOUSE 3")] == [
            "HOUSE 3.6",
            "HOUSE 3.9.2",
            "HOUSE 3.9.1",
            "HOUSE 3.9.3",
            "HOUSE 3.6",
        ]

    def test_reasons_cite_the_running_edition(self, shell: Shell) -> None:
        (left_out,) = shell.json("tournament", "club", "cup")["games_not_rated"]
        assert left_out["reason"] == "HOUSE 3.2: not played (forfeit)"
        excluded = shell.json("tournament", "club", "abroad")
        assert excluded["reason"].startswith("HOUSE 6.2.1: held outside Germany (FRA)")
        assert shell.json("audit", "club", "anna", "abroad")["steps"][-1]["rule"] == "HOUSE 6.2.1"

    def test_ninety_minutes_are_enough_for_the_house_only(self, empty: Shell) -> None:
        empty.append(*season("dwz-1995"), *cup("fast", "1996-06-01", 90))
        assert empty.json("tournament", "club", "fast")["reason"].startswith("DWZ 6.2.2: 90 min")
        assert empty.json("tournament", "club", "fast", "--rulebook", "house-2001")["rated"]

    def test_it_goes_on_with_the_cards_of_the_edition_before(self, empty: Shell) -> None:
        """Carl waits with one game from under DWZ 1995, and with another from under the house."""
        succession = event(
            "rulebook.adopted", "later", pool="club", rulebook="house-2001", from_day="1996-02-01"
        )
        carl = event("player.registered", "carl", player="carl", name="Carl, A")
        empty.append(*season("dwz-1995"), succession, carl)
        for name, day in (("autumn", "1995-10-01"), ("spring", "1996-02-10")):
            about, won, _ = cup(name, day, 120)
            won["data"]["white"] = "carl"
            empty.append(about, won)
        ratings = {row["player"]: row["card"] for row in empty.json("ratings", "club")}
        assert ratings["anna"] == {"rating": 1536, "index": 11}  # 1500-10 of 1995, in the cup
        waiting = empty.json("player", "club", "carl")["residual_games"]
        assert [game["tournament"] for game in waiting] == ["autumn", "spring"]
        audit = empty.json("audit", "club", "anna", "cup")
        assert audit["card_before"]["card"] == {"rating": 1500, "index": 10}
        assert empty.run("rebuild", "club", "--check").status == 0

    @pytest.mark.usefixtures("house")
    def test_objections_name_the_running_edition(self) -> None:
        objections = rulebook("house-2001", {}).objections_to_card("initial", {"rank": 1})
        assert "a card of house-2001 has a rating and an index" in objections[-1].message

    def test_the_read_model_is_what_a_rebuild_gives(self, shell: Shell) -> None:
        shell.json("ratings", "club")
        assert shell.run("rebuild", "club", "--check").status == 0

    def test_the_checker_says_that_it_does_not_know_the_edition(self, shell: Shell) -> None:
        path = shell.folder / "anna.json"
        path.write_text(shell.run("--format", "json", "audit", "club", "anna", "cup").out, "utf-8")
        said = "no independent checker for house-2001: its steps are stated, not recomputed"
        found = shell.json("check-audit", str(path))
        assert (found["unchecked"], found["confirmed"], found["holds"]) == (said, 0, True)
        assert said[1:] in " ".join(shell.table("check-audit", str(path)).split())


def test_a_changed_table_makes_the_list_stale_under_the_same_version(
    sqlite_database: str, tmp_path: Path
) -> None:
    """1500 + 800 · 0.5 / (E + 1): 1536 with E = 10, 1531 with E = 12."""
    package = write_house(tmp_path / "packages")
    table = package / "tables" / "coefficient.csv"
    for printed, expected in (("0,10", 1536), ("0,12", 1531)):
        table.write_text(table.read_text("utf-8").replace("0,10", printed), "utf-8")
        with installed(package.parent):
            shell = Shell(sqlite_database, tmp_path)
            if expected == 1536:
                shell.append(*season("house-2001"))
            figures = {row["player"]: row["figure"] for row in shell.json("ratings", "club")}
            assert figures["anna"] == expected


class TestCitations:
    def test_a_paragraph_taken_over_twice_is_cited_by_its_latest_number(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chain = {
            "second_2001": '"3.6" = { is = "as", edition = "dwz-1995", paragraph = "4.6" }\n'
            '"3.8" = { is = "rule", says = "new", replaces = ["4.8"] }\n'
            '"4.10.1.1" = { is = "gone", edition = "dwz-1995", why = "left out" }\n',
            "third_2005": '"2.6" = { is = "as", edition = "second-2001", paragraph = "3.6" }\n'
            '"2.8" = { is = "as", edition = "second-2001", paragraph = "3.8" }\n',
        }
        for name, text in chain.items():
            (tmp_path / name).mkdir()
            (tmp_path / name / "__init__.py").write_text("")
            (tmp_path / name / "paragraphs.toml").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        second = Document("SECOND", "Second", "second_2001", earlier=dwz)
        third = Document("THIRD", "Third", "third_2005", earlier=second)
        assert [each.edition for each in third.editions] == [
            "third-2005",
            "second-2001",
            "dwz-1995",
        ]
        with citing_edition(third):
            assert dwz.cite("4.6") == second.cite("3.6") == "THIRD 2.6"
            assert dwz.cite("4.8") == "THIRD 2.8"
            assert dwz.cite("4.10.1.1") == "DWZ 4.10.1.1"  # it has no such paragraph
        with citing_edition(dwz):
            assert dwz.cite("4.6") == "DWZ 4.6"


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    package = write_house(tmp_path / "packages")
    return Edition.at(package, package / "tests")


class TestItsRegister:
    def test_it_can_be_followed_paragraph_by_paragraph(self, edition: Edition) -> None:
        found = {law: faults(edition, EDITIONS) for law, (faults, _) in CHECKS.items()}
        assert not any(found.values()), found

    @pytest.mark.parametrize(
        ("number", "entry", "law"),
        [
            ("3.6", {"is": "as", "edition": "dwz-1995", "paragraph": "4.99"}, "exists"),
            ("3.6", {"is": "as", "edition": "dwz-1890", "paragraph": "4.6"}, "exists"),
            ("3.6", {"is": "as", "edition": "ingo-1960", "paragraph": "0"}, "exists"),
            ("3.8", {"is": "rule", "says": "new", "replaces": ["4.99"]}, "exists"),
            ("3.8", {"is": "rule", "says": "new"}, "accounted"),
            ("3.6", {"is": "text", "says": "forgotten"}, "accounted"),
            ("3.6", {"is": "as"}, "says what"),
            ("3.6", {"is": "like", "edition": "dwz-1995"}, "says what"),
            ("3.11", {"is": "rule", "says": "carried out by nobody"}, "is cited"),
            ("3.11", {"is": "rule", "says": "tested by nobody"}, "named by a test"),
        ],
    )
    def test_whatever_is_wrong_with_it_is_found(
        self, edition: Edition, number: str, entry: dict[str, Any], law: str
    ) -> None:
        edition = attrs.evolve(edition, register={**edition.register, number: entry})
        (checked,) = [
            faults for name, (faults, _) in CHECKS.items() if name.endswith(law) or law in name
        ]
        assert checked(edition, EDITIONS) != []
