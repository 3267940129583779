"""Cards and games drawn at random."""

from datetime import timedelta

from hypothesis import strategies as st

from projections.rulebooks.dwz.card import Held
from tests.rulebooks.dwz_1995.club import BEFORE, DAY, adopted, card, game, residual, waiting

NAMES = [f"p{n:02}" for n in range(12)]
RESIDUALS = st.lists(
    st.builds(
        residual,
        st.integers(900, 2200),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.dates(DAY - timedelta(days=900), BEFORE),
    ),
    max_size=6,
)
RATINGS = st.builds("{}-{}".format, st.integers(600, 2600), st.integers(0, 40))
LONG_AGO = DAY.replace(year=1990)
CARDS = st.one_of(
    st.none(),
    st.builds(card, RATINGS),
    st.builds(card, RATINGS, st.just(LONG_AGO)),
    st.builds(adopted, st.integers(1800, 2500)),
    st.builds(lambda games: waiting(*games), RESIDUALS),
)
GAMES = st.lists(
    st.builds(
        lambda pair, result, side: game(f"{pair[0]} {result} {pair[1]}", rated_for=side),
        st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True),
        st.sampled_from("1½0"),
        st.sampled_from(["both", "both", "both", "white", "black", "none"]),
    ),
    max_size=60,
)
HELD = st.fixed_dictionaries(dict.fromkeys(NAMES, CARDS))
CURVES = st.sampled_from(["normal", "table", "logistic"])
AGES = st.one_of(st.none(), st.integers(5, 90))


def rated_from(lowest: int) -> st.SearchStrategy[Held]:
    """Ratings of players who come to a tournament."""
    index, paragraph = st.integers(0, 60), st.sampled_from(["6.1.1", "6.1.2"])
    return st.builds(
        Held, st.integers(lowest, 3000), index, st.none(), st.just("before"), paragraph
    )
