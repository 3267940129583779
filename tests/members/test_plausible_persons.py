"""Is it a plausible, new, real person? Every door asks, and takes an explicit answer."""

import json
from typing import Any

import pytest

from ledger.events.problems import Refused
from ledger.validation.persons import is_nobody
from projections.api import Ledger
from projections.queries.arguments import Upload
from tests.console.shell import lines
from tests.imports.tournament_files import (
    CROSSTABLE_HEAD,
    HEAD,
    Cell,
    crosstable,
    csv_text,
    trf,
    trf_player,
)
from tests.members.club import Club
from tests.members.spreadsheets import csv
from tests.projections.submissions import adoption, correction, decided, game, player, tournament
from tests.tables import every

SAID = ("--pool", "club", "--register-new")


NOBODY = "BYE bye spielfrei Freilos N.N. NN,NN exempt No-Player - ? dummy leer Erőnyerő"


@every("name", NOBODY.split())
def test_a_name_may_stand_for_nobody(name: str) -> None:
    assert is_nobody(name)


@every("name", ["Bye, Aksel", "Frei, Hans", "Leer, Eva", "N, Nora", "Bot7"])
def test_a_surname_beside_a_forename_is_somebodys(name: str) -> None:
    assert not is_nobody(name)


@pytest.mark.parametrize(
    ("known", "member"),
    [
        ("Петров, Иван", "Petrov, Ivan"),
        ("Παπαδόπουλος, Νίκος", "Papadopoulos, Nikos"),
        ("Petrov, Ivan", "Петров, Иван"),
    ],
)
def test_a_member_of_a_list_may_be_known_in_another_script(
    club: Club, known: str, member: str
) -> None:
    """Letters cannot be compared: the year of birth and the club ask."""
    club.append(player("known", name=known, birth_year=1980, club="SK Eger"))
    head = ("Name", "Born", "Club")
    others = [("Petrova, Iva", 1981, "SK Eger"), ("Petrovna, Ida", 1980, "SK Erlau")]
    path = club.file_of(csv([head, (member, 1980, "SK Eger"), *others]))
    (asked,) = problems(club, "players", "add", path)
    assert asked["line"] == 2
    assert "Perhaps known (1980, SK Eger)" in asked["message"]
    linked = club.json("players", "add", path, "--link", "2=known")
    assert [each["new"] for each in linked["members"]] == [False, True, True]


def test_another_name_in_the_same_script_is_another_member(club: Club) -> None:
    club.append(player("known", name="Petrov, Ivan", birth_year=1980, club="SK Eger"))
    head = ("Name", "Born", "Club")
    rows = [("Иванов, Пётр", 1970, "SK Eger"), ("Berg, Bela", 1980, "SK Eger")]
    path = club.file_of(csv([head, *rows]))
    assert [each["new"] for each in club.json("players", "add", path)["members"]] == [True, True]


def problems(club: Club, *arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    """The problems of a refusal, which an import tells beside all that it has read."""
    outcome = club.run("--format", "json", *arguments, stdin=stdin)
    assert outcome.status == 1
    found: list[dict[str, Any]] = json.loads(outcome.out)["problems"]
    return found


def done(club: Club, *arguments: str, stdin: bytes = b"") -> Any:
    """The answer to a command that may have warnings."""
    outcome = club.run("--format", "json", *arguments, stdin=stdin)
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out)


def trf_of(*people: tuple[str, str], fide: tuple[str, ...] = ("", "", "")) -> bytes:
    """A tournament that ended on 3 March 2024, each against the next in a round of its own."""
    last: list[Cell] = [(3, "w", "1")] if len(people) == 3 else []
    cells = [[(2, "w", "1")], [(1, "b", "0"), *last], [(None, "", ""), (2, "b", "0")]]
    rows = [
        trf_player(number, name, cells[number - 1], birth=born, fide=fide[number - 1])
        for number, (name, born) in enumerate(people, start=1)
    ]
    return trf(rows, (*HEAD, "092 Swiss"))


class TestNobody:
    def test_is_registered_by_no_door_without_an_answer(self, club: Club) -> None:
        """The answer is explicit, and then a person called Bye is registered."""
        registration = lines({"type": "player.registered", "data": {"player": "b", "name": "Bye"}})
        path = club.file_of(csv([("Name", "Born"), ("Ahorn, Anna", 1970), ("Dummy", 1980)]))
        file = club.file_of(trf_of(("Esche, Eva", ""), ("spielfrei", "")), "open.trf")
        doors = [
            (["append", "-"], ["--accept", "1"], registration),
            (["players", "add", "N.N."], ["--accept", "1"], b""),
            (["players", "add", path], ["--accept", "3"], b""),
            (["import", "trf", file, *SAID], ["--link", "2=new"], b""),
        ]
        for door, answer, stdin in doors:
            size = len(club.json("log"))
            (problem,) = problems(club, *door, stdin=stdin)
            assert " ".join(answer) in problem["message"]
            assert len(club.json("log")) == size
            assert done(club, *door, *answer, stdin=stdin)["appended"]

    def test_python_asks_too(self, club: Club) -> None:
        event = {"type": "player.registered", "data": {"player": "b", "name": "N.N."}}
        with Ledger.open(club.database) as ledger:
            with pytest.raises(Refused) as refused:
                ledger.append([event], by="anna")
            assert refused.value.problems[0].code == "unlikely"
            assert ledger.append([event], by="anna", accept=[1]).appended == 1

    def test_is_never_linked_by_name(self, club: Club) -> None:
        club.json("players", "add", "BYE", "--accept", "1")
        file = club.file_of(trf_of(("Ahorn, Anna", ""), ("BYE", "")), "open.trf")
        problems(club, "import", "trf", file, *SAID, "--accept", "names")
        (problem,) = problems(club, "players", "add", "BYE", "--accept", "1")
        assert problem["code"] == "who"

    def test_in_a_crosstable_is_a_bye_once_that_is_said(self, club: Club) -> None:
        """Anna has one bye, Eva none; nobody has neither an id nor a game."""
        rows = ["1;Ahorn, Anna;2w1;3w½;1.5", "2;spielfrei;1b0;;0", "3;Esche, Eva;;1b½;½"]
        table = crosstable(rows, (*CROSSTABLE_HEAD[:4], "Rk.;Name;1.Rd;2.Rd;Pts."), ())
        door = ("import", "crosstable", club.file_of(table), "--ended-on", "2024-03-03", *SAID)
        assert "2=nobody" in problems(club, *door)[0]["message"]
        done(club, *door, "--link", "2=nobody")
        games = [e["data"] for e in club.json("log", "--type", "game.submitted")]
        assert [(it.get("black"), it.get("reason"), it["white_points"]) for it in games] == [
            (None, "bye", 1),
            (games[1]["black"], None, 0.5),
        ]
        assert len(club.json("log", "--type", "player.registered")) == 2
        again = done(club, *door, "--link", "2=nobody")
        assert again["appended"] == 0

    def test_is_no_newcomer_of_a_typed_tournament(self, club: Club) -> None:
        typed = ("Cup", "1996-09-15", "", "r", "120", "", "new BYE", "new Ahorn, Anna, born 2030")
        outcome = club.run("enter", "--pool", "club", stdin="\n".join(typed).encode())
        assert "a bye is typed as `7 bye`" in outcome.err
        assert "somebody born in 2030 cannot have played on 1996-09-15" in outcome.err


class TestTheYearOfBirth:
    @pytest.mark.parametrize("year", [2099, 1800])
    def test_of_a_registration_is_asked_about(self, club: Club, year: int) -> None:
        anna = player("anna", birth_year=year)
        (problem,) = problems(club, "append", "-", stdin=lines(anna))
        assert (problem["field"], problem["code"]) == ("data.birth_year", "unlikely")
        assert club.json("append", "-", "--accept", "1", stdin=lines(anna))["appended"] == 1
        assert club.json("append", "-", stdin=lines(anna))["duplicates"] == 1

    def test_of_a_correction_is_asked_about_if_it_changes(self, club: Club) -> None:
        club.json("append", "-", "--accept", "1", stdin=lines(player("anna", birth_year=1800)))
        club.append(player("bela"))
        club.json("correct", "anna", "--set", "club=Eger", "--reason", "moved")
        for change in ("birth_year=2099", "name=BYE"):
            problems(club, "correct", "bela", "--set", change, "--reason", "typing")
        problems(club, "players", "rename", "bela", "N.N.")

    def test_of_a_correction_sent_with_its_registration_is_asked_about(self, club: Club) -> None:
        cora = player("cora", birth_year=1980)
        both = lines(cora, correction(cora, "c1", birth_year=2099))
        (problem,) = problems(club, "append", "-", stdin=both)
        assert (problem["line"], problem["field"]) == (2, "data.replacement.birth_year")

    @pytest.mark.parametrize("born", ["2030", "2021", "1855"])
    def test_of_a_newcomer_fits_the_day_of_the_tournament(self, club: Club, born: str) -> None:
        """Nobody who turned three in 2024, or 169, played on 3 March 2024."""
        file = club.file_of(trf_of(("Ahorn, Anna", born), ("Buche, Bert", "2020")), "open.trf")
        door = ("import", "trf", file, *SAID)
        (problem,) = problems(club, *door)
        assert "--new-player 1.birth_date=YEAR" in problem["message"]
        for answer in ("", born, "1980"):
            done(club, *door, "--new-player", f"1.birth_date={answer}", "--dry-run")

    def test_of_a_player_younger_than_four_is_not_known(self, bare: Club) -> None:
        """DWZ 2014 Anhang 1.2: (1500/1000)^4 + 15 = 20 for an unknown year, not 8 for a child.

        1500 + 800 (1 - 0.5) / (20 + 1) = 1519.05; FIDE 8.3.3: K = 20 after 40 games, not 40.
        """
        bare.append(
            adoption("2014-01-01", "dwz", rulebook="dwz-2014"),
            adoption("2024-03-01", "fide", rulebook="fide-2024"),
            player("anna", birth_year=2022),
            player("bela", birth_year=1980),
            *(decided(each, "1500-6", "2024-03-01") for each in ("anna", "bela")),
            *(
                decided(each, "1-1", "2024-03-02", pool="fide", card={"rating": 1500, "games": 40})
                for each in ("anna", "bela")
            ),
            tournament("open", "2025-12-20", pools=["dwz", "fide"], starts_on="2025-12-19"),
            game("open", "anna", "1-0", "bela"),
        )
        rows = bare.json("tournament", "dwz", "open")["players"]
        assert [(row["coefficient"], row["rating_after"]) for row in rows] == [
            (20, 1519),
            (20, 1481),
        ]
        audits = {pool: bare.json("audit", pool, "anna", "open") for pool in ("dwz", "fide")}
        assert audits["fide"]["card_after"]["figure"] == 1510
        for pool, document in audits.items():
            path = bare.folder / f"{pool}.json"
            path.write_bytes(lines(document))
            assert bare.json("check-audit", str(path))["holds"]
        with Ledger.open(bare.database) as ledger, ledger.pool("dwz") as pool_:
            (issue,) = pool_.data_quality(10)
            assert issue["too_young"] == ["anna"]


@every(
    ("rulebook", "written", "doubted"),
    [
        ("dwz-2014", ["99-5", "100-5", "3000-5", "3001-5"], [2, 5]),
        ("lask-1970", ["499", "500", "3500", "3501"], [2, 5]),
        ("ingo-1960", ["499-6", "500-6", "501-6"], [4]),
    ],
)
def test_a_rating_that_a_system_never_had_is_asked_about(
    bare: Club, rulebook: str, written: list[str], doubted: list[int]
) -> None:
    people = zip(
        ("Ahorn, Anna", "Buche, Bert", "Eiche, Ella", "Linde, Lutz"), written, strict=False
    )
    text = "Name;Geburtsjahr;Rating\n" + "".join(f"{name};1960;{it}\n" for name, it in people)
    with Ledger.open(bare.database) as ledger:
        ledger.append([adoption("1990-01-01", rulebook, rulebook=rulebook)], by="anna")
        with pytest.raises(Refused, match=f"plausible rating in {rulebook}") as refused:
            ledger.add_players(Upload("a.csv", text.encode()), pool=rulebook, by="anna")
    assert [each.line for each in refused.value.problems] == doubted


class TestTwiceInAFile:
    @pytest.mark.parametrize("born", ["1980", ""])
    def test_the_same_name_and_year_is_asked_about(self, club: Club, born: str) -> None:
        people = [("Ahorn, Anna", born), ("Buche, Bert", "1970"), ("AHORN Anna", born)]
        door = ("import", "trf", club.file_of(trf_of(*people), "open.trf"), *SAID)
        (problem,) = problems(club, *door)
        assert "players 1 and 3 are both AHORN Anna" in problem["message"]
        assert done(club, *door, "--link", "3=new")["appended"]

    def test_two_numbers_or_two_years_are_two_persons(self, club: Club) -> None:
        people = [("Ahorn, Anna", "1980"), ("Buche, Bert", "1970"), ("Ahorn, Anna", "1980")]
        numbered = trf_of(*people, fide=("4600001", "", "4600002"))
        years = trf_of(*people[:2], ("Ahorn, Anna", "1990"))
        for name, content in (("a.trf", numbered), ("b.trf", years)):
            done(club, "import", "trf", club.file_of(content, name), *SAID, "--dry-run")


class TestNumbersOfRegisters:
    @pytest.mark.parametrize("written", ["4600001", "004600001", "'4600001", '="04600001"'])
    def test_are_the_number_however_a_program_pads_it(self, club: Club, written: str) -> None:
        known = player("anna", name="Ahorn, Anna", ids={"fide": "004600001"})
        club.append(known)
        people = (
            f'number,name,fide\n1,"Berg, Anna","{written.replace(chr(34), chr(34) * 2)}"\n2,B,\n'
        )
        path = club.file_of(csv_text("1,1,2,1,0,\n", people), "cup.csv")
        document = done(club, "import", "csv", path, *SAID, "--dry-run")
        assert document["players"][0]["player"] == "anna"
        (row,) = club.add(csv([("Name", "FIDE-ID"), ("Berg, Anna", written)]))["members"]
        assert row["player"] == "anna"

    @pytest.mark.parametrize("format_", ["trf", "csv", "crosstable"])
    def test_that_are_not_valid_are_told_with_the_player(self, club: Club, format_: str) -> None:
        people = 'number,name,fide\n1,"Ahorn, Anna",12\n2,B,\n'
        rows = ["1;Ahorn, Anna;12;2w1;1", "2;Buche, Bert;;1b0;0"]
        head = (*CROSSTABLE_HEAD[:4], "Rk.;Name;FideID;1.Rd;Pts.")
        content = {
            "trf": trf_of(("Ahorn, Anna", ""), ("B", ""), fide=("12", "")),
            "csv": csv_text("1,1,2,1,0,\n", people),
            "crosstable": crosstable(rows, head, ()),
        }[format_]
        path = club.file_of(content, "cup")
        document = done(club, "import", format_, path, "--ended-on", "2024-03-03", *SAID)
        assert any(
            each["message"].startswith("Ahorn, Anna has the number '12' of the register fide")
            for each in document["issues"]
        )
