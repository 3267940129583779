"""The effect of an import in words: rated or not, what to add, and how to see what changed."""

from collections.abc import Iterator

from ledger.imports.effect_port import PoolEffect
from ledger.imports.outcome import FileOutcome


def effect_lines(outcome: FileOutcome) -> Iterator[str]:
    """A line or two for each pool, and the command that shows whose figures differ."""
    for each in outcome.effect:
        yield f"{each.pool}: {verdict(each, dry_run=outcome.dry_run)}"
        if each.add is not None:
            yield f"  {_remedy(each.add, outcome)}"
        if each.changed and not outcome.dry_run and outcome.first is not None:
            yield f"  rating-ledger diff {each.pool} --from-known {outcome.first - 1}"


def verdict(effect: PoolEffect, *, dry_run: bool) -> str:
    """Whether it is rated, and how many figures change."""
    figures = "figure changes" if effect.changed == 1 else "figures change"
    if dry_run:
        figures = "figure would change" if effect.changed == 1 else "figures would change"
    moved = f"{effect.changed} {figures}"
    if not effect.rated:
        said = "would not be rated" if dry_run else "not rated"
        also = f"; {moved}" if effect.changed else ""
        return f"{said} ({effect.reason}){also}."
    left_out = effect.games_not_rated
    games = "game does" if left_out == 1 else "games do"
    without = f", {left_out} {games} not count" if left_out else ""
    return f"{'would be rated' if dry_run else 'rated'}{without}; {moved}."


def _remedy(add: str, outcome: FileOutcome) -> str:
    """What to say where the file does not say it; what is appended already is corrected."""
    if outcome.dry_run:
        return f"It would count with {add}: add what is true."
    return f"It would count with {add}: import the file again, adding what is true."
