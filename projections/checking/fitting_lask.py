"""Whether a LASK audit fits together beyond its formulas: the games booked and the numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.games import opponent_of
from projections.checking.question import events
from projections.checking.values import differing, pairs, steps_of, value_of

Document = Mapping[str, Any]


def is_base_date(day: str) -> bool:
    """Whether a period begins on a day (Rankingregel 2)."""
    return day[4:] in {"-01-01", "-03-01", "-06-01", "-09-01", "-11-01"}


def stated(document: Document) -> Iterator[Stated]:
    """What cannot be recomputed from the document."""
    yield ("card_after", "last_event"), NUMBER
    if document.get("row") is None:
        yield ("card_after",), IN_BETWEEN
    for number, step in enumerate(document["steps"]):
        place = ("steps", number, "given")
        if step["rule"] == "LASK Regel 10" and not _is_of_those_met(document, step):
            yield (*place, "ratings"), GROUP
        if step["rule"] == "LASK Regel 6":
            yield (*place, "games"), SEASON
        if step["rule"] == "LASK Regel 11 a":
            yield (*place, "larger_events"), SEASON


NUMBER = stated_because("the event whose number a base date has put in force")
IN_BETWEEN = stated_because("games of other tournaments may lie between the days of this one")
GROUP = stated_because("the numbers of players of the group whom he did not meet")
SEASON = stated_because("counted over the games of a season: their audits show each")


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    single = steps_of(document, "LASK Rankingregel 1")
    as_one = steps_of(document, "LASK Formel (1)")
    apart = [abs(step["given"]["own"] - step["given"]["opponent"]) for step in single]
    apart += [abs(step["given"]["base"] - step["given"]["mean"]) for step in as_one]
    looked_up = [step["given"]["R"] for step in steps_of(document, "LASK Tabell 5")]
    yield from differing([("the differences looked up", apart, looked_up)])
    booked = [step["result"] for step in (*single, *as_one)]
    carried = steps_of(document, "LASK Rankingregel 2")
    changes = [each for step in carried for each in step["given"].get("changes", [])]
    yield from differing([("the changes booked", booked, changes)])
    yield from _running(document, carried)
    row = document.get("row")
    if row is None:
        return
    yield from differing([("the change", row["change"], sum(booked))])
    yield from _row(document, row)
    if as_one:
        yield from _as_one(document, row, as_one[-1])
    else:
        for game, step in pairs(row["games_used"], single):
            yield from _game(game, step)
    yield from _opponents(document, row)


def _row(document: Document, row: Document) -> Iterator[str]:
    """The number in force is that of all its games, and that of the cards."""
    bases = {game["base"] for game in row["games_used"]}
    common = bases.pop() if len(bases) == 1 else None
    games = row["games_used"]
    before = value_of(value_of(document, "card_before", {}), "card", {})
    after = value_of(document, "card_after", {})
    yield from differing(
        [
            ("number in force", common, row["base"]),
            ("number in force before", before.get("rating"), games[0]["base"]),
            (
                "number in force after",
                value_of(after, "card", {}).get("rating"),
                games[-1]["base"],
            ),
            ("status of the card", "valid", after["status"]),
            ("valid until", None, after["valid_until"]),
        ]
    )


def _opponents(document: Document, row: Document) -> Iterator[str]:
    """The first number of an opponent that is shown is that of his card."""
    handed_in = {game["game"]: game for game in events(document, "game")}
    cards = {each["player"]: each["figure"] for each in document["opponents"]}
    met: dict[Any, list[Any]] = {}
    for game in row["games_used"]:
        if game["game"] in handed_in:
            opponent = opponent_of(document, handed_in[game["game"]])
            met.setdefault(opponent, []).append(game["opponent_rating"])
    for opponent, numbers in met.items():
        if opponent in cards and cards[opponent] not in numbers:
            yield f"the number of {opponent} is in none of his games"


def _numbers_met(document: Document) -> list[Any]:
    return [game["opponent_rating"] for game in value_of(document, "row", {})["games_used"]]


def _is_of_those_met(document: Document, step: Document) -> bool:
    """Whether a mean is that of the numbers in the row, his own among them or not."""
    ratings = step["given"].get("ratings")
    row = value_of(document, "row", {})
    if ratings is None or not row:
        return False
    numbers = _numbers_met(document)
    return len(ratings) in {len(numbers), len(numbers) + 1}


def _mean(document: Document, row: Document) -> Iterator[str]:
    """The mean is over those met, or over all of a group who met each other."""
    numbers = sorted(number for number in _numbers_met(document) if number is not None)
    for step in steps_of(document, "LASK Regel 10"):
        ratings = step["given"].get("ratings")
        if ratings is None or not _is_of_those_met(document, step):
            continue
        if sorted(ratings) not in (numbers, sorted([*numbers, row["base"]])):
            yield "the mean is over other numbers than those met"


def _game(game: Document, step: Document) -> Iterator[str]:
    given = step["given"]
    yield from differing(
        [
            (f"number in {game['game']}", game["base"], given["own"]),
            (f"opponent's number in {game['game']}", game["opponent_rating"], given["opponent"]),
            (f"points in {game['game']}", game["points"], given["points"]),
            (f"change by {game['game']}", game["change"], step["result"]),
            (
                f"difference in {game['game']}",
                game["difference"],
                abs(given["own"] - given["opponent"]),
            ),
        ]
    )


def _as_one(document: Document, row: Document, step: Document) -> Iterator[str]:
    given, games = step["given"], row["games_used"]
    yield from differing(
        [
            ("number in force", row["base"], given["base"]),
            ("games", len(games), given["games"]),
            ("points", sum(game["points"] for game in games), given["points"]),
        ]
    )
    for game in games:
        number = game["opponent_rating"]
        apart = None if number is None else abs(game["base"] - number)
        yield from differing([(f"difference in {game['game']}", apart, game["difference"])])
    yield from _mean(document, row)


def _running(document: Document, carried: list[Document]) -> Iterator[str]:
    """The numbers carried on lead from the card before to the card after.

    In between other tournaments may have carried the number on, so days are not compared.
    """
    if not carried or document.get("row") is None:
        return
    ends = (carried[0]["given"]["running"], carried[-1]["result"])
    for when, number in zip(("before", "after"), ends, strict=True):
        card = value_of(value_of(document, f"card_{when}", {}), "card", {})
        yield from differing([(f"running number {when}", number, card.get("running"))])
