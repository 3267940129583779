"""A tournament's games as lines, and the corrections of mistyped ones."""

from collections.abc import Callable, Iterator
from itertools import count

from scripts.federation.randomness import RandomSource
from scripts.federation.results import BYE, FORFEITS, ODDS, PLAYED, UNPLAYED, Result
from scripts.federation.settings import FederationSettings
from scripts.federation.tournaments import Tournament

MISTYPED = 0.002
MOST_STONES, STONE_IS_WORTH = 9, 100


Truth = Callable[[str, float], None]


def untold(_game: str, _expected: float) -> None:
    """Ignore the truth."""


class GameGenerator:
    """Plays the tournaments of a federation, one after another.

    ``report_mistake`` receives the correction of every mistyped result,
    ``report_truth`` White's average score of a game, which no line contains.
    """

    def __init__(
        self,
        settings: FederationSettings,
        random_source: RandomSource,
        report_mistake: Callable[[bytes], None],
        report_truth: Truth = untold,
    ) -> None:
        self._random = random_source
        self._odds = ODDS[settings.discipline]
        self._game_ids = settings.game_ids
        self._report_mistake = report_mistake
        self._report_truth = report_truth

    def play(self, tournament: Tournament) -> Iterator[bytes]:
        """Yield the line of every game, round by round and board by board.

        Written with f-strings, because there are millions of them: a slip is the game's data
        with blanks for White's and Black's points and the text between.
        """
        ids: dict[int | None, str] = {None: "null"}
        ids |= {seat: f'"{member.id}"' for seat, member in enumerate(tournament.field)}
        strengths = [member.strength for member in tournament.field]
        points = [0.0] * len(strengths)
        handicap = tournament.conditions.handicap
        numbers = count(1)
        for round_number, pairings in enumerate(tournament.pairings(points), 1):
            day = tournament.day_played(round_number)
            for board, (white, black) in enumerate(pairings, 1):
                game = f"{tournament.id}-g{next(numbers):03}"
                lead = None if black is None else strengths[white] - strengths[black]
                stones = _stones(lead) if handicap else 0
                if lead is not None:
                    self._report_truth(game, self._odds.expected(lead - STONE_IS_WORTH * stones))
                given = f'"stones":{stones},' if stones else ""
                result = self._result(lead, stones)
                points[white] += result.white
                if black is not None:
                    points[black] += result.black
                game_data = (
                    f'{{"black":{ids[black]},"black_points":%s,"board":{board},"game":"{game}",'
                    f'%s"round":{round_number},{given}'
                    f'"tournament":"{tournament.id}","white":{ids[white]},"white_points":%s}}'
                )
                yield self._line(game, game_data, result, day)

    def _result(self, lead: int | None, stones: int) -> Result:
        if lead is None:
            return BYE
        if self._random.roll() < UNPLAYED:
            return self._random.one_of(FORFEITS)
        return self._odds.result(lead - STONE_IS_WORTH * stones, self._random.roll())

    def _line(self, game: str, game_data: str, result: Result, day: str) -> bytes:
        """Return the slip as typed; a wrong one is corrected later."""
        data = right = _filled(game_data, result, day)
        if self._random.roll() < MISTYPED and not result.unplayed and self._game_ids:
            wrong = self._random.one_of([other for other in PLAYED if other is not result])
            data = _filled(game_data, wrong, day)
            self._report_mistake(_correction(game, right))
        event_id = f',"id":"{game}"' if self._game_ids else ""
        return f'{{"data":{data}{event_id},"type":"game.submitted"}}\n'.encode()


def _filled(game_data: str, result: Result, day: str) -> str:
    return game_data % (result.black, result.unplayed or day, result.white)


def _correction(game: str, data: str) -> bytes:
    return (
        f'{{"data":{{"corrects":"{game}","reason":"typed in wrongly","replacement":{data}}},'
        f'"id":"{game}-correction","type":"correction.submitted"}}\n'
    ).encode()


def _stones(lead: int | None) -> int:
    """Stones for Black, the weaker: one for every hundred, from two on."""
    stones = min(MOST_STONES, (lead or 0) // STONE_IS_WORTH)
    return stones if stones > 1 else 0
