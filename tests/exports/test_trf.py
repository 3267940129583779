"""The lines of a TRF file against lines set by hand under the ruler of the specification."""

import json

import pytest

from ledger.importing.formats.registry import read
from tests.exports.export_ledger import ExportLedger
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
    own = ["142 5", "192 CUSTOM_SWISS", "222 5400+30"]
    number = "GER    2      Ahorn, Anna                                   10012345"
    assert content.decode().split("\r\n") == [*HEAD, *own, *LINES, number, ""]


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


def test_years_of_four_digits_where_two_leave_a_doubt(spring: ExportLedger) -> None:
    """03/02/01 may be the 1st of February 2003, the 2nd of January, or others of that spring."""
    spring.append(
        submitted("cup", "2003-03-31", starts_on="2002-12-01"),
        game("cup", "anna", "1-0", "bert", round=1, played_on="2003-02-01"),
    )
    content, _ = spring.written("cup", "trf16")
    (dates,) = (line for line in content.decode().splitlines() if line.startswith("132"))
    assert dates == "132" + " " * 87 + "2003/02/01"
