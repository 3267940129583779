"""TRF files of a FIDE pool carry FIDE's figures and numbers, and say the same when read back."""

import pytest

from ledger.importing.formats.registry import read
from tests.exports.export_ledger import ExportLedger
from tests.projections.submissions import adoption, event, game, player, tournament

POOL = "elo"
PLAYERS = [
    player("anna", name="Ahorn, Anna", federation="GER", ids={"fide": "4600001"}),
    player("bert", name="Buche, Bert", federation="SWE", ids={"fide": "1700002"}),
    player("cleo", name="Chrys, Cleo", ids={"fide": "1500003"}),
    player("dora", name="Dorn, Dora"),
]
RATING, NUMBER = slice(48, 52), slice(57, 68)
"""The columns of the specification, FFFF and the number of FIDE, counted from 0."""


def decided(name: str, rating: int) -> dict:
    data = {
        "pool": POOL,
        "player": name,
        "from_day": "2025-01-01",
        "card": {"rating": rating, "games": 40},
        "kind": "initial",
        "by": "the office",
        "reason": "first list",
    }
    return event("rating.decided", f"card {name}", data)


def listed_by_fide(name: str, figure: int, list_date: str) -> dict:
    """A figure of FIDE's own list, as ``enrol fide`` hands it in."""
    data = {
        "pool": POOL,
        "player": name,
        "system": "FIDE",
        "figure": figure,
        "list_date": list_date,
        "verified": True,
    }
    return event("rating.adopted", f"listed {name} {list_date}", data)


def held(name: str, day: str, *results: tuple[str, str, str]) -> list[dict]:
    """A tournament of one day, everybody entered."""
    facts = {
        "pools": [POOL],
        "starts_on": day,
        "rounds": len(results),
        "entrants": [{"player": each} for each in ("anna", "bert", "cleo", "dora")],
    }
    played = [
        game(name, white, result, black, round=number)
        for number, (white, result, black) in enumerate(results, 1)
    ]
    return [tournament(name, day, **facts), *played]


@pytest.fixture
def open_of_march(ledger: ExportLedger) -> ExportLedger:
    """Anna and Bert, both 2000 with K 20, have met in January: 2010 and 1990 by 1 February.

    Cleo is on FIDE's own list of February with 1834; Dora has no rating and no number.
    """
    ledger.append(adoption("2025-01-01", POOL, rulebook="fide-2024"), *PLAYERS)
    ledger.append(decided("anna", 2000), decided("bert", 2000))
    ledger.append(listed_by_fide("cleo", 1834, "2025-02-01"))
    ledger.append(*held("january", "2025-01-10", ("anna", "1-0", "bert")))
    ledger.append(
        *held("open", "2025-03-10", ("anna", "1-0", "bert"), ("cleo", "½-½", "dora")),
    )
    return ledger


ON_THE_LIST = {"Ahorn, Anna": 2010, "Buche, Bert": 1990, "Chrys, Cleo": 1834}
NUMBERS = {"Ahorn, Anna": "4600001", "Buche, Bert": "1700002", "Chrys, Cleo": "1500003"}


@pytest.mark.parametrize("form", ["trf16", "trf26"])
class TestFidePool:
    def test_the_rating_field_has_the_rating_of_the_list_used(
        self, open_of_march: ExportLedger, form: str
    ) -> None:
        """FIDE 7.1.1: that of the tournament's first day, of the pool or of FIDE's own list."""
        content, _ = open_of_march.written("open", form, pool=POOL)
        text = content.decode()
        lines = {line[14:47].strip(): line for line in text.split("\r\n") if line[:3] == "001"}
        assert {name: line[RATING] for name, line in lines.items()} == {
            **{name: str(rating) for name, rating in ON_THE_LIST.items()},
            "Dorn, Dora": "    ",
        }
        assert {name: line[NUMBER].strip() for name, line in lines.items()} == {
            **NUMBERS,
            "Dorn, Dora": "",
        }
        assert "072 3\r\n" in text

    def test_no_figure_is_that_of_a_nation(self, open_of_march: ExportLedger, form: str) -> None:
        """TRF26 has records of their own for national figures; FIDE's are none."""
        content, _ = open_of_march.written("open", form, pool=POOL)
        starts = {line[:3] for line in content.decode().split("\r\n")}
        assert not starts & {"GER", "SWE", "FID"}

    def test_as_of_the_next_list_they_are_those_of_that_list(
        self, open_of_march: ExportLedger, form: str
    ) -> None:
        """2010 beats 1990, 20 apart, .53: .47 · 20 = 9.4; on 1 April 2019 and 1981."""
        content, _ = open_of_march.written("open", form, pool=POOL, on="2025-04-01")
        lines = [line for line in content.decode().split("\r\n") if line[:3] == "001"]
        assert sorted(line[RATING] for line in lines[:4])[1:] == ["1834", "1981", "2019"]

    def test_what_is_read_back_is_the_same(self, open_of_march: ExportLedger, form: str) -> None:
        content, _ = open_of_march.written("open", form, pool=POOL)
        report, issues = read("trf", "the open", content)
        assert report is not None
        assert [issue for issue in issues if issue.kind == "error"] == []
        assert {each.name: each.ratings for each in report.players} == {
            **{name: {"FIDE": rating} for name, rating in ON_THE_LIST.items()},
            "Dorn, Dora": {},
        }
        assert {each.name: each.ids for each in report.players} == {
            **{name: {"fide": number} for name, number in NUMBERS.items()},
            "Dorn, Dora": {},
        }
