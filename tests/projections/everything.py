"""Everything that a ledger says about a pool, as one text that can be compared."""

import re
from typing import Any

from ledger.events.problems import Refused
from projections.queries.answers import Answers
from projections.queries.audit import audit
from projections.queries.player_record import named_record
from tests.projections.club import Club, spelt
from tests.projections.seasons import PEOPLE, TOURNAMENTS, TWINS

EVERYBODY = tuple(dict.fromkeys((*PEOPLE, *TWINS)))


def everything(club: Club, on: str | None = None, known_at: int | None = None) -> str:
    """The list, every record, every evaluation and the working behind every figure."""
    try:
        with club.answers(on, known_at) as answers:
            return spelt(_told_by(answers))
    except Refused as refused:
        return spelt(_codes(refused))


def _told_by(answers: Answers) -> dict[str, Any]:
    told: dict[str, Any] = {"ratings": answers.ratings(everyone=True)}
    for player in EVERYBODY:
        told[f"player {player}"] = or_refusal(named_record, answers, player)
        told[f"audit {player}"] = or_refusal(_working, answers, player)
    for tournament in (*TOURNAMENTS, "ghost"):
        told[f"tournament {tournament}"] = or_refusal(answers.tournament, tournament)
    return told


def _working(answers: Answers, player: str) -> dict[str, Any]:
    return audit(answers, player, None).document()


def or_refusal(ask: Any, *arguments: Any) -> Any:
    try:
        return ask(*arguments)
    except Refused as refused:
        return _codes(refused)


def _codes(refused: Refused) -> list[str]:
    return [problem.code for problem in refused.problems]


def without_names(told: str) -> str:
    """The same with every name left out: a name that was forgotten is gone from every cut."""
    return re.sub('"name":("[^"]*"|null)', '"name":""', told)
