"""EGF 2021 for the checker: classes, starts, con, bonus, Se, the change of a game and its sum.

Everything is computed in decimals, Se by the page's β.
"""

from collections.abc import Iterator, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction

from projections.checking.checker import Checker
from projections.checking.document import Document, Row, adjusted_minutes, differing, pairs, same
from projections.checking.formula import CANNOT_BE, WHOLE, Given, OneOf, formula

_DIGITS = Context(prec=40)
_END = 3300
_FLOOR = -900
_FACTORS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
# Least basic time, adjusted time, basic time with Fischer.
_CLASSES = {"A": (60, 75, 45), "B": (40, 50, 30), "C": (25, 30, 20), "D": (40, 50, 30)}


def _rank(grade: str) -> int:
    """Kyu, dan, professional dan, one step each; 1 kyu is 0."""
    number = int(grade[:-1])
    return {"k": 1 - number, "d": number, "p": 9 + number}[grade[-1]]


def _gor_of(grade: str) -> int:
    number = int(grade[:-1])
    steps = {"k": 2100 - 100 * number, "d": 2000 + 100 * number, "p": 2670 + 30 * number}
    return max(steps[grade[-1]], _FLOOR)


def _exactly(value: float) -> Decimal:
    return Decimal(str(value))


@formula("EGF class", "basic|adjusted|overtime", free="basic|adjusted|overtime")
def _class_by_time(g: Given) -> OneOf:
    fischer = g["overtime"] == "fischer"
    allowed = [
        name
        for name, (basic, adjusted, with_fischer) in _CLASSES.items()
        if g["basic"] >= (with_fischer if fischer else basic) and g["adjusted"] >= adjusted
    ]
    over_the_board = [name for name in allowed if name != "D"]
    return OneOf((*over_the_board[:1], *(name for name in allowed if name == "D")))


@formula("EGF class", "decided|submitted|by time", "class")
def _class(g: Given) -> object:
    if g["decided"] is not None:
        return g["decided"]
    if g["submitted"] is None:
        return g["by time"]
    lower = g["class_source"] == "lower" and g["by time"] is not None
    return max(g["submitted"], g["by time"]) if lower else g["submitted"]


formula("EGF entry", "grade", free="grade")(lambda g: _gor_of(g["grade"]))


@formula("EGF entry", "kind|by|reason|gor|grade|highest|highest before", free="gor|grade|highest")
def _decided_card(g: Given) -> dict[str, object]:
    highest = g["highest"] or _better(g["highest before"], g["grade"])
    return {"gor": float(g["gor"]), "grade": g["grade"], "highest": highest}


@formula("EGF reset", "r|before|declared|jump", free="r|before|declared|jump")
def _reset(g: Given) -> float | str:
    jump = _rank(g["declared"]) - _rank(g["before"])
    most = g["reset_max_grade"]
    barred = "p" in g["declared"] or (most and _rank(g["declared"]) > _rank(most))
    if barred or g["jump"] != jump or jump < g["reset_jump"] or g["reset_rule"] == "never":
        return CANNOT_BE
    return max(float(g["r"]), float(_gor_of(g["declared"])))


formula("EGF reset", "r|decided", free="r|decided")(
    lambda g: float(g["r"] if g["decided"] is None else g["decided"])
)


@formula("EGF con", "r", "con")
def _con(g: Given) -> float:
    if g["r"] >= _END:
        return 0.0
    with localcontext(_DIGITS):
        return float((((_END - _exactly(g["r"])) / 200).ln() * 8 / 5).exp())


@formula("EGF bonus", "r", "bonus")
def _bonus(g: Given) -> float:
    with localcontext(_DIGITS):
        return float((1 + ((2300 - _exactly(g["r"])) / 80).exp()).ln() / 5)


formula("EGF handicap", "r|H", free="r|H")(
    lambda g: float(_exactly(g["r"]) + 100 * (g["H"] - Decimal("0.5")))
)


@formula("EGF Se", "r|opponent_r", "Se", free="r|opponent_r")
def _expected(g: Given) -> float:
    own, theirs = g["r"], g["opponent_r"]
    if own >= _END or theirs >= _END:
        return (1 + bool(own >= _END) - bool(theirs >= _END)) / 2
    with localcontext(_DIGITS):
        beta, their_beta = (-7 * (_END - _exactly(r)).ln() for r in (own, theirs))
        return float(1 / (1 + (their_beta - beta).exp()))


@formula("EGF update", "game|f|con|Sa|Se|bonus", free="game|Sa")
def _change(g: Given) -> float:
    change: float = g["f"] * (g["con"] * (g["Sa"] - g["Se"]) + g["bonus"])
    return change


@formula("EGF rounding", "r|changes", "gor", free="changes")
def _rounded(g: Given) -> float | OneOf:
    if g["rounding_point"] == "tournament":
        return _to_thousandths([g["r"] + sum(g["changes"])])
    return _to_thousandths([g["r"], *g["changes"]])


def _to_thousandths(values: Sequence[float]) -> float | OneOf:
    """Return the sum of rounded values; either neighbour of the last if a float cannot decide."""
    scaled = [_exactly(value) * 1000 for value in values]
    in_doubt = sum(abs(abs(each % 1) - Decimal("0.5")) < Decimal("1e-4") for each in scaled)
    least = sum(int((each - Decimal("2e-4")).to_integral_value()) for each in scaled)
    if in_doubt:
        return OneOf(tuple((least + more) / 1000 for more in range(in_doubt + 1)))
    return sum(int(each.to_integral_value()) for each in scaled) / 1000


formula("EGF floor", "r", "gor", free="r")(lambda g: max(float(g["r"]), float(_FLOOR)))


@formula("EGF after", "declared|grade before|highest before")
def _after(g: Given) -> dict[str, object]:
    grade = g["declared"] or g["grade before"]
    return {"grade": grade, "highest": _better(g["highest before"], g["declared"])}


def _better(one: str | None, other: str | None) -> str | None:
    known = [grade for grade in (one, other) if grade is not None]
    return max(known, key=_rank, default=None)


@formula("EGF conversion", "before|figure|factor|plus", free="figure|factor|plus")
def _converted(g: Given) -> int | str:
    figure = next(iter(g[WHOLE].card("before").values()))
    piece = {"figure": figure, **g[WHOLE].piece(figure)}
    if any(not same(piece.get(name), g[name]) for name in ("figure", "factor", "plus")):
        return CANNOT_BE
    value = _exactly(g["factor"]) * _exactly(g["figure"]) + _exactly(g["plus"])
    numerator, denominator = value.as_integer_ratio()
    return max((2 * numerator + denominator) // (2 * denominator), _FLOOR)


def _consistency(document: Document) -> Iterator[str]:
    row = document.get("row")
    yield from _thinking_time(document)
    if row is not None:
        yield from _changes(document, row)
        yield from _games(document, row)
        yield from _cards(document, row)
    elif document["rulebook"] is not None:
        yield from _card_without_games(document)


def _thinking_time(document: Document) -> Iterator[str]:
    """Check that basic and adjusted time are those of the submitted tournament."""
    time = (document.occasion or {}).get("thinking_time") or {}
    for step in document.given("basic", "adjusted") if time else ():
        given, basic = step["given"], Fraction(str(time["minutes"]))
        yield from differing(
            ("basic time", basic, given["basic"]),
            ("adjusted time", adjusted_minutes(time, 120), given["adjusted"]),
        )


def _changes(document: Document, row: Row) -> Iterator[str]:
    """Check that the changes of the games add up to the GoR of the row."""
    changes = [game["change"] for game in row["games_used"]]
    rounded = document.steps("EGF rounding")[-1]
    last = document.steps("EGF rounding", "EGF floor")[-1]
    yield from differing(
        ("changes that are added up", changes, rounded["given"]["changes"]),
        ("change of the row", sum(changes), row["change"]),
        ("GoR of the last step", last["result"], row["gor_after"]),
        *(
            ("GoR held against the floor", rounded["result"], step["given"]["r"])
            for step in document.steps("EGF floor")
        ),
    )


def _games(document: Document, row: Row) -> Iterator[str]:
    """Check that every game has its expectation and its change, with the factor of the class."""
    stones = {data["game"]: data.get("stones", 0) for data in document.events("game")}
    steps = pairs(document.steps("EGF update"), document.steps("EGF Se"))
    shifts = iter(document.steps("EGF handicap"))
    for game, (update, expected) in zip(row["games_used"], steps, strict=True):
        given, name, received = update["given"], game["game"], game["received"]
        ratings = {"own": row["gor_before"], "opponent's": game["opponent_gor"]}
        if received:
            shift = next(shifts, None)
            if shift is None:
                yield f"no step shows the stones of {name}"
                return
            favoured = "own" if received > 0 else "opponent's"
            yield from differing(
                (f"stones of {name}", abs(received), shift["given"]["H"]),
                (f"GoR that receives stones in {name}", ratings[favoured], shift["given"]["r"]),
            )
            ratings[favoured] = shift["result"]
        yield from differing(
            (f"stones handed in of {name}", stones.get(name, abs(received)), abs(received)),
            (f"factor of {name}", _FACTORS[row["class"]], given["f"]),
            (f"points of {name}", game["points"], given["Sa"]),
            (f"expectation of {name}", game["expected"], expected["result"]),
            (f"change of {name}", game["change"], update["result"]),
            (f"own GoR in {name}", ratings["own"], expected["given"]["r"]),
            (f"opponent's GoR in {name}", ratings["opponent's"], expected["given"]["opponent_r"]),
        )


def _cards(document: Document, row: Row) -> Iterator[str]:
    """Check that the row begins with the card before, or a reset, and ends with the card after."""
    before, resets = document.card("before"), document.steps("EGF reset")
    start = row["gor_before"] if row["reset_from"] is None else row["reset_from"]
    yield from differing(
        ("GoR of the card after", document.card("after")["gor"], row["gor_after"])
    )
    if before:
        shown = [start, *(step["given"]["r"] for step in resets)]
        yield from differing(*(("GoR of the card before", before["gor"], each) for each in shown))
    if row["reset_from"] is not None:
        results = [step["result"] for step in resets]
        yield from differing(("the reset", results, [row["gor_before"]]))


def _card_without_games(document: Document) -> Iterator[str]:
    """Check that a converted figure is on the card after; a tournament changes nothing."""
    for step in document.steps("EGF conversion"):
        gor = document.card("after").get("gor")
        yield from differing(("GoR of the card after", step["result"], gor))
    if document["tournament"] is not None:
        yield from document.moved_card()


CHECKER = Checker(
    rulebook="egf-2021",
    defaults={"reset_jump": 2},
    led_to={"con": "con", "bonus": "bonus"},
    known={"r": "gor_before", "class": "class", "con": "con", "bonus": "bonus"},
    own=_consistency,
)
