"""Games that the database joins are those that are read one by one."""

from operator import attrgetter

import attrs
import pytest
from hypothesis import given, settings

from ledger.events.facts import GameSubmitted
from ledger.events.problems import LedgerDamaged
from ledger.events.streams import tournament_stream
from ledger.log.database import snapshot
from ledger.log.effective_events import read_streams
from projections.engine.history import translation
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.history.recorded_games import games_by_stream
from tests.ledger.soak import soak
from tests.ledger.verification.tampering import Intruder
from tests.projections.mistakes import handed_in
from tests.projections.seasons import seasons
from tests.projections.submissions import POOL, adoption, games, player, tournament

OPEN = tournament("open", "1996-05-01")
BY_ID = attrgetter("game")
GAMES = games("open", "anna 1-0 bela", "bela 1-0 anna")


def read_together(connection):
    history = History(connection, EVERYTHING)
    return list(history.tournaments(POOL, history.tournament_ids(POOL)))


def read_one_by_one(connection):
    """The same with every game decoded and settled by itself, none by the database together."""
    one_person = History(connection, EVERYTHING).one_person
    return [
        attrs.evolve(
            each, games=tuple(sorted(games_of(connection, each.id, one_person), key=BY_ID))
        )
        for each in read_together(connection)
    ]


def games_of(connection, id_, one_person):
    stream = tournament_stream(id_)
    standing = read_streams(connection, [stream])
    rows = [it.recorded for it in standing if it.recorded.type == GameSubmitted.type]
    as_they_stand = games_by_stream(rows, standing.verdicts)[stream]
    return [translation.game(game, one_person) for game in as_they_stand]


def both(new):
    with snapshot(new.engine) as connection:
        return read_together(connection), read_one_by_one(connection)


@settings(max_examples=30 * soak())
@given(season=seasons().flatmap(handed_in))
def test_corrected_struck_or_as_recorded(new_club, season):
    with new_club() as club:
        club.append(*season)
        together, one_by_one = both(club)
        assert together == one_by_one


def test_on_either_engine(club_on_both):
    club = club_on_both
    club.append(adoption(), player("anna"), player("bela"), OPEN, *GAMES)
    together, one_by_one = both(club)
    assert together == one_by_one
    assert [game.white for game in together[0].games] == ["anna", "bela"]


@pytest.mark.parametrize(
    ("first", "second", "damaged"),
    [
        ('{"game":"open-r1-b1"}', None, 5),
        ("[]", None, 5),
        (None, "}", 6),
        # Joined they are one game, and by themselves none.
        ('{"game":"g","white":"anna","white_points":1,"black_points":0', '"round":1}', 5),
    ],
)
def test_a_game_that_cannot_be_read_is_named_by_its_position(club_on_both, first, second, damaged):
    club = club_on_both
    club.append(adoption(), player("anna"), player("bela"), OPEN, *GAMES)
    intruder = Intruder(club)
    for position, payload in ((5, first), (6, second)):
        if payload is not None:
            intruder.change("event", "payload", position, payload)
    with snapshot(club.engine) as connection, pytest.raises(LedgerDamaged, match=f" {damaged}\\b"):
        read_together(connection)
