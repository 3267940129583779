"""Whether the card after a FIDE audit, and the pool of results, are what its steps lead to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.fide import base_k, floor_on, given_by
from projections.checking.fide_lists import ListSteps, last_day_in_pool, lists_of, months_of
from projections.checking.fide_parts import Part
from projections.checking.fitting_fide_list import age_on, is_last
from projections.checking.formula import exact, half_up
from projections.checking.question import occasion_of
from projections.checking.values import differing, same, value_of

Document = Mapping[str, Any]
UNRATED = {
    "figure": None,
    "card": None,
    "last_event": None,
    "valid_until": None,
    "status": "unrated",
}
LISTS_BETWEEN = stated_because(
    "lists may have come while the tournament was played: the audit of each says what"
)
LAST_GAME = stated_because("when he last had a rated game")
GIVING = ("decided rating", "adopted rating", "rulebook")
RULEBOOK_BEFORE = stated_because(
    "whose card it was: the audit of the day before names the rulebook"
)
FALLEN = stated_because(
    "kept by a player whom the list of the same day put below the floor: its audit says them"
)
LAST_OF_LIST = stated_because("the last of several tournaments on one list")
POOLED_BEFORE = stated_because("what waits from earlier tournaments")


def the_last(document: Document) -> ListSteps | None:
    """The list that the card after comes from; None where none has come."""
    lists = [each for each in lists_of(document) if is_last(document, each)]
    return lists[-1] if lists else None


def fitting_card(document: Document, parts: Sequence[Part]) -> Iterator[str]:
    """What does not fit, in words."""
    after, last = value_of(document, "card_after", {}), the_last(document)
    if last is not None and last.is_published:
        yield from _after_list(document, last, after, parts)
    elif last is not None and last.is_of_rated:
        yield from _waiting(document, last, after)
    elif last is not None or document["tournament"] is not None:
        yield from _unchanged(document, after)
    else:
        yield from _given(document, after)
    yield from _pool(document, last)


def _card(document: Document, day: str, **known: Any) -> dict[str, Any]:
    """A card with its K, by the year of the list in force."""
    readings, age = document["parameters"], age_on(document, f"{int(day[:4]) + 1}-01-01")
    height = known["peak"] if readings["junior_2300"] == "ever" else known["rating"]
    found = base_k({**known, "age": age, "height": height, "k_order": readings["k_order"]})
    return {"rating": known["rating"], "k": found, "games": known["games"], "peak": known["peak"]}


def _holding(card: Mapping[str, Any], after: Document, last_event: Any) -> list[str]:
    """How the card after differs from a card that holds; who is active is looked at apart."""
    shown = {key: value for key, value in after["card"].items() if key != "inactive"}
    return differing(
        [
            ("card after", card, shown),
            ("what gave the card", last_event, after["last_event"]),
            ("valid until", None, after["valid_until"]),
            ("status of the card", "valid", after["status"]),
            ("names of the card", [*card, "inactive"], list(after["card"])),
        ]
    )


def _after_list(
    document: Document, the_list: ListSteps, after: Document, parts: Sequence[Part]
) -> Iterator[str]:
    """The rating that was published, or none."""
    if the_list.published_rating is None:
        yield from differing([("card after", UNRATED, dict(after))])
        return
    counted = the_list.one("FIDE 8.3.3", "games|n")
    highest = the_list.one("FIDE 8.3.3", "peak|rating")
    if counted is None or highest is None or the_list.the_list is None:
        yield "no step says what the list leaves on the card"
        return
    card = _card(
        document,
        the_list.the_list,
        rating=the_list.published_rating,
        games=counted["result"],
        peak=highest["result"],
    )
    given = _given_by_list(document, the_list, parts)
    yield from _holding(card, after, after["last_event"] if given is None else given)
    yield from differing([("inactive", False, after["card"]["inactive"])])


def _given_by_list(document: Document, the_list: ListSteps, parts: Sequence[Part]) -> Any:
    """The last tournament of the list; None where another one may be it."""
    if the_list.results:
        return the_list.results[-1]["tournament"]
    last = parts[-1] if parts else None
    if last is None or last.at is None or last.at + len(last.games) < len(the_list.games):
        return None
    return document["tournament"]


def _waiting(document: Document, the_list: ListSteps, after: Document) -> Iterator[str]:
    """A rated player whose list has not come has the card that it will find."""
    ((_, step),) = the_list.numbered("FIDE 8.3.3", "peak|height|games|age|k_order")
    new = the_list.one("FIDE 7.1", "base|change")
    card = _card(
        document,
        document["ended_on"],
        rating=None if new is None else new["given"]["base"],
        games=step["given"]["games"],
        peak=step["given"]["peak"],
    )
    before = value_of(document, "card_before", {})
    yield from _holding(card, after, after["last_event"])
    if not _is_between_lists(document):
        yield from differing([("card that stays", before, after)])


def _is_between_lists(document: Document) -> bool:
    """Whether a list may have come while the tournament was played."""
    occasion = occasion_of(document)
    if occasion is None:
        return True
    begun = value_of(occasion, "starts_on", occasion["ended_on"])
    return months_of(begun) != months_of(occasion["ended_on"])


def _unchanged(document: Document, after: Document) -> Iterator[str]:
    """Where no list rates anything, the card stays as it is."""
    before = value_of(document, "card_before", {})
    if not _is_between_lists(document) or same(before, UNRATED):
        yield from differing([("card that stays", before, after)])


def _given(document: Document, after: Document) -> Iterator[str]:
    """What a decision, FIDE's own list or a conversion leaves."""
    data = given_by(document, *GIVING)
    if same(dict(after), UNRATED):
        return
    if data is None or data.get("from_day", data.get("list_date")) != document["ended_on"]:
        yield f"{after['last_event']} gives no card on this day"
        return
    before = value_of(document, "card_before", {})
    assumed, day = document["parameters"]["assumed_games"], document["ended_on"]
    if "figure" in data or "card" in data:
        said = data.get("card", {"rating": data.get("figure")})
        rating = said["rating"]
        games = value_of(said, "games", assumed)
        peak = max(rating, value_of(said, "peak", 0))
    else:
        given = _given_to_conversion(document)
        if given is None:
            yield "no step says how the figure was converted"
            return
        piece = _piece(data, value_of(before, "figure", given["figure"]))
        yield from _wrongly_given(document, given, piece)
        rating, games, peak = _converted(document, given, piece)
    if rating >= floor_on(day):
        card = _card(document, day, rating=rating, games=games, peak=peak)
        yield from _holding(card, after, after["last_event"])
    if _keeps_activity(document):
        shown = [each["card"]["inactive"] for each in (before, after)]
        yield from differing([("inactive", *shown)])


def _keeps_activity(document: Document) -> bool:
    """Whether the card before says, of the same day, how active the player is."""
    is_valid = value_of(document, "card_before", {}).get("status") == "valid"
    return is_valid and given_by(document, "decided rating", "adopted rating") is not None


def _given_to_conversion(document: Document) -> Document | None:
    """What the step of a conversion is given; None where there is no such step."""
    names = {"before", "figure", "factor", "plus"}
    found = [step["given"] for step in document["steps"] if step["given"].keys() == names]
    return found[-1] if found else None


def _piece(adoption: Document, figure: Any) -> Document:
    """The first piece that the figure lies below."""
    for piece in adoption["conversion"]["pieces"]:
        if piece.get("below") is None or figure < piece["below"]:
            return {name: piece[name] for name in ("factor", "plus")}
    return {"factor": 0, "plus": 0}


def _wrongly_given(document: Document, given: Document, piece: Document) -> list[str]:
    """The step has the figure of before, its piece, and of a card of FIDE's own rules these."""
    before = document["card_before"]
    expected = {"figure": value_of(before, "figure", given["figure"]), **piece}
    if _is_own(before):
        expected["before"] = document["rulebook"]
    found = differing(
        [(f"{name} of the conversion", value, given[name]) for name, value in expected.items()]
    )
    if before.get("card") and not _is_own(before) and given["before"] == document["rulebook"]:
        found.append(f"the card before is not one of {given['before']}")
    return found


def _converted(document: Document, given: Document, piece: Document) -> tuple[int, int, int]:
    """Rating, games and peak after a conversion."""
    before, after = document["card_before"], document["card_after"]["card"]
    figure = value_of(before, "figure", given["figure"])
    rating = half_up(exact(piece["factor"]) * exact(figure) + exact(piece["plus"]))
    if _fell_that_day(document):
        return rating, after["games"], after["peak"]
    if not _is_own(before):  # of another system's card only the figure is taken
        return rating, document["parameters"]["assumed_games"], rating
    return rating, before["card"]["games"], max(before["card"]["peak"], rating)


def _fell_that_day(document: Document) -> bool:
    """Whether a figure was converted that the list of the same day had put below the floor."""
    given = _given_to_conversion(document)
    return given is not None and value_of(document["card_before"], "figure", None) is None


def _is_own(card: Any) -> bool:
    """Whether a card shown is one of FIDE's rules: no other has a K."""
    return "k" in value_of(card, "card", {})


def _pool(document: Document, the_list: ListSteps | None) -> Iterator[str]:
    """What waits is what the last list pooled, and what it would pool before it has come."""
    kept = document["residual_games"]["kept"]
    months = document["parameters"]["pool_months"]
    for each in kept:
        until = last_day_in_pool(each["list"], months)
        yield from differing([(f"last day of {each['game']}", until, each["valid_until"])])
    if the_list is None:
        return
    if the_list.is_of_rated or the_list.published_rating is not None:
        yield from differing([("what waits", [], kept)])
        return
    pool = the_list.one("FIDE 7.1.4", "results|the_list|pool_months")
    if pool is None:
        return
    shown = [_result(each) for each in kept]
    pooled = [_result(each) for each in pool["result"]]
    before = [each for each in pooled if each["listed_on"] != the_list.the_list]
    if document["parameters"]["below_floor_initial"] == "discard" and the_list.is_published:
        pooled = []
    if not (same(shown, pooled) or (not the_list.is_published and same(shown, before))):
        yield "what waits is not what the list pooled"


def _result(each: Document) -> dict[str, Any]:
    names = ("game", "tournament", "opponent", "opponent_rating", "points")
    return {
        **{name: each[name] for name in names},
        "listed_on": each.get("listed_on", each.get("list")),
    }


def stated_of_card(document: Document, parts: Sequence[Part]) -> Iterator[Stated]:
    """What of the card after cannot be recomputed."""
    the_list, after = the_last(document), value_of(document, "card_after", {})
    if the_list is not None and the_list.is_published:
        if after.get("card") and _given_by_list(document, the_list, parts) is None:
            yield ("card_after", "last_event"), LAST_OF_LIST
    elif the_list is not None and the_list.is_of_rated and _is_between_lists(document):
        yield ("card_after", "last_event"), LISTS_BETWEEN
        yield ("card_after", "card", "inactive"), LISTS_BETWEEN
    elif document["tournament"] is None:
        if the_list is None and after.get("card") and not _keeps_activity(document):
            yield ("card_after", "card", "inactive"), LAST_GAME
        if _given_to_conversion(document) and not _is_own(document["card_before"]):
            yield ("steps", "*", "given", "before"), RULEBOOK_BEFORE
        if _fell_that_day(document):
            yield from ((("card_after", "card", it), FALLEN) for it in ("games", "peak"))
    elif _is_between_lists(document) and not same(document["card_before"], UNRATED):
        yield ("card_after",), LISTS_BETWEEN
    if the_list is None:
        yield ("residual_games", "kept"), POOLED_BEFORE
