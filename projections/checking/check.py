"""An audit document worked through again, from the document alone.

Every step whose formula is known is recomputed from its given values; a symbol must keep its
value from step to step; and the steps must lead to the figures of the row and of the card.
"""

import json
import re
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

from projections.checking import dwz, dwz_2014, dwz_2026, egf, fide, ingo, lask, mgsz
from projections.checking.fitting import fitting
from projections.checking.formula import (
    CANNOT_TELL,
    FORMULAS,
    Formula,
    OneOf,
    Printed,
    system_of,
    unchecked,
)
from projections.checking.values import same, sayable, value_of

Document = Mapping[str, Any]
CHAPTERS = (dwz, dwz_2014, dwz_2026, egf, fide, ingo, lask, mgsz)
"""The modules that know formulas; importing them makes the formulas known."""

_IN_HTML = re.compile(r'<script type="application/json" id="audit">(.*?)</script>', re.DOTALL)
_IN_MARKDOWN = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
# What the row says by its fields, by the symbols of the steps.
_AT_FIRST = {
    "dwz": {"Ro": "rating_before", "index": "index_before", "W": "points", "n": "games"},
    "ingo": {
        "F": "number_before",
        "count": "count_before",
        "games": "games",
        "points": "points",
        "scored": "games",
    },
    "mgsz": {"C": "multiplier"},
    "egf": {"r": "gor_before", "class": "class", "con": "con", "bonus": "bonus"},
    "lask": {},
}
_READINGS = {
    "expectancy": "expectancy",
    "threshold": "special_threshold",
    "places": "f_decimals",
    "least": "min_games",
    "keep": "keep_mark_if_still_unbounded",
    "top": "top_band_width",
    "bottom": "bottom_band_width",
    "r": "first_correction",
    "t": "youth_divisor",
    "u": "brake_shift",
    "k_max": "k_max",
    "minimum": "minimum",
    "perfect_score": "perfect_score",
}


def document_in(text: str) -> dict[str, Any] | None:
    """The audit in a JSON, HTML or Markdown document; None where there is none."""
    inside = _IN_HTML.search(text)
    fenced = _IN_MARKDOWN.findall(text)
    if inside is not None:
        text = inside[1]
    elif fenced:
        text = fenced[-1]
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if _is_audit(found) else None


def _is_audit(found: Any) -> bool:
    """Whether it has the form of an audit, as far as the steps are concerned."""
    if not isinstance(found, dict) or not isinstance(found.get("steps"), list):
        return False
    parts = ("parameters", "row", "card_before", "card_after")
    return all(isinstance(found.get(part), (dict, NoneType)) for part in parts) and all(
        isinstance(step, dict)
        and step.keys() >= {"rule", "text", "given", "result"}
        and isinstance(step["rule"], str)
        and isinstance(step["given"], dict)
        for step in found["steps"]
    )


def checked(document: Document) -> dict[str, Any]:
    """What the checker finds: every step with its verdict, and whether the steps fit together.

    ``unchecked`` says that the rulebook is not known here; then no step is recomputed, and only
    row, cards and games are held against each other.
    """
    steps = list(_steps(document))
    misfits = list(fitting(document))
    verdicts = [step["verdict"] for step in steps]
    contradicted = verdicts.count("contradicted")
    said = unchecked(document)
    return {
        "player": document.get("player"),
        "tournament": document.get("tournament"),
        "confirmed": verdicts.count("confirmed"),
        "contradicted": contradicted,
        "not_known": verdicts.count("not known here"),
        "fits": not misfits,
        "holds": not (contradicted or misfits),
        "misfits": misfits,
        "steps": steps,
        **({} if said is None else {"unchecked": said}),
    }


def _steps(document: Document) -> Iterator[dict[str, Any]]:
    parameters = value_of(document, "parameters", {})
    known = _known_at_first(document, parameters)
    recomputed = unchecked(document) is None
    for number, step in enumerate(document["steps"], start=1):
        given, result = step["given"], step["result"]
        formula = FORMULAS.get((step["rule"], frozenset(given))) if recomputed else None
        verdict = {"step": number, "rule": step["rule"], "result": result}
        if formula is None:
            yield {**verdict, "verdict": "not known here", "found": None, "changed": []}
            continue
        changed = [
            name
            for name, value in given.items()
            if name not in formula.free and name in known and not same(known[name], value, name)
        ]
        found = _worked_out(formula, {**parameters, **known, **given})
        known |= {name: value for name, value in given.items() if name not in formula.free}
        known |= dict.fromkeys(formula.gives, result)
        yield {**verdict, **_verdict(found, result, changed), "changed": changed}


def _worked_out(formula: Formula, given: Mapping[str, Any]) -> Any:
    try:
        return formula.work(given)
    except (ArithmeticError, KeyError, LookupError, TypeError, ValueError) as error:
        return f"cannot be worked out: {error!r}"


def _verdict(found: Any, result: Any, changed: list[str]) -> dict[str, Any]:
    holds = found.fits(result) if isinstance(found, (Printed, OneOf)) else same(found, result)
    if not holds and found == CANNOT_TELL:
        word = "contradicted" if changed else "not known here"
    else:
        word = "confirmed" if holds and not changed else "contradicted"
    return {"verdict": word, "found": sayable(found)}


def _known_at_first(document: Document, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The symbols as the row and the readings have them, before the first step."""
    row = value_of(document, "row", {})
    system = system_of(document)
    known = {
        symbol: row[field]
        for symbol, field in _AT_FIRST.get(system, {}).items()
        if row.get(field) is not None
    }
    known |= {name: parameters[own] for name, own in _READINGS.items() if own in parameters}
    if system == "ingo":
        known["sides"] = ingo.sides_of(row)
    if row.get("games_used"):
        field = {"dwz": "opponent_rating", "ingo": "opponent_number"}.get(system)
        if field is not None:
            known["opponents"] = [game[field] for game in row["games_used"]]
    return known
