"""Results for the American Go Association, as the tests write them."""

from collections.abc import Sequence

HEAD = """# results of the club
TOURNEY Autumn Cup, Princeton, NJ
        start=9/8/2024
        finish=9/10/2024
        rules=AGA
"""
PLAYERS = (
    "  489 Ahorn, Anna 4k",
    "03199 Buche, Bert     2d   NJ",
    "USA12345 Esche, Eva -7.3",
    "99999 Fichte, Fritz 12k",
)
ROUNDS: Sequence[Sequence[str]] = (
    ("489 3199 b 0 7", "12345 99999 W 5 0"),
    ("3199 489 W 0 7 // late", "99999 12345 B 5 0"),
)


def aga(
    rounds: Sequence[Sequence[str]] = ROUNDS,
    head: str = HEAD,
    players: Sequence[str] = PLAYERS,
) -> bytes:
    """A file with a block of games for each round."""
    blocks = [
        "\n".join((f"GAMES {number}", *games)) for number, games in enumerate(rounds, start=1)
    ]
    return "\n".join((head + "PLAYERS", *players, *blocks, "END", "")).encode()
