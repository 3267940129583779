"""Merged registrations: the ids that belong to one person."""

from collections.abc import Collection, Iterable

from ledger.events.facts import PlayersMerged


class Merges:
    """The effective merges.  A registration is merged into one other, at most once."""

    def __init__(self, merges: Iterable[PlayersMerged] = ()) -> None:
        self._kept_as: dict[str, str] = {}
        self._several: set[str] = set()
        for fact in merges:
            self.add(fact)

    def __bool__(self) -> bool:
        """True if any players have been merged."""
        return bool(self._kept_as)

    def add(self, fact: PlayersMerged) -> None:
        """Add a merge."""
        self._kept_as[fact.drop] = fact.keep
        self._several |= {fact.drop, fact.keep}

    def one_person(self, player: str) -> str:
        """The id under which the person registered as ``player`` is kept."""
        while player in self._kept_as:
            player = self._kept_as[player]
        return player

    def registrations_of(self, player: str) -> list[str]:
        """Every id under which the person of ``player`` is registered, the one kept first."""
        if player not in self._several:
            return [player]
        keep = self.one_person(player)
        return [keep, *(drop for drop in self._kept_as if self.one_person(drop) == keep)]

    def registrations(self, players: Collection[str]) -> set[str]:
        """Every id under which the persons of some players are registered."""
        if self._several.isdisjoint(players):
            return {*players}
        persons = {self.one_person(player) for player in players}
        dropped = {drop for drop in self._kept_as if self.one_person(drop) in persons}
        return {*players, *persons, *dropped}
