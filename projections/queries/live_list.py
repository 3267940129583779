"""Live lists: ratings as they would be if the running tournaments ended as they stand.

They are marked as provisional and never published; the recorded list stays what it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from ledger.events.messages import Message
from ledger.events.problems import refusal
from projections.engine.history.as_of import AsOf
from projections.engine.replay.schedule import period_on
from projections.queries import answer_types as shapes
from projections.queries.answers import Answers, row_of
from projections.queries.hypothetical import HypotheticalAnswers, HypotheticalTournament
from projections.queries.listings import games_of_tournament
from projections.queries.live_pairings import OpenPairings
from projections.queries.tournament_table import final_table
from projections.queries.whole_list import ranked_list
from projections.rulebooks.evaluation import RatingStatus
from projections.submissions.running import (
    RunningTournament,
    held_back,
    running_tournaments,
)

_UNRATED = RatingStatus(status="unrated")


class Live(HypotheticalAnswers):
    """The answers of a pool with its running tournaments counted as they stand.

    Raises :class:`~ledger.events.problems.Refused` for a question about another day than now.
    """

    def __init__(self, known: Answers) -> None:
        if known.question.as_of.day is not None:
            message = Message("live ratings are always current: leave the day out")
            raise refusal("not-live", message, "on")
        found = running_tournaments(known.connection, known.question.pool)
        reasons = {each.id: _why_not(known, each) for each in found}
        self._counted = [each for each in found if reasons[each.id] is None]
        self._left_out = [(it, why) for it in found if (why := reasons[it.id]) is not None]
        self._recorded = _until(known, self._counted)
        self._held_back = held_back(known.connection, found, known.question.today)
        super().__init__(self._recorded, [_as_if_ended(each) for each in self._counted])

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """The names under which players are shown; none that waits for an officer."""
        return super().names(set(players) - self._held_back.keys())

    def ratings(self, *, lapsed: bool = False, everyone: bool = False) -> list[shapes.RatingRow]:
        """Return the rating list; each row has ``provisional`` and the recorded rating."""
        recorded = self._recorded.standings(self.changed)
        rows = super().ratings(lapsed=lapsed, everyone=everyone)
        for row in rows:
            row["provisional"] = moves = row["player"] in self.changed
            row["recorded"] = row_of(recorded.get(row["player"], _UNRATED)) if moves else None
        return rows

    def document(self) -> shapes.LiveDocument:
        """The running tournaments, each evaluated as it stands, and whose ratings move."""
        return {
            "pool": self.question.pool,
            "day": self.day.isoformat(),
            "rulebook": self.rulebook,
            "tournaments": [*self._tournaments()],
            "ratings": [*self._moving()],
        }

    def _moving(self) -> Iterator[shapes.RatingRow]:
        """The rows of those whose ratings move, with their places live and as recorded."""
        live, recorded = ranked_list(self), ranked_list(self._recorded)
        for row in self.ratings(lapsed=True):
            if row["provisional"]:
                player = row["player"]
                row["place"], row["place_before"] = live.place(player), recorded.place(player)
                yield row

    def _tournaments(self) -> Iterator[shapes.RunningTournamentRow]:
        for each in self._counted:
            yield {**heading_of(each), **self.tournament(each.id), **self._standing(each)}
        for each, reason in self._left_out:
            yield {
                **heading_of(each),
                "rulebook": None,
                "rated": False,
                "reason": reason,
                "players": [],
                "games_not_rated": [],
                "table": None,
                "results": [],
                "pairings": [],
            }

    def _standing(self, running: RunningTournament) -> shapes.RunningStanding:
        """The table as it stands, the results of the last round, and the open pairings."""
        table, last = final_table(self, running.id), rounds_played(running) or 0
        pairings = OpenPairings(recorded=self._recorded, now=self, running=running)
        return {
            "table": table,
            "results": [
                row
                for row in games_of_tournament(self, running.id)
                if (row["round"] or 0) == last or (row["black"] and (row["round"] or 0) > last)
            ],
            "pairings": pairings.rows(
                {row["player"]: name for row in table["players"] if (name := row["name"])}
            ),
        }


def _as_if_ended(running: RunningTournament) -> HypotheticalTournament:
    return HypotheticalTournament(
        tournament=running.tournament, games=running.games, players=running.players
    )


def _until(known: Answers, running: Sequence[RunningTournament]) -> Answers:
    """The recorded answers of the day on which the last tournament ends.

    Days of the rulebook's own calendar, such as base dates, may lie before it.
    """
    last = max((each.tournament.ended_on for each in running), default=known.day)
    if last <= known.day:
        return known
    as_of = AsOf(last, known.card_history.position)
    return Answers(known.connection, attrs.evolve(known.question, as_of=as_of))


def _why_not(answers: Answers, running: RunningTournament) -> str | None:
    """The reason why a tournament cannot be evaluated as the log is now."""
    others = running.named - {each.player for each in running.players}
    register = answers.register(others)
    lost = sorted(who for who in others if register.one_person(who) not in register.players)
    if lost:
        return Message("%(player)s is not registered any more: submit it again", player=lost[0])
    day = running.tournament.ended_on
    if period_on(day, answers.card_history.periods) is None:
        pool = answers.question.pool
        return Message("no rulebook governs %(pool)s on %(day)s", pool=pool, day=day)
    return None


def rounds_played(running: RunningTournament) -> int | None:
    """Return the last round of which most games have a result."""
    played = Counter(game.round for game in running.games if game.black is not None)
    to_play = Counter(pairing.round for pairing in running.pairings)
    found = [it for it, games in played.items() if it is not None and games > to_play[it]]
    return max(found, default=None)


def heading_of(running: RunningTournament) -> shapes.RunningHead:
    """The head of a running tournament, which nothing has to be evaluated for."""
    return {
        "tournament": running.id,
        "name": running.tournament.name,
        "ended_on": running.tournament.ended_on.isoformat(),
        "rounds_played": rounds_played(running),
        "rounds": running.tournament.rounds_planned,
        "submitted_by": running.submitted_by,
        "submitted_at": running.submitted_at.isoformat(),
    }
