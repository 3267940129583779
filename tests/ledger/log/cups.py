"""Tournaments of every format, and games in them."""

from hypothesis import strategies as st

from tests.ledger.lines import Event, correction, game, player, tournament

CUPS = ["swiss", "knockout", "match", "go", "struck", "fresh"]
PLAYERS = st.sampled_from(["anna", "bela", "cleo", "dora", "anna", "bela", "nobody", "struck one"])


def cups() -> list[Event]:
    formats = {"swiss": "swiss", "knockout": "knockout", "match": "match", "struck": "swiss"}
    return [
        *(tournament(name, name, format=format_) for name, format_ in formats.items()),
        tournament("go", "go", discipline="go"),
        player("struck one", "struck one"),
        correction("struck one", None),
        correction("struck", None),
        game("anna", "bela", game="old", id_="old", tournament="swiss", round=1),
        game("cleo", "dora", tournament="match", round=1),
    ]


def respelt(event: Event) -> Event:
    """The same game with a default written out, which is no longer plain."""
    if event["type"] != "game.submitted":
        return event
    return {**event, "data": {**event["data"], "played": True}}
