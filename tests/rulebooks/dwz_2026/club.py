"""The club of DWZ 1995 under the edition of 2026: the same ways to write cards and games."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from projections.rulebooks.document import Step, working
from projections.rulebooks.dwz.card import DwzCard
from projections.rulebooks.dwz.rulebook import Dwz2026
from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Tournament
from tests.rulebooks.dwz_1995.club import card

EXAMPLES = Path(__file__).parent / "examples"


def edition(**parameters: Any) -> Dwz2026:
    """DWZ 2026 under these readings."""
    rulebook = Dwz2026().read_with(parameters)
    assert isinstance(rulebook, Dwz2026)
    return rulebook


def evaluate(
    event: Tournament, cards: Mapping[str, DwzCard | str | None], **parameters: Any
) -> Evaluation[DwzCard]:
    """The tournament evaluated; cards may be written as ``1500-10``."""
    held = {name: card(own) if isinstance(own, str) else own for name, own in cards.items()}
    occasion = TournamentEnded(day=event.ended_on, tournament=event)
    return edition(**parameters).evaluate(occasion, held)


def rows(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> dict[str, Any]:
    """The report's rows by player."""
    shown = evaluate(event, cards, **parameters).report()
    return {row["player"]: row for row in shown.rows}


def steps(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> list[Step]:
    """The working of an evaluation and its report."""
    with working() as written:
        evaluate(event, cards, **parameters).report()
    return written


def tournaments() -> list[dict[str, Any]]:
    """The tournaments of the examples."""
    found: list[dict[str, Any]] = tomllib.loads(
        (EXAMPLES / "tournaments.toml").read_text("utf-8")
    )["tournament"]
    return found
