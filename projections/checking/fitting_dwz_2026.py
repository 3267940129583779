"""What fitting a DWZ audit must know of DWZ 2026: the fictitious draw and the Umstufung."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from projections.checking.formula import half_up
from projections.checking.values import differing, steps_of, value_of

Document = Mapping[str, Any]
EDITION = "dwz-2026"
DRAW = "DWZ 2026 3.6.2"
START = "DWZ 2026 3.4.4"
UMSTUFUNG = "DWZ 2026 Umstufung"


def played(document: Document, given: Mapping[str, Any]) -> tuple[Sequence[int], float]:
    """The opponents and points of a start value without a fictitious draw that a step adds."""
    opponents, points = given["opponents"], given["W"]
    for step in steps_of(document, DRAW):
        if [*step["given"]["opponents"], step["result"]] == opponents:
            return opponents[:-1], points - 0.5
    return opponents, points


def completed(
    document: Document, opponents: Sequence[int], points: float
) -> tuple[Sequence[int], float]:
    """The opponents and points of a pass, every game won with the fictitious draw."""
    if document["rulebook"] != EDITION or points != len(opponents):
        return opponents, points
    mean = half_up(Fraction(sum(opponents), len(opponents)))
    return [*opponents, mean], points + 0.5


def draws(document: Document) -> Iterator[str]:
    """A fictitious draw is against the mean of those whom the start value rests on."""
    starts = [step["given"].get("opponents") for step in steps_of(document, START)]
    for step in steps_of(document, DRAW):
        if [*step["given"]["opponents"], step["result"]] not in starts:
            yield "a fictitious draw is against the mean of others than the start value has"


def conversion(document: Document) -> Iterator[str]:
    """Each figure goes by its piece of the adoption; the card after is that of the last step."""
    steps = steps_of(document, UMSTUFUNG)
    adopted = [each["data"] for each in document.get("inputs", []) if each["what"] == "rulebook"]
    stated = [each["conversion"] for each in adopted if each and each.get("conversion")]
    if not steps or not stated:
        return
    pieces, rises = stated[-1]["pieces"], stated[-1].get("count_plus", 0)
    for step in steps:
        given = dict(step["given"])
        piece = _piece(given.pop("x"), pieces)
        yield from differing([("piece of the conversion", piece, given)])
    before, after = (_own_dwz(document, when) for when in ("card_before", "card_after"))
    if before:
        yield from differing(
            [("figure before the Umstufung", steps[-1]["given"]["x"], before["rating"])]
        )
    if after:
        yield from differing(
            [("figure after the Umstufung", steps[-1]["result"], after["rating"])]
        )
    if before and after:
        yield from differing(
            [("index after the Umstufung", before["index"] + rises, after["index"])]
        )


def _own_dwz(document: Document, when: str) -> Document | None:
    """The card shown where it is the own DWZ; a valid foreign figure may hide a lapsed one."""
    shown = value_of(document, when, {})
    adopted = [each["id"] for each in document["inputs"] if each["what"] == "adopted rating"]
    hidden = value_of(shown, "last_event", None) in adopted
    return None if hidden else value_of(shown, "card", None)


def _piece(figure: int, pieces: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The piece that ends first above the figure."""
    bounded = sorted((each for each in pieces if "below" in each), key=lambda each: each["below"])
    unbounded = [each for each in pieces if "below" not in each]
    holding = next((each for each in bounded if figure < each["below"]), None)
    chosen = holding or (unbounded[0] if unbounded else {})
    return {name: chosen.get(name) for name in ("factor", "plus", "below")}
