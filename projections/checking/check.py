"""An audit document worked through again, from the document alone.

Every step whose formula is known is recomputed from its given values; a symbol must keep its
value from step to step; and the steps must lead to the figures of the row and of the card.
"""

import json
import re
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

from projections.checking.checker import Checker, checker_of, unchecked
from projections.checking.fitting import fitting
from projections.checking.formula import (
    CANNOT_TELL,
    FORMULAS,
    NOTHING_RATED,
    WHOLE,
    Formula,
    OneOf,
    Printed,
)
from projections.checking.stated import lacking, stated
from projections.checking.values import same, sayable, value_of

Document = Mapping[str, Any]
NO_SUCH_STEP = "no step of this rulebook is given these values"

_IN_HTML = re.compile(r'<script type="application/json" id="audit">(.*?)</script>', re.DOTALL)
_IN_MARKDOWN = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)


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
    """What the checker finds: every step with its verdict, and whether the parts fit together.

    ``stated``: what the document says and nobody recomputes.  ``lacking``: what a document of an
    earlier form does not have.  ``unchecked`` says that the rulebook is not known here; then no
    step is recomputed, and only events, row, cards and games are held against each other.
    """
    checker = checker_of(document)
    steps = list(_steps(document, checker))
    misfits = list(fitting(document, checker))
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
        "stated": stated(document),
        "lacking": lacking(document),
        **({} if said is None else {"unchecked": said}),
    }


def _steps(document: Document, checker: Checker | None) -> Iterator[dict[str, Any]]:
    parameters = value_of(document, "parameters", {})
    known = {} if checker is None else _known_at_first(document, checker)
    for number, step in enumerate(document["steps"], start=1):
        given, result = step["given"], step["result"]
        verdict = {"step": number, "rule": step["rule"], "result": result}
        formula = FORMULAS.get((step["rule"], frozenset(given)))
        if checker is None:
            yield {**verdict, "verdict": "not known here", "found": None, "changed": []}
            continue
        if formula is None:
            yield {**verdict, **_without_formula(step)}
            continue
        changed = [
            name
            for name, value in given.items()
            if name not in formula.free and name in known and not same(known[name], value, name)
        ]
        found = _worked_out(formula, {**parameters, **known, **given, WHOLE: document})
        known |= {name: value for name, value in given.items() if name not in formula.free}
        known |= dict.fromkeys(formula.gives, result)
        yield {**verdict, **_verdict(found, result, changed), "changed": changed}


def _known_at_first(document: Document, checker: Checker) -> dict[str, Any]:
    """The symbols as the row and the readings have them, before the first step."""
    parameters = value_of(document, "parameters", {})
    readings = {
        name: parameters[own] for name, own in checker.readings.items() if own in parameters
    }
    try:
        return {**checker.known(document), **readings}
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        # fitting says that the form is wrong
        return readings


def _without_formula(step: Mapping[str, Any]) -> dict[str, Any]:
    """Why nothing was rated is said in words; no other step goes without a formula."""
    if step["text"] == NOTHING_RATED and not step["given"]:
        return {"verdict": "not known here", "found": None, "changed": []}
    return {"verdict": "contradicted", "found": NO_SUCH_STEP, "changed": []}


def _worked_out(formula: Formula, given: Mapping[str, Any]) -> Any:
    try:
        return formula.work(given)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"cannot be worked out: {error!r}"


def _verdict(found: Any, result: Any, changed: list[str]) -> dict[str, Any]:
    try:
        holds = found.fits(result) if isinstance(found, (Printed, OneOf)) else same(found, result)
    except TypeError:
        holds = False
    if not holds and found == CANNOT_TELL:
        word = "contradicted" if changed else "not known here"
    else:
        word = "confirmed" if holds and not changed else "contradicted"
    return {"verdict": word, "found": sayable(found)}
