"""Whether an EGF audit fits together beyond its formulas: its row, games, steps and cards."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from projections.checking.values import differing, pairs, steps_of, value_of

Document = Mapping[str, Any]
_FACTORS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    row = document.get("row")
    if row is None:
        return
    yield from _thinking_time(document)
    yield from _changes(document, row)
    yield from _games(document, row)
    yield from _handed_in(document, row)
    yield from _cards(document, row)


def _thinking_time(document: Document) -> Iterator[str]:
    """Basic and adjusted time are those of the tournament that was handed in."""
    for each in document.get("inputs", []):
        data = each["data"] or {}
        time = data.get("thinking_time")
        if each["what"] != "tournament" or data.get("tournament") != document["tournament"]:
            continue
        if not time:
            return
        moves = {"japanese": 45, "fischer": 120}.get(time.get("overtime"), 0)
        extra = moves * Fraction(str(time.get("seconds") or 0)) / 60
        if time.get("overtime") == "canadian" and time.get("stones"):
            extra = Fraction(60, time["stones"]) * Fraction(str(time.get("overtime_minutes") or 0))
        basic = Fraction(str(time["minutes"]))
        for step in steps_of(document, "EGF class")[:-1]:
            given = step["given"]
            yield from differing(
                [
                    ("basic time", basic, given["basic"]),
                    ("adjusted time", basic + extra, given["adjusted"]),
                    ("overtime", time.get("overtime"), given["overtime"]),
                ]
            )


def _changes(document: Document, row: Document) -> Iterator[str]:
    """The changes of the games are those that are added up, and lead to the GoR of the row."""
    changes = [game["change"] for game in row["games_used"]]
    for step in steps_of(document, "EGF rounding"):
        yield from differing([("changes that are added up", changes, step["given"]["changes"])])
    yield from differing([("change of the row", sum(changes), row["change"])])
    last = steps_of(document, "EGF rounding", "EGF floor")[-1]
    yield from differing([("GoR of the last step", last["result"], row["gor_after"])])
    for step in steps_of(document, "EGF floor"):
        (rounded,) = steps_of(document, "EGF rounding")
        if rounded["result"] != max(step["given"]["r"], step["result"]):
            yield "the floor is not looked at after the rounding"


def _games(document: Document, row: Document) -> Iterator[str]:
    """Every game has its expectation and its change, with the factor of the class."""
    updates, expectations = steps_of(document, "EGF update"), steps_of(document, "EGF Se")
    shifts = iter(steps_of(document, "EGF handicap"))
    for game, (update, expected) in zip(
        row["games_used"], pairs(updates, expectations), strict=True
    ):
        given, name = update["given"], game["game"]
        own, theirs = row["gor_before"], game["opponent_gor"]
        if game["received"]:
            shift = next(shifts, None)
            if shift is None:
                yield f"no step shows the stones of {name}"
                return
            shifted = own if game["received"] > 0 else theirs
            yield from differing(
                [
                    (f"stones of {name}", abs(game["received"]), shift["given"]["H"]),
                    (f"who receives stones in {name}", shifted, shift["given"]["r"]),
                ]
            )
            own, theirs = (
                (shift["result"], theirs) if game["received"] > 0 else (own, shift["result"])
            )
        yield from differing(
            [
                ("game", name, given["game"]),
                (f"factor of {name}", _FACTORS[row["class"]], given["f"]),
                (f"points of {name}", game["points"], given["Sa"]),
                (f"expectation of {name}", game["expected"], expected["result"]),
                (f"change of {name}", game["change"], update["result"]),
                (f"own GoR in {name}", own, expected["given"]["r"]),
                (f"opponent's GoR in {name}", theirs, expected["given"]["opponent_r"]),
            ]
        )


def _handed_in(document: Document, row: Document) -> Iterator[str]:
    """Stones are as they were handed in."""
    stones = {
        each["data"]["game"]: each["data"].get("stones", 0)
        for each in document.get("inputs", [])
        if each["what"] == "game" and each["data"] is not None
    }
    for game in row["games_used"]:
        if game["game"] in stones:
            found = abs(game["received"])
            yield from differing([(f"stones of {game['game']}", stones[game["game"]], found)])


def _cards(document: Document, row: Document) -> Iterator[str]:
    """The row begins with the card before, or says what was reset, and ends with the one after."""
    before = value_of(value_of(document, "card_before", {}), "card", {})
    after = value_of(value_of(document, "card_after", {}), "card", {})
    start = row["gor_before"] if row["reset_from"] is None else row["reset_from"]
    if before:
        held = [("GoR of the card before", before["gor"], start)]
        resets = steps_of(document, "EGF reset")
        held += [("GoR before the reset", before["gor"], step["given"]["r"]) for step in resets]
        yield from differing(held)
    yield from differing(
        [
            ("GoR of the card after", after["gor"], row["gor_after"]),
            ("grade of the card after", after["grade"], row["grade"]),
        ]
    )
    for step in steps_of(document, "EGF after"):
        said = {name: after[name] for name in ("grade", "highest")}
        yield from differing([("grades of the card after", said, step["result"])])
    if row["reset_from"] is not None:
        results = [step["result"] for step in steps_of(document, "EGF reset")]
        yield from differing([("the reset", results, [row["gor_before"]])])
