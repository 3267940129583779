"""Whether a LASK audit fits together beyond its formulas: the games booked and the numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.values import differing, pairs, steps_of, value_of

Document = Mapping[str, Any]


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
    if as_one:
        yield from _as_one(row, as_one[-1])
    else:
        for game, step in pairs(row["games_used"], single):
            yield from _game(game, step)


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


def _as_one(row: Document, step: Document) -> Iterator[str]:
    given, games = step["given"], row["games_used"]
    yield from differing(
        [
            ("number in force", row["base"], given["base"]),
            ("games", len(games), given["games"]),
            ("points", sum(game["points"] for game in games), given["points"]),
        ]
    )


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
