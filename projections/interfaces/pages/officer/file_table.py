"""The standings of a file that waits."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from projections.queries.tournament_table import most_have_met

Row = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class FileLine:
    """A player in the standings of a file.

    ``cells``: points and whether they were played for, of the games against each of the others in
    their order; empty if too few have met for a crosstable.
    """

    row: Row
    place: int
    points: float
    cells: Sequence[Sequence[tuple[float, bool]]]


def standings_of(preview: Row) -> Sequence[FileLine]:
    """Return the players at the places that the file states, else by their points."""
    points: Counter[str] = Counter()
    met: defaultdict[tuple[str, str], list[tuple[float, bool]]] = defaultdict(list)
    for game in preview["games"]:
        for own, other in (("white", "black"), ("black", "white")):
            points[game[own]] += game[f"{own}_points"]
            met[game[own], game[other]].append((game[f"{own}_points"], game["played"]))
    rows = preview["players"]
    scores = {it["number"]: points[it["number"]] for it in rows}
    scores |= {it["number"]: it["points"] for it in rows if it["points"] is not None}
    no_better = {score: count for count, score in enumerate(sorted(scores.values()), start=1)}
    places = {number: len(scores) + 1 - no_better[score] for number, score in scores.items()}
    if all(it["place"] for it in rows):
        places = {it["number"]: it["place"] for it in rows}
    rows = sorted(rows, key=lambda it: (places[it["number"]], it["name"]))
    by_opponent = most_have_met({frozenset(pair) for pair in met if None not in pair})
    return [
        FileLine(
            row=it,
            place=places[it["number"]],
            points=scores[it["number"]],
            cells=[met[it["number"], other["number"]] for other in rows] if by_opponent else (),
        )
        for it in rows
    ]
