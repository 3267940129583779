"""Laws that hold of every event, whatever was played."""

from datetime import date

import attrs
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.ingo_1960.card import MARKS, IngoCard
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from tests.rulebooks.ingo_1960.club import Event, event, game, gathered

PLAYERS = ["Anna", "Berta", "Clara", "Doris", "Emma", "Frida", "Gerda"]
CARDS = st.one_of(
    st.just("?"),
    st.builds("{} /{}".format, st.integers(60, 260), st.integers(1, 5)),
    st.builds("{} /1 {}".format, st.integers(60, 260), st.sampled_from(MARKS)),
)
READINGS = st.fixed_dictionaries(
    {},
    optional={
        "percent_mode": st.sampled_from(["printed", "formula"]),
        "limit": st.sampled_from([1, 20, 50]),
        "limit_for_newcomers": st.sampled_from(["until_stable", "once", "never"]),
        "niveau_decimals": st.integers(0, 3),
        "h_decimals": st.integers(0, 3),
        "f_decimals": st.integers(0, 3),
    },
)


@st.composite
def events(draw):
    """An event of up to seven players, some without number, some games not or half counting."""
    players = {player: draw(CARDS) for player in PLAYERS[: draw(st.integers(2, 7))]}
    pairs = st.lists(st.sampled_from(list(players)), min_size=2, max_size=2, unique=True)
    results = draw(st.lists(st.tuples(pairs, st.sampled_from("1½0")), max_size=25))
    facts = {
        "played": st.sampled_from([True] * 9 + [False]),
        "rated_for": st.sampled_from(["both"] * 9 + ["white", "black", "none"]),
    }
    games = tuple(
        game(f"g{number:02}", white, points, black, **{k: draw(v) for k, v in facts.items()})
        for number, ((white, black), points) in enumerate(results)
    )
    return gathered(players, games, format=draw(st.sampled_from(["swiss", "match"])))


@given(played=events(), readings=READINGS, random=st.randoms(use_true_random=False))
def test_neither_the_order_of_players_nor_of_games_matters(played, readings, random):
    """INGO B III 1: levels are sums."""
    tournament = played.tournament
    players, games = list(tournament.players.items()), list(tournament.games)
    random.shuffle(players)
    random.shuffle(games)

    shuffled = Event(
        attrs.evolve(tournament, players=dict(players), games=tuple(games)),
        dict(reversed(played.cards.items())),
    )

    assert shuffled.evaluate(**readings).cards == played.evaluate(**readings).cards
    assert shuffled.report(**readings).rows == played.report(**readings).rows


@given(played=events(), readings=READINGS)
def test_every_game_played_is_used_or_struck_for_both_players(played, readings):
    """INGO Vorwort 4."""
    for player, row in played.rows(**readings).items():
        his = [
            each.game
            for each in played.tournament.games
            if each.played and player in (each.white, each.black)
        ]
        used = [each["game"] for each in row["games_used"]]
        struck = [each["game"] for each in row["games_struck"]]

        assert sorted(used + struck) == sorted(his)
        assert row["games"] == len(used)
        assert row["points"] == sum(each["points"] for each in row["games_used"])


@given(played=events(), readings=READINGS)
def test_a_number_is_new_or_stays(played, readings):
    """INGO C I, C IV: the row says which paragraph changed the card, or null."""
    cards = played.evaluate(**readings).cards

    for player, row in played.rows(**readings).items():
        assert (player in cards) is (row["rule"] is not None)
        after = cards.get(player) or played.cards[player]
        assert (row["number_after"], row["count_after"], row["mark"]) == (
            (after.number, after.count, after.mark) if after else (None, 0, None)
        )
        assert row["count_after"] in {row["count_before"], row["count_before"] + 1, 1}


@given(
    players=st.fixed_dictionaries(dict.fromkeys(PLAYERS, CARDS)),
    results=st.lists(
        st.tuples(st.permutations(PLAYERS), st.sampled_from("1½0")), min_size=5, max_size=40
    ),
    limit=st.integers(1, 60),
)
def test_the_limit_for_newcomers_always_comes_to_an_end(players, results, limit):
    """INGO C VI, R14: and strikes or caps a game for both players or for neither."""
    games = ", ".join(f"{white} {points} {black}" for (white, black, *_), points in results)

    rows = event(players, games).rows(limit=limit)

    struck = {
        player: {each["game"] for each in row["games_struck"] if "C VI" in each["reason"]}
        for player, row in rows.items()
    }
    used = {player: {each["game"] for each in row["games_used"]} for player, row in rows.items()}
    for player in rows:
        assert not struck[player] & set().union(*used.values())


@given(
    numbers=st.lists(st.integers(60, 260), min_size=7, max_size=7),
    results=st.lists(
        st.tuples(st.permutations(PLAYERS), st.sampled_from("1½0")), min_size=5, max_size=40
    ),
)
def test_a_rated_player_s_performance_is_the_mean_of_his_games_and_a_draw_with_himself(
    numbers, results
):
    """INGO A, B III 1: H = (F + Σ v)/(k + 1), but for the thousandths that N and H are kept to."""
    F = dict(zip(PLAYERS, numbers, strict=True))
    games = ", ".join(f"{white} {points} {black}" for (white, black, *_), points in results)

    rows = event({player: f"{F[player]} /5" for player in F}, games).rows(
        percent_mode="formula", niveau_decimals=3, h_decimals=3, limit=1000
    )

    for player, row in rows.items():
        values = [F[each["opponent"]] + 50 - 100 * each["points"] for each in row["games_used"]]
        if values:
            exact = (F[player] + sum(values)) / (len(values) + 1)
            assert abs(row["performance"] - exact) < 0.0011


@given(
    number=st.one_of(st.integers(-100, 400), st.decimals(-100, 400, places=3).map(float)),
    count=st.integers(1, 99),
    mark=st.sampled_from([None, *MARKS]),
)
def test_a_card_is_unpacked_as_it_was_packed(number, count, mark):
    card = IngoCard(number=number, count=count, mark=mark, on=date(1961, 2, 3), source="spring")

    book = Ingo1960()

    assert book.unpack(book.pack(card)) == card
    assert book.pack(book.unpack(book.pack(card))) == book.pack(card)
