"""Who the players of a file were when an earlier version of it was imported.

The same bytes name the same people in the same order.  In a changed file players may have been
added and renumbered; among the few who played the tournament a name that nobody else has is
enough, and where somebody's spelling was corrected, his place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ledger.importing.formats.tournament_report import PlayerReport, TournamentReport
from ledger.importing.matching.names import plain_name
from ledger.importing.matching.player_index import Register
from ledger.importing.matching.recorded_tournament import RecordedTournament

EarlierPlayers = Mapping[str, str]
"""Ids of the register by the file's own numbers."""

NO_EARLIER_PLAYERS: EarlierPlayers = {}


def find_earlier_players(
    report: TournamentReport, record: RecordedTournament, register: Register
) -> EarlierPlayers:
    """The players of a file that are found in the tournament as it stands."""
    fact = record.tournament.stands
    entered = [each.player for each in fact.entrants] if fact is not None else []
    same_bytes = fact is not None and fact.paper == report.digest
    if same_bytes and len(entered) == len(report.players):  # else somebody was entered by hand
        pairs = zip(report.players, entered, strict=True)
        return {player.number: id_ for player, id_ in pairs if register.knows(id_)}
    participants = [id_ for id_ in record.participants() if register.knows(id_)]
    by_name = dict(_by_name(report.players, participants, register))
    by_place = _by_place(report.players, entered, set(by_name.values()), register)
    return {**dict(by_place), **by_name}


def _by_name(
    players: Sequence[PlayerReport], participants: Sequence[str], register: Register
) -> Iterator[tuple[str, str]]:
    """Those with a name that only one of the file and one of the tournament has."""
    known = {id_: found for id_ in participants if (found := register.get(id_)) is not None}
    names = Counter(plain_name(each.name) for each in known.values())
    owners = {plain_name(each.name): id_ for id_, each in known.items()}
    names_in_file = Counter(plain_name(player.name) for player in players)
    for player in players:
        name = plain_name(player.name)
        if names[name] == names_in_file[name] == 1 and not _is_another(
            player, owners[name], register
        ):
            yield player.number, owners[name]


def _by_place(
    players: Sequence[PlayerReport], entered: Sequence[str], found: set[str], register: Register
) -> Iterator[tuple[str, str]]:
    """Those in the place of somebody with part of their name, or of whom nothing is known."""
    if len(players) != len(entered):
        return
    for player, id_ in zip(players, entered, strict=True):
        if id_ in found or not register.knows(id_) or _is_another(player, id_, register):
            continue
        known = register.get(id_)
        words = set(plain_name(player.name).split())
        if known is None or words & set(plain_name(known.name).split()):
            yield player.number, id_


def _is_another(player: PlayerReport, id_: str, register: Register) -> bool:
    """Whether a number or a year of birth says that he is not the one in the register."""
    known = register.get(id_)
    if known is None:
        return False
    if player.birth_year and known.birth_year and player.birth_year != known.birth_year:
        return True
    shared = known.ids.keys() & player.ids.keys()
    return any(known.ids[name] != player.ids[name] for name in shared)
