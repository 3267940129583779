"""MGSZ 2011 for the checker: handicap, game points, new Elo, grades, multiplier and parts."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction

from projections.checking.checker import Checker, Stated, stated_reason
from projections.checking.document import Document, Row, adjusted_minutes, differing, pairs, same
from projections.checking.formula import CANNOT_BE, WHOLE, Given, exact, formula, half_up

# Table 4: the first difference of every band, in steps of five from 3, and its chance.
_GO_FROM = [0, *range(3, 244, 5), 253, 273, 298, 313, 348]
_GO_CHANCES = [500, 490, 480, 460, 450, 440, 430, 410, 400, 390, 380, 370, 350, 340, 330, 320]
_GO_CHANCES += [310, 300, 290, 280, 270, 260, 250, 240, 230, 220, 210, 200, 195, 190, 180, 170]
_GO_CHANCES += [160, 150, 140, 135, 130, 125, 120, 115, 110, 105, 100, 90, 85, 80, 70, 60, 55]
_GO_CHANCES += [50, 40, 30, 20, 10, 0]
# Table 1: the lower limit of every grade.
LIMITS = [*range(1000, 1041, 10), *range(1055, 1131, 15), *range(1150, 1231, 20)]
LIMITS += [*range(1255, 1331, 25), *range(1360, 1451, 30), 1485, 1520, 1555, 1595, 1635, 1675]
LIMITS += [1720, 1765, 1815, 1865, 1920, 1980, 2050, 2130, 2230, 2350, 2500, 2700]
GRADES = [*(f"{kyu}k" for kyu in range(35, 0, -1)), *(f"{dan}d" for dan in range(1, 10))]
# Table 2: category, least basic time, least extended time, multiplier.
_CATEGORIES = [("A", 90, 110, 20), ("B", 60, 80, 15), ("C", 40, 55, 10)]
_CATEGORIES += [("D", 20, 30, 5), ("E", 10, 20, 0)]
_TIME = {letter: times for letter, _, _, times in _CATEGORIES}


@formula("MGSZ 8 (2) step 1", "Ep|stones|top|bottom", free="Ep|stones")
def _corrected(g: Given) -> int:
    elo: int = g["Ep"]
    for _ in range(g["stones"]):
        band = bisect_right(LIMITS, elo)
        inside = 0 < band < len(LIMITS)
        width = LIMITS[band] - LIMITS[band - 1] if inside else g["top" if band else "bottom"]
        elo += width
    return elo


@formula(
    "MGSZ 8 (2) step 2",
    "game|Ep|opponent Ep|Δp|chance|score",
    free="game|Ep|opponent Ep|Δp|chance|score",
)
def _game_point(g: Given) -> float | str:
    apart = g["Ep"] - g["opponent Ep"]
    thousandths = _GO_CHANCES[bisect_right(_GO_FROM, abs(apart)) - 1]
    if (g["Δp"], round(1000 * g["chance"], 6)) != (apart, thousandths):
        return CANNOT_BE
    win = thousandths if apart >= 0 else 1000 - thousandths
    return (win - 1000 + int(1000 * g["score"])) / 1000


@formula("MGSZ 7", "Ep|C|ΣJp|change", free="Ep|ΣJp|change")
def _new_elo(g: Given) -> int | str:
    unrounded = g["C"] * exact(g["ΣJp"])
    change = half_up(unrounded)
    if unrounded < 0 and g["rounding"] == "half_away":
        change = -half_up(-unrounded)
    elif unrounded < 0 and g["rounding"] != "floor":
        change = -max(half_up(-unrounded - 1), 0)
    return g["Ep"] + change if change == g["change"] else CANNOT_BE


def _rank(grade: str) -> int:
    return GRADES.index(grade)


@formula("MGSZ 5 (1)", "E|grade|attained", "attained", free="E|attained")
def _attained(g: Given) -> list[object]:
    times = dict(g["attained"])
    for grade, limit in zip(GRADES, LIMITS, strict=False):
        if _rank(grade) > _rank(g["grade"]) and limit <= g["E"]:
            times[grade] = times.get(grade, 0) + 1
    return [[grade, times[grade]] for grade in sorted(times, key=_rank)]


@formula("MGSZ 5 (2)|MGSZ 5 (4)", "grade|attained", "grade")
def _won(g: Given) -> str:
    """Return the best grade attained as often as needed: from 3 kyu on, twice."""
    won = [grade for grade, times in g["attained"] if times > (_rank(grade) >= _rank("3k"))]
    return str(max([g["grade"], *won], key=_rank))


formula("MGSZ 6 (1) step 2", "guest|entry_grade", free="guest|entry_grade")(
    lambda g: LIMITS[min(_rank(g["entry_grade"]), len(LIMITS) - 1)]
)


@formula("MGSZ 6 (2)", "decision|by|reason", "C")
def _decided(g: Given) -> object:
    decided = g[WHOLE].decisions("MGSZ 6 (2)")
    return decided[-1]["multiplier"] if decided else CANNOT_BE


formula("MGSZ 6 (1) step 1", "board", "C")(lambda g: 5 if g["board"] == 13 else CANNOT_BE)


@formula("MGSZ 6 (1) step 1", "category|time|importance", "C")
def _multiplier(g: Given) -> object:
    if g["time"] != _TIME[g["category"]]:
        return CANNOT_BE
    if g["category"] == "E" and not g["category_e_bonus"] and g["importance"]:
        return CANNOT_BE
    return g["time"] + g["importance"]


@formula("MGSZ table 2", "basic|extended", "category", free="basic|extended")
def _category(g: Given) -> object:
    time = (g[WHOLE].occasion or {}).get("thinking_time")
    if time is not None:
        found = (Fraction(str(time["minutes"])), adjusted_minutes(time, g["fischer_moves"]))
        if not all(map(same, found, (g["basic"], g["extended"]))):
            return CANNOT_BE
    both = all if g["time_rule"] == "and" else any
    enough = [
        letter
        for letter, least, least_extended, _ in _CATEGORIES
        if both((g["basic"] >= least, g["extended"] >= least_extended))
    ]
    return [*enough, CANNOT_BE][0]


@formula("MGSZ table 3", "flags|participants", "importance", free="flags|participants")
def _importance(g: Given) -> object:
    occasion = g[WHOLE].occasion
    shown = g["participants"]
    if occasion is not None and occasion.get("participants", shown) != shown:
        return CANNOT_BE
    flags = set(g["flags"])
    invited = 5 if flags & {"invitational", "national-championship"} else 0
    title = 10 if "continental-or-world-championship" in flags else 0
    event = invited + title if g["importance_stacking"] else max(invited, title)
    return event + (5 if g["participants"] > 80 else 0) + (10 if "no-handicap" in flags else 0)


@formula("MGSZ 6 (3)", "C|rounds|limit", "parts")
def _parts(g: Given) -> object:
    limit = g["limit"]
    if limit != g["split_limit"] or not g["C"] < limit <= g["C"] * g["rounds"]:
        return CANNOT_BE
    decided = [each["parts"] for each in g[WHOLE].decisions("MGSZ 6 (3)")]
    if decided:
        return decided[-1] if sum(decided[-1]) == g["rounds"] else CANNOT_BE
    return _even(g["C"], g["rounds"], limit) if g["split_policy"] == "even" else _greedy(g)


def _even(C: int, rounds: int, limit: int) -> Sequence[int]:  # noqa: N803 - the document's own
    number = -(-rounds // ((limit - 1) // C))
    return [rounds // number + (part < rounds % number) for part in range(number)]


def _greedy(g: Given) -> Sequence[int]:
    longest, lengths, left = (g["limit"] - 1) // g["C"], [], g["rounds"]
    while left > 0:
        lengths.append(min(longest, left))
        left -= longest
    return lengths


PARTICIPANTS = stated_reason(
    "all players entered or playing are counted, because no number was submitted"
)
ROUNDS = stated_reason("the rounds are counted from the games, because none were submitted")


def _stated(document: Document) -> Iterator[Stated]:
    participants = (document.occasion or {}).get("participants")
    for number, step in enumerate(document["steps"]):
        place = ("steps", number, "given")
        if step["rule"] == "MGSZ table 3" and not participants:
            yield (*place, "participants"), PARTICIPANTS
        if step["rule"] == "MGSZ 6 (3)":
            yield (*place, "rounds"), ROUNDS


def _consistency(document: Document) -> Iterator[str]:
    rows = document.get("rows") or list(_rows_of_guest(document))
    yield from _corrections(document, rows)
    yield from _games(document, rows)
    yield from _opponents(document, rows if document["rows"] else [])
    yield from _elo_of_grades(document, rows)
    for number, (row, step) in enumerate(pairs(rows, document.steps("MGSZ 7"))):
        yield from _part(row, step)
        if number and row["elo_before"] != rows[number - 1]["elo_after"]:
            yield f"part {row['part']} does not begin where the one before ends"
    parts = [row["part"] for row in rows]
    lengths = [len(step["result"]) for step in document.steps("MGSZ 6 (3)")]
    if not set(parts) <= set(range(1, max([1, *lengths]) + 1)) or parts != sorted(set(parts)):
        yield "the parts are not numbered"
    yield from _rounds_of_parts(document)
    if not document["rows"] and document["rulebook"] and document["tournament"]:
        yield from _without_games(document)


def _rounds_of_parts(document: Document) -> Iterator[str]:
    """Check that the games of a part were played in its rounds (6 (3))."""
    rounds = {game["game"]: game.get("round") for game in document.events("game")}
    for step in document.given("rounds", "limit"):
        parts = [part for part, length in enumerate(step["result"], 1) for _ in range(length)]
        for row in document["rows"]:  # those of a guest are not numbered
            for game in row["games_used"]:
                number = rounds.get(game["game"])
                part = row["part"] if number is None else parts[number - 1]
                yield from differing((f"part of {game['game']}", part, row["part"]))


def _without_games(document: Document) -> Iterator[str]:
    """Check that the card stays; grades may be confirmed without a game (5 (1))."""
    if document.steps("MGSZ 5 (1)"):
        before, after = document.card("before"), document.card("after")
        yield from differing(("Elo of the card", before["elo"], after["elo"]))
    else:
        yield from document.moved_card()


def _rows_of_guest(document: Document) -> Iterator[Row]:
    """Yield the parts of a guest whose value changes from part to part, from their steps."""
    games: list[Row] = []
    corrected: Row = {}
    part = 0
    for step in document["steps"]:
        given, result = step["given"], step["result"]
        if step["rule"] == "MGSZ 8 (2) step 1":
            corrected = {result: given["Ep"]}
        elif step["rule"] == "MGSZ 8 (2) step 2":
            game = {"game": given["game"], "chance": given["chance"], "game_points": result}
            elo = corrected.get(given["opponent Ep"], given["opponent Ep"])
            game |= {"opponent_elo": elo, "corrected_difference": given["Δp"]}
            games.append(game)
            corrected = {}
        elif step["rule"] == "MGSZ 7":
            part += 1
            row = {"part": part, "elo_before": given["Ep"], "elo_after": result}
            row |= {"multiplier": given["C"], "game_points": given["ΣJp"]}
            yield {**row, "games_used": games}
            games = []


def _corrections(document: Document, rows: list[Row]) -> Iterator[str]:
    """Check that the stones of the corrections are those of the games."""
    stones = {game["game"]: game.get("stones") or 0 for game in document.events("game")}
    used = [game["game"] for row in rows for game in row["games_used"]]
    given = sorted(step["given"]["stones"] for step in document.steps("MGSZ 8 (2) step 1"))
    if stones:
        expected = sorted(stones[name] for name in used if stones[name])
        yield from differing(("the stones", expected, given))


def _games(document: Document, rows: list[Row]) -> Iterator[str]:
    """Every game that counts has its step."""
    steps = {step["given"]["game"]: step for step in document.steps("MGSZ 8 (2) step 2")}
    for row in rows:
        for game in row["games_used"]:
            if game["game"] in steps:
                yield from _game(document, game, steps[game["game"]], row["elo_before"])
            else:
                yield f"no step shows {game['game']}"


def _game(document: Document, game: Row, step: Row, own: int) -> Iterator[str]:
    """Compare the figures of a game with its step, each Elo as it was or corrected for stones."""
    given, name = step["given"], game["game"]
    corrected = {
        each["result"]
        for each in document.steps("MGSZ 8 (2) step 1")
        if each["given"]["Ep"] in {own, game["opponent_elo"]}
    }
    yield from differing(
        (f"difference of {name}", game["corrected_difference"], given["Δp"]),
        (f"chance of {name}", game["chance"], given["chance"]),
        (f"game point of {name}", game["game_points"], step["result"]),
    )
    shown = ((given["Ep"], own), (given["opponent Ep"], game["opponent_elo"]))
    moved = [elo for elo, before in shown if elo != before]
    if len(moved) > 1 or not corrected.issuperset(moved):
        yield f"{moved} is not the Elo of a player in {name}"
    for handed_in in document.events("game"):
        if handed_in["game"] == name:
            score = handed_in[f"{document.side_of(handed_in)}_points"]
            yield from differing(
                (f"stones of {name}", bool(handed_in.get("stones")), bool(moved)),
                (f"score of {name}", score, given["score"]),
            )


def _opponents(document: Document, rows: list[Row]) -> Iterator[str]:
    """Check that in the first part each player has the Elo of his card, or of his entry grade.

    The part of a guest's games is not shown.
    """
    guests = {step["given"]["guest"]: step["result"] for step in document.given("guest")}
    figures = document.figures | guests
    games = {game["game"]: game for game in document.events("game")}
    for game in rows[0]["games_used"] if rows and rows[0]["part"] == 1 else ():
        if game["game"] in games:
            opponent = str(document.opponent_of(games[game["game"]]))
            elo = game["opponent_elo"]
            yield from differing((f"Elo of {opponent}", figures.get(opponent), elo))


def _elo_of_grades(document: Document, rows: list[Row]) -> Iterator[str]:
    """Check that a grade uses the Elo at the end, or after any part."""
    ends = [row["elo_after"] for row in rows]
    if document["parameters"]["confirm_per_part"]:
        ends += [row["elo_before"] for row in rows[:1]]
    else:
        ends = ends[-1:]
    for step in document.steps("MGSZ 5 (1)") if rows else ():
        if step["given"]["E"] not in ends:
            yield f"{step['given']['E']} is the Elo after no part"


def _part(row: Row, step: Row) -> Iterator[str]:
    given, part = step["given"], row["part"]
    total = sum(game["game_points"] for game in row["games_used"])
    yield from differing(
        (f"Elo before part {part}", row["elo_before"], given["Ep"]),
        (f"multiplier of part {part}", row["multiplier"], given["C"]),
        (f"game points of part {part}", row["game_points"], given["ΣJp"]),
        (f"sum of the game points of part {part}", total, row["game_points"]),
        (f"Elo after part {part}", row["elo_after"], step["result"]),
    )


CHECKER = Checker(
    rulebook="mgsz-2011",
    defaults={
        "split_limit": 300,
        "top_band_width": 200,
        "bottom_band_width": 10,
        "new_player_max_elo": 1764,
    },
    readings={"top": "top_band_width", "bottom": "bottom_band_width"},
    led_to={"C": "multiplier"},
    known={"C": "multiplier", "grade": "grade"},
    own=_consistency,
    stated=_stated,
)
