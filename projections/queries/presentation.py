"""Presentation of answers for people, in any medium: terminal, page or file."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import chain

from ledger.events.messages import marked
from ledger.importing.ports import KnownPlayer
from projections.engine.registry import usable, usable_rulebooks
from projections.queries.answer_types import Card, EvaluationRow, KnownPlayerRow, PoolRating
from projections.rulebooks.document import Document
from projections.rulebooks.evaluation import PrintedColumn

WITHHELD = marked("(withheld)")
MEMBERSHIPS: Mapping[str, str] = {
    "transfer": marked("Transfers"),
    "new": marked("New"),
    "joined": marked("Day of joining added"),
    "left": marked("Left"),
    "deceased": marked("Deceased"),
    "passive": marked("Passive"),
    "gone": marked("Gone without a word"),
}
"""The headings of the changes that a list of memberships brings, in their order."""
_BEHIND_A_RATING: Mapping[str, str] = {
    "index": marked("The number behind a rating is its index, the number of evaluations."),
    "count": marked("The number behind a rating is the number of its evaluations."),
}
"""The meaning of the fields of a card that stand behind its rating."""


def display_name(name: str | None) -> str:
    """Return a display name."""
    return WITHHELD if name is None else name


def format_card(card: Card | None, rulebook: str | None = None) -> str:
    """Format a card in its system's notation, for example a DWZ as 1873-42.

    ``rulebook`` is tried first; otherwise the card's fields identify its rulebook.
    """
    if card is None:
        return ""
    first = usable(rulebook)
    for book in chain([] if first is None else [first], usable_rulebooks()):
        if set(card) == set(book.card_fields):
            return book.format_card(card)
    having = {
        book.card_fields: book for book in usable_rulebooks() if {*card} <= {*book.card_fields}
    }
    if len(having) == 1:  # a card that was decided may leave out a field
        ((fields, book),) = having.items()
        return book.format_card({**dict.fromkeys(fields), **card})
    return ", ".join(f"{key} {value}" for key, value in card.items())


def rulebook_name(rulebook: str | None) -> str:
    """The name under which players know a rulebook; its id if it has none, "" for no rulebook."""
    book = usable(rulebook)
    return (book.document.known_as if book is not None else "") or rulebook or ""


def rulebook_in_short(rulebook: str) -> str:
    """The name of a rulebook where there is little room: ``DWZ 1995``."""
    return rulebook.replace("-", " ").upper()


def columns_of(rulebook: str | None) -> Mapping[str, str]:
    """The columns of a table of a rulebook's evaluations: fields, by the paper's headings."""
    return book.columns if (book := usable(rulebook)) else {"before": "Before", "after": "After"}


def table_row(row: EvaluationRow, rulebook: str | None) -> EvaluationRow:
    """A row of a report with everything that :func:`columns_of` may name."""
    return book.table_row(row) if (book := usable(rulebook)) else row


def record_row(row: EvaluationRow) -> EvaluationRow:
    """A row of a player's record with what :func:`columns_of` its rulebook may name."""
    if not row.get("conversion"):
        return table_row(row, row["rulebook"])
    return {
        "tournament": f"converted ({row['event']})",
        "ended_on": row["ended_on"],
        "before": format_card(_card_in(row, "before")),
        "after": format_card(_card_in(row, "after"), row["rulebook"]),
    }


def in_force_from(row: EvaluationRow) -> str:
    """Return the day from which the rating after an evaluation holds: its list's, or its own."""
    return str(row.get("list") or row["ended_on"])


def _card_in(row: EvaluationRow, when: str) -> Card | None:
    own = {key: value for key, value in row.items() if key.endswith(f"_{when}")}
    return {key.removesuffix(f"_{when}"): value for key, value in own.items()} or None


def printed_columns(rulebook: str | None) -> Sequence[PrintedColumn]:
    """The columns that a rulebook's evaluations are printed with; none: its rows' own fields."""
    return book.printed if (book := usable(rulebook)) else ()


def symbols_of(rulebook: str | None) -> Mapping[str, str]:
    """The symbols that a rulebook's steps use, in words."""
    return book.symbols if (book := usable(rulebook)) else {}


def first_rating_of(rulebook: str | None) -> tuple[int, str] | None:
    """The games that a first rating needs, and all conditions; None: it needs no number."""
    return book.first_rating if (book := usable(rulebook)) else None


def highest_first_of(rulebook: str | None) -> tuple[int, str] | None:
    """The highest first rating, and its paragraph; None: there is no limit."""
    return book.highest_first if (book := usable(rulebook)) else None


def pooling_of(rulebook: str | None) -> tuple[str, str] | None:
    """The paragraphs by which games of an unrated player are kept, and by which they are not."""
    return book.pooling if (book := usable(rulebook)) else None


def pooled_until(rulebook: str | None, listed_on: date) -> date | None:
    """The last day on which games on a list serve for a first rating; None: on that day only."""
    return book.pooled_until(listed_on) if (book := usable(rulebook)) else None


def exceptional_rule_of(rulebook: str | None) -> str | None:
    """The paragraph by which exceptional performances count in place of ratings, if there is."""
    return book.exceptional if (book := usable(rulebook)) else None


def paragraphs_of(rulebook: str | None) -> Mapping[str, str]:
    """The contents of the paragraphs of a rulebook, by their citations in audits."""
    document = book.document if (book := usable(rulebook)) else None
    return {} if document is None else _contents(document)


_FOR_MAINTAINERS = re.compile(r" \((?:SOURCE\.md[^)]*|[A-Z]\d+(?:, [A-Z]\d+)*)\)")


@cache
def _contents(document: Document) -> Mapping[str, str]:
    """Return what each paragraph is about, in the edition that has its text."""
    registers = {each.edition: each.paragraphs() for each in document.editions}
    found = {}
    for number, entry in registers[document.edition].items():
        place, text = number, entry
        while text["is"] == "as":
            place = text.get("paragraph", place)
            text = registers[text["edition"]][place]
        about = "; ".join(text[key] for key in ("says", "why") if key in text)
        found[f"{document.short} {number}"] = _FOR_MAINTAINERS.sub("", about)
    return found


def leading_field(rulebook: str | None) -> str | None:
    """Return the field of a card that is the figure; None if there is no such rulebook."""
    return book.card_fields[0] if (book := usable(rulebook)) else None


def lower_is_stronger(rulebook: str | None) -> bool:
    """True if a lower figure is the better one, as an Ingo number is."""
    return (book := usable(rulebook)) is not None and book.lower_is_stronger


def reading_help(rulebook: str | None) -> Sequence[str]:
    """The sentences that a reader of a list needs to read the ratings of a rulebook."""
    fields = book.card_fields if (book := usable(rulebook)) else ()
    better = [marked("A lower number is better.")] if lower_is_stronger(rulebook) else []
    return [*better, *(text for field, text in _BEHIND_A_RATING.items() if field in fields)]


def typed_example(rulebook: str | None) -> str:
    """Return an example of a rating as it is typed; "" if the rulebook is unknown."""
    return book.typed_example if (book := usable(rulebook)) else ""


def scale_of(rulebook: str | None) -> str:
    """Return the scale of a rulebook's figures; figures on different scales cannot be compared."""
    return book.scale if (book := usable(rulebook)) else ""


def step_of(points: Iterable[float]) -> str:
    """The smallest step of a column of points: ``half``, less (``part``), or "" for whole ones."""
    rests = {each % 1 for each in points}
    return "part" if rests - {0, 0.5} else "half" if 0.5 in rests else ""


def steps_of(rows: Iterable[Sequence[float]]) -> Sequence[str]:
    """The smallest step of each column of some rows."""
    return [step_of(column) for column in zip(*rows, strict=True)]


@cache
def fold(field: str) -> str:
    """The class by which a column of evaluations is left out where there is little room."""
    last = field.rsplit("_", maxsplit=1)[-1]
    if last == "before":
        return " f0"
    if last in ("after", "change") and field != "grade_after":
        return ""
    return " f1" if field in ("points", "games", "played", "expected") else " f2"


def decimals_of(figures: Iterable[float | None]) -> int:
    """The decimals that a column of figures needs, two at most."""
    written = (f"{each:.2f}".rstrip("0") for each in figures if each is not None)
    return max((len(each.partition(".")[2]) for each in written), default=0)


def as_known(players: Iterable[KnownPlayerRow]) -> Mapping[str, KnownPlayer]:
    """Return the public data of players, by their ids, as an import needs them."""
    return {
        row["player"]: KnownPlayer(
            name=row["name"],
            birth_year=row["birth_year"],
            club=row["club"],
            figure=_figures(row["figures"]),
            last_tournament=row["last_tournament"],
        )
        for row in players
    }


def _figures(held: Sequence[PoolRating]) -> str | None:
    """Return the figure; with several pools, each with its name."""
    if len(held) == 1:
        return format_card(held[0]["card"])
    return ", ".join(f"{each['pool']} {format_card(each['card'])}" for each in held) or None
