"""A tournament as far as it has been typed: and the file of the canonical form that it is."""

from collections.abc import Iterator, Mapping
from datetime import date

import attrs

from ledger.events.facts import ThinkingTime
from ledger.formats.canonical.writer import write_csv
from ledger.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    System,
    TournamentReport,
)
from ledger.imports.matching.player_links import NEW


@attrs.frozen
class Participant:
    """A player as typed; ``player`` is his id in the register, None for a newcomer."""

    name: str
    birth_year: int | None = None
    player: str | None = None

    @property
    def target(self) -> str:
        """Whom the import is to link him to."""
        return NEW if self.player is None else self.player


@attrs.frozen(kw_only=True)
class TypedTournament:
    """What has been typed so far; the games of a round robin have neither rounds nor colours."""

    name: str
    ended_on: date
    starts_on: date | None
    system: System
    thinking_time: ThinkingTime | None
    players: tuple[Participant, ...] = ()
    games: tuple[GameReport, ...] = ()

    def content(self) -> bytes:
        """The file in the canonical form, which ``import csv`` reads."""
        report = TournamentReport(
            format="csv",
            encoding="utf-8",
            digest="",
            discipline="chess",
            name=self.name,
            starts_on=self.starts_on,
            ended_on=self.ended_on,
            rounds=self.last_round or None,
            system=self.system,
            thinking_time=self.thinking_time,
            players=tuple(
                PlayerReport(number=number, name=each.name, birth_year=each.birth_year)
                for number, each in self.numbered()
            ),
            games=self.games,
        )
        return write_csv(report, EnglishFindings())

    def links(self) -> Mapping[str, str]:
        """Who the players are, by their numbers: an id of the register, or ``new``."""
        return {number: each.target for number, each in self.numbered()}

    def numbered(self) -> Iterator[tuple[str, Participant]]:
        """The players with their numbers."""
        return ((str(number), each) for number, each in enumerate(self.players, start=1))

    @property
    def last_round(self) -> int:
        """The last round that has games; 0: none, as in a round robin."""
        return max((game.round or 0 for game in self.games), default=0)

    def paired(self, round_: int) -> frozenset[str]:
        """The numbers of those who have a game or a bye in a round."""
        games = [game for game in self.games if game.round == round_]
        sides = {game.white for game in games} | {game.black for game in games}
        return frozenset(side for side in sides if side is not None)
