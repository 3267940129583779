"""Who the players of a file are: asked with the register beside the file, answered once."""

import csv
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from tests.console.autumn import AUTUMN
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
        assert "Player 1 is open: Dora, Test; born 1950" in outcome.out
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
        assert "Dora, Test (d2); Dora, Test (dora)" in problem["message"]

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
        assert "Refused: who 2 players are is open." in said
        for number in (1, 2):
            assert outcome.err.count(f"who is player {number}") == 1
            assert outcome.out.count(f"who is player {number}") == 0
