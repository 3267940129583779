"""The working of a valuation, written down for the audit (SOURCE.md, "What is recorded")."""

from collections.abc import Mapping, Sequence

from projections.rulebooks.document import concerning
from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.valuation import Valuation, ValuedGroup, exceptions

STRUCTURES = {
    "regular": "one group: everybody is linked with everybody",
    "regular_with_extremes": "one group, and players who won or lost all",
    "several_groups": "several groups, one below the other",
    "incomparable_groups": "groups between which no results decide",
    "no_cycle": "no chain of results leads back to where it began: no t",
    "no_results": "no game was played",
}


def write_down(valuation: Valuation) -> None:
    """Note the structure, every group, and those who have no t or only an order number."""
    names = valuation.table.players
    waldstein.note(
        "5",
        STRUCTURES[valuation.structure],
        {"groups": [_names(names, group.players) for group in valuation.groups]},
        valuation.structure,
    )
    for group in valuation.groups:
        _write_down_group(names, group)
    for player, status in sorted(exceptions(valuation.parts).items()):
        with concerning(names[player]):
            _write_down_exception(status)
    if valuation.main is not None:
        T = {names[player]: T for player, T in valuation.main.T.items()}
        waldstein.note("5", "Homogeneity: T highest / T lowest", {"T": T}, valuation.homogeneity)


def _write_down_group(names: Sequence[str], group: ValuedGroup) -> None:
    waldstein.note(
        "2",
        "λ t_i = Σ r_ij t_j: the strengths come out as they were put in",
        {"group": group.number, "λ": group.strength, "period": group.period},
        _named(names, group.t),
    )
    waldstein.note(
        "6",
        "Rule of thumb: stop when three successive operations gave the same order",
        {"group": group.number},
        group.stopped_at,
    )
    check = group.control
    stated = _named(names, dict(zip(group.players, check.t, strict=True)))
    found = _named(names, dict(zip(group.players, check.t_control, strict=True)))
    meeting = [[names[group.players[i]] for i in pair] for pair in check.overlaps]
    waldstein.note(
        "6",
        "Control: one operation with the stated t gives them back, no span meeting another's",
        {"t": stated, "S": sum(check.s)},
        {"t_control": found, "overlaps": meeting},
    )
    for player in group.players:
        with concerning(names[player]):
            _write_down_quality(group, player)


def _write_down_quality(group: ValuedGroup, player: int) -> None:
    given = {"t": group.t[player], "n": len(group.players)}
    waldstein.note("5", "T = t · n: above 1 better than the average", given, group.T[player])
    if player in group.order_numbers_only:
        waldstein.note(
            "5 c",
            "Lost points to one player only, who has no others: t is an order number",
            {"t": group.t[player]},
            "order number",
        )


def _write_down_exception(status: str) -> None:
    if status == "hors_concours":
        waldstein.note("5 a", "Won all: hors concours, the others' t without him", {}, status)
    elif status == "lost_all":
        waldstein.note("5 b", "Lost all: a dash, and his games are struck first", {}, status)


def _names(names: Sequence[str], players: Sequence[int]) -> list[str]:
    return [names[player] for player in players]


def _named(names: Sequence[str], numbers: Mapping[int, object]) -> dict[str, object]:
    return {names[player]: number for player, number in numbers.items()}
