"""The answers of studies and the records of players as pictures: what ``--plot`` writes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from html import escape
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from typing import Any

import attrs
from markupsafe import Markup

from ledger.events.problems import refusal
from projections.files.charts import study_charts
from projections.files.charts.career import MOST_MARKS, Career, CareerPoint
from projections.files.charts.careers import PlayerCareer, careers_svg
from projections.files.charts.final_table import crosstable_svg
from projections.files.charts.panel import LEFT, WIDTH
from projections.queries import answer_types as shapes
from projections.queries import presentation
from projections.study.answer_types import Comparison, Prediction, SideRow, SweepAnswer

# --- charts as separate SVG files: colours inside, always the light style ------------------------


MARGIN, HEADING = 12, 26
_VIEW = re.compile(r'<svg class="chart" viewBox="0 0 \S+ (?P<height>[\d.]+)"')
_COLOUR = re.compile(r"(--[\w-]+):\s*(#\w+)")
_USED = re.compile(r"var\((--[\w-]+)\)")
_OF_SERIES = re.compile(r"^([^{}\n]+) \{ (fill|stroke): currentcolor;", re.MULTILINE)
SERIES = 8
_PAGES_ONLY = re.compile(r"^\.chart \{.*?\}\n|/\*.*?\*/\n", re.MULTILINE)


def standalone(charts: Sequence[tuple[str, str]]) -> bytes:
    """Charts with their titles, one below the other; those that are empty are left out.

    Few programs that draw SVG know CSS variables, so colours replace them (decision 0091).
    """
    parts, place = [], float(MARGIN)
    for title, drawn in charts:
        if not drawn:
            continue
        place += HEADING if title else 0
        height = _height(drawn)
        placed = f'<svg class="chart" x="0" y="{place:g}" width="{WIDTH}" height="{height:g}"'
        parts.append(
            f'<g class="chart"><text class="title" x="{LEFT:g}" y="{place - HEADING + 16:g}">'
            f"{escape(title, quote=False)}</text></g>"
        )
        parts.append(str.replace(drawn, '<svg class="chart"', placed, 1))
        place += height + MARGIN
    whole = f"{WIDTH + MARGIN} {place:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole}" width="{WIDTH + MARGIN}" '
        f'height="{place:g}" font-family="system-ui,Verdana,sans-serif">'
        f'<style>{_style()}</style><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>\n"
    ).encode()


def _height(drawn: str) -> float:
    found = _VIEW.search(drawn)
    if found is None:
        raise ValueError("this is not a chart of ours")
    return float(found["height"])


def _style() -> str:
    """The charts' stylesheet with the colours of the day in place of their names."""
    folder = files("projections.files.charts") / "static"
    by_day = (folder / "palette.css").read_text("utf-8").partition("@media")[0]
    colours = dict(_COLOUR.findall(by_day))
    rules = _PAGES_ONLY.sub("", (folder / "chart.css").read_text("utf-8"))
    rules = _OF_SERIES.sub(_of_each_series, rules)
    return _USED.sub(lambda used: colours[used[1]], rules)


def _of_each_series(rule: re.Match[str]) -> str:
    """A rule with the colour of each series in place of that of the text: WeasyPrint has none."""
    coloured = (
        f"{rule[1]}.series{it} {{ {rule[2]}: var(--series{it}); }}" for it in range(SERIES)
    )
    return f"{' '.join(coloured)}\n{rule[1]} {{"


MOST_SETTINGS = 40


def prediction_plot(document: Prediction) -> bytes:
    """The calibration of every forecaster of a prediction."""
    drawn = study_charts.calibration_svg(
        calibrations(document), "Expected score of the favourite", "Scored"
    )
    return standalone([(f"Calibration: {document['pool']}, {document['games']} games", drawn)])


def calibrations(document: Prediction) -> list[study_charts.Calibration]:
    """The bands of every forecaster of a prediction."""
    return [
        study_charts.Calibration(
            name=row["forecaster"],
            bands=[
                study_charts.Band(expected=it["expected"], scored=it["scored"], games=it["games"])
                for it in row["calibration"]
            ],
        )
        for row in document["forecasters"]
    ]


def comparison_plot(document: Comparison) -> bytes:
    """Inflation under both rulebooks, the figures then and now, and how far the lists differ."""
    sides = document["sides"]
    names = [name_of(side) for side in sides]
    then_and_now = [
        (f"Ratings then and now: {name}", study_charts.distribution_svg(spreads(side["spread"])))
        for name, side in zip(names, sides, strict=True)
    ]
    differences = [row["difference"] for row in document["rows"]]
    return standalone(
        [
            ("Mean rating at the end of the year, with the middle half of all players",
             study_charts.yearly_means_svg([*map(yearly_means, sides)])),
            *then_and_now,
            (f"Differences of {document['difference_of']}, above 0: better under {names[1]}",
             study_charts.histogram_svg(differences)),
        ]
    )  # fmt: skip


def inside_a_document(drawn: str) -> Markup:
    """A chart with its colours, as a part of a document; empty if nothing is drawn."""
    return Markup(standalone([("", drawn)]).decode() if drawn else "")  # noqa: S704 - our own


def name_of(side: SideRow) -> str:
    """A rulebook with the readings that were set."""
    chosen = ", ".join(f"{name}={value}" for name, value in side["parameters"].items())
    return f"{side['rulebook']} ({chosen})" if chosen else str(side["rulebook"])


def yearly_means(side: SideRow) -> study_charts.YearlyMeans:
    """The years of a side of a comparison, on the scale of the last one."""
    last = side["years"][-1]["rulebook"] if side["years"] else None
    years = [
        study_charts.YearEnd(
            year=row["year"],
            mean=row["mean"],
            lower=row["lower"],
            upper=row["upper"],
            players=row["players"],
        )
        for row in side["years"]
        if presentation.scale_of(row["rulebook"]) == presentation.scale_of(last)
    ]
    return study_charts.YearlyMeans(
        name=name_of(side), years=years, downwards=presentation.lower_is_stronger(last)
    )


def spreads(
    given: Sequence[shapes.SpreadRow], written: Callable[[str], str] = str
) -> list[study_charts.Distribution]:
    """The ratings then and now; ``written``: a day as it is shown."""
    return [
        study_charts.Distribution(
            name=written(each["on"]),
            width=each["width"],
            classes=[(row["from"], row["players"]) for row in each["classes"]],
        )
        for each in given
    ]


def sweep_plot(document: SweepAnswer) -> bytes:
    """Every season by itself: what each setting cost against the rulebook's own.

    Of more than forty settings, those that were chosen.
    """
    seasons = [row["season"] for row in document["seasons"]]
    chosen = [row["chosen"] for row in document["seasons"]]
    trials = document["trials"]
    if document["settings"] > MOST_SETTINGS:
        trials = [row for row in trials if row["setting"] in chosen]
    names = list(dict.fromkeys(setting_text(row["setting"]) for row in trials))

    def cell(setting: Mapping[str, Any], season: int) -> tuple[int, int]:
        return names.index(setting_text(setting)), seasons.index(season)

    field = study_charts.HeatMap(
        rows=names,
        columns=[str(season) for season in seasons],
        cells={cell(row["setting"], row["season"]): row["difference"] for row in trials},
        chosen=frozenset(map(cell, chosen, seasons)),
    )
    title = f"Log loss of every season, less that of {document['rulebook']} as it is"
    most = max((abs(row["difference"]) for row in trials), default=0)
    label = f"green: less, red: more, at most {most:.4f}; framed: chosen on the seasons before"
    return standalone([(title, study_charts.heat_map_svg(field, label))])


def setting_text(setting: Mapping[str, Any]) -> str:
    """Return the readings of a setting as they are given."""
    return ", ".join(f"{name}={value}" for name, value in setting.items()) or "as it is"


def crosstable_plot(table: shapes.FinalTable, points: Callable[[float], str]) -> bytes:
    """A tournament's crosstable as a picture; ``points`` writes a result.

    Raises :class:`~ledger.events.problems.Refused` for a table that is none.
    """
    drawn = crosstable_svg(table, points)
    if not drawn:
        message = "most of these players have not met: only a crosstable is drawn"
        raise refusal("no-crosstable", message, "plot")
    return standalone([(f"{table['name']}, {table['ended_on']}", drawn)])


def careers_plot(records: Sequence[shapes.PlayerRecord]) -> bytes:
    """The figures of players through time, from their records."""
    return standalone([("Rating history", careers_svg(player_careers(records)))])


def player_careers(
    records: Sequence[shapes.PlayerRecord], withheld: str = presentation.WITHHELD
) -> list[PlayerCareer]:
    """The lines of players in a chart, from their records; ``withheld``: in place of a name."""
    return [
        PlayerCareer(name=each["name"] or withheld, figures=career_of(each["history"]).points)
        for each in records
    ]


# --- converting a player's record to a chart -----------------------------------------------------


def career_of(
    history: Sequence[shapes.EvaluationRow],
    published: Sequence[str] = (),
    until: date | None = None,
    *,
    title: Callable[[shapes.EvaluationRow], str] = lambda _: "",
    reason: Callable[[shapes.EvaluationRow], str] = lambda _: "",
) -> Career:
    """The figures after each evaluation, oldest first; those without one are left out.

    It begins with the figure before the first evaluation, if that changed it.
    Where there are too many for a mark at each, none says what it is or where it leads;
    without a ``reason``, none leads anywhere.
    """
    rated: list[tuple[CareerPoint, shapes.EvaluationRow]] = []
    for rulebook, rows in groupby(history, key=itemgetter("rulebook")):
        rated += _points(rulebook, rows)
    start = [*_start(*rated[0])] if rated else []
    if len(rated) <= MOST_MARKS:
        points = [_marked(point, row, title(row), reason(row)) for point, row in rated]
    else:
        points = [point for point, _ in rated]
    days = [date.fromisoformat(day) for day in sorted(set(published))]
    return Career(points=[*start, *points], published=days, until=until)


def _start(point: CareerPoint, row: shapes.EvaluationRow) -> Iterator[CareerPoint]:
    """Yield the figure that a player had before his first evaluation, if it was another one."""
    before: float | None = row.get(f"{presentation.leading_field(point.rulebook)}_before")
    if before is not None and before != point.figure:
        yield attrs.evolve(point, figure=float(before), points=None, expected=None)


def _points(
    rulebook: str, rows: Iterable[shapes.EvaluationRow]
) -> Iterator[tuple[CareerPoint, shapes.EvaluationRow]]:
    """The figures under one rulebook, each with its row."""
    after, scale = f"{presentation.leading_field(rulebook)}_after", presentation.scale_of(rulebook)
    lower = presentation.lower_is_stronger(rulebook)
    for row in sorted(rows, key=presentation.in_force_from):
        if (figure := row.get(after)) is None:
            continue
        point = CareerPoint(
            day=date.fromisoformat(presentation.in_force_from(row)),
            figure=float(figure),
            rulebook=rulebook,
            scale=scale,
            lower_is_stronger=lower,
            points=row.get("points"),
            expected=row.get("expected"),
        )
        yield point, row


def _marked(point: CareerPoint, row: shapes.EvaluationRow, title: str, reason: str) -> CareerPoint:
    after = str(presentation.record_row(row).get("after") or "")
    return attrs.evolve(point, title=title, text=after, href=reason)
