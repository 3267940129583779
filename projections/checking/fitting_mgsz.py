"""Whether an MGSZ audit fits together beyond its formulas: the games and parts of the rows."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.values import differing, pairs, steps_of

Document = Mapping[str, Any]


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    rows = document.get("rows", [])
    points = {step["given"]["game"]: step for step in steps_of(document, "MGSZ 8 (2) step 2")}
    corrected = {step["result"] for step in steps_of(document, "MGSZ 8 (2) step 1")}
    entry = {row["elo_before"] for row in rows}
    entry |= {game["opponent_elo"] for row in rows for game in row["games_used"]}
    for step in steps_of(document, "MGSZ 8 (2) step 1"):
        if step["given"]["Ep"] not in entry:
            yield f"{step['given']['Ep']} is nobody's Elo"
    for row in rows:
        for game in row["games_used"]:
            if game["game"] in points:
                yield from _game(game, points[game["game"]], row["elo_before"], corrected)
            else:
                yield f"no step shows {game['game']}"
    yield from _scores(document, points)
    yield from _grade(document)
    for row, step in pairs(rows, steps_of(document, "MGSZ 7")):
        yield from _part(row, step)


def _game(game: Document, step: Document, own: int, corrected: set[int]) -> Iterator[str]:
    given, name = step["given"], game["game"]
    yield from differing(
        [
            (f"difference of {name}", game["corrected_difference"], given["Δp"]),
            (f"chance of {name}", game["chance"], given["chance"]),
            (f"game point of {name}", game["game_points"], step["result"]),
        ]
    )
    if given["Ep"] not in {own, *corrected}:
        yield f"{given['Ep']} is not the player's Elo in {name}"
    if given["opponent Ep"] not in {game["opponent_elo"], *corrected}:
        yield f"{given['opponent Ep']} is not the opponent's Elo in {name}"


def _scores(document: Document, points: Mapping[str, Document]) -> Iterator[str]:
    """Every game counts with the points that were handed in for it."""
    for each in document.get("inputs", []):
        data = each["data"]
        if each["what"] == "game" and data is not None and data["game"] in points:
            score = points[data["game"]]["given"]["score"]
            if score not in {data["white_points"], data["black_points"]}:
                yield f"the score of {data['game']} is not as handed in"


def _grade(document: Document) -> Iterator[str]:
    """The multiplier is made of its parts, and the grade looks at the Elo at the end."""
    importance = [step["result"] for step in steps_of(document, "MGSZ table 3")]
    for step in steps_of(document, "MGSZ 6 (1) step 1"):
        if "importance" in step["given"] and importance:
            yield from differing([("importance", importance[-1], step["given"]["importance"])])
    row = document.get("row")
    if row is not None and not document["parameters"]["confirm_per_part"]:
        for step in steps_of(document, "MGSZ 5 (1)"):
            yield from differing([("Elo at the end", row["elo_after"], step["given"]["E"])])


def _part(row: Document, step: Document) -> Iterator[str]:
    given = step["given"]
    part = row["part"]
    total = sum(game["game_points"] for game in row["games_used"])
    yield from differing(
        [
            (f"Elo before part {part}", row["elo_before"], given["Ep"]),
            (f"multiplier of part {part}", row["multiplier"], given["C"]),
            (f"game points of part {part}", row["game_points"], given["ΣJp"]),
            (f"sum of the game points of part {part}", total, row["game_points"]),
            (f"Elo after part {part}", row["elo_after"], step["result"]),
        ]
    )
