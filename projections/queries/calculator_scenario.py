"""A calculation read: who is meant, what was typed wrongly, and the tournament that it makes.

All problems are reported together, each under the parameter that it is about.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import attrs

from ledger.events.codec import read_data
from ledger.events.facts import PlayerRegistered, TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.problems import Problem, Refused, refusal
from projections.engine.registry import AnyRulebook
from projections.engine.replay.schedule import RulebookPeriod, period_on
from projections.queries import calculator_request
from projections.queries.answers import Answers
from projections.queries.calculator import Person, Scenario
from projections.queries.find_by_name import find_player
from projections.queries.search_index import SearchIndex

CALCULATION = "~calculation"
"""The id of the tournament that a calculation makes; it sorts after those of a pool."""
MINUTES = {"chess": 120, "go": 90}
"""The thinking time that is taken for granted, long enough for every rulebook."""
_PARAMETERS = {
    "birth_year": "born",
    "name": "player",
    "format": "system",
    "thinking_time": "minutes",
    "thinking_time.increment_seconds": "increment",
    "entrants": "grade",
    "flags": "flag",
}
"""The parameters that fill fields of the facts, if they are called otherwise."""
RULEBOOK_KIND = "initial"


def scenario_of(
    answers: Answers, index: SearchIndex, request: calculator_request.CalculatorRequest
) -> Scenario:
    """Build the calculation of a request.

    Raises :class:`~ledger.events.problems.Refused` with everything that is wrong with it.
    """
    period = period_on(answers.day, answers.card_history.periods)
    if period is None:
        values = {"pool": answers.question.pool, "day": answers.day}
        message = Message("no rulebook governs %(pool)s on %(day)s", **values)
        raise refusal("no-rulebook", message, "on")
    reading = _Reading(answers, index, request, period)
    player = reading.player()
    games, opponents = reading.games(player)
    tournament = reading.tournament(player)
    if reading.problems or tournament is None:
        raise Refused(reading.problems)
    return Scenario(
        period=period, player=player, opponents=opponents, games=games, tournament=tournament
    )


@attrs.frozen
class _Reading:
    """The reading of a request, which collects its problems."""

    answers: Answers
    index: SearchIndex
    request: calculator_request.CalculatorRequest
    period: RulebookPeriod
    problems: list[Problem] = attrs.field(factory=list)
    taken: set[str] = attrs.field(factory=set)

    @property
    def book(self) -> AnyRulebook:
        return self.period.book

    def problem(self, field: str, code: str, message: str) -> None:
        self.problems.append(Problem(None, field, code, message))

    # --- persons ------------------------------------------------------------------------------

    def player(self) -> Person:
        """Return the player, or a placeholder if he cannot be identified."""
        found = self._person(
            self.request.player or calculator_request.UNRATED, "player", is_opponent=False
        )
        if found.typed is None and self.request.born is not None:
            message = Message("the birth year of a registered player is known: leave it out")
            self.problem("born", "contradiction", message)
        return found

    def games(self, player: Person) -> tuple[list[calculator_request.TypedGame], list[Person]]:
        """The games as typed, and who each of them is against."""
        texts = self.request.game
        if not texts:
            message = Message("name at least one opponent with a result, such as 1850=1")
            self.problem("game", "missing", message)
        if len(texts) > calculator_request.MOST_GAMES:
            message = Message(
                "%(count)s games are too many: at most %(most)s are calculated",
                {"count": len(texts), "most": calculator_request.MOST_GAMES},
            )
            self.problem("game", "too-many", message)
            texts = []
        games: list[calculator_request.TypedGame] = []
        opponents: list[Person] = []
        for number, text in enumerate(texts, 1):
            try:
                game = calculator_request.game_of(text)
            except ValueError as error:
                self._problem_of_game(number, "bad-parameter", error.args[0])
                continue
            if self.request.system == "match" and games and game.opponent == games[0].opponent:
                opponent = opponents[0]
            else:
                opponent = self._person(game.opponent, "game", is_opponent=True, number=number)
            if opponent.id == player.id and player.typed is None:
                message = Message(
                    "%(name)s is the player: name another person", name=game.opponent
                )
                self._problem_of_game(number, "same-player", message)
            games.append(game)
            opponents.append(opponent)
        return games, opponents

    def _problem_of_game(self, number: int, code: str, message: str) -> None:
        self.problem("game", code, Message("game %(number)s: %(why)s", number=number, why=message))

    def _person(self, text: str, field: str, *, is_opponent: bool, number: int = 0) -> Person:
        text = text.strip()
        values = calculator_request.rating_of(text)
        if values is None and text.casefold() != calculator_request.UNRATED:
            return self._registered(text, field, number)
        typed = self._typed(text, is_opponent=is_opponent)
        if values is None or typed is None:
            return Person(id=text if typed is None else typed.player, typed=typed)
        card = self.book.typed_card(values, is_opponent=is_opponent)
        for each in self._objections(values, card):
            self._objection(text, field, number, each)
        return Person(id=typed.player, typed=typed, card=card)

    def _objections(self, values: Sequence[Any], card: Mapping[str, Any]) -> Iterator[str]:
        fields = self.book.typed_fields or self.book.card_fields
        if len(values) > len(fields):
            yield Message("too many values")
            return
        for each in self.book.objections_to_card(RULEBOOK_KIND, card):
            yield Message(
                "%(field)s: %(why)s", field=each.field.removeprefix("card."), why=each.message
            )

    def _objection(self, text: str, field: str, number: int, why: str) -> None:
        message = Message(
            "%(text)s is not a rating such as %(example)s: %(why)s",
            {"text": repr(text), "example": self.book.typed_example, "why": why},
        )
        if number:
            self._problem_of_game(number, "bad-parameter", message)
        else:
            self.problem(field, "bad-parameter", message)

    def _registered(self, text: str, field: str, number: int) -> Person:
        try:
            connection, today = self.answers.connection, self.answers.question.today
            found = find_player(connection, self.index, text, today)
            return Person(id=self.answers.registered(found))
        except Refused as refused:
            for each in refused.problems:
                if number:
                    self._problem_of_game(number, each.code, each.message)
                else:
                    self.problem(field, each.code, each.message)
        return Person(id=text, typed=self._typed(text, is_opponent=bool(number)))

    def _typed(self, text: str, *, is_opponent: bool) -> PlayerRegistered | None:
        """Return the registration of an invented player of the rulebook's federation."""
        id_ = self._free_id(text)
        data: dict[str, Any] = {"player": id_, "name": id_[1:], "federation": self.book.federation}
        if not is_opponent:
            data["birth_year"] = self.request.born
        return cast("PlayerRegistered | None", self._fact(PlayerRegistered.type, data))

    def _free_id(self, text: str) -> str:
        wanted, number = f"~{text}"[:90], 1
        while (id_ := wanted if number == 1 else f"{wanted} ({number})") in self.taken:
            number += 1
        self.taken.add(id_)
        return id_

    # --- the tournament -----------------------------------------------------------------------

    def tournament(self, player: Person) -> TournamentSubmitted | None:
        """The tournament around the games; None where something is wrong with it."""
        request, book = self.request, self.book
        time: dict[str, Any] = {"minutes": _number(request.minutes) or MINUTES[book.discipline]}
        if request.increment:
            time["increment_seconds"] = _number(request.increment)
        data = {
            "tournament": CALCULATION,
            "name": "Calculation",
            "pools": [self.answers.question.pool],
            "discipline": book.discipline,
            "format": request.system,
            "ended_on": self.answers.day.isoformat(),
            "rounds": max(len(request.game), 1),
            "thinking_time": time,
            "country": request.country.upper() or book.federation,
            "class": request.class_ or None,
            "flags": request.flag or ([] if request.minutes else list(book.usual_flags)),
        }
        if request.grade:
            data["entrants"] = [{"player": player.id, "entry_grade": request.grade}]
        return cast("TournamentSubmitted | None", self._fact(TournamentSubmitted.type, data))

    def _fact(self, type_: str, data: Mapping[str, Any]) -> Any:
        """Data as a fact, or None with its faults under the parameters that they are about."""
        given = {name: value for name, value in data.items() if value is not None}
        read = read_data(type_, given, "")
        if not isinstance(read, list):
            return read
        for path, fault in read:
            self.problem(_parameter(path), fault.code, fault.args[0])
        return None


def _number(text: str) -> Any:
    """A number as typed, a text that is none for the facts to refuse."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text


def _parameter(path: str) -> str:
    path = path.lstrip(".")
    while path:
        if path in _PARAMETERS:
            return _PARAMETERS[path]
        head, separator, _ = path.rpartition(".")
        if not separator:
            return _PARAMETERS.get(path.partition("[")[0], path)
        path = head
    return path
