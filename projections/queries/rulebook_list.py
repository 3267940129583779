"""The rulebooks that a pool can adopt: their documents, and what can be chosen in each."""

from typing import Any

from projections.engine.registry import AnyRulebook, registered, usable_ones
from projections.queries.answer_types import ParameterRow, RulebookRow
from projections.rulebooks.readings import described


def rulebook_rows(name: str | None = None) -> list[RulebookRow]:
    """Every rulebook that can be used, or the one of a name.

    Raises :class:`~ledger.events.problems.Refused` where there is none of that name.
    """
    return [_row(each) for each in (usable_ones() if name is None else [registered(name)])]


def _row(book: AnyRulebook) -> RulebookRow:
    return {
        "rulebook": book.name,
        "document": book.document.title,
        "card": list(book.card_fields),
        "converts": sorted(book.conversions),
        "parameters": [
            ParameterRow(
                parameter=each.name,
                default=_plain(each.default),
                values=each.values,
                meaning=each.meaning,
            )
            for each in described(type(book.readings))
        ],
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
