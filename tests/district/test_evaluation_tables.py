"""Evaluations of the district in the terminal and in files, compared with the replay's reports."""

import io
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, cast

import pytest
from python_calamine import CalamineWorkbook

from projections.api import Ledger
from projections.i18n.languages import language
from projections.queries.answer_types import EvaluationRow
from projections.queries.columns import Spelling
from projections.queries.evaluated_rows import Evaluated, columns_shown, evaluation_columns
from projections.queries.presentation import columns_of, record_row
from tests.district.conftest import Office
from tests.district.expected import Data, evaluations, facts, halves, rating_list, rulebook_of
from tests.district.printed_tables import csv_rows, html_rows

TOURNAMENTS = {"district": "easter-2026", "fide": "westfalen-2026", "juniors": "juniors-2026"}
_FIELDS = {
    "district": "Status:status Before:before Points:points Games:games We:expected E:coefficient "
    "After:after Rh:performance Rp:special",
    "fide": "Status:status Ro:before W:points n:games PD:expected ΔR:delta K:k K·ΔR:change "
    "List:list Rn:after Rp:performance",
    "juniors": "Before:before Points:points Games:games %d:percent_difference N:level "
    "H:performance After:after Rule:rule",
}
FIELDS = {pool: dict(it.split(":") for it in text.split()) for pool, text in _FIELDS.items()}
"""The fields of the reports below their headings."""


def reported(office: Office, pool: str) -> Mapping[str, Sequence[Data]]:
    """The rows of each tournament, with cards as the rulebook writes them; FIDE's of one."""
    found: defaultdict[str, list[Data]] = defaultdict(list)
    for each in evaluations(office.database, pool):
        found[each.item.tournament].extend(each.evaluation.report().rows)
    if pool == "fide":  # several lists make a report, which no occasion has as a whole
        id_ = TOURNAMENTS[pool]
        found[id_] = office.json("tournament", pool, id_)["players"]

    return {id_: [_with_cards(row, pool) for row in rows] for id_, rows in found.items()}


def _with_cards(row: Data, pool: str) -> Data:
    """A row with its cards as people write them, and the change of the figure."""
    figure = "number" if pool == "juniors" else "rating"
    before, after = row[f"{figure}_before"], row[f"{figure}_after"]
    cards = {
        when: None if row[f"{figure}_{when}"] is None else CARDS[pool](row, when)
        for when in ("before", "after")
    }
    change = None if before is None or after is None else after - before
    return {"change": change, **row, **cards}


CARDS: Mapping[str, Callable[[Data, str], str]] = {
    "district": lambda row, when: f"{row[f'rating_{when}']}-{row[f'index_{when}']}",
    "fide": lambda row, when: f"{row[f'rating_{when}']}",
    "juniors": lambda row, when: f"{row[f'number_{when}']} /{row[f'count_{when}']}",
}


def in_terminal(row: Data, field: str) -> str:
    """A number with a digit behind the point or none, otherwise with three."""
    value = row[field]
    if value is None:
        return ""
    if field == "points":
        return halves(value)
    if isinstance(value, float):
        return f"{value:g}" if round(value, 1) == value else f"{value:.3f}"
    return str(value)


def on_paper(row: Data, field: str) -> str:
    """A number with two digits behind the point; a change with its sign."""
    value = row[field]
    if value is None:
        return ""
    if field == "points":
        return halves(value)
    if field == "change":
        return f"{'+' if value > 0 else '−'}{abs(round(value, 2)):g}" if value else "="
    if field == "expected":
        return f"{value:.2f}"
    if isinstance(value, int | float):
        return f"{round(value, 2):g}".replace("-", "−")
    return str(value)


def exported(office: Office, pool: str, kind: str, of: str, form: str) -> bytes:
    """A file of a pool, in English."""
    with Ledger.open(office.database) as ledger, ledger.pool(pool) as view:
        content: bytes = getattr(view, f"export_{kind}")(of, form).content
        return content


def sheet_in(content: bytes) -> list[list[Any]]:
    """The headings and rows of the first sheet."""
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0)
    lines = sheet.to_python(skip_empty_area=False)[2:]
    return [[round(it, 9) if isinstance(it, float) else it for it in line] for line in lines]


def as_number(row: Data, field: str) -> Any:
    """A value in a workbook."""
    value = row[field]
    return "" if value is None else round(value, 9) if isinstance(value, float) else value


def by_points(tournament: str, rows: Sequence[Data]) -> Sequence[Data]:
    """The rows in the order of the points of all games."""
    scored: defaultdict[str, float] = defaultdict(float)
    for game in facts().games[tournament].values():
        scored[game["white"]] += game["white_points"]
        scored[game.get("black") or ""] += game["black_points"]
    return sorted(rows, key=lambda row: -scored[row["player"]])


@pytest.mark.parametrize("pool", TOURNAMENTS)
def test_everything_of_a_report_is_below_its_heading(office: Office, pool: str) -> None:
    """Names with the id of namesakes, the columns in the order of the rulebook's paper."""
    id_ = TOURNAMENTS[pool]
    rows = sorted(reported(office, pool)[id_], key=lambda row: row["player"])
    names = facts().distinct(row["player"] for row in rows)
    table = office.tables("tournament", pool, id_)[0]
    title = f"{facts().tournaments[id_]['name']}, ended {facts().tournaments[id_]['ended_on']}"
    assert table.title == f"{title}, {rulebook_of(office.database, pool).name}"
    assert table.headings == ["Id", "Name", *FIELDS[pool]]
    assert sorted(map(tuple, table.rows)) == [
        (
            row["player"],
            names[row["player"]],
            *(in_terminal(row, it) for it in FIELDS[pool].values()),
        )
        for row in rows
    ]


def test_games_that_do_not_count_are_below_with_their_reasons(office: Office) -> None:
    """The byes under one heading, the only forfeit with its reason beside it."""
    unplayed = [it for it in facts().games["easter-2026"].values() if not it.get("played", True)]
    byes = [it["game"] for it in unplayed if not it.get("black")]
    (forfeit,) = (it for it in unplayed if it.get("black"))
    _, often, rest = office.tables("tournament", "district", "easter-2026")
    assert often.title == "Games not rated: DWZ 2014 4.2: not played (bye)"
    assert often.headings == ["Game", "Id"]
    assert often.column("Id") == byes
    assert all(it.endswith("(Oster-Open Lindental 2026)") for it in often.column("Game"))
    white, black = (facts().shown(forfeit[it]).split(",")[0] for it in ("white", "black"))
    ((about, game, why),) = rest.rows
    assert about.startswith(f"Round {forfeit['round']}, {white} – {black}, ")
    assert (game, why) == (forfeit["game"], "DWZ 2014 4.2: not played (forfeit)")


@pytest.mark.parametrize("pool", TOURNAMENTS)
def test_a_printed_evaluation_has_the_same_by_points_with_the_change(
    office: Office, pool: str
) -> None:
    """On a page and in a workbook, which has numbers; columns without values are left out."""
    id_ = TOURNAMENTS[pool]
    rows = by_points(id_, reported(office, pool)[id_])
    fields = with_change(pool, rows)
    printed = html_rows(exported(office, pool, "evaluation", id_, "html").decode())
    above = next(it for it, row in enumerate(printed) if row[0] == "Name")
    headings, *lines = printed[above : above + 1 + len(rows)]
    assert headings == ["Name", *fields]
    assert lines[0][0] == facts().shown(rows[0]["player"])
    assert sorted(lines) == sorted(
        [facts().shown(row["player"]), *(on_paper(row, it) for it in fields.values())]
        for row in rows
    )
    written, *cells = sheet_in(exported(office, pool, "evaluation", id_, "xlsx"))
    assert written == headings
    assert sorted(cells, key=repr) == sorted(
        (
            [
                facts().shown(row["player"]),
                *(as_number(row, it) for it in fields.values()),
            ]
            for row in rows
        ),
        key=repr,
    )


def with_change(pool: str, rows: Sequence[Data]) -> Mapping[str, str]:
    """The columns that have values, the change of the rating behind the rating."""
    found = {}
    for heading, field in FIELDS[pool].items():
        if any(row[field] is not None for row in rows):
            found[heading] = field
        if field == "after" and pool != "fide":
            found["Change"] = "change"
    return found


def test_programs_get_the_columns_that_the_federation_prints(office: Office) -> None:
    """In the order of the start numbers, with the tournament at the end."""
    rows = {row["player"]: row for row in reported(office, "district")["easter-2026"]}
    found = csv_rows(exported(office, "district", "evaluation", "easter-2026", "csv").decode())
    assert [int(row["No."]) for row in found] == sorted(int(row["No."]) for row in found)
    assert {row["Id"] for row in found} == set(rows)
    for line in found:
        row = rows[line["Id"]]
        assert line["Player"] == facts().shown(line["Id"])
        assert (line["Ro"], line["Rn"]) == (row["before"] or "", row["after"] or "")
        assert (float(line["W"]), int(line["n"])) == (row["points"], row["games"])
        assert line["We"] == f"{row['expected']:.3f}"
        assert (line["E"], line["Rh"]) == tuple(
            "" if row[it] is None else str(row[it]) for it in ("coefficient", "performance")
        )
        assert line["+/−"] == ("" if row["change"] is None else f"{row['change']:+}")
        assert (line["tournament"], line["ended on"]) == ("easter-2026", "2026-04-08")


def test_a_record_and_a_card_have_the_same_evaluations(office: Office) -> None:
    """The record oldest first, the card newest first and with the change of the rating."""
    of_all = reported(office, "district")
    own = [
        (facts().tournaments[id_], row)
        for id_, rows in of_all.items()
        for row in rows
        if row["player"] == "d0118"
    ]
    table = office.table("player", "district", "d0118")
    assert table.title == "Evaluations under dwz-2014"
    assert table.headings == ["Tournament", "Id", "Ended", *FIELDS["district"]]
    assert table.rows == [
        [
            *(it[key] for key in ("name", "tournament", "ended_on")),
            *(in_terminal(row, field) for field in FIELDS["district"].values()),
        ]
        for it, row in own
    ]
    fields = with_change("district", [row for _, row in own])
    page = html_rows(exported(office, "district", "player", "d0118", "html").decode())
    at = page.index(["Tournament", "Ended on", *fields])
    assert page[at + 1 : at + 1 + len(own)] == [
        [
            it["name"],
            _day(it["ended_on"]),
            *(on_paper(row, field) for field in fields.values()),
        ]
        for it, row in reversed(own)
    ]
    written, *cells = sheet_in(exported(office, "district", "player", "d0118", "xlsx"))
    assert written == page[at]
    assert cells == [
        [
            it["name"],
            _day(it["ended_on"]),
            *(as_number(row, it) for it in fields.values()),
        ]
        for it, row in reversed(own)
    ]


def test_a_card_has_the_score_by_colour_and_against_everybody_met(office: Office) -> None:
    """Of rated tournaments, as counted from the games."""
    rated = [it["tournament"] for it in facts().newest_first("district")]
    games = [*facts().played([it for it in rated if not it.startswith("rapid")], "d0118")]

    def counted(some: Sequence[tuple[Data, str]]) -> list[float]:
        return [game[f"{colour}_points"] for game, colour in some]

    def won(points: Sequence[float]) -> list[str]:
        return [str(points.count(each)) for each in (1, 0.5, 0)]

    page = html_rows(exported(office, "district", "player", "d0118", "html").decode())
    at = page.index(["Colour", "Games", "Points", "%", "Won", "Drawn", "Lost"])
    colours = {"All": ("white", "black"), "White": ("white",), "Black": ("black",)}
    for line, (name, sides) in zip(page[at + 1 : at + 4], colours.items(), strict=True):
        points = counted([it for it in games if it[1] in sides])
        share = f"{100 * sum(points) / len(points):.0f} %"
        assert line == [name, str(len(points)), halves(sum(points)), share, *won(points)]
    met = defaultdict(list)
    for game, colour in games:
        met[game["black" if colour == "white" else "white"]].append((game, colour))
    at = page.index(["Opponent", "Games", "Score", "Won", "Drawn", "Lost"])
    expected = []
    for opponent, some in met.items():
        points = counted(some)
        score = f"{halves(sum(points))} : {halves(len(points) - sum(points))}"
        name = facts().shown(opponent)
        expected.append([name, str(len(points)), score, *won(points)])
    lines = page[at + 1 : at + 1 + len(met)]
    assert sorted(lines) == sorted(expected)
    assert [int(line[1]) for line in lines] == sorted(
        (len(it) for it in met.values()), reverse=True
    )


def test_residual_games_name_the_tournament_and_the_opponent(office: Office) -> None:
    """Those of a player without a rating; the card has them without ids and ratings."""
    player = "d0001"
    (_, waiting) = office.tables("player", "fide", player)
    rated = {it.player: it.rating for it in rating_list(office.database, "fide")}
    assert waiting.title == "Residual games"
    assert waiting.headings[:4] == ["Tournament", "Opponent", "Game", "Id"]
    assert waiting.headings[4:] == ["Opponent's id", "His rating", "Points", "Valid until"]
    games = {it["game"]: it for of in facts().games.values() for it in of.values()}
    printed = []
    for title, name, id_, tournament, opponent, rating, points, until in waiting.rows:
        game = games[id_]
        colour = "white" if game["white"] == player else "black"
        assert game["black" if colour == "white" else "white"] == opponent
        assert (title, tournament) == (
            facts().tournaments[game["tournament"]]["name"],
            game["tournament"],
        )
        assert name == facts().shown(opponent)
        assert points == halves(game[f"{colour}_points"])
        assert int(rating) > 0
        assert opponent in rated
        printed.append([name, title, points, _day(until) if until else ""])
    assert printed
    page = html_rows(exported(office, "fide", "player", player, "html").decode())
    at = page.index(["Opponent", "Tournament", "Points", "Kept until"])
    assert page[at + 1 : at + 1 + len(printed)] == printed


def _day(iso: str) -> str:
    """A day in English."""
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%b %Y}".replace("Sep", "Sept")


def test_the_change_of_a_rating_stands_once_and_right_behind_it() -> None:
    """The Hungarian rules have two columns of what is after: the Élő value and the grade."""
    row = {"part": 1, "elo_before": 1500, "elo_after": 1512, "grade_after": "9k"}
    evaluated = Evaluated(tournament="cup", row=cast("EvaluationRow", row), change=12, gain=12)
    names = ["part", "elo_before", "elo_after", "change", "grade_after"]
    assert columns_shown([evaluated], "mgsz-2011").names == names


def test_the_ratings_before_and_after_fold_last() -> None:
    """And a number of expected points has its two digits even if the last is a nought."""
    columns = {it.name: it for it in evaluation_columns("dwz-2014")}
    folds = {name: it.folds for name, it in columns.items()}
    assert folds == dict.fromkeys(folds, 1) | {"before": 0, "after": 0}
    row: Any = {"points": 2.5, "expected": 2.5, "coefficient": 2.5, "status": None}
    evaluated = Evaluated(tournament="cup", row=row, change=None, gain=None)
    texts = {
        name: it.text(evaluated, Spelling(language("en")))
        for name, it in columns.items()
        if name in row
    }
    assert texts == {"points": "2½", "expected": "2.50", "coefficient": "2.5", "status": ""}


def test_a_conversion_has_the_cards_of_both_rulebooks() -> None:
    """An Ingo number of 100 by 12 results became a DWZ of 2840 − 8 · 100 = 2040 with index 12."""
    row: Any = {
        "tournament": None,
        "event": "dwz-adopted",
        "conversion": True,
        "ended_on": "1993-01-01",
        "rulebook": "dwz-1995",
        "player": "anna",
        "number_before": 100,
        "count_before": 12,
        "mark_before": "",
        "rating_after": 2040,
        "index_after": 12,
    }
    assert record_row(row) == {
        "tournament": "converted (dwz-adopted)",
        "ended_on": "1993-01-01",
        "before": "100 /12",
        "after": "2040-12",
    }
    first = {key: value for key, value in row.items() if not key.endswith("_before")}
    assert record_row(first)["before"] == ""


def test_where_no_rulebook_is_known_before_and_after_are_shown() -> None:
    assert columns_of(None) == columns_of("unknown-1900") == {"before": "Before", "after": "After"}
