"""A line that names a player: somebody of the register, or a newcomer."""

from typing import Protocol, TypedDict

from ledger.events.problems import Refused
from ledger.events.sentences import sentence
from projections.hand_entry.lines import Newcomer, Slip, read_newcomer
from projections.hand_entry.tournament import Participant


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
    """Whoever a line names: an id, a part of a name, or ``new NAME, born YEAR``."""
    newcomer = read_newcomer(text)
    return _registered(register, text) if newcomer is None else _new(register, newcomer)


def _registered(register: Register, text: str) -> Participant:
    try:
        entry = register.register_entry(register.find_player(text))
    except Refused as refused:
        (problem, *_) = refused.problems
        if not problem.code.startswith("unknown-"):
            raise Slip(problem.message) from None
        said = sentence(
            "%(message)s; a newcomer is typed as `new %(name)s, born YEAR`",
            message=problem.message,
            name=text,
        )
        raise Slip(said) from None
    return Participant(entry["name"] or entry["player"], entry["birth_year"], entry["player"])


def _new(register: Register, newcomer: Newcomer) -> Participant:
    """A newcomer, unless somebody of this name and year is in the register."""
    try:
        id_ = register.find_player(newcomer.name, whole=True)
    except Refused:  # nobody is called so, or several are and he is another one
        return Participant(newcomer.name, newcomer.birth_year)
    entry = register.register_entry(id_)
    years = {entry["birth_year"], newcomer.birth_year} - {None}
    if len(years) > 1:
        return Participant(newcomer.name, newcomer.birth_year)
    if (year := entry["birth_year"]) is None:
        message = sentence(
            "%(name)s is in the register: type %(id)s; for another person say when he was born",
            name=entry["name"],
            id=id_,
        )
    else:
        message = sentence(
            "%(name)s, born %(year)s is in the register: type %(id)s; for another person say "
            "when he was born",
            name=entry["name"],
            year=year,
            id=id_,
        )
    raise Slip(message)


def born(year: int | None) -> str:
    """``, born 1970``, or nothing."""
    return "" if year is None else f", born {year}"
