"""Whether an MGSZ audit fits together beyond its formulas: the games and parts of the rows."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, stated_because
from projections.checking.games import opponent_of, side_of
from projections.checking.question import events, occasion_of
from projections.checking.values import differing, pairs, steps_of, value_of

Document = Mapping[str, Any]


def known(document: Document) -> Mapping[str, Any]:
    """The symbols of the steps as the row and the card before have them."""
    row, before = value_of(document, "row", {}), value_of(document, "card_before", {})
    found = {"C": row["multiplier"]} if "multiplier" in row else {}
    card = value_of(before, "card", {})
    return {**found, "grade": card["grade"]} if "grade" in card else found


def stated(document: Document) -> Iterator[Stated]:
    """What cannot be recomputed from the document."""
    for number, step in enumerate(document["steps"]):
        place = ("steps", number, "given")
        if step["rule"] == "MGSZ table 3" and not _participants(document):
            yield (*place, "participants"), PARTICIPANTS
        if step["rule"] == "MGSZ 6 (3)":
            yield (*place, "rounds"), ROUNDS


PARTICIPANTS = stated_because("whoever was entered or played counts where no number was handed in")
ROUNDS = stated_because(
    "the rounds are counted over the games of everybody where none were handed in"
)


def _participants(document: Document) -> Any:
    return (occasion_of(document) or {}).get("participants")


def fitting(document: Document) -> Iterator[str]:
    """What does not fit, in words."""
    rows = document.get("rows", [])
    points = {step["given"]["game"]: step for step in steps_of(document, "MGSZ 8 (2) step 2")}
    yield from _corrections(document, rows)
    for row in rows:
        for game in row["games_used"]:
            if game["game"] in points:
                yield from _game(document, game, points[game["game"]], row)
            else:
                yield f"no step shows {game['game']}"
    if len(points) > sum(len(row["games_used"]) for row in rows):
        yield "a step shows a game that does not count"
    yield from _opponents(document, rows)
    yield from _grade(document)
    for number, (row, step) in enumerate(pairs(rows, steps_of(document, "MGSZ 7"))):
        yield from _part(row, step)
        if number and row["elo_before"] != rows[number - 1]["elo_after"]:
            yield f"part {row['part']} does not begin where the one before ends"
    yield from _cards(document, rows)


def _corrections(document: Document, rows: list[Document]) -> Iterator[str]:
    """Every correction for stones is of a game, by its stones, from an Elo of its players."""
    corrections = steps_of(document, "MGSZ 8 (2) step 1")
    stones = sorted(step["given"]["stones"] for step in corrections)
    games = _games(document)
    used = [game["game"] for row in rows for game in row["games_used"]]
    if games:
        expected = sorted(
            stones_of for name in used if (stones_of := value_of(games[name], "stones", 0))
        )
        yield from differing([("the stones", expected, stones)])
    entry = {row["elo_before"] for row in rows}
    entry |= {game["opponent_elo"] for row in rows for game in row["games_used"]}
    for step in corrections:
        if step["given"]["Ep"] not in entry:
            yield f"{step['given']['Ep']} is nobody's Elo"


def _games(document: Document) -> Mapping[str, Document]:
    return {game["game"]: game for game in events(document, "game")}


def _game(document: Document, game: Document, step: Document, row: Document) -> Iterator[str]:
    given, name, own = step["given"], game["game"], row["elo_before"]
    corrected = {
        each["result"]
        for each in steps_of(document, "MGSZ 8 (2) step 1")
        if each["given"]["Ep"] in {own, game["opponent_elo"]}
    }
    yield from differing(
        [
            (f"difference of {name}", game["corrected_difference"], given["Δp"]),
            (f"chance of {name}", game["chance"], given["chance"]),
            (f"game point of {name}", game["game_points"], step["result"]),
        ]
    )
    shown = ((given["Ep"], own), (given["opponent Ep"], game["opponent_elo"]))
    moved = [elo for elo, before in shown if elo != before]
    if len(moved) > 1 or not corrected.issuperset(moved):
        yield f"{moved} is not the Elo of a player in {name}"
    handed_in = _games(document).get(name)
    if handed_in is not None:
        expected = bool(value_of(handed_in, "stones", 0))
        yield from differing([(f"whether {name} had stones", expected, bool(moved))])
        score = handed_in[f"{side_of(document, handed_in)}_points"]
        yield from differing([(f"score of {name}", score, given["score"])])


def _opponents(document: Document, rows: list[Document]) -> Iterator[str]:
    """Before the first part everybody has the Elo of his card, or of the grade he entered with."""
    figures = {each["player"]: each["figure"] for each in document["opponents"]}
    guests = {
        step["given"]["guest"]: step["result"] for step in steps_of(document, "MGSZ 6 (1) step 2")
    }
    games = _games(document)
    for game in rows[0]["games_used"] if rows and rows[0]["part"] == 1 else ():
        if game["game"] in games:
            opponent = opponent_of(document, games[game["game"]])
            figure = figures.get(opponent)
            expected = guests.get(opponent) if figure is None else figure
            yield from differing([(f"Elo of {opponent}", expected, game["opponent_elo"])])


def _grade(document: Document) -> Iterator[str]:
    """The multiplier is made of its parts, and the grade looks at the Elo at the end."""
    row = document.get("row")
    moments = steps_of(document, "MGSZ 5 (1)")
    if row is not None and not document["parameters"]["confirm_per_part"]:
        for step in moments:
            yield from differing([("Elo at the end", row["elo_after"], step["given"]["E"])])
    elif row is not None:
        ends = {each["elo_after"] for each in document["rows"]} | {
            document["rows"][0]["elo_before"]
        }
        for step in moments:
            if step["given"]["E"] not in ends:
                yield f"{step['given']['E']} is the Elo after no part"
    if row is not None and not moments:
        before = document["card_before"]["card"]["grade"]
        yield from differing([("grade", before, row["grade_after"])])
    grades = {each["grade_after"] for each in document["rows"]}
    if len(grades) > 1:
        yield "the rows have different grades"


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


def _cards(document: Document, rows: list[Document]) -> Iterator[str]:
    """The parts are numbered, each within those there are; the card after is the tournament's."""
    parts = [row["part"] for row in rows]
    lengths = [len(step["result"]) for step in steps_of(document, "MGSZ 6 (3)")]
    if parts != sorted(set(parts)) or not all(0 < part <= max([1, *lengths]) for part in parts):
        yield "the parts are not numbered"
    after = value_of(document, "card_after", {})
    before = value_of(document, "card_before", {})
    if rows:
        yield from differing(
            [
                ("what gave the card", document["tournament"], after["last_event"]),
                ("status of the card", "valid", after["status"]),
                ("valid until", None, after["valid_until"]),
            ]
        )
    elif document["rulebook"] is not None and document["tournament"] is not None:
        yield from differing([("the card that stays", before, after)])
