"""Recomputation of an audit document from the document alone.

Every step whose formula is known is recomputed from its given values.  A symbol must keep its
value from step to step.  The steps must lead to the figures of the row and of the card.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from projections.checking import formula as formulas
from projections.checking.checker import Checker, checker_of, lacking, stated, unchecked
from projections.checking.consistency import consistency
from projections.checking.document import Document, Row, json_value, same

NO_SUCH_STEP = "no step of this rulebook is given these values"


def checked(audit: Row) -> dict[str, Any]:
    """The findings of the checker: the verdict on each step, and contradictions between parts.

    ``stated``: the numbers that are not recomputed.  ``lacking``: the parts that a document of an
    earlier form lacks.  ``unchecked``: the rulebook has no checker here.  Then no step is
    recomputed; only events, row, cards and games are compared.
    """
    document = Document(audit)
    checker = checker_of(document)
    steps = list(_steps(document, checker))
    misfits = list(consistency(document, checker))
    verdicts = [step["verdict"] for step in steps]
    contradicted = verdicts.count("contradicted")
    not_checked = unchecked(document)
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
        **({} if not_checked is None else {"unchecked": not_checked}),
    }


def _steps(document: Document, checker: Checker | None) -> Iterator[dict[str, object]]:
    parameters = document.get("parameters") or {}
    known = {} if checker is None else _known_at_first(document, checker, parameters)
    for number, step in enumerate(document["steps"], start=1):
        given, result = step["given"], step["result"]
        verdict = {"step": number, "rule": step["rule"], "result": result}
        formula = formulas.FORMULAS.get((step["rule"], frozenset(given)))
        if checker is None or formula is None:
            yield {**verdict, **_without_formula(step, checker)}
            continue
        changed = [
            name
            for name, value in given.items()
            if name not in formula.free and name in known and not same(known[name], value, name)
        ]
        found = _worked_out(formula, {**parameters, **known, **given, formulas.WHOLE: document})
        known |= {name: value for name, value in given.items() if name not in formula.free}
        known |= dict.fromkeys(formula.gives, result)
        yield {**verdict, **_verdict(found, result, changed), "changed": changed}


def _known_at_first(document: Document, checker: Checker, parameters: Row) -> dict[str, object]:
    """Return the symbols as given by the row, its games, the card before and the readings."""
    found = {name: parameters.get(own) for name, own in checker.readings.items()}
    with suppress(*formulas.FORM_IS_WRONG):  # the list of contradictions reports it
        found |= {symbol: document.known(field) for symbol, field in checker.known.items()}
    return {name: value for name, value in found.items() if value is not None}


def _without_formula(step: Row, checker: Checker | None) -> dict[str, object]:
    """Return the verdict on a step without a formula: allowed only for the reason of no rating."""
    if checker is None or (step["text"] == formulas.NOTHING_RATED and not step["given"]):
        return {"verdict": "not known here", "found": None, "changed": []}
    return {"verdict": "contradicted", "found": NO_SUCH_STEP, "changed": []}


def _worked_out(formula: formulas.Formula, given: Mapping[str, object]) -> object:
    try:
        return formula.work(given)
    except formulas.FORM_IS_WRONG as error:
        return f"cannot be worked out: {error!r}"


def _verdict(found: object, result: Any, changed: list[str]) -> dict[str, object]:
    try:
        holds = (
            found.fits(result)
            if isinstance(found, (formulas.Printed, formulas.OneOf))
            else same(found, result)
        )
    except TypeError:
        holds = False
    if not holds and found == formulas.CANNOT_TELL:
        word = "contradicted" if changed else "not known here"
    else:
        word = "confirmed" if holds and not changed else "contradicted"
    return {"verdict": word, "found": json_value(found)}
