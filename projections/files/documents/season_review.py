"""A season in review as a file: one page of HTML that needs nothing else, or a PDF of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs
from markupsafe import Markup

from projections.files.charts.plots import review_spreads, standalone
from projections.files.charts.study_charts import distribution_svg
from projections.files.documents.document import Table
from projections.files.documents.files import ExportedFile, writer_of_form
from projections.files.documents.formats import Speech, as_pdf, page
from projections.queries.answer_types import AgeRow, RunRow, SeasonReview, Upset
from projections.queries.presentation import WITHHELD


@attrs.frozen
class Section:
    """A part of the review: a heading and a table."""

    heading: str
    table: Table


def review_as(review: SeasonReview, form: str, spoken: Speech) -> ExportedFile:
    """A review as ``html`` or ``pdf``.

    Raises :class:`~ledger.events.problems.Refused` for another form, and for ``pdf`` if what
    draws it is not installed.
    """
    return ExportedFile(writer_of_form(_FORMS, form)(_page(review, spoken)))


_FORMS: Mapping[str, Callable[[str], bytes]] = {"html": str.encode, "pdf": as_pdf}


def _page(review: SeasonReview, spoken: Speech) -> str:
    drawn = "" if review["player"] else distribution_svg(review_spreads(review, spoken.day))
    said = spoken.translate_text
    counts = (
        (said("Tournaments"), review["tournaments"]),
        (said("Games"), review["games"]),
        *(() if review["player"] else ((said("Players"), review["players"]),)),
    )
    return page(
        "season_review.html",
        review=review,
        language=spoken.code,
        title=said("Season in review"),
        about=_name(review["name"], spoken) if review["player"] else review["pool"],
        days=f"{spoken.day(review['first'])} – {spoken.day(review['last'])}",
        counts=counts,
        sections=[each for each in _sections(review, spoken) if each.table.rows],
        chart_title=said("Ratings then and now"),
        chart=Markup(standalone([("", drawn)]).decode()) if drawn else "",  # noqa: S704 - our own
    )


def _name(name: str | None, spoken: Speech) -> str:
    return spoken.translate_text(WITHHELD) if name is None else name


def _sections(review: SeasonReview, spoken: Speech) -> Iterator[Section]:
    said, own = spoken.translate_text, review["player"] is not None
    yield _section(
        said("Rating") if own else said("Largest gains"),
        [said("Name"), said("Before"), said("After"), said("Change")],
        [
            (
                _name(row["name"], spoken),
                spoken.number(row["before"], 0),
                spoken.number(row["after"], 0),
                spoken.signed(row["change"], 0),
            )
            for row in review["gains"]
        ],
    )
    yield _upsets(review["upsets"], spoken)
    yield _section(
        said("Opponents met most often") if own else said("Most games"),
        [said("Name"), said("Games"), said("Points")],
        [
            (_name(row["name"], spoken), str(row["games"]), spoken.points(row["points"]))
            for row in review["most_games"]
        ],
    )
    yield _unbeaten(review["unbeaten"], spoken)
    for heading, rows in _by_age(review, said):
        born = [(_name(row["name"], spoken), str(row["birth_year"])) for row in rows]
        yield _section(heading, [said("Name"), said("Born")], born)


def _section(
    heading: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]], words: int = 1
) -> Section:
    """A section whose first columns are ``words`` and the others numbers."""
    numbers = frozenset(range(words, len(columns)))
    return Section(heading, Table(tuple(columns), tuple(rows), numbers))


def _upsets(rows: Sequence[Upset], spoken: Speech) -> Section:
    said = spoken.translate_text
    return _section(
        said("Upsets"),
        [said("Winner"), said("Loser"), said("Tournament"), said("Expected")],
        [
            (
                _name(row["winner_name"], spoken),
                _name(row["loser_name"], spoken),
                row["title"],
                f"{spoken.number(100 * row['expected'], 0)} %",
            )
            for row in rows
        ],
        words=3,
    )


def _unbeaten(rows: Sequence[RunRow], spoken: Speech) -> Section:
    said = spoken.translate_text
    return _section(
        said("Longest unbeaten runs"),
        [said("Name"), said("Games"), said("Won"), said("Drawn"), said("From"), said("To")],
        [
            (
                _name(row["name"], spoken),
                *(str(row[field]) for field in ("games", "wins", "draws")),
                spoken.day(row["first"]),
                spoken.day(row["last"]),
            )
            for row in rows
        ],
    )


def _by_age(
    review: SeasonReview, said: Callable[[str], str]
) -> Iterator[tuple[str, Sequence[AgeRow]]]:
    if review["player"] is None:
        yield said("Youngest players"), review["youngest"]
        yield said("Oldest players"), review["oldest"]
    else:
        yield said("Youngest opponents"), review["youngest"]
        yield said("Oldest opponents"), review["oldest"]
