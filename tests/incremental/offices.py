"""An office's actions on a ledger, in any order: the steps of the state machine.

Every step submits something; a refusal is an answer like any other and changes nothing.  Days,
players and tournaments are few, so that changed facts are often used by others.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import Engine

from ledger.events.facts import RulebookAdopted
from ledger.events.problems import Refused
from ledger.events.streams import pool_stream
from ledger.log.database import connect
from ledger.log.event_log import known_size, read
from ledger.validation.submission import append
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.read_model.generations import card_history, catch_up, check
from projections.engine.registry import RegisteredRulebooks
from projections.queries.answers import Answers, Question
from projections.rulebooks.egf_2021.rulebook import Egf2021
from tests.projections.card_histories import known_as_replayed

POOL = "pool"
FIRST_DAY = "1994-01-01"
DAYS = st.sampled_from(
    [
        "1994-03-01",
        "1994-06-01",
        "1994-09-01",
        "1995-06-01",
        "1996-08-31",
        "1999-05-31",
        "2001-07-01",
    ]
)
PLAYERS = [f"p{number}" for number in range(8)]
TOURNAMENTS = [f"t{number}" for number in range(6)]
RESULTS = st.sampled_from([(1, 0), (0, 1), (0.5, 0.5), (0, 0)])
PEOPLE = st.sampled_from(PLAYERS)
EVENTS = st.sampled_from(TOURNAMENTS)
Fresh = Callable[[], AbstractContextManager[str]]

CARDS: Mapping[str, Any] = {
    "dwz-1995": lambda n: {"rating": 1000 + 37 * n, "index": n % 12},
    "dwz-2014": lambda n: {"rating": 700 + 47 * n, "index": n % 12},
    "dwz-2026": lambda n: {"rating": 800 + 47 * n, "index": n % 12},
    "egf-2021": lambda n: {"gor": 900.5 + 100 * n, "grade": f"{30 - n}k"},
    "fide-2024": lambda n: {"rating": 1003 + 9 * n, "games": 2 * n, "peak": 1003 + 80 * n},
    "ingo-1960": lambda n: {"number": 60 + 7 * n, "count": 1 + n % 6},
    "lask-1970": lambda n: {"rating": 1300 + 41 * n},
    "mgsz-2011": lambda n: {"elo": 1050 + 30 * n, "grade": f"{30 - n}k"},
}
CONVERSIONS: Mapping[tuple[str, str], Any] = {
    ("mgsz-2011", "egf-2021"): {"pieces": Egf2021.conversions["mgsz-2011"]["pieces"]},
    ("ingo-1960", "dwz-1995"): {"pieces": [{"factor": -8, "plus": 2840}]},
    ("dwz-1995", "dwz-2014"): None,  # the cards go on
    ("dwz-2014", "dwz-2026"): {
        "pieces": [
            {"below": 1000, "factor": 1, "plus": 400},
            {"below": 2110, "factor": 0.64, "plus": 760},
            {"factor": 1, "plus": 0},
        ],
        "count_plus": 1,
        "residual_games": "convert",
    },
    ("dwz-1995", "ingo-1960"): {"pieces": [{"factor": -0.125, "plus": 355}]},
    ("lask-1970", "dwz-1995"): {"pieces": [{"factor": 1, "plus": 0}]},
    ("lask-1970", "fide-2024"): {"pieces": [{"factor": 1, "plus": -200}]},
    ("fide-2024", "lask-1970"): {"pieces": [{"factor": 1, "plus": 200}]},
}
READINGS: Mapping[str, Any] = {
    "dwz-1995": {"validity_years": 2},
    "dwz-2014": {"special_threshold": 0, "members_only": True},
    "dwz-2026": {"k_max": 55, "perfect_score": "residual"},
    "egf-2021": {"rounding_point": "game", "reset_jump": 1},
    "fide-2024": {"interim_reports": "none", "closing_days": 10, "pool_months": 9},
    "ingo-1960": {"limit": 40},
    "lask-1970": {"concentrated_date": "start"},
    "mgsz-2011": {"rounding": "trunc"},
}
FLAGS: Mapping[str, Any] = {
    "dwz-1995": ["meets-time-rule", "undated"],
    "dwz-2014": ["meets-time-rule", "undated"],
    "dwz-2026": ["meets-time-rule", "undated"],
    "egf-2021": ["online"],
    "fide-2024": ["official-fide-event", "meets-time-rule"],
    "ingo-1960": ["concentrated"],
    "lask-1970": ["concentrated", "long-games", "larger-event"],
    "mgsz-2011": ["no-handicap", "invitational"],
}
DECISIONS: Mapping[str, Any] = {
    "dwz-1995": ("DWZ 6.2.1", {"evaluate": False}),
    "dwz-2014": ("DWZ 6.2.1", {"evaluate": False}),
    "dwz-2026": ("DWZ 6.2.1", {"evaluate": False}),
    "egf-2021": ("EGF class", {"class": "C"}),
    "fide-2024": ("FIDE 7.1.3", {"list": "1994-09-01"}),
    "ingo-1960": ("INGO 0", {"evaluate": False}),
    "lask-1970": ("LASK Regel 10", {"mean": 1500}),
    "mgsz-2011": ("MGSZ 6 (2)", {"multiplier": 25}),
}


class Office(RuleBasedStateMachine):
    """An office at work under one rulebook; after every step nothing may differ."""

    rulebook: str
    engine: Engine

    def __init__(self) -> None:
        super().__init__()
        self.now = datetime(2020, 1, 1, tzinfo=UTC)
        self.number = 0
        self.games: list[dict[str, Any]] = []
        self.handed_in: list[str] = []
        self.changed = True

    # --- handing in ---

    def hand_in(self, type_: str, data: Mapping[str, Any], id_: str | None = None) -> bool:
        """Hand one event in; False if it is refused."""
        self.number += 1
        event_id = id_ or f"e{self.number}"
        line = orjson.dumps({"type": type_, "id": event_id, "data": data})
        self.now += timedelta(minutes=1)
        try:
            append(
                self.engine,
                [(1, line)],
                by="the office",
                rulebooks=RegisteredRulebooks(),
                clock=lambda: self.now,
            )
        except Refused:
            return False
        self.handed_in.append(event_id)
        self.changed = True
        return True

    @initialize()
    def found_the_pool(self) -> None:
        self.adopt(FIRST_DAY, self.rulebook)
        for number, player in enumerate(PLAYERS[:5]):
            self.register(player)
            if number < 3:
                self.decide(player, 3 * number + 5, FIRST_DAY)

    def adopt(self, day: str, rulebook: str, **more: Any) -> None:
        data = {"pool": POOL, "rulebook": rulebook, "from_day": day, **more}
        self.hand_in("rulebook.adopted", data)

    @rule(player=PEOPLE)
    def register(self, player: str) -> None:
        data = {"player": player, "name": player, "birth_year": 1960, "club": "c1"}
        self.hand_in("player.registered", data, f"register-{player}")

    @rule(player=PEOPLE, number=st.integers(0, 20), day=DAYS)
    def decide(self, player: str, number: int, day: str) -> None:
        data = {"pool": POOL, "player": player, "from_day": day, "kind": "initial"}
        card = CARDS[self.rulebook](number)
        self.hand_in("rating.decided", {**data, "card": card, "by": "b", "reason": "r"})

    @rule(player=PEOPLE, day=DAYS, figure=st.integers(1200, 2200))
    def adopt_a_rating(self, player: str, day: str, figure: int) -> None:
        data = {"pool": POOL, "player": player, "system": "FIDE", "list_date": day}
        self.hand_in("rating.adopted", {**data, "figure": figure, "verified": figure % 3 > 0})

    @rule(player=PEOPLE, day=DAYS, club=st.sampled_from(["c1", "c2", None]))
    def change_club(self, player: str, day: str, club: str | None) -> None:
        self.hand_in("membership.declared", {"player": player, "club": club, "from_day": day})

    @rule(
        tournament=EVENTS,
        day=DAYS,
        shape=st.sampled_from(["games", "match", "round-robin"]),
        flag=st.integers(0, 5),
    )
    def submit_a_tournament(self, tournament: str, day: str, shape: str, flag: int) -> None:
        self.hand_in(
            "tournament.submitted", self.tournament(tournament, day, shape, flag), tournament
        )

    def tournament(self, id_: str, day: str, shape: str, flag: int) -> dict[str, Any]:
        go = self.rulebook in {"egf-2021", "mgsz-2011"}
        flags = FLAGS[self.rulebook]
        return {
            "tournament": id_,
            "name": id_,
            "pools": [POOL],
            "discipline": "go" if go else "chess",
            "format": shape,
            "starts_on": "1994-01-15",
            "ended_on": day,
            "thinking_time": {"minutes": 90}
            | ({"overtime": "japanese", "seconds": 30} if go else {"increment_seconds": 60}),
            "flags": [flags[flag]] if flag < len(flags) else [],
            "entrants": [{"player": PLAYERS[flag], "entry_grade": f"{9 - flag}k"}] if go else [],
        }

    @rule(
        tournament=EVENTS,
        pair=st.lists(PEOPLE, min_size=2, max_size=2, unique=True),
        result=RESULTS,
        day=st.none() | DAYS,
        played=st.integers(0, 9),
    )
    def submit_a_game(
        self, tournament: str, pair: list[str], result: Any, day: str | None, played: int
    ) -> None:
        game = f"g{self.number}"
        data = {
            "game": game,
            "tournament": tournament,
            "white": pair[0],
            "black": pair[1],
            "white_points": result[0],
            "black_points": result[1],
            "played_on": day,
            "minutes_per_move": 3,
            "played": played > 0,
            "rated_for": "white" if played == 9 else "both",
        }
        if self.hand_in("game.submitted", data, game):
            self.games.append(data)

    @rule(data=st.data())
    def submit_a_round_robin(self, data: st.DataObject) -> None:
        """Many games at once, so that first ratings and special evaluations occur."""
        tournament = data.draw(EVENTS)
        field = data.draw(st.lists(PEOPLE, min_size=4, max_size=7, unique=True))
        for index, white in enumerate(field):
            for black in field[index + 1 :]:
                self.submit_a_game(tournament, [white, black], data.draw(RESULTS), None, 5)

    # --- changing what stands ---

    def correct(self, target: str, replacement: Any) -> None:
        data = {"corrects": target, "replacement": replacement, "reason": "looked at again"}
        self.hand_in("correction.submitted", data)

    @rule(data=st.data(), result=RESULTS)
    def correct_a_result(self, data: st.DataObject, result: Any) -> None:
        if self.games:
            game = data.draw(st.sampled_from(self.games))
            corrected = {**game, "white_points": result[0], "black_points": result[1]}
            self.correct(game["game"], corrected)

    @rule(data=st.data(), player=PEOPLE)
    def give_a_game_to_another_player(self, data: st.DataObject, player: str) -> None:
        if self.games:
            game = data.draw(st.sampled_from(self.games))
            self.correct(game["game"], {**game, "white": player})

    @rule(tournament=EVENTS, day=DAYS, flag=st.integers(0, 5))
    def move_a_tournament(self, tournament: str, day: str, flag: int) -> None:
        self.correct(tournament, self.tournament(tournament, day, "games", flag))

    @rule(player=PEOPLE, year=st.integers(1930, 1985))
    def correct_a_birth_year(self, player: str, year: int) -> None:
        self.correct(f"register-{player}", {"player": player, "name": player, "birth_year": year})

    @rule(data=st.data())
    def strike_something(self, data: st.DataObject) -> None:
        """An event, or a correction, which restores what was before."""
        if self.handed_in:
            self.correct(data.draw(st.sampled_from(self.handed_in)), None)

    @rule(pair=st.lists(PEOPLE, min_size=2, max_size=2, unique=True))
    def merge_two_players(self, pair: list[str]) -> None:
        self.hand_in("players.merged", {"keep": pair[0], "drop": pair[1], "reason": "one person"})

    @rule(tournament=EVENTS)
    def decide_about_a_tournament(self, tournament: str) -> None:
        name, value = DECISIONS[self.rulebook]
        data = {"pool": POOL, "rule": name, "about": {"tournament": tournament}}
        self.hand_in("decision.recorded", {**data, "value": value, "by": "b", "reason": "r"})

    @rule(day=DAYS, change=st.sampled_from(["readings", "conversion", "other"]))
    def adopt_a_rulebook(self, day: str, change: str) -> None:
        if change == "readings":
            self.adopt(day, self.rulebook, parameters=READINGS[self.rulebook])
        elif change == "conversion":
            pieces = [{"factor": 1, "plus": 10}]
            self.adopt(day, self.rulebook, conversion={"pieces": pieces})
        else:
            for (old, new), conversion in CONVERSIONS.items():
                if old == self.rulebook:
                    self.adopt(day, new, conversion=conversion)

    @rule(player=PEOPLE, day=DAYS, tournament=EVENTS)
    def record_an_old_evaluation(self, player: str, day: str, tournament: str) -> None:
        data = {"pool": POOL, "player": player, "tournament": tournament, "ended_on": day}
        summary = {"rating_before": 1500, "index_before": 5, "points": 3, "expected": 2.5}
        outcome = {"games": 5, "rating_after": 1512, "index_after": 6}
        self.hand_in("evaluation.recorded", {**data, **summary, **outcome})

    # --- what must hold ---

    @invariant()
    def going_on_gives_what_a_rebuild_gives(self) -> None:
        """Law 4: whatever was done, the read model is what a replay from nothing would be."""
        if not self.changed or not self.handed_in:
            return
        self.changed = False
        catch_up(self.engine, POOL)
        assert check(self.engine, POOL).differences == ()
        with self.engine.connect() as connection:
            stored = card_history(connection, POOL, EVERYTHING)
            replayed = card_history(connection, POOL, AsOf(known_at=stored.position))
            assert stored.horizon == replayed.horizon
            assert self.said(connection, stored) == self.said(connection, replayed)

    @invariant()
    def what_was_known_before_is_what_a_replay_up_to_there_gives(self) -> None:
        """Law 3: whichever way the cards of an earlier position are found."""
        if not self.handed_in:
            return
        with self.engine.connect() as connection:
            size = known_size(connection)
            for known_at in {size - 1, size - 5, size // 2, size // 3} - {size}:
                known = read(connection, until=known_at, types=[RulebookAdopted.type])
                if all(each.stream != pool_stream(POOL) for each in known):
                    continue  # nobody knew the pool
                known_as_replayed(connection, POOL, known_at, PLAYERS, TOURNAMENTS)

    def said(self, connection: Any, known: Any) -> bytes:
        answers = Answers(connection, Question(POOL, self.now.date()), known)
        return orjson.dumps(answers.ratings(lapsed=True, everyone=True))


def office(rulebook: str, fresh: Fresh) -> type[Office]:
    """A state machine under one rulebook, on a database of its own."""

    class OfficeAtWork(Office):
        def __init__(self) -> None:
            super().__init__()
            self.rulebook = rulebook
            self._database = fresh()
            self.engine = connect(self._database.__enter__())

        def teardown(self) -> None:
            self.engine.dispose()
            self._database.__exit__(None, None, None)

    return OfficeAtWork
