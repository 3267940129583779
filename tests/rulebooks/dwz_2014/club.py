"""The club of DWZ 1995 under the edition of 2014: the same ways to write cards and games."""

import csv
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from projections.rulebooks.document import Step, working
from projections.rulebooks.dwz.card import DwzCard
from projections.rulebooks.dwz.rulebook import Dwz2014
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Tournament
from tests.rulebooks.dwz_1995.club import card

EXAMPLES = Path(__file__).parent / "examples"


def edition(**parameters: Any) -> Dwz2014:
    """DWZ 2014 under these readings."""
    rulebook = Dwz2014().read_with(parameters)
    assert isinstance(rulebook, Dwz2014)
    return rulebook


def evaluate(
    event: Tournament, cards: Mapping[str, DwzCard | str | None], **parameters: Any
) -> Evaluation[DwzCard]:
    """The tournament evaluated; cards may be written as ``1500-10``."""
    held = {name: card(own) if isinstance(own, str) else own for name, own in cards.items()}
    occasion = TournamentEnded(day=event.ended_on, tournament=event)
    return edition(**parameters).evaluate(occasion, held)


def report(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> Report:
    """The tournament's report."""
    return evaluate(event, cards, **parameters).report()


def rows(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> dict[str, Any]:
    """The report's rows by player."""
    return {row["player"]: row for row in report(event, cards, **parameters).rows}


def left_out(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> dict[str, str]:
    """The games not rated, each with the paragraph of the reason."""
    listed = report(event, cards, **parameters).games_not_rated
    return {each.game: each.reason.partition(":")[0] for each in listed}


def steps(event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> list[Step]:
    """The working of an evaluation and its report."""
    with working() as written:
        evaluate(event, cards, **parameters).report()
    return written


def printed_steps() -> list[dict[str, str]]:
    """The rating card of the examples."""
    text = (EXAMPLES / "career_steps.csv").read_text("utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def tournaments() -> list[dict[str, Any]]:
    """The tournaments of the examples."""
    found: list[dict[str, Any]] = tomllib.loads(
        (EXAMPLES / "tournaments.toml").read_text("utf-8")
    )["tournament"]
    return found
