"""The lines of a TRF file against lines set by hand under the ruler of the specification."""

import json
from pathlib import Path

import pytest

from ledger.importing.formats.registry import read
from tests.exports.export_ledger import ExportLedger
from tests.imports.tournament_files import HEAD as TRF_HEAD
from tests.imports.tournament_files import csv_text, trf, trf_player, valid_report
from tests.projections.submissions import (
    adoption,
    decided,
    forgotten,
    game,
    games,
    player,
    withheld,
)
from tests.projections.submissions import tournament as submitted

RULER = (
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR"
    "  1111 1 1  2222 2 2  3333 3 3  4444 4 4"
)
PLAYERS = [
    player(
        "anna",
        name="Ahorn, Anna",
        sex="f",
        birth_date="1990-05-06",
        birth_year=None,
        federation="GER",
        ids={"fide": "1200001", "dsb": "10012345"},
    ),
    player("bert", name="Buche, Bert", birth_year=1985, sex="m"),
    player("cleo", name="Chrysantheme-Ehrenpreis, Cleopatra Maria"),
    player("dörte", name="Dörte", birth_year=None, federation="SUI", club="SK Bär"),
]
ENTRANTS = [{"player": name} for name in ("bert", "anna", "cleo", "dörte")]
FACTS = {
    "name": "Spring Open",
    "place": "Neustadt",
    "country": "GER",
    "starts_on": "1996-03-01",
    "rounds": 5,
    "thinking_time": {"minutes": 90, "increment_seconds": 30},
    "entrants": ENTRANTS,
}
OPEN = [
    *PLAYERS,
    decided("anna", "1523-10"),
    decided("bert", "987-3"),
    submitted("open", "1996-03-03", **FACTS),
    game("open", "anna", "1-0", "bert", round=1, played_on="1996-03-01"),
    game("open", "cleo", "½-0", "dörte", round=1, played_on="1996-03-01"),
    game("open", "cleo", "½-½", "anna", round=2, rated_for="white"),
    game("open", "bert", "1-0", None, round=2, played=False, reason="bye"),
    game("open", "anna", "0-1", "dörte", round=3, played=False, reason="forfeit"),
    game("open", "bert", "½-0", None, game="half", round=3, played=False, reason="bye"),
    game("open", "cleo", "0-0", None, round=3, played=False, reason="bye"),
    game("open", "bert", "0-0", "cleo", round=4, played=False, reason="double-loss"),
    game("open", "dörte", "1-0", "anna", round=4, rated_for="none"),
]
HEAD = [
    "012 Spring Open",
    "022 Neustadt",
    "032 GER",
    "042 1996/03/01",
    "052 1996/03/03",
    "062 4",
    "072 0",
    "092 Individual: Swiss system",
    "122 90 minutes + 30 seconds per move",
    "132" + " " * 88 + "96/03/01",
]
LINES = [
    (
        "001    1 m    Buche, Bert                                            1985/00/00  1.5    2"
        "     2 b 0  0000 - U  0000 - H     3 w -"
    ),
    (
        "001    2 w    Ahorn, Anna                            GER     1200001 1990/05/06  1.5    2"
        "     1 w 1     3 b D     4 w -     4 b L"
    ),
    (
        "001    3      Chrysantheme-Ehrenpreis, Cleopatr                      1950/00/00  1.0    4"
        "     4 w =     2 w =  0000 - Z     1 b -"
    ),
    (
        "001    4      Dörte                                  SUI                         2.0    1"
        "     3 b 0               2 b +     2 w W"
    ),
]


@pytest.fixture
def spring(ledger: ExportLedger) -> ExportLedger:
    ledger.append(*OPEN)
    return ledger


def test_every_field_stands_in_its_columns(spring: ExportLedger) -> None:
    content, _ = spring.written("open", "trf16")
    assert content.decode().split("\r\n") == [*HEAD, "XXR 5", *LINES, ""]
    assert max(map(len, LINES)) == len(RULER)


def test_trf26_adds_its_own_records(spring: ExportLedger) -> None:
    content, _ = spring.written("open", "trf26")
    own = ["142 5", "172 GER OTHER", "192 CUSTOM_SWISS", "222 5400+30"]
    number = "GER    2      Ahorn, Anna                                   10012345"
    not_paired = LINES[3].replace("3 b 0          ", "3 b 0  0000 - Z")
    assert content.decode().split("\r\n") == [*HEAD, *own, *LINES[:3], not_paired, number, ""]


def test_what_fide_demands_and_is_not_on_record_is_told(spring: ExportLedger) -> None:
    _, messages = spring.written("open", "trf26")
    required = "FIDE requires what is not on record: the chief arbiter (102)"
    assert f"warning: {required}" in messages
    spring.append(submitted("bare", "1996-04-01"), game("bare", "anna", "1-0", "bert", round=1))
    _, messages = spring.written("bare", "trf26")
    (told,) = [each for each in messages if "FIDE requires" in each]
    assert [each in told for each in ("022", "032", "042", "102", "132")] == [True] * 5


OFFICIAL = (
    "102 IA Buche, Bert (4600002)",
    "112 FA Esche, Eva",
    "112 Fichte, Fritz",
    "172 GER NRO",
    "182 JaVaFo 2.2",
    "192 FIDE_DUTCH_2026",
    "202 BH/C1,BH,SB",
)


class TestOfAFile:
    """Records that no rating needs, and that FIDE requires: 102, 112, 182, 192, 202."""

    def imported(self, ledger: ExportLedger, folder: Path, *head: str) -> str:
        players = [
            trf_player(1, "Ahorn, Anna", [(2, "w", "1")], title="WFM", fide="4600001"),
            trf_player(2, "Buche, Bert", [(1, "b", "0")]),
        ]
        (folder / "open.trf").write_bytes(trf(players, (*TRF_HEAD, *head, "XXR 1")))
        arguments = (str(folder / "open.trf"), "--pool", "dwz", "--register-new")
        found = ledger.run("--format", "json", "import", "trf", *arguments)
        assert found.exit_code == 0, found.output
        name: str = json.loads(found.stdout)["tournament"]["tournament"]
        return name

    def records(self, ledger: ExportLedger, tournament: str, form: str = "trf26") -> list[str]:
        content, _ = ledger.written(tournament, form)
        wanted = {each[:3] for each in OFFICIAL}
        return [line for line in content.decode().splitlines() if line[:3] in wanted]

    def test_it_is_kept_and_written(self, ledger: ExportLedger, tmp_path: Path) -> None:
        """Start numbers are given anew, so the old order of 172 holds no longer."""
        name = self.imported(ledger, tmp_path, *OFFICIAL)
        without_172 = [each for each in OFFICIAL if not each.startswith("172")]
        assert self.records(ledger, name) == without_172
        content, _ = ledger.written(name, "trf26")
        assert "001    1  WFM Ahorn, Anna" in content.decode()

    def test_trf16_has_the_arbiters_alone(self, ledger: ExportLedger, tmp_path: Path) -> None:
        name = self.imported(ledger, tmp_path, *OFFICIAL)
        assert self.records(ledger, name, "trf16") == list(OFFICIAL[:3])
        _, messages = ledger.written(name, "trf16")
        assert messages == [
            "warning: left out: the pairing rules",
            "warning: left out: the tie-breaks",
            "warning: left out: the pairing program",
        ]

    def test_no_arbiter_is_named_in_the_log(self, ledger: ExportLedger, tmp_path: Path) -> None:
        self.imported(ledger, tmp_path, "102 Zeder, Zoe")
        assert "Zeder" not in ledger.run("--format", "json", "log").stdout

    def test_a_file_that_names_another_arbiter_is_taken_for_it(
        self, ledger: ExportLedger, tmp_path: Path
    ) -> None:
        name = self.imported(ledger, tmp_path, "102 Zeder, Zoe")
        path = tmp_path / "open.trf"
        path.write_bytes(path.read_bytes().replace(b"Zeder, Zoe", b"Eibe, Emil"))
        options = ("--pool", "dwz", "--same-as", name)
        again = ledger.run("--format", "json", "import", "trf", str(path), *options)
        assert again.exit_code == 0, again.output
        assert json.loads(again.stdout)["appended"] == 1
        assert self.records(ledger, name) == ["102 Eibe, Emil"]

    def test_with_the_file_the_arbiters_are_erased(
        self, ledger: ExportLedger, tmp_path: Path
    ) -> None:
        name = self.imported(ledger, tmp_path, *OFFICIAL)
        ledger.append(forgotten(f"{name}-p2"))
        assert self.records(ledger, name) == ["192 FIDE_DUTCH_2026", "202 BH/C1,BH,SB"]

    def test_a_full_point_bye_comes_back_as_it_was_given(
        self, ledger: ExportLedger, tmp_path: Path
    ) -> None:
        """TRF: F was granted, U was allocated by the pairing; the log knows a bye with a point."""
        players = [
            trf_player(4, "Ahorn, Anna", [(9, "w", "1"), (None, "-", "F"), (None, "-", "U")]),
            trf_player(9, "Buche, Bert", [(4, "b", "0"), (None, "-", "H"), (None, "-", "F")]),
        ]
        (tmp_path / "open.trf").write_bytes(trf(players, (*TRF_HEAD, "XXR 3")))
        arguments = (str(tmp_path / "open.trf"), "--pool", "dwz", "--register-new")
        found = ledger.run("--format", "json", "import", "trf", *arguments)
        name = json.loads(found.stdout)["tournament"]["tournament"]
        for form in ("trf16", "trf26"):
            content, _ = ledger.written(name, form)
            rounds = [line[91:] for line in content.decode().splitlines() if line[:3] == "001"]
            assert rounds == ["   9 w 1  0000 - F  0000 - U", "   4 b 0  0000 - H  0000 - F"]

    def test_rules_of_another_system_are_left_out(
        self, ledger: ExportLedger, tmp_path: Path
    ) -> None:
        name = self.imported(ledger, tmp_path, "192 FIDE_DUTCH_2026")
        options = ("--set", "format=round-robin", "--reason", "it was", "--by", "me")
        assert ledger.run("correct", name, *options).exit_code == 0
        content, messages = ledger.written(name, "trf26")
        assert "192 CUSTOM_ROUNDROBIN" in content.decode().splitlines()
        assert any("another system" in each for each in messages)


def test_rules_of_teams_are_left_out_with_the_teams(spring: ExportLedger) -> None:
    """A validator refuses a file that names such rules and has no record of a team (310)."""
    facts = {"format": "team", "pairing_rules": "FIDE_TEAM_BAKU"}
    spring.append(submitted("cup", "1996-04-01", **facts))
    spring.append(game("cup", "anna", "1-0", "bert", round=1))
    content, messages = spring.written("cup", "trf26")
    assert b"\n192" not in content
    assert "warning: left out: the pairing rules, which need the teams" in messages


@pytest.mark.parametrize("system", ["match", "team"])
def test_a_system_without_a_code_has_no_record_192(spring: ExportLedger, system: str) -> None:
    facts = {"format": system, "entrants": ENTRANTS[:2]}
    spring.append(
        submitted("cup", "1996-04-01", **facts), game("cup", "anna", "1-0", "bert", round=1)
    )
    content, _ = spring.written("cup", "trf26")
    assert b"\n192" not in content
    report, _ = read("trf", "the cup", content)
    assert report is not None
    assert report.system == system


class TestRanks:
    """Anna beats Bert and draws with Cleo, who beat Dörte; Bert beats Dörte.

    Points: Anna and Cleo 1½, Bert 1, Dörte 0.  Scores faced: Anna 1 + 1½, Cleo 0 + 1½.
    """

    SWISS = (
        *PLAYERS,
        submitted("swiss", "1996-03-03", entrants=ENTRANTS),
        game("swiss", "anna", "1-0", "bert", round=1),
        game("swiss", "cleo", "1-0", "dörte", round=1),
        game("swiss", "anna", "½-½", "cleo", round=2),
        game("swiss", "bert", "1-0", "dörte", round=2),
    )
    IN_THE_FILE = ("Buche", "Ahorn", "Chrysantheme-Ehrenpreis", "Dörte")

    def ranks(self, ledger: ExportLedger, *options: str) -> dict[str, str]:
        ledger.append(*self.SWISS)
        result = ledger.run("export", "tournament", "swiss", "--as", "trf16", *options)
        assert result.exit_code == 0, result.stderr
        lines = [line for line in result.stdout.splitlines() if line.startswith("001")]
        names = [line[14:47].partition(",")[0].strip() for line in lines]
        assert tuple(names) == self.IN_THE_FILE
        return {name: line[85:89].strip() for name, line in zip(names, lines, strict=True)}

    def test_who_has_the_same_points_shares_a_rank(self, ledger: ExportLedger) -> None:
        assert list(self.ranks(ledger).values()) == ["3", "1", "1", "4"]

    def test_a_tie_break_that_is_named_decides(self, ledger: ExportLedger) -> None:
        ranks = self.ranks(ledger, "--ranked-by", "buchholz-fide")
        assert list(ranks.values()) == ["3", "1", "2", "4"]

    def test_a_method_that_is_none_is_refused(self, ledger: ExportLedger) -> None:
        ledger.append(*self.SWISS)
        export = ("export", "tournament", "swiss", "--as", "trf16")
        result = ledger.run(*export, "--ranked-by", "dice")
        assert result.exit_code == 1
        assert "buchholz-fide" in result.stderr

    def test_a_form_without_ranks_takes_no_tie_breaks(self, ledger: ExportLedger) -> None:
        ledger.append(*self.SWISS)
        export = ("export", "tournament", "swiss", "--as", "jsonl")
        result = ledger.run(*export, "--ranked-by", "buchholz-fide")
        assert result.exit_code == 1
        assert "--ranked-by" in result.stderr


def test_what_it_cannot_say_is_told(spring: ExportLedger) -> None:
    _, messages = spring.written("open", "trf16")
    assert messages == [
        (
            "warning: cut to 33 characters: the name of player 3, "
            "Chrysantheme-Ehrenpreis, Cleopatra Maria"
        ),
        "warning: left out: numbers of the register dsb",
        "warning: left out: clubs",
        "warning: left out: that games were not played because of double-loss",
    ]


class TestFigures:
    def test_trf16_quotes_the_figures_with_which_the_players_entered(
        self, spring: ExportLedger
    ) -> None:
        content, _ = spring.written("open", "trf16", pool="dwz")
        lines = content.decode().splitlines()[-4:]
        assert [line[48:52] for line in lines] == [" 987", "1523", "    ", "    "]
        assert "072 2\r\n" in content.decode()

    def test_trf26_quotes_national_figures_in_records_of_the_federation(
        self, spring: ExportLedger
    ) -> None:
        content, _ = spring.written("open", "trf26", pool="dwz")
        lines = content.decode().splitlines()
        assert [line[48:52] for line in lines if line.startswith("001")] == ["    "] * 4
        assert lines[-2:] == [
            "GER    1      Buche, Bert                        987",
            "GER    2      Ahorn, Anna                       1523        10012345",
        ]

    @pytest.mark.parametrize("rulebook", ["dwz-2014", "dwz-2026"])
    def test_those_of_a_later_edition_are_of_the_same_federation(
        self, spring: ExportLedger, rulebook: str
    ) -> None:
        spring.append(adoption("1996-01-01", rulebook=rulebook))
        content, _ = spring.written("open", "trf26", pool="dwz")
        assert [line[:3] for line in content.decode().splitlines()[-2:]] == ["GER", "GER"]

    def test_whose_figures_they_are_is_read_again(self, spring: ExportLedger) -> None:
        content, _ = spring.written("open", "trf26", pool="dwz")
        report, _ = read("trf", "the open", content)
        assert report is not None
        assert [player.ratings for player in report.players] == [
            {"GER": 987},
            {"GER": 1523},
            {},
            {},
        ]

    @pytest.mark.parametrize("day", ["1996-03-03", "1996-05-05"])
    def test_as_of_a_day_they_are_those_of_the_list_of_that_day(
        self, spring: ExportLedger, day: str
    ) -> None:
        spring.append(submitted("late", "1996-05-05"), *games("late", "bert 1-0 anna"))
        listed = spring.run("--format", "json", "ratings", "dwz", "--on", day).stdout
        figures = {row["player"]: row["figure"] for row in json.loads(listed)}
        content, _ = spring.written("open", "trf16", pool="dwz", on=day)
        bert, anna = content.decode().splitlines()[-4:-2]
        assert (int(bert[48:52]), int(anna[48:52])) == (figures["bert"], figures["anna"])
        assert figures["anna"] != 1523

    def test_a_tournament_that_has_not_ended_by_the_day_is_refused(
        self, spring: ExportLedger
    ) -> None:
        result = spring.run("export", "tournament", "open", "--as", "trf16", "--on", "1996-03-02")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "ended on 1996-03-03" in result.stderr


class TestWithoutAName:
    def test_neither_name_nor_birthday_nor_number_of_a_withheld_player(
        self, spring: ExportLedger
    ) -> None:
        spring.append(withheld("anna", "1996-01-01"))
        content, _ = spring.written("open", "trf26")
        anna = content.decode().splitlines()[-3]
        assert anna.startswith(
            "001    2      (withheld)                             GER             1990/00/00"
        )

    def test_nor_of_a_forgotten_one(self, spring: ExportLedger) -> None:
        spring.append(forgotten("anna"))
        content, _ = spring.written("open", "trf26")
        assert b"Ahorn" not in content
        assert b"1200001" not in content
        assert content.count(b"(withheld)") == 1


@pytest.mark.parametrize(("title", "written"), [("WCM", "WCM"), ("GM", " GM"), ("Dr.", "   ")])
def test_titles_of_fide_are_written_and_others_left_out(
    ledger: ExportLedger, title: str, written: str
) -> None:
    ledger.append(player("anna", title=title), player("bert"), submitted("cup", "1996-04-01"))
    ledger.append(game("cup", "anna", "1-0", "bert", round=1))
    content, messages = ledger.written("cup", "trf16")
    assert content.decode().splitlines()[-2][10:13] == written
    assert (messages != []) == (title == "Dr.")


class TestRefused:
    def refusals(self, ledger: ExportLedger, form: str = "trf16") -> list[str]:
        _, messages = ledger.written("cup", form)
        return [each for each in messages if each.startswith("error: ")]

    def test_a_game_without_a_round(self, spring: ExportLedger) -> None:
        spring.append(submitted("cup", "1996-04-01"), *games("cup", "anna 1-0 bert"))
        (refusal,) = self.refusals(spring)
        assert "has no round" in refusal

    def test_two_games_of_a_player_in_one_round(self, spring: ExportLedger) -> None:
        spring.append(
            submitted("cup", "1996-04-01", format="games"),
            game("cup", "anna", "1-0", "bert", round=1),
            game("cup", "cleo", "1-0", "anna", round=1),
        )
        (refusal,) = self.refusals(spring)
        assert "player 1 has two games in round 1" in refusal

    def test_pairs(self, spring: ExportLedger) -> None:
        spring.append(
            submitted("cup", "1996-04-01", format="pairs"),
            game("cup", "anna", "1-0", "bert", round=1),
        )
        (refusal,) = self.refusals(spring)
        assert "two against two" in refusal

    def test_go(self, spring: ExportLedger) -> None:
        facts = {"discipline": "go", "pools": ["mgsz"], "thinking_time": None}
        spring.append(
            submitted("cup", "1996-04-01", **facts), game("cup", "anna", "1-0", "bert", round=1)
        )
        assert "TRF is for chess" in self.refusals(spring)[0]
        result = spring.run("export", "tournament", "cup", "--as", "trf26")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "refused: --as: TRF is for chess" in result.stderr


def test_a_draw_without_play_becomes_one_that_is_not_rated(spring: ExportLedger) -> None:
    spring.append(
        submitted("cup", "1996-04-01"),
        game("cup", "anna", "½-½", "bert", round=1, played=False, reason="referee"),
    )
    content, messages = spring.written("cup", "trf16")
    assert [line[96:99] for line in content.decode().splitlines()[-2:]] == ["w D", "b D"]
    assert any("no draw without play" in each for each in messages)


@pytest.mark.parametrize(
    ("starts_on", "played_on", "ended_on", "written"),
    [
        ("2002-12-01", "2003-02-01", "2003-03-31", " 03/02/01"),
        ("1965-03-01", "1965-03-02", "1965-03-03", "1965/03/02"),
    ],
)
def test_the_days_of_rounds_have_years_of_two_digits(
    spring: ExportLedger, starts_on: str, played_on: str, ended_on: str, written: str
) -> None:
    """As specified, though 03/02/01 may mean several days; 65 would be 2065."""
    spring.append(
        submitted("cup", ended_on, starts_on=starts_on),
        game("cup", "anna", "1-0", "bert", round=1, played_on=played_on),
    )
    content, _ = spring.written("cup", "trf16")
    (dates,) = (line for line in content.decode().splitlines() if line.startswith("132"))
    assert dates == "132" + " " * 87 + written
    report, _ = read("trf", "cup.trf", content)
    assert report is not None
    assert [str(each.day) for each in report.games] == [played_on]


def test_titles_and_german_club_numbers_come_out_again(ledger: ExportLedger) -> None:
    players = 'number,name,title,zps\n1,"Ahorn, Anna",WFM,C0512-135\n2,"Buche, Bert",,\n'
    report = valid_report("csv", csv_text("1,1,2,1,0,\n", players))
    tournament = ledger.submit(report)
    content, _ = ledger.written(tournament, "csv")
    rows = content.decode().splitlines()
    at = rows.index("number,name,title,zps")
    assert rows[at + 1 : at + 3] == ['1,"Ahorn, Anna",WFM,C0512-135', '2,"Buche, Bert",,']
    content, messages = ledger.written(tournament, "trf16")
    assert content.decode().splitlines()[-2].startswith("001    1  WFM Ahorn, Anna")
    assert messages == ["warning: left out: numbers of the register zps"]
    ledger.append(forgotten(f"{tournament}-p1"))
    content, _ = ledger.written(tournament, "csv")
    assert b"WFM" not in content
    assert b"C0512" not in content
