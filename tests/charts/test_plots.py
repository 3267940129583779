"""The pictures of studies: what lies where, and that anybody's program can read them."""

import re
from datetime import date
from xml.etree import ElementTree as ET

import pytest

from projections.files.charts.accent import contrast
from projections.files.charts.career import Career, CareerPoint, career_svg
from projections.files.charts.careers import CareerFigure, PlayerCareer, careers_svg
from projections.files.charts.plots import standalone
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
    yearly_means_svg,
)
from projections.i18n.languages import language

SVG = "{http://www.w3.org/2000/svg}"


def read(drawn):
    """A chart as a file, read as XML."""
    return ET.fromstring(standalone([("Title", drawn)]))  # noqa: S314 - our own


def texts(drawn):
    return [each.text for each in read(drawn).iter(f"{SVG}text")]


def of_class(drawn, name, tag="path"):
    return [each for each in read(drawn).iter(f"{SVG}{tag}") if name in each.get("class", "")]


def numbers(text):
    return [float(each) for each in re.findall(r"-?[\d.]+", text)]


class TestCalibration:
    def test_who_scores_what_he_expects_lies_on_the_diagonal(self):
        bands = [Band(expected=share, scored=share, games=9) for share in (0.55, 0.7, 0.95)]
        drawn = calibration_svg([Calibration(name="sure", bands=bands)])
        (ideal,) = of_class(drawn, "ideal")
        x1, y1, x2, y2 = numbers(ideal.get("d"))
        for dot in of_class(drawn, "dot", "circle"):
            share = (float(dot.get("cx")) - x1) / (x2 - x1)
            assert float(dot.get("cy")) == pytest.approx(y1 + share * (y2 - y1), abs=0.2)

    def test_four_times_the_games_make_a_dot_of_which_the_radius_grows_twice_as_much(self):
        """2 + 7 · √(1/4) = 5.5 and 2 + 7 · 1 = 9."""
        bands = [
            Band(expected=0.6, scored=0.6, games=25),
            Band(expected=0.8, scored=0.7, games=100),
        ]
        drawn = calibration_svg([Calibration(name="a", bands=bands)])
        assert [dot.get("r") for dot in of_class(drawn, "dot", "circle")] == ["5.5", "9.0"]

    def test_nothing_forecast_is_no_picture(self):
        assert calibration_svg([Calibration(name="a", bands=[])]) == ""


class TestCareers:
    def figures(self, *pairs, scale="DWZ", lower=False):
        return [
            CareerFigure(day=date(year, 1, 1), figure=figure, scale=scale, lower_is_stronger=lower)
            for year, figure in pairs
        ]

    def test_the_stronger_player_is_above_on_either_scale(self):
        for lower, strong, weak in ((False, 1900, 1500), (True, 90, 150)):
            drawn = careers_svg(
                [
                    PlayerCareer(name="a", figures=self.figures((1990, strong), lower=lower)),
                    PlayerCareer(name="b", figures=self.figures((1995, weak), lower=lower)),
                ]
            )
            first, second = of_class(drawn, "dot", "circle")
            assert float(first.get("cy")) < float(second.get("cy"))

    def test_the_next_scale_begins_where_the_first_one_ends(self):
        ingo = self.figures((1990, 150), (1992, 140), scale="Ingo", lower=True)
        dwz = self.figures((1993, 1700), (1996, 1720))
        drawn = careers_svg([PlayerCareer(name="a", figures=[*ingo, *dwz])])
        before, after = of_class(drawn, "curve")
        assert numbers(before.get("d"))[-1] == numbers(after.get("d"))[0]

    def test_figures_of_one_day_are_no_course(self):
        assert careers_svg([PlayerCareer(name="a", figures=self.figures((1990, 1500)))]) == ""

    def test_a_career_within_a_year_shows_both_days(self):
        figures = [
            CareerFigure(day=date(1990, month, 1), figure=1500 + month, scale="DWZ")
            for month in (2, 9)
        ]
        shown = texts(careers_svg([PlayerCareer(name="a", figures=figures)]))
        assert {"1990-02-01", "1990-09-01"} <= set(shown)

    def test_a_name_that_looks_like_markup_is_a_name(self):
        name = 'Tables, "<Bobby> & sons'
        drawn = careers_svg([PlayerCareer(name=name, figures=self.figures((1990, 1), (1991, 2)))])
        assert name in texts(drawn)


class TestDistribution:
    def test_every_outline_holds_everybody_once(self):
        """Shares as heights: 1/4 and 3/4 of the first, all of the second in one class."""
        shown = [
            Distribution(name="then", width=50, classes=[(1500, 1), (1550, 3)]),
            Distribution(name="now", width=50, classes=[(1600, 8)]),
        ]
        then, now = (numbers(each.get("d")) for each in of_class(distribution_svg(shown), "curve"))
        floor = then[1]
        assert [floor - height for height in then[3:9:2]] == pytest.approx(
            [47.5, 47.5, 142.5], abs=0.2
        )
        assert floor - now[3] == pytest.approx(190, abs=0.2)

    def test_a_class_that_nobody_is_in_lies_on_the_floor(self):
        shown = [Distribution(name="now", width=50, classes=[(1500, 1), (1600, 1)])]
        (only,) = of_class(distribution_svg(shown), "curve")
        heights = numbers(only.get("d"))[1::2]
        floor = heights[0]
        assert [height == floor for height in heights] == [
            *(True, False, False, True),
            *(True, False, False, True),
        ]


class TestYearlyMeans:
    def test_of_ingo_numbers_the_lower_one_is_above(self):
        years = [
            YearEnd(year=1990, mean=150, lower=120, upper=180, players=10),
            YearEnd(year=1991, mean=140, lower=110, upper=170, players=11),
        ]
        drawn = yearly_means_svg([YearlyMeans(name="Ingo", years=years, downwards=True)])
        first, second = of_class(drawn, "dot", "circle")
        assert float(second.get("cy")) < float(first.get("cy"))

    def test_one_year_is_no_course(self):
        years = [YearEnd(year=1990, mean=150, lower=120, upper=180, players=10)]
        assert yearly_means_svg([YearlyMeans(name="Ingo", years=years)]) == ""


class TestHeatMap:
    FIELD = HeatMap(
        rows=["as it is", "k=1"],
        columns=["1997", "1998"],
        cells={(0, 0): 0, (0, 1): 0, (1, 0): -0.02, (1, 1): 0.01},
        chosen=frozenset({(1, 0)}),
    )

    def test_the_names_lie_inside_of_the_picture(self):
        drawn = heat_map_svg(self.FIELD, "Season")
        _, _, _, height = numbers(re.search('viewBox="([^"]+)"', drawn)[1])
        heights = numbers(" ".join(re.findall(r'<text[^>]* y="([^"]+)"', drawn)))
        assert 0 < min(heights) < max(heights) < height

    def test_what_costs_less_and_what_costs_more(self):
        drawn = heat_map_svg(self.FIELD)
        (less,), (more,) = of_class(drawn, "cheaper", "rect"), of_class(drawn, "dearer", "rect")
        assert (less.get("fill-opacity"), more.get("fill-opacity")) == ("1.00", "0.50")

    def test_a_frame_lies_round_the_cell_that_was_chosen(self):
        drawn = heat_map_svg(self.FIELD)
        (frame,), (less,) = of_class(drawn, "chosen", "rect"), of_class(drawn, "cheaper", "rect")
        assert all(frame.get(edge) == less.get(edge) for edge in ("x", "y", "width", "height"))


class TestStandalone:
    def test_the_colours_are_in_the_file(self):
        content = standalone([("One", heat_map_svg(TestHeatMap.FIELD))])
        assert b"var(" not in content
        assert b"prefers-color-scheme" not in content

    def test_charts_lie_below_each_other(self):
        one = heat_map_svg(TestHeatMap.FIELD)
        whole = ET.fromstring(standalone([("One", one), ("Two", one), ("None", "")]))  # noqa: S314
        places = [float(each.get("y")) for each in whole.findall(f"{SVG}svg")]
        (height,) = {float(each.get("height")) for each in whole.findall(f"{SVG}svg")}
        assert len(places) == 2
        assert places[1] > places[0] + height


def test_a_career_has_a_line_for_each_new_year_and_room_behind_its_last_rating():
    """The axis reaches from 54 to 630; the last three hundredths are behind the last mark."""
    points = [
        CareerPoint(
            day=date(1995 + year, 7, 1),
            figure=1500 + 10 * year,
            rulebook="dwz-1995",
            scale="dwz",
            lower_is_stronger=False,
        )
        for year in range(4)
    ]
    drawn = career_svg(Career(points=points), language("en"))
    assert [it for it in texts(drawn) if it in {"1995", "1996", "1997", "1998"}] == [
        "1996",
        "1997",
        "1998",
    ]
    places = [float(it) for it in re.findall(r'cx="([\d.]+)"', drawn)]
    assert (places[0], places[-1]) == pytest.approx((54, 630 - 0.03 * 576), abs=0.1)


@pytest.mark.parametrize(
    ("colour", "expected"), [((255, 0, 0), 3.998), ((0, 255, 0), 1.372), ((0, 0, 255), 8.592)]
)
def test_a_colour_is_as_light_as_the_eye_takes_it(colour, expected):
    """Against white; WCAG 2.2 gives red 0.2126, green 0.7152 and blue 0.0722 of the light."""
    assert contrast(colour, (255, 255, 255)) == pytest.approx(expected, abs=0.001)
