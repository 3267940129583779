"""Tournaments that an officer has to look at: not rated, without games, with gaps."""

from collections.abc import Iterator
from itertools import islice

from ledger.log.paging import pages
from projections.queries.answers import Answers
from projections.queries.officer_types import Oddity
from projections.queries.tournament_list import TOURNAMENTS_AT_ONCE
from projections.rulebook_sentences import sentence_of
from projections.rulebooks.tournament import Tournament


def oddities(answers: Answers, looked_at: int) -> Iterator[Oddity]:
    """Those of the newest ``looked_at`` tournaments of a pool of which something is odd."""
    history, pool, cut = answers.whole_history(), answers.question.pool, answers.question.cut
    ended = (
        id_ for id_ in reversed(history.tournament_ids(pool)) if cut.covers(history.ended_on(id_))
    )
    for page in pages(list(islice(ended, looked_at)), TOURNAMENTS_AT_ONCE):
        history.read_about(page)
        for given in history.tournaments(pool, page):
            _, report = answers.report(given.id, history)
            missing = _missing(given)
            if report.excluded is not None or missing or not given.games:
                yield {
                    "tournament": given.id,
                    "name": given.name,
                    "ended_on": given.ended_on.isoformat(),
                    "reason": sentence_of(report.excluded),
                    "players": len(given.players),
                    "games": len(given.games),
                    "missing": missing,
                }


def _missing(given: Tournament) -> int:
    """How many pairs of a round robin have no game of any kind."""
    if given.format != "round-robin":
        return 0
    met = {frozenset((game.white, game.black)) for game in given.games if game.black is not None}
    count = len(given.players)
    return max(0, count * (count - 1) // 2 - len(met))
