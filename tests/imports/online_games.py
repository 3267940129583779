"""Games as lichess and chess.com export them."""

import json
from typing import Any

MARCH_1 = 1_709_290_000_000  # 2024-03-01, 10:46 UTC
DAY = 86_400_000
GAME_1: dict[str, Any] = {
    "id": "aaaaaaa1",
    "rated": True,
    "variant": "standard",
    "speed": "blitz",
    "createdAt": MARCH_1,
    "lastMoveAt": MARCH_1 + 60_000,
    "status": "mate",
    "players": {"white": {"user": {"name": "Ahorn"}}, "black": {"user": {"name": "Buche"}}},
    "winner": "white",
    "clock": {"initial": 300, "increment": 3, "totalTime": 420},
}
GAME_2 = {**GAME_1, "id": "aaaaaaa2", "createdAt": MARCH_1 + DAY, "lastMoveAt": MARCH_1 + DAY}
LIVE: dict[str, Any] = {
    "url": "https://www.chess.com/game/live/1",
    "end_time": MARCH_1 // 1_000,
    "rated": True,
    "rules": "chess",
    "time_control": "180+1",
    "white": {"username": "Ahorn", "result": "win"},
    "black": {"username": "Buche", "result": "resigned"},
    "tournament": "https://api.chess.com/pub/tournament/club-arena-1",
}


def lichess(*games: dict[str, Any]) -> bytes:
    return "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games).encode()


def chesscom(*games: dict[str, Any]) -> bytes:
    return json.dumps({"games": games, "players": []}, indent=4).encode()
