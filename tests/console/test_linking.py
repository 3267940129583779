"""Identification of a file's players: asked with the register beside the file, answered once."""

import csv
import json
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from tests.console.autumn import AUTUMN
from tests.imports.tournament_files import trf, trf_player
from tests.projections.submissions import player, withheld

HEAD = """[tournament]
key,{key}
name,{key}
discipline,chess
system,round-robin
ended_on,{day}
minutes,120
[players]
number,name,birth_year,fide
{players}
[games]
round,white,black,result_white,result_black
1,1,2,1,0
"""


def tournament_file(shell, key, *players, day="1997-03-02"):
    """A match of two players, each given as name, year of birth, FIDE number."""
    rows = "\n".join(f'{number},"{name}",{more}' for number, (name, more) in enumerate(players, 1))
    path = shell.folder / f"{key}.csv"
    path.write_text(HEAD.format(key=key, day=day, players=rows), "utf-8")
    return str(path)


@pytest.fixture
def match(autumn_in_file):
    """A match of Dora and Bruno, who are named in full and with their years."""
    players = ("Dora, Test", "1950,"), ("Bruno, Test", "1950,")
    return tournament_file(autumn_in_file, "match", *players)


class TestTheRegisterBesideTheFile:
    def test_a_proposal_shows_name_year_and_figure_of_the_register(self, autumn_in_file, match):
        outcome = autumn_in_file.run("import", "csv", match, "--pool", "dwz")
        assert "Player 1 is not identified: Dora, Test; born 1950" in outcome.out
        perhaps = "perhaps dora; Dora, Test; born 1950; 1500-10 (same name, same year of birth"
        assert perhaps in outcome.out

    def test_programs_get_the_same_in_fields(self, autumn_in_file, match):
        outcome = autumn_in_file.run("--format", "json", "import", "csv", match, "--pool", "dwz")
        assert '"name": "Dora, Test"' in outcome.out
        assert '"figure": "1500-10"' in outcome.out
        assert '"certain": true' in outcome.out

    def test_a_withheld_name_is_not_shown(self, autumn_in_file):
        autumn_in_file.append(withheld("dora", "1996-01-01"))
        file = tournament_file(autumn_in_file, "m", ("Dora, Test", ","), ("Berta, New", ","))
        outcome = autumn_in_file.run("import", "csv", file, "--pool", "dwz", "--register-new")
        assert "perhaps dora; born 1950; 1500-10 (same name" in outcome.out

    def test_a_table_to_fill_in_shows_it_too(self, autumn_in_file, match):
        table = autumn_in_file.folder / "open.csv"
        arguments = ("--pool", "dwz", "--proposals", str(table))
        assert autumn_in_file.run("import", "csv", match, *arguments).status == 1
        dora, _ = csv.DictReader(table.read_text("utf-8").splitlines())
        assert (dora["name"], dora["known_name"]) == ("Dora, Test", "Dora, Test")
        assert (dora["known_birth_year"], dora["known_figure"]) == ("1950", "1500-10")


class TestAnswers:
    def test_everybody_certain_is_accepted_at_once(self, autumn_in_file, match):
        arguments = ("--pool", "dwz", "--accept", "certain")
        document = autumn_in_file.json("import", "csv", match, *arguments)
        links = [(each["player"], each["linked"]) for each in document["players"]]
        assert links == [("dora", "accepted"), ("bruno", "accepted")]

    def test_a_namesake_of_no_known_year_makes_it_uncertain(self, autumn_in_file, match):
        autumn_in_file.append(player("d2", name="Dora, Test", birth_year=None))
        outcome = autumn_in_file.run(
            "import", "csv", match, "--pool", "dwz", "--accept", "certain"
        )
        assert outcome.status == 1
        assert "who is player 1" in outcome.err
        assert "who is player 2" not in outcome.err

    def test_a_name_alone_is_not_certain(self, autumn_in_file):
        file = tournament_file(autumn_in_file, "m", ("Dora, Test", ","), ("Bruno, Test", "1950,"))
        outcome = autumn_in_file.run("import", "csv", file, "--pool", "dwz", "--accept", "certain")
        assert outcome.status == 1
        assert "who is player 1" in outcome.err

    def test_links_are_given_by_name(self, autumn_in_file, match):
        links = ("--link", "1=Dora, Test", "--link", "2=test bruno")
        document = autumn_in_file.json("import", "csv", match, "--pool", "dwz", *links)
        assert [each["player"] for each in document["players"]] == ["dora", "bruno"]

    def test_a_name_that_several_have_is_asked_back_with_their_ids(self, autumn_in_file, match):
        autumn_in_file.append(player("d2", name="Dora, Test"))
        links = ("--link", "1=Dora, Test", "--link", "2=bruno")
        (problem,) = autumn_in_file.refused("import", "csv", match, "--pool", "dwz", *links)
        found = "Dora, Test (d2, 1950, ?); Dora, Test (dora, 1950, ?)"
        assert found in problem["message"]

    def test_a_changed_file_names_its_tournament_as_people_do(self, autumn_in_file):
        players = ("Dora, Test", "1950,"), ("Bruno, Test", "1950,")
        file = tournament_file(autumn_in_file, "cup", *players, day="1996-11-17")
        same = ("--accept", "certain", "--same-as", "The autumn", "--dry-run")
        document = autumn_in_file.json("import", "csv", file, "--pool", "dwz", *same)
        assert document["tournament"]["tournament"] == "autumn"

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_a_table_may_have_any_delimiter_and_names_for_ids(
        self, autumn_in_file, match, delimiter
    ):
        rows = [("file", "number", "link"), (match, "1", "dora"), (match, "2", "Bruno Test")]
        table = autumn_in_file.folder / "links.csv"
        table.write_text("".join(f"{delimiter.join(row)}\n" for row in rows), "utf-8")
        arguments = ("--pool", "dwz", "--links", str(table))
        document = autumn_in_file.json("import", "csv", match, *arguments)
        assert [each["player"] for each in document["players"]] == ["dora", "bruno"]

    def test_a_table_may_be_a_workbook_there_and_back(self, autumn_in_file, match):
        table = autumn_in_file.folder / "open.xlsx"
        arguments = ("--pool", "dwz", "--proposals", str(table))
        assert autumn_in_file.run("import", "csv", match, *arguments).status == 1
        rows = CalamineWorkbook.from_path(str(table)).get_sheet_by_name("Links").to_python()
        place = rows[0].index("link")
        for row, link in zip(rows[1:], ("dora", "bruno"), strict=True):
            row[place] = link
        filled_in(table, rows)
        arguments = ("--pool", "dwz", "--links", str(table))
        document = autumn_in_file.json("import", "csv", match, *arguments)
        assert [each["player"] for each in document["players"]] == ["dora", "bruno"]


def filled_in(table, rows):
    from xlsxwriter import Workbook  # noqa: PLC0415 - one test writes a workbook

    with Workbook(str(table)) as book:
        sheet = book.add_worksheet()
        for line, row in enumerate(rows):
            sheet.write_row(line, 0, row)


class TestNamesAreEnough:
    """``--accept names``: a name that one player has, and nobody else, in register and file."""

    @pytest.fixture
    def club(self, empty_file):
        people = {
            "konrad": ("König, Konrad", 1950, "GER"),
            "ida": ("Ahorn, Ida", None, "GER"),
            "anna": ("Meier-Schulz, Anna", 1970, None),
            "young": ("Schmidt, Peter", 1990, None),
            "old": ("Schmidt, Peter", 1950, None),
        }
        members = [
            player(id_, name=name, birth_year=year, federation=federation, sex="f")
            for id_, (name, year, federation) in people.items()
        ]
        empty_file.append(AUTUMN[0], *members)
        return empty_file

    def linked(self, shell, *players, accept="names"):
        """Each player of a preview with whom he is taken for, and how strong the evidence is."""
        file = tournament_file(shell, "m", *players)
        arguments = ("--pool", "dwz", "--accept", accept, "--dry-run")
        outcome = shell.run("--format", "json", "import", "csv", file, *arguments)
        rows = json.loads(outcome.out)["players"]
        return [(each["player"], each["linked"], each["evidence"]) for each in rows]

    def test_a_name_alone_is_taken_in_any_order_and_case(self, club):
        found = self.linked(club, ("KÖNIG Konrad", ","), ("Ida Ahorn", "1980,"))
        assert found == [("konrad", "accepted", None), ("ida", "accepted", None)]

    def test_a_name_alone_stays_open_where_the_year_is_asked_for(self, club):
        found = self.linked(club, ("König, Konrad", ","), ("Ahorn, Ida", ","), accept="certain")
        assert found == [(None, "open", "good"), (None, "open", "good")]

    @pytest.mark.parametrize("name", ["Koenig, Konrad", "Konig, Konrad", "Schulz, Anna"])
    def test_a_name_that_is_spelt_otherwise_is_only_proposed(self, club, name):
        first, _ = self.linked(club, (name, ","), ("Ahorn, Ida", ","))
        assert first == (None, "open", "otherwise")

    def test_namesakes_of_the_register_and_of_the_file_stay_open(self, club):
        found = self.linked(club, ("Schmidt, Peter", ","), ("Ahorn, Ida", ","), ("Ida Ahorn", ","))
        assert found == [(None, "open", "several"), *2 * [(None, "open", "weak")]]

    def test_a_namesake_who_may_be_told_by_the_year_is_taken(self, club):
        first, _ = self.linked(club, ("Schmidt, Peter", "1990,"), ("Ahorn, Ida", ","))
        assert first == ("young", "accepted", None)

    def test_a_namesake_of_another_year_is_asked_about(self, club):
        """A year may be mistyped; nothing else of the two differs."""
        first, _ = self.linked(club, ("König, Konrad", "1951,"), ("Ahorn, Ida", ","))
        assert first == (None, "open", "weak")

    @pytest.mark.parametrize(
        ("more", "against"),
        [
            ({"sex": "m"}, "another sex"),
            ({"federation": "AUT"}, "another federation"),
            ({"ids": {"fide": "4600099"}}, "another number"),
        ],
    )
    def test_what_contradicts_leaves_it_open_and_is_said(self, club, more, against):
        club.append(player("eva", **{"name": "Buche, Eva", "birth_year": 1980, "sex": "f"} | more))
        path = club.folder / "open.trf"
        lines = [
            trf_player(
                1, "Buche, Eva", [(2, "w", "1")], sex="w", federation="GER", fide="4600011"
            ),
            trf_player(2, "Ahorn, Ida", [(1, "b", "0")]),
        ]
        path.write_bytes(trf(lines))
        arguments = ("--pool", "dwz", "--accept", "names")
        outcome = club.run("--format", "json", "import", "trf", str(path), *arguments)
        eva, ida = json.loads(outcome.out)["players"]
        assert (eva["linked"], eva["proposals"][0]["against"]) == ("open", [against])
        assert ida["linked"] == "accepted"


class TestTheTableIsFilledIn:
    """A person looks through it: one candidate stands there, yes and new are answers too."""

    @pytest.fixture
    def table(self, autumn_in_file):
        people = ("Test, Dora", ","), ("Bruno-Test", ","), ("Doora, Test", ","), ("Zorn, Zoe", ",")
        file = tournament_file(autumn_in_file, "m", *people)
        path = autumn_in_file.folder / "open.csv"
        autumn_in_file.run("import", "csv", file, "--pool", "dwz", "--proposals", str(path))
        return list(csv.DictReader(path.read_text("utf-8").splitlines()))

    def test_the_only_one_of_a_name_is_the_answer_whom_a_likeness_is_not(self, table):
        assert [each["link"] for each in table] == ["dora", "bruno", "", ""]

    def test_yes_says_the_one_proposed(self, autumn_in_file, match):
        rows = [("file", "number", "link"), (match, "1", "Yes"), (match, "2", "yes")]
        table = autumn_in_file.folder / "links.csv"
        table.write_text("".join(f"{';'.join(row)}\n" for row in rows), "utf-8")
        document = autumn_in_file.json(
            "import", "csv", match, "--pool", "dwz", "--links", str(table)
        )
        links = [(each["player"], each["linked"]) for each in document["players"]]
        assert links == [("dora", "said"), ("bruno", "said")]

    def test_yes_for_nobody_or_for_one_of_several_is_asked_back(self, autumn_in_file):
        autumn_in_file.append(player("d2", name="Dora, Test"))
        file = tournament_file(autumn_in_file, "m", ("Dora, Test", ","), ("Zorn, Zoe", ","))
        links = ("--link", "1=yes", "--link", "2=yes", "--register-new")
        said = autumn_in_file.run("import", "csv", file, "--pool", "dwz", *links).err
        assert "may be d2 (same name); dora (same name): give --link 1=d2, not yes" in said
        assert (
            "there is no proposal for player 2, Zorn, Zoe: give --link 2=PLAYER, not yes" in said
        )


class TestLikeNames:
    @pytest.fixture
    def club(self, empty_file):
        """A club with a Hahn, a Carla and a Peter."""
        people = {"hahn": "Hahn, Hans", "carla": "Adler, Carla", "peter": "Müller, Peter"}
        members = [player(id_, name=name, birth_year=1960) for id_, name in people.items()]
        empty_file.append(AUTUMN[0], *members)
        return empty_file

    @pytest.mark.parametrize(
        ("written", "player_", "reason"),
        [
            ("Hahn,H.,", "hahn", "abbreviated name"),
            ("Karla Adler,1960", "carla", "name 91% alike"),
            ("Mueller Petre,1960", "peter", "name 92% alike"),
        ],
    )
    def test_a_like_name_is_asked_about_with_its_likeness(self, club, written, player_, reason):
        name, _, year = written.rpartition(",")
        file = tournament_file(club, "m", (name, f"{year},"), ("Zorn, Zoe", ","))
        outcome = club.run("import", "csv", file, "--pool", "dwz", "--register-new")
        assert outcome.status == 1
        assert f"Perhaps {player_} ({reason}" in outcome.err

    def test_somebody_else_by_year_or_number_is_not_proposed(self, club):
        file = tournament_file(club, "m", ("Adler, Karla", "1990,"), ("Hahn, Heinz", "1960,"))
        document = club.json("import", "csv", file, "--pool", "dwz", "--register-new")
        assert [each["proposals"] for each in document["players"]] == [[], []]

    def test_likeness_alone_is_a_warning_where_new_players_are_registered(self, club):
        file = tournament_file(club, "m", ("Adler, Karla", ","), ("Zorn, Zoe", ","))
        outcome = club.run("import", "csv", file, "--pool", "dwz", "--register-new")
        assert outcome.status == 0
        said = " ".join(outcome.out.split())
        assert "player 1, Adler, Karla, is new; perhaps he is carla (name 91% alike)" in said


class TestFolders:
    def test_files_are_taken_by_the_days_of_their_tournaments(self, autumn_in_file):
        people = ("Novak, Nora", ",4600077"), ("Olsen, Otto", ",4600088")
        late = tournament_file(autumn_in_file, "a-late", *people, day="1997-05-01")
        early = tournament_file(autumn_in_file, "b-early", *people, day="1997-02-01")
        arguments = (late, early, "--pool", "dwz", "--register-new")
        documents = autumn_in_file.json("import", "csv", *arguments)
        assert [each["tournament"]["tournament"] for each in documents] == ["a-late", "b-early"]
        linked = [[each["player"] for each in it["players"]] for it in documents]
        assert linked == [["b-early-p1", "b-early-p2"], [None, None]]

    def test_a_file_is_tried_again_when_a_later_one_has_brought_its_players_in(
        self, autumn_in_file
    ):
        numbered = ("Novak, Nora", "1980,4600077"), ("Olsen, Otto", "1981,4600088")
        named = ("Novak, Nora", "1980,"), ("Olsen, Otto", "1981,")
        early = tournament_file(autumn_in_file, "early", *named, day="1997-02-01")
        late = tournament_file(autumn_in_file, "late", *numbered, day="1997-05-01")
        table = autumn_in_file.folder / "links.csv"
        table.write_text(f"file,number,link\n{late},1,new\n{late},2,new\n", "utf-8")
        arguments = ("--pool", "dwz", "--links", str(table), "--accept", "certain")
        documents = autumn_in_file.json("import", "csv", early, late, *arguments)
        assert [each["player"] for each in documents[0]["players"]] == ["late-p1", "late-p2"]

    def test_the_table_says_why_each_was_refused_and_each_refusal_is_printed_once(
        self, autumn_in_file
    ):
        folder = autumn_in_file.folder / "papers"
        folder.mkdir()
        open_ = tournament_file(autumn_in_file, "a", ("Anna, Test", ","), ("Bruno, Test", ","))
        Path(open_).rename(folder / "a.csv")
        (folder / "b.csv").write_bytes(b"\x00\x01")
        outcome = autumn_in_file.run("import", "csv", str(folder), "--pool", "dwz")
        rows = [line for line in outcome.out.splitlines() if line.startswith("│")]
        said = " ".join(" ".join(rows).replace("│", " ").split())
        assert "Refused: 2 players are not identified." in said
        for number in (1, 2):
            assert outcome.err.count(f"who is player {number}") == 1
            assert outcome.out.count(f"who is player {number}") == 0


def test_an_unknown_pool_is_told_beside_the_open_players(autumn_in_file):
    open_ = tournament_file(autumn_in_file, "a", ("Anna, Test", ","), ("Bruno, Test", ","))
    outcome = autumn_in_file.run("import", "csv", str(open_), "--pool", "dwx")
    assert outcome.status == 1
    assert "there is no pool 'dwx': adopt a rulebook for it" in outcome.err
    assert outcome.err.count("who is player") == 2
