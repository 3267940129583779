"""A season in review as a file: one page of HTML that needs nothing else, or a PDF of it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ledger.events.messages import marked
from projections.files.charts.plots import inside_a_document, spreads
from projections.files.charts.study_charts import distribution_svg
from projections.files.documents.files import ExportedFile, writer_of_form
from projections.files.documents.formats import as_pdf, page
from projections.files.documents.sheet_table import SheetTable
from projections.i18n.languages import Language
from projections.queries.answer_types import SeasonReview
from projections.queries.columns import (
    AGES,
    GAINS,
    MOST_GAMES,
    PODIUMS,
    UNBEATEN,
    UPSETS,
    Spelling,
)
from projections.queries.presentation import WITHHELD


def review_as(review: SeasonReview, form: str, spoken: Language, title: str) -> ExportedFile:
    """A review as ``html`` or ``pdf``, under the title of its list.

    Raises :class:`~ledger.events.problems.Refused` for another form, and for ``pdf`` if what
    draws it is not installed.
    """
    return ExportedFile(writer_of_form(_FORMS, form)(_page(review, spoken, title)))


_FORMS: Mapping[str, Callable[[str], bytes]] = {"html": str.encode, "pdf": as_pdf}


def _page(review: SeasonReview, spoken: Language, title: str) -> str:
    drawn = (
        "" if review["player"] else distribution_svg(spreads(review["distribution"], spoken.day))
    )
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
        about=_name(review["name"], spoken) if review["player"] else title,
        days=f"{spoken.day(review['first'])} – {spoken.day(review['last'])}",
        counts=counts,
        sections=[each for each in _sections(review, spoken) if each.rows],
        chart_title=said("Ratings then and now"),
        chart=inside_a_document(drawn),
    )


def _name(name: str | None, spoken: Language) -> str:
    return spoken.translate_text(WITHHELD) if name is None else name


def _sections(review: SeasonReview, spoken: Language) -> Iterator[SheetTable[Any]]:
    own = review["player"] is not None
    spelling = Spelling(spoken, review["rulebook"], decimals=0)
    upsets = UPSETS.named(["winner", "loser", "title", "expected"])
    for heading, columns, rows in (
        (marked("Rating") if own else marked("Largest gains"), GAINS, review["gains"]),
        (marked("Podiums"), PODIUMS, review["podiums"]),
        (marked("Upsets"), upsets, review["upsets"]),
        (
            marked("Opponents met most often") if own else marked("Most games"),
            MOST_GAMES,
            review["most_games"],
        ),
        (marked("Longest unbeaten runs"), UNBEATEN, review["unbeaten"]),
        (
            marked("Youngest opponents") if own else marked("Youngest players"),
            AGES,
            review["youngest"],
        ),
        (marked("Oldest opponents") if own else marked("Oldest players"), AGES, review["oldest"]),
    ):
        yield SheetTable(spoken.translate_text(heading), columns.people_read(), rows, spelling)
