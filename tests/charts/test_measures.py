"""Every mark of a small chart where it belongs, worked out by hand.

A picture is 640 wide.  Studies leave 54 at the left, 22 at the right and 14, then 12 for each line
of the legend, above; a player's own chart leaves 54, 10 and 26.  On a phone it is 400 wide.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

from projections.files.charts.accent import contrast
from projections.files.charts.career import Career, CareerPoint, badge_svg, career_svg
from projections.files.charts.careers import PlayerCareer, careers_svg
from projections.files.charts.final_table import crosstable_svg
from projections.files.charts.panel import axis, chart, legend, padded, ticks
from projections.files.charts.plots import standalone
from projections.files.charts.sparkline import sparkline
from projections.files.charts.study_charts import (
    Band,
    Calibration,
    Distribution,
    HeatMap,
    YearEnd,
    YearlyMeans,
    calibration_svg,
    distribution_svg,
    heat_map_svg,
    histogram_svg,
    yearly_means_svg,
)
from projections.i18n.languages import language
from tests.district.expected import halves
from tests.tables import every

PICTURES = {
    name: marks.splitlines()
    for name, _, marks in (
        part.rstrip().partition("\n")
        for part in Path(__file__).with_name("pictures.txt").read_text("utf-8").split("\n== ")[1:]
    )
}
GEOMETRY = ("x", "y", "width", "height", "cx", "cy", "r", "d", "points", "fill-opacity")


def marks(drawn: str) -> list[str]:
    """Return the drawing's height, then each mark: class, places and text."""
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    return [root.attrib["viewBox"].removeprefix("0 0 640 "), *_marks(root)]


def _marks(root: ET.Element) -> Iterator[str]:
    for it in root.iter():
        if it.tag in {"path", "rect", "circle", "text", "polyline"}:
            places = " ".join(it.attrib[name] for name in GEOMETRY if name in it.attrib)
            said = it.text or it.findtext("title") or ""
            places = re.sub(r"(\.\d*?)0+(?=\D|$)", r"\1", places)
            yield f"{it.get('class', '')} {re.sub(r'[.](?=[^0-9]|$)', '', places)} {said}".strip()


@every(
    ("low", "high", "most", "expected"),
    [
        (0, 10, 5, [0, 2, 4, 6, 8, 10]),
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (3, 47, 5, [10, 20, 30, 40]),
        (0, 24, 5, [0, 5, 10, 15, 20]),
        (0, 12, 5, [0, 2.5, 5, 7.5, 10]),
        (-100, 100, 4, [-100, -50, 0, 50, 100]),
        (7, 7, 5, [7]),
    ],
)
def test_a_scale_has_round_steps(low: float, high: float, most: int, expected: Any) -> None:
    """Of 1, 2, 2.5, 5 and 10 the first that needs no more than so many."""
    assert [*ticks(low, high, most)] == expected


def test_an_axis_of_one_value_has_it_at_its_start() -> None:
    assert axis(1500, 1500, 10, 200)(1500) == 10
    assert axis(1500, 1600, 10, 210)(1550) == 110


@every(("colour", "expected"), [((255, 0, 0), 3.998), ((0, 255, 0), 1.372), ((0, 0, 255), 8.592)])
def test_a_colour_is_as_light_as_the_eye_takes_it(colour: Any, expected: float) -> None:
    """Against white; WCAG 2.2 gives red 0.2126, green 0.7152 and blue 0.0722 of the light."""
    assert contrast(colour, (255, 255, 255)) == pytest.approx(expected, abs=0.001)


def test_a_range_has_a_margin_of_six_hundredths() -> None:
    """Of its width; of a single value, but at least of 1."""
    assert padded([10, 20]) == pytest.approx((9.4, 20.6))
    assert padded([50, 50]) == pytest.approx((47, 53))
    assert padded([0, 0]) == pytest.approx((-0.06, 0.06))


def test_a_legend_goes_on_in_the_next_line() -> None:
    """16 for the swatch, 8.2 a letter, 8 between: 54 + 32.4 + 8 = 94.4."""
    drawn, top = legend(["ab", "c" * 61, "d"], written=True)
    assert marks(chart(0, "", [drawn]))[1:] == [
        *("swatch series0 54 8 11 4", "key 70 14 ab"),
        *("swatch series1 94.4 8 11 4", f"key 110.4 14 {'c' * 61}"),
        *("swatch series2 54 28 11 4", "key 70 34 d"),
    ]
    assert top == 46
    drawn, top = legend(["w" * 80, *"abcdefgh"], written=True)
    names = marks(chart(0, "", [drawn]))
    assert names[1::2][1].startswith("swatch series1 54 28")
    assert names[1::2][-1].startswith("swatch series0 ")
    assert legend(["a"], written=False) == ("", 14)


@every(
    ("figures", "lower", "expected"),
    [
        ([None, 1500, None, 1600, 1550], False, "17,16 47,2 62,9"),
        ([None, 1500, None, 1600, 1550], True, "17,2 47,16 62,9"),
        ([5, 5], False, "2,9 62,9"),
    ],
)
def test_a_line_beside_a_figure(figures: Any, lower: bool, expected: str) -> None:
    """64 × 18 with a margin of 2: 60 across for the steps between, 14 upwards for the span."""
    drawn = sparkline(figures, lower_is_stronger=lower)
    assert marks(drawn) == ["0 0 64 18", expected]
    assert sparkline([None, 1500], lower_is_stronger=False) == ""


def _row(name: str, points: float, results: Mapping[str, list[float]]) -> Any:
    games = [{"opponent": who, "points": it} for who, all_ in results.items() for it in all_]
    return {"player": name[0], "name": name, "points": points, "games": games}


def test_a_crosstable_has_a_square_for_each_pair() -> None:
    """34 wide from 210 and 22 on, the results of several games in one; 28 letters of a name."""
    players = [
        _row("a" * 29, 2.5, {"b": [1], "c": [1, 0.5]}),
        _row("b" * 28, 0.5, {"a": [0], "c": [0.5]}),
        _row("c", 1, {"a": [0, 0.5], "b": [0.5]}),
    ]
    table: Any = {"layout": "crosstable", "players": players}
    assert marks(crosstable_svg(table, halves)) == PICTURES["crosstable"]
    many: Any = {"layout": "crosstable", "players": [_row(chr(97 + n), 0, {}) for n in range(37)]}
    assert marks(crosstable_svg(many, halves))[:3] == ["396", "middle 215 15 1", "middle 225 15 2"]


@every(
    ("values", "expected"),
    [
        (
            [-12, 0.4, 0.6, 3, 3, 12, -0.5],  # 24 pixels a class, the higher bars of two 106
            [
                *("170", "loss bar M21.2 136V83H42.8V136z -12: 1", "year 32 77 1"),
                *("level bar M309.2 136V30H330.8V136z +0: 2", "year 320 24 2"),
                *("gain bar M333.2 136V83H354.8V136z +1: 1", "year 344 77 1"),
                *("gain bar M381.2 136V30H402.8V136z +3: 2", "year 392 24 2"),
                *("gain bar M597.2 136V83H618.8V136z +12: 1", "year 608 77 1"),
                *("year 32 162 −12", "year 320 162 0", "year 608 162 +12"),
            ],
        ),
        (
            [50, -20],  # 15 classes of 5, of 40 pixels each
            [
                *("170", "loss bar M22 136V30H58V136z -20: 1", "year 40 24 1"),
                *("gain bar M582 136V30H618V136z +50: 1", "year 600 24 1"),
                *("year 40 162 −20", "year 200 162 0", "year 600 162 +50"),
            ],
        ),
        (
            [0],  # a class on either side of nothing
            [
                *("170", "level bar M230 136V30H410V136z +0: 1", "year 320 24 1"),
                *("year 120 162 −0.1", "year 320 162 0", "year 520 162 +0.1"),
            ],
        ),
    ],
)
def test_a_histogram_counts_to_the_nearest_class(values: Any, expected: list[str]) -> None:
    assert marks(histogram_svg(values)) == expected


def test_a_heat_map_has_a_cell_for_each_season() -> None:
    """Names need 8 · 6.3 + 12 = 62.4, so that a column has 277.8; of long ones 300 at most."""
    field = HeatMap(
        rows=["as it is", "k=1"],
        columns=["1997", "1998"],
        cells={(0, 0): 0, (0, 1): 0, (1, 0): -0.02, (1, 1): 0.01},
        chosen=frozenset({(1, 0)}),
    )
    assert marks(heat_map_svg(field, "framed: chosen")) == PICTURES["heat map"]
    long = HeatMap(rows=["r" * 60], columns=["1997"], cells={(0, 0): 0})
    assert marks(heat_map_svg(long))[2] == f"level 294 37 {'r' * 60}"


def test_a_distribution_has_steps_from_the_floor_and_back() -> None:
    """190 for the share of 1, 3.76 a point; a class that nobody is in lies on the floor."""
    shown = [
        Distribution(name="then", width=50, classes=[(1500, 3), (1550, 1)]),
        Distribution(name="now", width=50, classes=[(1500, 8)]),
        Distribution(name="gap", width=50, classes=[(1500, 1), (1600, 1)]),
        Distribution(name="nobody", width=50, classes=[]),
    ]
    assert marks(distribution_svg(shown)) == PICTURES["distribution"]


def test_yearly_means_lie_between_the_quarters() -> None:
    """Of Ingo numbers the lower one is above: 170 for 105.8 to 184.2, the margins included."""
    years = [
        YearEnd(year=1990, mean=150, lower=120, upper=180, players=10),
        YearEnd(year=1992, mean=140, lower=110, upper=170, players=11),
    ]
    sides = [
        YearlyMeans(name="one", years=years[:1]),
        YearlyMeans(name="Ingo", years=years, downwards=True),
    ]
    assert marks(yearly_means_svg(sides)) == PICTURES["yearly means"]


def test_every_thirteenth_year_is_too_many() -> None:
    """Of 1990 to 2002 every second one; both parts of the chart have them."""
    ingo = side("Ingo", 90, downwards=True)
    drawn = marks(yearly_means_svg([side("DWZ", 90), ingo]))
    assert years_of(drawn) == [str(it) for it in range(1990, 2003, 2)] * 2
    assert drawn[0] == "420"


def side(name: str, mean: float, *, downwards: bool = False) -> YearlyMeans:
    """A mean of 1990 and 2002, between quarters 10 below and above it."""
    years = [
        YearEnd(year=it, mean=mean, lower=mean - 10, upper=mean + 10, players=1)
        for it in (1990, 2002)
    ]
    return YearlyMeans(name=name, years=years, downwards=downwards)


def years_of(drawn: list[str]) -> list[str]:
    return [it.split()[-1] for it in drawn if it.startswith("middle")]


@pytest.mark.parametrize(("other", "plots"), [(1500, 1), (1509, 1), (1511, 2), (900, 2)])
def test_means_that_share_most_of_their_range_are_compared_in_one_plot(other, plots) -> None:
    """1490 to 1510 and 1499 to 1519 share 11 of 20, 1501 to 1521 only 9."""
    drawn = marks(yearly_means_svg([side("one", 1500), side("other", other)]))
    assert len(years_of(drawn)) == plots * 7
    assert drawn[0] == f"{20 + plots * 200}"


def test_a_calibration_lies_beside_the_diagonal() -> None:
    """500 for a point upwards from 0.4 on, 1128 across; √(25/100) makes a radius of 2 + 7/2."""
    bands = [
        Band(expected=0.6, scored=0.42, games=25),
        Band(expected=0.75, scored=0.8, games=100),
    ]
    shown = [Calibration(name="none", bands=[]), Calibration(name="sure", bands=bands)]
    assert marks(calibration_svg(shown)) == PICTURES["calibration"]


CAREER = [
    (date(2000, 1, 1), 150, "ingo-1960", "Ingo"),
    (date(2001, 1, 1), 140, "ingo-1960", "Ingo"),
    (date(2002, 1, 1), 1700, "dwz-1995", "DWZ"),
    (date(2004, 1, 1), 1720, "dwz-1995", "DWZ"),
]
"""After 0, 366, 731 and 1461 days."""


def test_careers_are_lines_of_steps_a_part_for_each_scale() -> None:
    """601.1 is the last day of all; the parts have 240 for their figures and 6 % on both sides."""
    one, other = (
        [
            CareerPoint(day=day, figure=figure, scale=scale, lower_is_stronger=scale == "Ingo")
            for day, figure, _, scale in figures
        ]
        for figures in (CAREER, [(date(2003, 1, 1), 1760, "", "DWZ")])
    )
    drawn = careers_svg(
        [PlayerCareer(name="a", figures=one), PlayerCareer(name="b", figures=other)]
    )
    assert marks(drawn) == PICTURES["careers"]
    name = 'Tables, "<Bobby> & sons'
    within = marks(careers_svg([PlayerCareer(name=name, figures=_within_a_year())]))
    assert {"from 54 282 1990-02-01", "level 601.1 282 1990-09-01"} <= {*within}
    assert f"key 70 14 {name}" in within
    long = [CareerPoint(day=date(it, 1, 1), figure=1, scale="DWZ") for it in (1980, 1989)]
    years = marks(careers_svg([PlayerCareer(name="a", figures=long)]))
    named = [it[-4:] for it in years if it.startswith("year")]
    assert named == ["1981", "1983", "1985", "1987"], "the end of 1988 is named as a day"
    assert "level 601.1 282 1989-01-01" in years


def test_what_has_no_course_is_no_picture() -> None:
    """Figures of one day, one year, no band."""
    year = YearEnd(year=1990, mean=150, lower=120, upper=180, players=10)
    assert careers_svg([PlayerCareer(name="a", figures=_within_a_year()[:1])]) == ""
    assert yearly_means_svg([YearlyMeans(name="Ingo", years=[year])]) == ""
    assert calibration_svg([Calibration(name="a", bands=[])]) == ""


def _within_a_year() -> list[CareerPoint]:
    days = date(1990, 2, 1), date(1990, 9, 1)
    return [CareerPoint(day=day, figure=1500, scale="DWZ") for day in days]


def _career(**further: Any) -> list[CareerPoint]:
    return [
        CareerPoint(
            day=day,
            figure=figure,
            rulebook=book,
            scale=scale,
            lower_is_stronger=scale == "Ingo",
            title="Cup",
            text=str(figure),
            href="/cup",
            **({} if scale == "Ingo" else further),
        )
        for day, figure, book, scale in CAREER
    ]


def test_the_chart_of_a_player_has_line_marks_and_bars() -> None:
    """612.7 is the last day, 110 the height, 22 that of the highest bar, in the middle at 178."""
    *points, last = _career(points=3, expected=2)
    points.append(attrs.evolve(last, points=1, expected=1.5))
    published = (date(1999, 1, 1), date(2000, 7, 2), date(2003, 1, 1), date(2004, 1, 2))
    drawn = career_svg(Career(points=points, published=published), language("en"))
    assert marks(drawn) == PICTURES["career"]
    alone = career_svg(Career(points=_career()[1:]), language("en"))
    assert "line M54 81H240.2" in marks(alone)
    titles = re.findall("<title>(.*?)</title>", drawn)
    assert titles[1:3] == ["1 Jan 2001, Cup: 140", "1 Jan 2002, Cup: 1700 (3 : 2)"]


def test_a_chart_within_a_year_names_both_days_and_is_as_high_as_it_has_ratings() -> None:
    """110 at least, 14 for each from 8 on, 164 at most; without bars 8 more, and 24 below."""
    first = CareerPoint(
        day=date(2026, 1, 1), figure=1500, rulebook="dwz", scale="DWZ", lower_is_stronger=False
    )
    last = attrs.evolve(first, day=date(2026, 4, 11), figure=1600)
    drawn = career_svg(Career(points=[first, last]), language("en"))
    assert marks(drawn) == PICTURES["career within a year"]
    higher = attrs.evolve(last, figure=1610)
    for ratings, height in ((2, 168), (8, 170), (9, 184), (12, 222), (40, 222)):
        drawn = career_svg(Career(points=[first] * (ratings - 1) + [higher]), language("en"))
        assert marks(drawn)[0] == str(height)
        assert drawn.count("grid") == (3 if ratings == 2 else 5)
    for letters, kinds in (
        (44, ["eraname"]),
        (45, ["eraname inner"]),
        (71, ["eraname inner"]),
        (72, []),
    ):
        named = [attrs.evolve(it, rulebook="X" * letters) for it in (first, last)]
        drawn = career_svg(Career(points=named), language("en"))
        assert re.findall(r'"(eraname.*?)" x="59', drawn) == kinds
    assert career_svg(Career(points=[first, first]), language("en")) == ""
    until = date(2038, 5, 1)  # twelve years begin in between; the day stands for the last one
    drawn = career_svg(Career(points=[first, last], until=until), language("en"))
    named = ["2028", "2030", "2032", "2034", "2036"]
    assert re.findall('class="year" x[^>]*>(.*?)<', drawn) == named
    assert re.findall('class="level" x="630.0"[^>]*>(.*?)<', drawn) == ["1 May 2038"]
    assert drawn.count("V144") == 6  # with a line for 2038
    drawn = career_svg(Career(points=[first, last], until=until), language("en"), width=400)
    assert re.findall('class="year" x[^>]*>(.*?)<', drawn) == ["2029", "2032"]
    assert re.findall('class="level" x="390.0"[^>]*>(.*?)<', drawn) == ["1 May 2038"]
    assert re.findall('class="chart slim" viewBox="0 0 400 (.*?)"', drawn) == ["222"]
    begun, ended = date(2000, 1, 2), date(2005, 12, 20)  # the line goes on into the next year
    drawn = career_svg(
        Career(points=[attrs.evolve(first, day=begun), attrs.evolve(last, day=ended)]),
        language("en"),
    )
    assert re.findall('class="year" x[^>]*>(.*?)<', drawn) == ["2001", "2002", "2003", "2004"]
    assert re.findall('class="level" x="612.7"[^>]*>(.*?)<', drawn) == ["20 Dec 2005"]
    until = date(2026, 11, 29)
    drawn = career_svg(Career(points=[first, last], until=until), language("en"))
    assert "29 Nov 2026" in drawn
    for marked, ratings in ((150, 150), (0, 151)):
        drawn = career_svg(Career(points=[first] * (ratings - 1) + [last]), language("en"))
        assert drawn.count("<circle") == marked


def test_a_badge_is_as_wide_as_its_letters() -> None:
    """4 · 7.2 + 18 = 47 and 7 · 7.2 + 18 = 68 pixels."""
    drawn = badge_svg("Anna", "1500-10", "dwz")
    assert 'width="115" height="24" viewBox="0 0 115 24"' in drawn
    assert "M47 0h64a" in drawn
    assert [it.split('"')[0] for it in drawn.split('<text x="')[1:]] == ["9", "56"]


def test_charts_lie_below_each_other() -> None:
    """With margins of 12 and 26 for each title, colours inside; empty ones are left out."""
    whole = standalone([("One", chart(86, "", [])), ("None", ""), ("Two", chart(50, "", []))])
    root = ET.fromstring(whole)  # noqa: S314
    assert root.attrib["viewBox"] == "0 0 652 224"
    assert b"fill:" in whole
    assert b"var(" not in whole
    assert b"prefers-color-scheme" not in whole
    assert re.findall(r'x="54" y="(\d+)">(\w+)', whole.decode()) == [("28", "One"), ("152", "Two")]
    assert re.findall(r'x="0" y="(\d+)" width="640" height="(\d+)"', whole.decode()) == [
        ("38", "86"),
        ("162", "50"),
    ]


def test_a_chart_up_to_today_ends_there_and_names_its_best_rating() -> None:
    """300 days for 576 pixels: 1600 after 100 days at 246, and 1580 after 200 up to the edge.

    1492 to 1608 have 110 pixels: 1600 is at 136 − 102.4, and its number is 9 above.
    """
    first = CareerPoint(
        day=date(2026, 1, 1), figure=1500, rulebook="dwz", scale="DWZ", lower_is_stronger=False
    )
    best = attrs.evolve(first, day=date(2026, 4, 11), figure=1600)
    last = attrs.evolve(first, day=date(2026, 7, 20), figure=1580)
    career = Career(points=[first, best, last], until=date(2026, 10, 28))
    drawn = [each for each in marks(career_svg(career, language("en"))) if "peak" in each]
    assert [each.split()[2:4] for each in drawn] == [["246", "24.6"]]
    assert drawn[0].endswith("1600")
    assert "H438V" in "".join(marks(career_svg(career, language("en"))))
    ingo = [attrs.evolve(it, lower_is_stronger=True) for it in (first, best, last)]
    text = career_svg(Career(points=ingo, until=date(2026, 10, 28)), language("en"))
    assert re.findall(r'peak"[^>]*>(\d+)<', text) == ["1500"]
