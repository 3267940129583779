"""A tournament as far as it has been typed: and the file of the canonical form that it is."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Protocol, TypedDict

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message
from ledger.events.problems import Refused
from ledger.importing.formats import tournament_report
from ledger.importing.formats.canonical.writer import write_csv
from ledger.importing.manual_entry.lines import Newcomer, UnreadableLine, read_newcomer
from ledger.importing.matching.evidence import are_other_years
from ledger.importing.matching.player_links import NEW
from ledger.validation.persons import is_nobody


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
    """The part typed so far; the games of a round robin have neither rounds nor colours."""

    name: str
    ended_on: date
    starts_on: date | None
    system: tournament_report.System
    thinking_time: ThinkingTime | None
    players: tuple[Participant, ...] = ()
    games: tuple[tournament_report.GameReport, ...] = ()

    def content(self) -> bytes:
        """The file in the canonical form, which ``import csv`` reads."""
        report = tournament_report.TournamentReport(
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
                tournament_report.PlayerReport(
                    number=number, name=each.name, birth_year=each.birth_year
                )
                for number, each in self.numbered()
            ),
            games=self.games,
        )
        return write_csv(report, tournament_report.EnglishFindings())

    def links(self) -> Mapping[str, str]:
        """Return the players' ids in the register, or ``new``, by their numbers."""
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


# --- reading a line that names a player: registered or new ---------------------------------------


class RegisteredPlayer(TypedDict):
    """The part of the register's answer about a player that typing him needs."""

    player: str
    name: str | None
    birth_year: int | None


class Register(Protocol):
    """The register of players, as the façade answers."""

    def find_player(self, text: str, *, whole: bool = False) -> str:
        """The id of the player with an id or name; Refused where it is not one."""

    def register_entry(self, player: str) -> RegisteredPlayer:
        """Return a registered player's id, name and year of birth."""


def read_participant(register: Register, text: str) -> Participant:
    """Return the player named by a line: an id, a part of a name, or ``new NAME, born YEAR``."""
    newcomer = read_newcomer(text)
    return _registered(register, text) if newcomer is None else _new(register, newcomer)


def _registered(register: Register, text: str) -> Participant:
    try:
        entry = register.register_entry(register.find_player(text))
    except Refused as refused:
        (problem, *_) = refused.problems
        if not problem.code.startswith("unknown-"):
            raise UnreadableLine(problem.message) from None
        message = Message(
            "%(message)s; a newcomer is typed as `new %(name)s, born YEAR`",
            {"message": problem.message, "name": text},
        )
        raise UnreadableLine(message) from None
    return Participant(entry["name"] or entry["player"], entry["birth_year"], entry["player"])


def _new(register: Register, newcomer: Newcomer) -> Participant:
    """A newcomer, unless somebody of this name and year is in the register."""
    if is_nobody(newcomer.name) and newcomer.birth_year is None:
        message = Message(
            "%(name)s stands for nobody: a bye is typed as `7 bye` in its round, a person as "
            "`new %(name)s, born YEAR`",
            name=newcomer.name,
        )
        raise UnreadableLine(message)
    try:
        id_ = register.find_player(newcomer.name, whole=True)
    except Refused:  # no player has this name, or several have it and this is another one
        return Participant(newcomer.name, newcomer.birth_year)
    entry = register.register_entry(id_)
    if are_other_years(entry["birth_year"], newcomer.birth_year):
        return Participant(newcomer.name, newcomer.birth_year)
    if (year := entry["birth_year"]) is None:
        message = Message(
            "%(name)s is in the register: type %(id)s; for another person give the day of birth",
            {"name": entry["name"], "id": id_},
        )
    else:
        message = Message(
            "%(name)s, born %(year)s is in the register: type %(id)s; for another person "
            "give the day of birth",
            {"name": entry["name"], "year": year, "id": id_},
        )
    raise UnreadableLine(message)


def born(year: int | None) -> str:
    """``, born 1970``, or nothing."""
    return "" if year is None else f", born {year}"
