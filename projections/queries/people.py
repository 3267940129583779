"""Who somebody is, as far as it may be shown: name, club and year of birth."""

from collections.abc import Collection, Mapping
from typing import Any

from projections.queries.answer_types import PersonRow
from projections.queries.answers import Answers
from projections.rulebooks.tournament import Player


def people(
    answers: Answers, players: Collection[str], names: Mapping[str, str] | None = None
) -> Mapping[str, PersonRow]:
    """Some players by the ids asked about; of who is not named nothing is said but the id.

    Whoever was registered twice has the id that is kept.  ``names``: those that may be shown of
    all who are asked about, where they are known already.
    """
    history = answers.register(players)
    kept = {player: history.one_person(player) for player in players}
    if names is None:
        names = answers.names(set(kept.values()))
    return {player: _person(answers, history.players, id_, names) for player, id_ in kept.items()}


def name_and_figure(answers: Answers, player: str) -> Mapping[str, Any]:
    """A player's name, where it is shown, and what his last card is worth: not how it came about.

    Raises :class:`~ledger.events.problems.Refused` where nobody is registered so.
    """
    kept = answers.registered(player)
    worth, _ = answers.row_of_last_card(kept)
    return {"name": answers.names([kept]).get(kept), **worth}


def _person(
    answers: Answers, registered: Mapping[str, Player], player: str, names: Mapping[str, str]
) -> PersonRow:
    found = registered.get(player) if player in names else None
    return {
        "player": player,
        "name": names.get(player),
        "club": None if found is None else found.club_on(answers.day),
        "birth_year": None if found is None else found.birth_year,
    }
