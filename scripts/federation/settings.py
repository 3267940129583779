"""The settings of a generated federation."""

from collections.abc import Sequence
from datetime import date

import attrs

from scripts.federation.successions import SUCCESSIONS, Adoption, discipline_of, founded_under
from scripts.federation.systems import SYSTEMS, System


def _system_of(rulebook: str) -> str:
    return rulebook.partition("-")[0]


def _known_system(_settings: object, _field: object, rulebook: str) -> None:
    if _system_of(rulebook) not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        raise ValueError(f"rulebook {rulebook!r}: the systems known are {known}")


def _proper_id(_settings: object, _field: object, pool: str) -> None:
    if not (1 <= len(pool) <= 100 and pool.isprintable() and pool == pool.strip()):
        raise ValueError(f"pool {pool!r}: 1 to 100 printable characters, no blanks at the ends")


def _known_succession(settings: "FederationSettings", _field: object, name: str | None) -> None:
    if name is None:
        return
    if name not in SUCCESSIONS:
        known = ", ".join(SUCCESSIONS)
        raise ValueError(f"succession {name!r}: those known are {known}")
    first = SUCCESSIONS[name][0]
    if (settings.rulebook, settings.from_year) != (first.rulebook, first.from_day.year):
        raise ValueError(
            f"succession {name!r}: it begins under {first.rulebook} in {first.from_day.year}"
        )
    if settings.discipline != discipline_of(name):
        raise ValueError(f"succession {name!r}: it is one of {discipline_of(name)}")


@attrs.frozen(kw_only=True)
class FederationSettings:
    """The size of a federation, its years, its rulebook and its game.

    ``games`` is the exact number of games in the file, byes and forfeits included.  Seasons
    are calendar years.  ``game_ids``: whether games carry an event id of their own.
    ``succession``: the rulebooks that follow each other, by name; the first is ``rulebook``.
    """

    games: int = attrs.field(validator=attrs.validators.ge(1))
    seed: int = attrs.field(validator=attrs.validators.ge(0))
    from_year: int = attrs.field(default=1995, validator=attrs.validators.ge(1))
    years: int = attrs.field(validator=attrs.validators.ge(1))
    pool: str = attrs.field(default="dwz", validator=_proper_id)
    rulebook: str = attrs.field(default="dwz-1995", validator=_known_system)
    discipline: str = attrs.field(default="chess", validator=attrs.validators.in_(("chess", "go")))
    game_ids: bool = True
    succession: str | None = attrs.field(default=None, validator=_known_succession)

    @property
    def adoptions(self) -> Sequence[Adoption]:
        """Return its rulebooks, in the order of their days."""
        if self.succession is None:
            return founded_under(self.rulebook, self.from_year)
        return SUCCESSIONS[self.succession]

    @property
    def home(self) -> str:
        """Return its country, that of its first rating system."""
        return SYSTEMS[_system_of(self.rulebook)].home

    def system_name_on(self, day: date) -> str:
        """The rating system of the rulebook that governs a day: ``dwz`` of ``dwz-1995``."""
        governing = [each.rulebook for each in self.adoptions if each.from_day <= day]
        return _system_of(governing[-1] if governing else self.rulebook)

    def system_on(self, day: date) -> System:
        """Return the properties of that system."""
        return SYSTEMS[self.system_name_on(day)]

    @property
    def active_members(self) -> int:
        """Members at any one time, each of whom plays some 14 games a year."""
        return max(10, self.games // (7 * self.years))

    def games_until(self, season: int) -> int:
        """Games of all seasons up to this one, the first being 0."""
        return self.games * (season + 1) // self.years


def usual_years(games: int) -> int:
    """Larger federations are older: 1,000 games in 15 years, ten million in 35."""
    return max(1, 5 * (len(str(games)) - 1))
