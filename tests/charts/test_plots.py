"""The pictures of studies: what lies where, and that anybody's program can read them."""

import re
from datetime import date
from xml.etree import ElementTree as ET

import pytest

from projections.files.charts.accent import contrast
from projections.files.charts.career import CareerPoint
from projections.files.charts.careers import PlayerCareer, careers_svg
from projections.files.charts.panel import axis
from projections.files.charts.plots import standalone
from projections.files.charts.study_charts import (
    Calibration,
    HeatMap,
    YearEnd,
    YearlyMeans,
    calibration_svg,
    heat_map_svg,
    yearly_means_svg,
)

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
    def test_nothing_forecast_is_no_picture(self):
        assert calibration_svg([Calibration(name="a", bands=[])]) == ""


class TestCareers:
    def figures(self, *pairs, scale="DWZ", lower=False):
        return [
            CareerPoint(day=date(year, 1, 1), figure=figure, scale=scale, lower_is_stronger=lower)
            for year, figure in pairs
        ]

    def test_figures_of_one_day_are_no_course(self):
        assert careers_svg([PlayerCareer(name="a", figures=self.figures((1990, 1500)))]) == ""

    def test_a_name_that_looks_like_markup_is_a_name(self):
        name = 'Tables, "<Bobby> & sons'
        drawn = careers_svg([PlayerCareer(name=name, figures=self.figures((1990, 1), (1991, 2)))])
        assert name in texts(drawn)


class TestYearlyMeans:
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


class TestStandalone:
    def test_the_colours_are_in_the_file(self):
        content = standalone([("One", heat_map_svg(TestHeatMap.FIELD))])
        assert b"var(" not in content
        assert b"prefers-color-scheme" not in content


@pytest.mark.parametrize(
    ("colour", "expected"), [((255, 0, 0), 3.998), ((0, 255, 0), 1.372), ((0, 0, 255), 8.592)]
)
def test_a_colour_is_as_light_as_the_eye_takes_it(colour, expected):
    """Against white; WCAG 2.2 gives red 0.2126, green 0.7152 and blue 0.0722 of the light."""
    assert contrast(colour, (255, 255, 255)) == pytest.approx(expected, abs=0.001)


def test_an_axis_of_one_value_has_it_at_its_start():
    assert axis(1500, 1500, 10, 200)(1500) == 10
    assert axis(1500, 1600, 10, 210)(1550) == 110
