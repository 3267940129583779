"""The table on the wall: places, tie-breaks and teams as a file states them."""

import json
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from ledger.importing.formats.tournament_report import (
    PlayerReport,
    SuppliedDetails,
    TableLine,
    TeamReport,
)
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server.app import application
from tests.imports.chess_results_files import chess_results, of_teams
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import (
    CROSSTABLE_HEAD,
    CROSSTABLE_ROWS,
    HEAD,
    crosstable,
    csv_text,
    messages_of,
    text_list,
    trf,
    trf_player,
    valid_report,
)
from tests.imports.versions import changed, handed_in
from tests.tables import every

SAID = SuppliedDetails(ended_on=date(2024, 3, 3))
Line = tuple[int | None, int | None, float | None, tuple[float, ...]]


def lines(players: tuple[PlayerReport, ...]) -> list[Line]:
    """Start number, place, points and tie-breaks of everybody."""
    tables = [player.table_line for player in players]
    return [(it.start_number, it.place, it.points, it.tie_breaks) for it in tables]


def ranked(ranks: tuple[str, str]) -> list[str]:
    """Two players of one game with their points and ranks in the columns of a TRF."""
    players = [
        trf_player(7, "Ahorn, Anna", [(9, "w", "1")], points=" 1.0"),
        trf_player(9, "Buche, Bert", [(7, "b", "0")], points=" 0.0"),
    ]
    return [f"{it[:85]}{rank:>4}{it[89:]}" for it, rank in zip(players, ranks, strict=True)]


@every(
    ("ranks", "places"), [(("1", "2"), [1, 2]), (("1", "1"), [1, 1]), (("0", ""), [None, None])]
)
def test_a_trf_has_start_numbers_points_and_ranks(
    ranks: tuple[str, str], places: list[int | None]
) -> None:
    report = valid_report("trf", trf(ranked(ranks)))
    assert lines(report.players) == [(7, places[0], 1.0, ()), (9, places[1], 0.0, ())]


OF_TRF06 = f"013 {'Süd':32}   7"
OF_TRF26 = f"310   4 {'Nord':32} NOR   {2100:>6} {3.0:>6} {2.5:>6}   1     9    7"


@every(
    ("records", "teams", "of_players"),
    [
        ((OF_TRF06,), (TeamReport(number=1, name="Süd"),), [1, None]),
        (
            (OF_TRF06, OF_TRF26),
            (TeamReport(number=4, name="Nord", place=1, match_points=3.0, board_points=2.5),),
            [4, 4],
        ),
    ],
)
def test_the_teams_of_a_trf_are_those_of_its_latest_edition(
    records: tuple[str, ...], teams: tuple[TeamReport, ...], of_players: list[int | None]
) -> None:
    report = valid_report("trf", trf(ranked(("1", "2")), (*HEAD, *records)))
    assert report.teams == teams
    assert [player.table_line.team for player in report.players] == of_players
    assert report.system == "team"


def test_a_member_whom_the_file_does_not_have_is_doubted() -> None:
    content = trf(ranked(("1", "2")), (*HEAD, f"{OF_TRF06}    8"))
    (said,) = (it for it in messages_of("trf", content, "warning") if "team" in it)
    assert said.startswith("team Süd: there is no player 8")


@every("heading", ["TB", "Wtg", "Des ", "Kérdés. "])
def test_a_crosstable_has_its_tie_breaks_under_one_word_in_any_language(heading: str) -> None:
    head = f"Rk.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts. ;{heading}1;{heading}2;Rp"
    more = ("4,25;2300", "3,5;2100", "3½;2000", ";0")
    rows = [f"{row};{cells}" for row, cells in zip(CROSSTABLE_ROWS, more, strict=True)]
    report = valid_report("crosstable", crosstable(rows, (*CROSSTABLE_HEAD[:4], head)), SAID)
    assert report.tie_breaks == (f"{heading}1", f"{heading}2")
    assert lines(report.players) == [
        (None, 1, 2.5, (5.0, 4.25)),
        (None, 2, 1.5, (4.0, 3.5)),
        (None, 2, 2.0, (4.0, 3.5)),  # an empty place is shared with the row above
        (None, 4, 0.0, (4.0,)),
    ]


def test_a_text_list_has_start_numbers_beside_the_places() -> None:
    report = valid_report("crosstable", text_list(), SAID)
    assert [it[:2] for it in lines(report.players)] == [(3, 1), (1, 2), (2, 2), (4, 4)]


def test_an_upload_to_chess_results_has_the_tie_breaks_that_decide() -> None:
    content = chess_results(tb1no="37", tb2no="0", tb3no="52").decode()
    content = content.replace('rank="1"', 'rank="1" pts="1,5" tb1="3,5" tb2="9" tb3="2,25"')
    report = valid_report("chessresults", content.encode())
    assert report.tie_breaks == ("TB1", "TB3")
    assert lines(report.players)[0] == (1, 1, 1.5, (3.5, 2.25))


@every("kind", ["0", "2"])
def test_a_team_that_the_upload_does_not_name_is_nobodys(kind: str) -> None:
    content = of_teams(kind).replace(b'teamname="Steyr"', b'teamname=""')
    report = valid_report("chessresults", content)
    of_linz = 1 if kind == "2" else None
    found = [player.table_line.team for player in report.players]
    assert found == [of_linz, of_linz, None, None]


def test_in_a_list_by_start_numbers_an_empty_place_is_none() -> None:
    """The places stand behind the names, and the row above is no neighbour of theirs."""
    head = "SNo.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts. ;TB1;Rk."
    places = ("2", "", "1", "4")
    rows = [f"{row};{place}" for row, place in zip(CROSSTABLE_ROWS, places, strict=True)]
    report = valid_report("crosstable", crosstable(rows, (*CROSSTABLE_HEAD[:4], head)), SAID)
    assert [it[:2] for it in lines(report.players)] == [(1, 2), (2, None), (None, 1), (4, 4)]


def test_match_and_board_points_of_teams_are_among_their_tie_breaks() -> None:
    content = of_teams("2").decode().replace('type="2"', 'type="2" tb1no="13" tb2no="1"')
    content = content.replace('teamname="Steyr"', 'teamname="Steyr" rank="1" tb1="2" tb2="2,5"')
    report = valid_report("chessresults", content.encode())
    assert report.boards == 2
    assert report.teams == (
        TeamReport(number=1, name="Linz"),
        TeamReport(number=2, name="Steyr", place=1, match_points=2.0, board_points=2.5),
    )
    assert [player.table_line.team for player in report.players] == [1, 1, 2, 2]


def entrants(ledger: ImportLedger) -> list[dict[str, Any]]:
    """The entrants as they stand after the last correction, without their ids."""
    events = [each["data"] for each in ledger.log() if "entrants" in str(each["data"])]
    data = events[-1].get("replacement") or events[-1]
    return [
        {name: value for name, value in entrant.items() if name != "player"}
        for entrant in data["entrants"]
    ]


class TestInTheLog:
    """The part of a table that becomes part of the event."""

    def test_points_are_recorded_only_if_they_are_not_those_of_the_games(
        self, ledger: ImportLedger
    ) -> None:
        players = [line.replace(" 0.0", " 0.5") for line in ranked(("1", "2"))]
        handed_in(ledger, trf(players))
        assert entrants(ledger) == [
            {"start_number": 7, "place": 1},
            {"start_number": 9, "place": 2, "points": 0.5},
        ]

    def test_a_file_that_differs_in_its_places_alone_corrects_the_tournament(
        self, ledger: ImportLedger
    ) -> None:
        name = handed_in(ledger, trf(ranked(("1", "1"))))
        document = changed(ledger, trf(ranked(("1", "2"))), "--same-as", name)
        (only,) = document["changes"]
        assert (only["what"], only["before"]["place"], only["after"]["place"]) == ("entrant", 1, 2)
        assert [each["place"] for each in entrants(ledger)] == [1, 2]

    def test_a_file_without_places_takes_none_away(self, ledger: ImportLedger) -> None:
        name = handed_in(ledger, trf(ranked(("1", "2"))))
        other = [line.replace("w 1", "w =").replace("b 0", "b =") for line in ranked(("", ""))]
        changed(ledger, trf(other), "--same-as", name)
        assert [each["place"] for each in entrants(ledger)] == [1, 2]


def test_a_place_is_no_number_of_a_register_and_may_be_missing() -> None:
    rows = [row.replace("1;FM", "-;FM", 1) for row in CROSSTABLE_ROWS]
    report = valid_report("crosstable", crosstable(rows), SAID)
    assert report.players[0].table_line == TableLine(points=2.5, tie_breaks=(5.0,))


class TestShown:
    """The places of four players: 1, 2, 2 and 4 in the file, 1, 3, 2 and 4 by their points."""

    @pytest.fixture
    def open_(self, ledger: ImportLedger) -> str:
        content = crosstable([row.replace(";2,5;", ";3;") for row in CROSSTABLE_ROWS])
        path = ledger.write_file("open.csv", content)
        said = ("--ended-on", "2024-03-03", "--system", "swiss", "--register-new")
        name: str = ledger.import_file("crosstable", path, *said)["tournament"]["tournament"]
        return name

    def test_the_answer_has_both_tables(self, ledger: ImportLedger, open_: str) -> None:
        shown = ledger.run("--format", "json", "crosstable", "house", open_).stdout
        table = json.loads(shown)
        assert (table["source"], table["tie_breaks"]) == ("submitted", ["TB1"])
        assert [
            (it["name"], it["place"], it["points"], it["tie_breaks"], it["calculated_place"])
            for it in table["players"]
        ] == [
            ("Ahorn Anna", [1, 1], 3.0, [5.0], [1, 1]),
            ("Buche Bert", [2, 3], 1.5, [4.0], [3, 3]),
            ("Esche Eva", [2, 3], 2.0, [4.0], [2, 2]),
            ("Fichte Fritz", [4, 4], 0.0, [4.0], [4, 4]),
        ]
        assert [it["calculated_points"] for it in table["players"]] == [2.5, 1.5, 2.0, 0.0]

    def test_the_terminal_says_which_table_it_is(self, ledger: ImportLedger, open_: str) -> None:
        printed = ledger.run("crosstable", "house", open_).stdout
        said = "submitted. Calculated by points, buchholz, sonneborn-berger, 2 of 4 places differ."
        assert said in " ".join(printed.split())

    def test_the_page_says_so_too_and_names_the_points(
        self, ledger: ImportLedger, open_: str
    ) -> None:
        settings = ServeSettings(
            database=ledger.database, clock=lambda: datetime.now(UTC), follow=False, patience=60.0
        )
        with TestClient(application(settings)) as client:
            page = client.get(f"/house/tournaments/{open_}").text
        assert ">Final table as submitted</h2>" in page
        assert ">TB1</th>" in page
        (points,) = re.findall(r"Points that are not those of the games: (.*?)</p>", page)
        assert re.sub("<.*?>", "", points) == "FM Ahorn Anna 3 (2½)"

    @pytest.mark.parametrize(("third", "contradicts"), [("", False), ("3", True)])
    def test_the_page_notes_that_a_better_place_has_fewer_points(
        self, ledger: ImportLedger, third: str, contradicts: bool
    ) -> None:
        """Buche has 1½ points, Esche 2: they share the second place, or Buche has it alone."""
        rows = [f"{third}{row}" if row.startswith(";;Esche") else row for row in CROSSTABLE_ROWS]
        path = ledger.write_file("open.csv", crosstable(rows))
        said = ("--ended-on", "2024-03-03", "--system", "swiss", "--register-new")
        name = ledger.import_file("crosstable", path, *said)["tournament"]["tournament"]
        settings = ServeSettings(
            database=ledger.database, clock=lambda: datetime.now(UTC), follow=False, patience=60.0
        )
        with TestClient(application(settings)) as client:
            page = client.get(f"/house/tournaments/{name}").text
        assert ("Some places do not follow the points" in page) == contradicts

    def test_a_trf_has_the_places_and_points_of_the_table(
        self, ledger: ImportLedger, open_: str
    ) -> None:
        out = ledger.run("export", "tournament", open_, "--as", "trf16").stdout
        lines = [line for line in out.splitlines() if line.startswith("001")]
        assert [line[80:89].split() for line in lines] == [
            ["3.0", "1"],
            ["1.5", "2"],
            ["2.0", "2"],
            ["0.0", "4"],
        ]

    def test_a_player_without_a_place_leaves_the_table_to_the_games(
        self, ledger: ImportLedger
    ) -> None:
        name = handed_in(ledger, trf(ranked(("1", ""))))
        table = json.loads(ledger.run("--format", "json", "crosstable", "house", name).stdout)
        assert (table["source"], [it["place"] for it in table["players"]]) == (
            "calculated",
            [[1, 1], [2, 2]],
        )


RESULTS = (("1.0", "0.0"), ("0.5", "0.5"))


def test_points_taken_away_by_the_arbiter_are_written_too(ledger: ImportLedger) -> None:
    players = [line.replace(" 1.0", " 0.0") for line in ranked(("1", "1"))]
    name = handed_in(ledger, trf(players))
    out = ledger.run("export", "tournament", name, "--as", "trf16").stdout
    assert [line[80:84] for line in out.splitlines() if line[:3] == "001"] == [" 0.0", " 0.0"]


class TestTeams:
    """Linz and Steyr, two boards each, twice: 1½–½ and 0–2."""

    @pytest.fixture
    def league(self, ledger: ImportLedger) -> str:
        name: str = ledger.import_file(
            "chessresults", ledger.write_file("league.xml", self.LEAGUE), "--register-new"
        )["tournament"]["tournament"]
        return name

    LEAGUE = of_teams("3").replace(b'blackno="-2" reswhite="1.0"', b'blackno="2" reswhite="1.0"')

    def test_match_and_board_points_are_those_of_the_games(
        self, ledger: ImportLedger, league: str
    ) -> None:
        """Round 1: ½ and 1 for Linz, ½ and 0 for Steyr.  Round 2: 0 and 0, 1 and 1."""
        table = json.loads(ledger.run("--format", "json", "crosstable", "house", league).stdout)
        assert [
            (it["place"], it["name"], it["match_points"], it["board_points"])
            for it in table["teams"]
        ] == [([1, 1], "Steyr", 2.0, 2.5), ([2, 2], "Linz", 2.0, 1.5)]
        assert [
            (it["round"], it["team"], it["points"], it["opponent"], it["opponent_points"])
            for it in table["matches"]
        ] == [(1, 1, 1.5, 2, 0.5), (2, 1, 0.0, 2, 2.0)]
        assert [len(match["games"]) for match in table["matches"]] == [2, 2]
        assert [len(team["players"]) for team in table["teams"]] == [2, 2]

    def test_a_board_to_which_nobody_came_is_part_of_the_match(self, ledger: ImportLedger) -> None:
        """Fritz of Steyr has no opponent in round 2, so Steyr wins the match 2–0 as well."""
        path = ledger.write_file("league.xml", of_teams("3"))
        name = ledger.import_file("chessresults", path, "--register-new")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        table = json.loads(shown)
        last = table["matches"][-1]
        assert (last["round"], last["points"], last["opponent_points"]) == (2, 0.0, 2.0)
        assert len(last["games"]) == 2
        assert [it["match_points"] for it in table["teams"]] == [2.0, 2.0]

    def test_who_was_not_lined_up_has_no_board(self, ledger: ImportLedger) -> None:
        """TRF26 writes a player without a game as absent; Linz has three players, Steyr two."""
        rows = "1,3,5,1,0,\n1,2,4,1,0,\n1,1,,0,0,\n"
        people = "1,Ahorn,1\n2,Buche,1\n3,Esche,1\n4,Fichte,2\n5,Kiefer,2\n"
        content = csv_text(rows, "number,name,team\n" + people)
        content += b"[teams]\nnumber,name\n1,Linz\n2,Steyr\n"
        path = ledger.write_file("league.csv", content)
        name = ledger.import_file("csv", path, "--register-new", "--system", "team")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        (match,) = json.loads(shown)["matches"]
        assert (match["points"], match["opponent_points"], len(match["games"])) == (2.0, 0.0, 2)

    def test_games_without_boards_are_in_the_order_of_the_players(
        self, ledger: ImportLedger
    ) -> None:
        """Of 22 players each other one is of Linz; letter by letter 11 comes before 3."""
        people = [f"{at},Name{chr(96 + at)},{1 + at % 2}\n" for at in range(1, 23)]
        games = [f"1,{at},{at + 1},1,0,\n" for at in range(21, 0, -2)]
        content = csv_text("".join(games), "number,name,team\n" + "".join(people))
        content += b"[teams]\nnumber,name\n1,Linz\n2,Steyr\n"
        path = ledger.write_file("league.csv", content)
        name = ledger.import_file("csv", path, "--register-new", "--system", "team")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        table = json.loads(shown)
        (match,) = table["matches"]
        names = {game["game"]: it["name"] for it in table["players"] for game in it["games"]}
        assert [names[game] for game in match["games"]] == [f"Name{it}" for it in "bdfhjlnprtv"]

    @pytest.mark.parametrize(
        ("rounds", "teams"),
        [
            (2, [([1, 1], "Steyr", 3.0), ([2, 2], "Linz", 1.0)]),
            (1, [([1, 2], "Linz", 1.0), ([1, 2], "Steyr", 1.0)]),
        ],
    )
    def test_a_drawn_match_is_a_point_each_and_equal_teams_share_their_place(
        self, ledger: ImportLedger, rounds: int, teams: list[tuple[list[int], str, float]]
    ) -> None:
        """The first round is drawn, 1–1; without the second they are level."""
        won, drawn = (f'reswhite="{one}" resblack="{other}"'.encode() for one, other in RESULTS)
        content = self.LEAGUE.replace(b'blackno="4" ' + won, b'blackno="4" ' + drawn)
        lines = content.splitlines(keepends=True)
        kept = [line for line in lines if rounds == 2 or b'playerpairing round="2"' not in line]
        path = ledger.write_file("league.xml", b"".join(kept))
        name = ledger.import_file("chessresults", path, "--register-new")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        found = json.loads(shown)["teams"]
        assert [(it["place"], it["name"], it["match_points"]) for it in found] == teams

    def test_a_submitted_place_goes_before_the_points(self, ledger: ImportLedger) -> None:
        content = self.LEAGUE.replace(b'teamname="Linz"', b'teamname="Linz" rank="1"')
        content = content.replace(b'teamname="Steyr"', b'teamname="Steyr" rank="2"')
        path = ledger.write_file("league.xml", content)
        name = ledger.import_file("chessresults", path, "--register-new")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        assert [(it["place"], it["name"]) for it in json.loads(shown)["teams"]] == [
            ([1, 1], "Linz"),
            ([2, 2], "Steyr"),
        ]

    def test_players_with_submitted_places_keep_them_and_their_tie_breaks(
        self, ledger: ImportLedger
    ) -> None:
        """Anna of the first board is third; by boards she would be before the others but Esche."""
        content = of_teams("3").decode().replace('type="3"', 'type="3" tb1no="37"')
        for number, rank, tie_break in ((1, 3, "2"), (2, 1, "4,5"), (3, 2, "3"), (4, 4, "1")):
            content = content.replace(
                f'rank="{number}" />', f'rank="_{rank}" pts="2" tb1="{tie_break}" />'
            )
        path = ledger.write_file("league.xml", content.replace('"_', '"').encode())
        name = ledger.import_file("chessresults", path, "--register-new")["tournament"]
        shown = ledger.run("--format", "json", "crosstable", "house", name["tournament"]).stdout
        table = json.loads(shown)
        assert (table["source"], len(table["tie_breaks"])) == ("submitted", 1)
        assert [
            (it["name"], it["place"], it["tie_breaks"], it["boards"]) for it in table["players"]
        ] == [
            ("Buche, Bert", [1, 1], [4.5], [2, 2]),
            ("Esche", [2, 2], [3.0], [1, 1]),
            ("Ahorn, Anna", [3, 3], [2.0], [1, 1]),
            ("Fichte, Fritz", [4, 4], [1.0], [2, 2]),
        ]

    def test_terminal_and_page_show_teams_and_matches(
        self, ledger: ImportLedger, league: str
    ) -> None:
        printed = ledger.run("crosstable", "house", league).stdout
        (steyr,) = (line for line in printed.splitlines() if "Steyr" in line)
        assert re.split(r"[│┃ ]+", steyr.strip("│ ")) == ["1", "Steyr", "2", "2½"]
        settings = ServeSettings(
            database=ledger.database, clock=lambda: datetime.now(UTC), follow=False, patience=60.0
        )
        with TestClient(application(settings)) as client:
            page = client.get(f"/house/tournaments/{league}").text
        teams = " ".join(re.sub("<[^>]*>", " ", page[page.index(">Teams</h2>") :]).split())
        assert "MP BP 1 2 1 Steyr 1 0 1 2 2½ ½ 2 2 Linz 1 0 1 2 1½ 1½ 0 + = −: matches" in teams
        first = "Linz (Winner) 1½ : ½ Steyr 1. WFM Ahorn, Anna ½ : ½ Esche 2. Buche, Bert 1 : 0 "
        assert f"Round 1 · 1 Mar 2024 {first}" in teams
        assert "Round 2 Linz 0 : 2 Steyr (Winner) 1. WFM Ahorn, Anna 0 : 1 Esche " in teams
        black = r'<span\s+class="black" title="Black">½</span>'
        assert re.search(rf'{black}<span class="not-small"> : </span><span>½', page)
        line_ups = teams[teams.index("Line-ups") :]
        exported = ledger.run("export", "evaluation", "house", league, "--as", "html").stdout
        printed = " ".join(re.sub("<[^>]*>", " ", exported).split())
        assert (
            "Place Team + = − MP BP 1 2 1 Steyr 1 0 1 2 2½ ½ 2 2 Linz 1 0 1 2 1½ 1½ 0 " in printed
        )
        match = "Round 1 Linz 1½ : ½ Steyr 1. Ahorn, Anna ●½ : ½○ Esche 2. Buche, Bert "
        assert match in printed
        assert "Linz Points Games % 1 Ahorn, Anna ½ 2 25.0 2 Buche, Bert 1 2 50.0" in printed
        assert "Standings" not in printed
        assert (
            "Linz Board Name Points Games % 1 WFM Ahorn, Anna ½ 2 25.0 2 Buche, Bert 1 2 50.0 "
            in line_ups
        )
