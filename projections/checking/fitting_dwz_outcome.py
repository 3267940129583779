"""Whether what a DWZ audit comes to fits together: status and stage of the row, and the card."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.days import day_of, years_later
from projections.checking.question import events
from projections.checking.values import differing, steps_of, value_of

Document = Mapping[str, Any]
_STAGES = {"DWZ 4.7.3.1": 1, "DWZ 4.7.3.2": 2}
_RECORDED = ("rating_before", "index_before", "points", "games", "expected", "coefficient")
_RECORDED_AFTER = ("rating_after", "index_after")


def fitting(document: Document, row: Document) -> Iterator[str]:
    """What does not fit, in words."""
    yield from _status(document, row)
    yield from _stage(document, row)
    if not row["games_used"] and row["status"] == "rated":
        yield from _summary(document, row)
    else:
        yield from _empty_fields(row)
    yield from _card_after(document, row)


def fitting_without_row(document: Document) -> Iterator[str]:
    """A card set without a tournament holds from the day of what set it, as long as prescribed."""
    after = value_of(document, "card_after", {})
    if after.get("card") is None:
        return
    began = day_of(document, after["last_event"])
    if began is None:
        return
    until = years_later(began, document["parameters"]["validity_years"])
    lapsed = until is not None and until < document["ended_on"]
    yield from differing(
        [
            ("valid until", until, after["valid_until"]),
            ("status of the card", "lapsed" if lapsed else "valid", after["status"]),
        ]
    )
    if began != document["ended_on"] and not _goes_on(document, after):
        yield "the card after is neither of this day nor the one before"


def _goes_on(document: Document, after: Document) -> bool:
    """Whether the card after is the one before; a rulebook that began shows its own index."""
    before = value_of(document, "card_before", {})
    if not any(each["from_day"] == document["ended_on"] for each in events(document, "rulebook")):
        return bool(after == before)
    return all(after[key] == value_of(before, key, None) for key in ("figure", "last_event"))


def _status(document: Document, row: Document) -> Iterator[str]:
    """Rated with a figure before, first without one, residual with games that wait, else none."""
    del document
    if row["rating_after"] is not None and row["expected"] is not None:
        found = "first" if row["rating_before"] is None else "rated"
    else:
        found = "residual" if row["games_used"] else "none"
    yield from differing([("the status", found, row["status"])])


def _stage(document: Document, row: Document) -> Iterator[str]:
    """The stage is the one whose step says that the player joins it (DWZ 4.7.3)."""
    joined = [step["result"] for step in steps_of(document, "DWZ 2014 3.4.1", "DWZ 2026 3.4.1")]
    found = joined.index(True) + 1 if True in joined else None
    for step in steps_of(document, *_STAGES):
        found = _STAGES[step["rule"]] if step["result"] else found
    yield from differing([("the stage", found, row["stage"])])


def _summary(document: Document, row: Document) -> Iterator[str]:
    """An evaluation known by its summary stands as recorded, or with steps that correct it."""
    known = [
        each
        for each in events(document, "known evaluation")
        if each["tournament"] == document["tournament"]
    ]
    for each in known:
        corrected = row["opponents_mean"] is not None
        fields = ("points", "games") if corrected else (*_RECORDED, *_RECORDED_AFTER)
        yield from differing([(f"{field}", each.get(field), row[field]) for field in fields])
    for field in ("performance", "special", "stage"):
        yield from differing([(field, None, row[field])])


def _empty_fields(row: Document) -> Iterator[str]:
    """What the status leaves out."""
    empty = {
        "rated": ("stage",),
        "first": ("rating_before", "index_before", "coefficient", "special"),
        "residual": ("expected", "performance", "stage", "special", "coefficient"),
        "none": ("expected", "performance", "stage", "special", "coefficient", "opponents_mean"),
    }
    for field in empty.get(row["status"], ()):
        yield from differing([(field, None, row[field])])


def _card_after(document: Document, row: Document) -> Iterator[str]:
    """A new figure is the tournament's and holds as long as prescribed; else nothing changes."""
    before = value_of(document, "card_before", {})
    after = value_of(document, "card_after", {})
    evaluated = row["status"] in {"rated", "first"} and row.get("kept", True)
    if not evaluated:
        yield from differing([("the card that stays", before, after)])
        return
    years = document["parameters"]["validity_years"]
    until = years_later(document["ended_on"], years)
    yield from differing(
        [
            ("valid until", until, after["valid_until"]),
            ("what gave the card", document["tournament"], after["last_event"]),
            ("status of the card", "valid", after["status"]),
        ]
    )
