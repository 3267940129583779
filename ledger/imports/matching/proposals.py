"""Who a player of a file may be, with the reasons, for a person to decide on."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import attrs

from ledger.events.sentences import sentence
from ledger.formats.tournament_report import PlayerReport
from ledger.imports.matching.player_index import Register, Registered
from ledger.imports.matching.similar_names import Similarity

MOST_SIMILAR = 5

PlayedBefore = Callable[[Collection[str]], Mapping[str, str]]
"""Of some candidates those who played in the pools before, each with a sentence saying where."""


@attrs.frozen
class Proposal:
    """A registered player who may be the file's player, with the reasons.

    ``certain``: he has the same name and year of birth.  ``likeness``, from 0 to 1, is that of a
    name that is spelt otherwise; ``doubtful``: only that, or a part of the name, speaks for him.
    """

    player: str
    reasons: tuple[str, ...]
    certain: bool = False
    likeness: float | None = None
    doubtful: bool = False


def proposals_for(
    players: Sequence[PlayerReport],
    register: Register,
    taken: Collection[str],
    played_before: PlayedBefore,
) -> Iterator[tuple[PlayerReport, tuple[Proposal, ...]]]:
    """Whoever each of the players may be, the best reasons first.

    Nobody is proposed for a like name who is ``taken`` by another player of the file.
    """
    proposals = {player.number: list(_proposals(player, register, taken)) for player in players}
    candidates = {each.player for some in proposals.values() for each in some}
    played = played_before(candidates) if candidates else {}
    for player in players:
        reasoned = [
            attrs.evolve(each, reasons=(*each.reasons, played[each.player]))
            if each.player in played
            else each
            for each in proposals[player.number]
        ]
        yield player, tuple(sorted(reasoned, key=_by_weight))


def the_certain_one(proposals: Sequence[Proposal]) -> str | None:
    """The player with the same name and year of birth, unless a namesake may be meant."""
    likely = [each for each in proposals if not each.doubtful]
    return likely[0].player if len(likely) == 1 and likely[0].certain else None


def _by_weight(proposal: Proposal) -> tuple[int, float]:
    return -len(proposal.reasons), -(proposal.likeness or 0)


def _proposals(
    player: PlayerReport, register: Register, taken: Collection[str]
) -> Iterator[Proposal]:
    """Those with the same name or one of his numbers; where there are none, with a like name."""
    found = [
        *_namesakes(player, register),
        *(
            proposal
            for namespace, id_ in sorted(player.ids.items())
            for proposal in _in_other_namespaces(namespace, id_, register)
        ),
    ]
    yield from found or _similarly_named(player, register, taken)


def _namesakes(player: PlayerReport, register: Register) -> Iterator[Proposal]:
    for candidate in sorted(register.named(player.name)):
        known = register.get(candidate)
        if known is not None and _may_be_as_old(player, known):
            certain = _born_in_the_same_year(player, known)
            yield Proposal(candidate, (sentence("same name"), *_reasons(player, known)), certain)


def _in_other_namespaces(namespace: str, id_: str, register: Register) -> list[Proposal]:
    """Numbers entered in the wrong field."""
    return [
        Proposal(
            candidate,
            (sentence("his %(other)s number stands as %(name)s", other=other, name=namespace),),
        )
        for other in ("fide", "dsb", "egd")
        if other != namespace
        for candidate in sorted(register.with_number(other, id_))
    ]


def _similarly_named(
    player: PlayerReport, register: Register, taken: Collection[str]
) -> list[Proposal]:
    """The most alike; numbers of one kind that differ say that it is somebody else."""
    found = []
    for candidate, similar in sorted(register.similarly_named(player.name).items()):
        known = register.get(candidate)
        if known is None or candidate in taken or not _may_be_as_old(player, known):
            continue
        shared = known.ids.keys() & player.ids.keys()
        if all(known.ids[name] == player.ids[name] for name in shared):
            found.append(_similar_proposal(player, known, similar))
    return sorted(found, key=_by_weight)[:MOST_SIMILAR]


def _similar_proposal(player: PlayerReport, known: Registered, similar: Similarity) -> Proposal:
    reasons = (similar.reason, *_reasons(player, known))
    doubtful = not (similar.is_abbreviation or _born_in_the_same_year(player, known))
    return Proposal(known.player, reasons, likeness=similar.likeness, doubtful=doubtful)


def _reasons(player: PlayerReport, known: Registered) -> Iterator[str]:
    if _born_in_the_same_year(player, known):
        yield sentence("same year of birth")
    if player.club and player.club == known.club:
        yield sentence("same club")


def _born_in_the_same_year(player: PlayerReport, known: Registered) -> bool:
    return player.birth_year is not None and player.birth_year == known.birth_year


def _may_be_as_old(player: PlayerReport, known: Registered) -> bool:
    return not player.birth_year or not known.birth_year or player.birth_year == known.birth_year
