"""DWZ 2014 3.4.3: players who were never in a club are computed, and nothing of it is kept."""

from collections.abc import Mapping

import attrs

from projections.rulebooks.dwz_1995 import closing
from projections.rulebooks.dwz_1995 import report as dwz_1995
from projections.rulebooks.dwz_1995.card import DwzCard, Figure
from projections.rulebooks.dwz_1995.chapters import Outcome
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.dwz_2014.readings import chosen_in
from projections.rulebooks.evaluation import Report


def cards_after(outcome: Outcome, figures: Mapping[str, Figure]) -> dict[str, DwzCard]:
    """The cards that changed, of those whose evaluation is kept."""
    changed = closing.cards_after(outcome, figures)
    if not chosen_in(outcome.field.readings).members_only:
        return changed
    return {player: card for player, card in changed.items() if is_kept(outcome, player)}


def report(outcome: Outcome, figures: Mapping[str, Figure]) -> Report:
    """The rows as in 1995, each with whether it is ``kept``."""
    shown = dwz_1995.report(outcome, figures)
    rows = tuple({**row, "kept": is_kept(outcome, row["player"])} for row in shown.rows)
    return attrs.evolve(shown, rows=rows)


@dwz_2014.within("3.4.3")
def is_kept(outcome: Outcome, player: str) -> bool:
    """Whether a player's evaluation is kept: always, or only if he has been in a club by then."""
    field = outcome.field
    if not chosen_in(field.readings).members_only:
        return True
    tournament = field.tournament
    return any(
        membership.club is not None and membership.from_day <= tournament.ended_on
        for membership in tournament.players[player].memberships
    )
