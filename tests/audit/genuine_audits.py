"""The audits of random seasons, and what occurs in each of them."""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ledger.events.problems import Refused
from projections.queries.answers import Answers
from projections.queries.audit import audit
from projections.queries.audit_sources import complete
from tests.audit.random_seasons import PEOPLE, season
from tests.projections.club import Club
from tests.projections.submissions import Event

Document = dict[str, Any]


def audits(club: Club, rulebook: str, seed: int, share: float = 1) -> Iterator[Document]:
    """Submit a season, and yield a share of its audits as a program reads them."""
    events = admitted(club, season(rulebook, seed))
    dice = Random(seed)  # noqa: S311 - dice
    if dice.random() < 0.5:
        club.catch_up()
    subjects = [None, *(each["data"].get("tournament", each["id"]) for each in _occasions(events))]
    with club.answers(*_cut(dice, events)) as answers:
        for player in PEOPLE:
            for subject in subjects:
                if dice.random() < share:
                    yield from _audit(answers, player, subject)


def shared_and_single_audits(
    club: Club, rulebook: str, seed: int, share: float
) -> Iterator[tuple[Document, Document]]:
    """Yield a share of the audits of everybody in each tournament, with each from new answers.

    The first ones are all made from common answers.
    """
    events = admitted(club, season(rulebook, seed))
    dice = Random(seed)  # noqa: S311 - dice
    with club.answers() as together:
        for event in _occasions(events):
            for player in PEOPLE:
                subject = event["data"].get("tournament", event["id"])
                for shared in _audit(together, player, subject):
                    if dice.random() < share:
                        with club.answers() as alone:
                            (single,) = _audit(alone, player, subject)
                        yield shared, single


def admitted(club: Club, events: Sequence[Event]) -> Sequence[Event]:
    """Submit the events but for those that the ledger refuses."""
    try:
        club.append(*events)
    except Refused as refused:
        lines = {problem.line for problem in refused.problems}
        return admitted(club, [each for n, each in enumerate(events, 1) if n not in lines])
    return events


def _occasions(events: Sequence[Event]) -> list[Event]:
    about = {"tournament.submitted", "evaluation.recorded", "rulebook.adopted"}
    return [each for each in events if each["type"] in about]


def _cut(dice: Random, events: Sequence[Event]) -> tuple[str | None, int | None]:
    """Mostly everything is asked for, else a day of the season or an earlier state of the log."""
    year = int(events[0]["data"]["from_day"][:4])
    days = [each["data"]["ended_on"] for each in events if "ended_on" in each["data"]]
    days += [f"{year + 1}-06-01", f"{year + 1}-09-01"] * 2  # days of the calendar of LASK
    day, earlier = (dice.choice(days), None), (None, len(events) - dice.randrange(9))
    return dice.choice([*[(None, None)] * 3, day, day, earlier])


def _audit(answers: Answers, player: str, subject: str | None) -> Iterator[Document]:
    try:
        document = complete(answers, audit(answers, player, subject))
    except Refused:  # nothing to explain
        return
    yield json.loads(json.dumps(document))


def kinds(document: Document) -> Iterator[Any]:
    """Yield what occurs in an audit: every form of step, every kind of event, and odd cases."""
    for step in document["steps"]:
        yield step["rule"], frozenset(step["given"])
    for each in document["inputs"]:
        yield each["what"]
        if each["what"] == "decision":
            yield each["recorded"]["rule"] if each["data"] is None else each["data"]["rule"]
        if each["data"] is None:
            yield f"struck {each['what']}"
        elif "recorded" in each and each["what"] != "registration":
            yield f"corrected {each['what']}"
    before, row = document["card_before"] or {}, document["row"] or {}
    cards = [each["card"] or {} for each in document["opponents"]]
    kinds = {
        "own mark": (before.get("card") or {}).get("mark"),
        "mark of an opponent": any(card.get("mark") for card in cards),
        "row that is not kept": row.get("kept") is False,
        "lapsed card": before.get("status") == "lapsed",
        "unrated opponent": any(card == {} for card in cards),
        "residual games": any(document["residual_games"].values()),
        "several parts": len(document["rows"]) > 1,
        "as of a day": document["as_of"] is not None,
    }
    yield from (kind for kind, occurs in kinds.items() if occurs)
