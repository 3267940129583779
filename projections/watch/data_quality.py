"""Data quality: registrations that may be one person's, and tournaments with gaps."""

from collections.abc import Iterator
from datetime import date
from itertools import islice

from sqlalchemy import Connection, select

from ledger.events.messages import marked
from ledger.importing.matching.evidence import are_other_years
from ledger.importing.matching.register import read_register
from ledger.log.paging import pages
from ledger.log.schema import person
from ledger.validation.ledger_state import LedgerState
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.names import personal_data_shown
from projections.engine.read_model.generations import pools
from projections.queries.answer_types import DataQualityIssue, KnownPlayerRow, PossibleDouble
from projections.queries.answers import Answers
from projections.queries.people import known_players
from projections.queries.tournament_list import TOURNAMENTS_AT_ONCE
from projections.rulebooks.tournament import Tournament, age_in
from projections.watch.persons import doubles_among, of_one_person

# --- finding registrations that may be one person's; an officer decides --------------------------


OTHER_YEAR = marked("another year of birth")


def possible_doubles(connection: Connection, today: date) -> list[PossibleDouble]:
    """Return pairs with one name in any spelling, or one number; last those of different years.

    Merged registrations are one person; withheld and forgotten players are not compared.
    """
    ledger = LedgerState(connection)
    registered = connection.execute(select(person.c.player).distinct()).scalars()
    kept = {ledger.one_person(player) for player in registered}
    reasons = doubles_among(personal_data_shown(connection, sorted(kept), EVERYTHING, today))
    players = {player for pair in reasons for player in pair}
    names = pools(connection)
    people = {row["player"]: row for row in known_players(connection, players, names, today)}
    found: list[PossibleDouble] = []
    for (one, other), why in sorted(reasons.items()):
        if one in people and other in people:
            both = people[one], people[other]
            against = [OTHER_YEAR] if are_other_years(*(it["birth_year"] for it in both)) else []
            signal = of_one_person((one, other), why).id
            found.append({"signal": signal, "players": both, "reasons": [*why, *against]})
    return sorted(found, key=lambda each: OTHER_YEAR in each["reasons"])


def namesakes(connection: Connection, name: str, today: date) -> list[KnownPlayerRow]:
    """Return the registered players with a name in any spelling, as they may be shown."""
    register = read_register(connection)
    found = register.persons(register.named(name)).ids()
    return known_players(connection, found, pools(connection), today)


def data_quality(answers: Answers, looked_at: int) -> Iterator[DataQualityIssue]:
    """Yield the tournaments with a fault among the newest ``looked_at`` of a pool."""
    history, pool, as_of = answers.whole_history(), answers.question.pool, answers.question.as_of
    ended = (
        id_
        for id_ in reversed(history.tournament_ids(pool))
        if as_of.covers(history.ended_on(id_))
    )
    for page in pages(list(islice(ended, looked_at)), TOURNAMENTS_AT_ONCE):
        history.read_about(page)
        for given in history.tournaments(pool, page):
            _, report = answers.report(given.id, history)
            missing = _missing(given)
            young = [
                each.id
                for each in given.players.values()
                if each.birth_year and age_in(given.ended_on.year, each.birth_year) is None
            ]
            if report.excluded is not None or missing or young or not given.games:
                yield {
                    "tournament": given.id,
                    "name": given.name,
                    "ended_on": given.ended_on.isoformat(),
                    "reason": report.excluded,
                    "players": len(given.players),
                    "games": len(given.games),
                    "missing": missing,
                    "too_young": young,
                }


def _missing(given: Tournament) -> int:
    """The number of pairs of a round robin without a game of any kind."""
    if given.format != "round-robin":
        return 0
    met = {frozenset((game.white, game.black)) for game in given.games if game.black is not None}
    count = len(given.players)
    return max(0, count * (count - 1) // 2 - len(met))
