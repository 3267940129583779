"""Random seasons of every rulebook, by the seed: anything that an office may submit.

A season has everything that an audit may have to explain: cards decided in all their forms,
players of every age and of no club, summaries, adopted ratings, tournaments that share days and
last months, games for one side only, decisions, two registrations of one person, mistakes and
their corrections, other readings, and rulebooks that follow each other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

import attrs

from tests.incremental.offices import CONVERSIONS
from tests.projections.seasons import rounds
from tests.projections.submissions import Event, event, merge, player

POOL = "pool"
PEOPLE = ("anna", "bela", "cleo", "dora", "emil", "fritz", "gerd", "hans")
TWIN = "anna2"
TOURNAMENTS = ("a cup", "b open", "c league", "d match", "e club")
FORMATS = ("round-robin", "swiss", "games", "team", "knockout", "match", "round-robin", "swiss")
NEXT = CONVERSIONS | {
    ("ingo-1960", "dwz-2026"): {"pieces": [{"factor": -8, "plus": 2840}], "count_plus": 2},
}
GRADES = (*(f"{kyu}k" for kyu in range(30, 0, -1)), *(f"{dan}d" for dan in range(1, 8)))
Data = dict[str, Any]


@attrs.frozen(kw_only=True)
class System:
    """The choices that seasons of a rulebook draw from; ``parameters`` are all its readings."""

    year: int
    card: Callable[[Random], Data]
    parameters: Mapping[str, Sequence[Any]]
    flags: Sequence[str] = ()
    classes: Sequence[str | None] = (None,)
    times: Sequence[Data | None]
    kinds: Sequence[str] = ("initial", "correction", "carried-over")
    about_tournaments: Mapping[str, Callable[[Random], Any]] = attrs.field(factory=dict)
    about_players: Mapping[str, Callable[[Random], Any]] = attrs.field(factory=dict)
    about_games: Mapping[str, Any] = attrs.field(factory=dict)
    about_seasons: Mapping[str, Any] = attrs.field(factory=dict)

    @property
    def is_go(self) -> bool:
        """True if the season is one of go."""
        return any("overtime" in (time or {}) for time in self.times)


def _dwz_card(dice: Random) -> Data:
    return {"rating": dice.randrange(500, 2500), "index": dice.randrange(1, 12)}


def _ingo_card(dice: Random) -> Data:
    mark = dice.choice([*[None] * 8, "or better", "or worse"])
    numbers = dice.choice([range(50, 230), range(120, 160), range(120, 160)])
    card = {"number": dice.choice(numbers), "count": dice.randrange(1, 6)}
    return card if mark is None else {**card, "mark": mark}


def _mgsz_card(dice: Random) -> Data:
    elo = dice.randrange(980, 2760)
    card: Data = {"elo": elo, "grade": dice.choice(GRADES)}
    return card if dice.random() < 0.7 else {**card, "attained": {dice.choice(["3k", "2d"]): 1}}


def _egf_card(dice: Random) -> Data:
    gors = (range(-900, -880), range(-900, -880), range(-900, 3300), range(500, 2600))
    gor = dice.choice(dice.choice(gors)) + dice.choice([0, 0.125, 0.375])
    card = {"gor": gor, "grade": dice.choice(GRADES)}
    return card if dice.random() < 0.7 else {**card, "highest": dice.choice(GRADES[20:])}


def _fide_card(dice: Random) -> Data:
    rating = dice.choice([dice.randrange(1400, 2400), dice.randrange(1400, 2850)])
    card = {"rating": rating}
    if dice.random() < 0.6:
        card |= {"games": dice.randrange(60), "peak": rating + dice.randrange(120)}
    return card


_SLOW = {"minutes": 120}
_CHESS: Sequence[Data | None] = (
    *[_SLOW] * 6,
    {"minutes": 90, "increment_seconds": 30, "minutes_per_move": 3},
    {"minutes": 60},
    {"minutes": 15, "increment_seconds": 5, "minutes_per_move": 1},
    {"minutes": 3, "increment_seconds": 2},
    None,
)
_GO: Sequence[Data | None] = (
    {"minutes": 90, "overtime": "japanese", "seconds": 30},
    {"minutes": 60, "overtime": "canadian", "stones": 15, "overtime_minutes": 5},
    {"minutes": 45, "overtime": "fischer", "seconds": 20},
    {"minutes": 30, "overtime": "none"},
    {"minutes": 20, "overtime": "japanese", "seconds": 20},
    {"minutes": 5, "overtime": "none"},
    None,
)
_YES_OR_NO = (True, False)
_OF_DWZ: Mapping[str, Sequence[Any]] = {
    "expectancy": ("normal", "table", "logistic"),
    "five_opponents": ("games", "persons"),
    "special_threshold": (1, 50, 200, 300),
    "validity_years": (0, 1, 2, 5),
    "residual_years": (0, 1, 1, 2),
}
_OF_2014 = {
    **_OF_DWZ,
    "special_threshold": (0, 1, 100, 300),
    "national_index": (6, 0),
    "residual_value": ("counted", "old"),
    "members_only": _YES_OR_NO,
}
_DWZ = System(
    year=2004,
    card=_dwz_card,
    parameters=_OF_DWZ,
    flags=("meets-time-rule", "undated", "official-delegation"),
    times=_CHESS,
    about_tournaments={"DWZ 6.2.1": lambda dice: {"evaluate": dice.random() < 0.6}},
)
SYSTEMS: Mapping[str, System] = {
    "dwz-1995": _DWZ,
    "dwz-2014": attrs.evolve(_DWZ, parameters=_OF_2014),
    "dwz-2026": attrs.evolve(
        _DWZ,
        parameters={
            **_OF_2014,
            "first_correction": (0.08, 0, 0.125),
            "youth_divisor": (30, 12.5),
            "brake_shift": (800, 0, 250.5),
            "junior_bonus": (4, 2.5),
            "adult_bonus": (4, 0),
            "k_max": (80, 35.5),
            "minimum": (1100, 700, 0),
            "perfect_score": ("draw", "residual"),
        },
    ),
    "ingo-1960": System(
        year=1963,
        card=_ingo_card,
        parameters={
            "percent_mode": ("printed", "uncorrected", "formula"),
            "niveau_decimals": (0, 1, 2, 3),
            "h_decimals": (0, 1, 2, 3),
            "f_decimals": (0, 1, 2, 3),
            "junior_direction": ("improvement", "both"),
            "junior_before_short": _YES_OR_NO,
            "limit_in_matches": _YES_OR_NO,
            "keep_mark_if_still_unbounded": _YES_OR_NO,
            "limit": (50, 20, 40),
            "limit_for_newcomers": ("until_stable", "once", "never"),
            "min_games": (3, 1, 5),
            "min_match_games": (4, 2, 6),
        },
        times=_CHESS,
        about_tournaments={"INGO 0": lambda _: {"evaluate": False}},
        about_players={"INGO C III": lambda _: {"apply": True}},
    ),
    "lask-1970": System(
        year=1970,
        card=lambda dice: {"rating": dice.randrange(1300, 2300)},
        parameters={
            "omranking_effect": ("from_date", "next_period"),
            "group_mean_includes_self": _YES_OR_NO,
            "half_rated_rule": ("table1", "pending"),
            "monrad_direct_mean_when_all_rated": _YES_OR_NO,
            "monrad_n8": ("2b", "2a"),
            "concentrated_date": ("end", "start"),
            "inactivity_counts_concentrated": _YES_OR_NO,
            "inactivity_counts_pending": _YES_OR_NO,
            "inactivity_exempt_newcomers": _YES_OR_NO,
            "summer_bonus_per_event": _YES_OR_NO,
            "general_addition_seasons": ([1970], [1970, 1971], []),
            "long_game_min_minutes_per_move": (2.5, 1, 3.125),
            "initial_p_rounding": ("ceil", "half_up"),
            "table2_096": (501, 504),
            "use_inferred_table1": _YES_OR_NO,
        },
        flags=("long-games", "long-games", "concentrated", "larger-event"),
        classes=("I", "II", "M", "III", None),
        times=_CHESS,
        kinds=("initial", "re-ranking", "re-ranking", "re-ranking", "outsider", "carried-over"),
        about_tournaments={"LASK Regel 10": lambda dice: {"mean": dice.randrange(1400, 2200)}},
        about_players={"LASK Regel 10": lambda dice: {"mean": dice.randrange(14000, 22000) / 8}},
        about_games={"LASK Regel 4": [{"long": True}, {"long": False}]},
        about_seasons={
            "LASK Tabell 1": [{"I": 1950, "II": 1800.5}],
            "LASK Tabell 4": [{"0": 30, "1": 20, "2": 10, "3": 0}, {"0": 5, "4": 0}],
        },
    ),
    "mgsz-2011": System(
        year=2012,
        card=_mgsz_card,
        parameters={
            "time_rule": ("and", "or"),
            "fischer_moves": (None, 60, 120),
            "importance_stacking": _YES_OR_NO,
            "category_e_bonus": _YES_OR_NO,
            "split_update_unregistered": _YES_OR_NO,
            "confirm_per_part": _YES_OR_NO,
            "confirm_needs_played_game": _YES_OR_NO,
            "confirm_with_zero_multiplier": _YES_OR_NO,
            "split_limit": (300, 60, 40, 90),
            "top_band_width": (200, 90),
            "bottom_band_width": (10, 25),
            "split_policy": ("even", "greedy"),
            "rounding": ("floor", "half_away", "trunc"),
            "handicap_correction": ("receiver", "lower"),
            "draw": ("mean", "excluded"),
            "beyond_table": ("top_row", "committee"),
        },
        flags=(
            *("no-handicap", "invitational", "national-championship"),
            "continental-or-world-championship",
        ),
        times=_GO,
        kinds=("initial", "correction"),
        about_tournaments={
            "MGSZ 6 (2)": lambda dice: {"multiplier": dice.choice([0, 10, 25, 60])},
            "MGSZ 6 (3)": lambda dice: {"parts": dice.choice([[3, 4], [2, 2, 3], [4, 3], [7]])},
        },
    ),
    "egf-2021": System(
        year=2021,
        card=_egf_card,
        parameters={
            "reset_rule": ("highest", "previous", "never"),
            "reset_jump": (1, 2, 3),
            "reset_max_grade": (None, "1k", "5k"),
            "class_source": ("submitted", "lower"),
            "max_handicap": (None, 0, 4),
            "rounding_point": ("tournament", "game"),
        },
        flags=("online",),
        classes=("A", "B", "C", "D", None, None),
        times=_GO,
        about_tournaments={"EGF class": lambda dice: {"class": dice.choice([*"ABCD", None])}},
        about_players={
            "EGF reset": lambda dice: {"gor": dice.choice([None, dice.randrange(-900, 2900)])}
        },
    ),
    "fide-2024": System(
        year=2024,
        card=_fide_card,
        parameters={
            "control": ("standard", "standard", "rapid", "blitz"),
            "rounding_unit": ("period", "tournament"),
            "k_order": ("peak_first", "text"),
            "junior_2300": ("ever", "current"),
            "exemption_rating": (2650, 2000, None),
            "exemption_from": ("2025-10-01", "2024-06-01"),
            "gap_from": ("2024-12-01", "2024-03-01"),
            "zero_first_event": ("against_rated", "whole_event"),
            "pool_months": (26, 2, 9),
            "closing_days": (3, 10),
            "assumed_games": (30, 0, 12),
            "interim_reports": ("monthly", "none"),
            "time_unknown": ("refuse", "rate"),
            "below_floor_initial": ("keep", "discard"),
        },
        flags=("official-fide-event", "meets-time-rule"),
        times=_CHESS,
        about_tournaments={
            "FIDE 7.1.3": lambda dice: {"list": dice.choice(["2024-09-01", "2025-06-01"])},
            "FIDE 0.2": lambda _: {"evaluate": False},
            "FIDE 6.2": lambda _: {"rate_all": True},
        },
        about_games={"FIDE 5.1": [{"rate": False}, {"rate": True}]},
    ),
}


def season(rulebook: str, seed: int) -> list[Event]:
    """A season, in an order in which it can be submitted; single events may be refused."""
    dice = Random(f"{rulebook} {seed}")  # noqa: S311 - dice
    return list(_Season(SYSTEMS[rulebook], rulebook, dice, first=rulebook).events())


@attrs.define
class _Season:
    system: System
    rulebook: str
    dice: Random
    first: str
    undated: float = 0
    played: list[Event] = attrs.field(factory=list)

    def events(self) -> Iterator[Event]:
        self.undated = self.dice.choice([0, 0, 0.2, 1, 1])
        yield from self._rulebooks()
        yield from self._people()
        yield from self._cards()
        tournaments = [self._tournament(name) for name in TOURNAMENTS[: self.dice.randrange(2, 6)]]
        self.played = [game for each in tournaments for game in self._games(each["data"])]
        yield from (*tournaments, *self.played)
        yield from self._decisions(tournaments)
        yield from self._corrections(tournaments)
        if self._happens(0.4):
            yield merge("anna", TWIN)

    def _happens(self, chance: float) -> bool:
        return self.dice.random() < chance

    def _day(self, first: int = 0, last: int = 1000) -> str:
        """A day of the season, a few of them more often than others."""
        step = 61 if self._happens(0.4) else 1
        number = self.dice.randrange(first, last) // step * step
        return (date(self.system.year, 1, 1) + timedelta(days=max(first, number))).isoformat()

    # --- rulebooks, people and their cards ---

    def _rulebooks(self) -> Iterator[Event]:
        earlier = [old for old, new in NEXT if new == self.rulebook]
        if earlier and self._happens(0.2):
            self.first = self.dice.choice(earlier)
            yield self._adoption("adoption", self.first, self._day(0, 1))
            conversion = NEXT[self.first, self.rulebook]
            yield self._adoption("the next", self.rulebook, self._day(100, 500), conversion)
            return
        yield self._adoption("adoption", self.rulebook, self._day(0, 1))
        if self._happens(0.25):
            yield self._adoption("other readings", self.rulebook, self._day(200, 900))
        elif self._happens(0.15):
            pieces = [{"below": 1500, "factor": 0.5, "plus": 750}, {"factor": 1, "plus": 7.5}]
            pieces = self.dice.choice([pieces, pieces[1:], pieces[:1]])
            waiting = self.dice.choice(["convert", "convert", "keep", "drop"])
            converted = {"pieces": pieces, "count_plus": 1, "residual_games": waiting}
            yield self._adoption("converted", self.rulebook, self._day(200, 900), converted)
        else:
            nexts = [new for old, new in NEXT if old == self.rulebook]
            if nexts and self._happens(0.4):
                new = self.dice.choice(nexts)
                conversion = NEXT[self.rulebook, new]
                yield self._adoption("the next", new, self._day(200, 900), conversion)

    def _adoption(
        self, id_: str, rulebook: str, day: str, conversion: Data | None = None
    ) -> Event:
        share = self.dice.choice([0, 0, 0.3, 1])
        parameters = {
            name: self.dice.choice(values)
            for name, values in SYSTEMS[rulebook].parameters.items()
            if self._happens(share)
        }
        data = {"pool": POOL, "rulebook": rulebook, "from_day": day, "parameters": parameters}
        return event("rulebook.adopted", id_, {**data, "conversion": conversion})

    def _people(self) -> Iterator[Event]:
        for name in (*PEOPLE, TWIN):
            born = self.dice.choice(
                [None, *(self.system.year - age for age in (8, 15, 18, 23, 50))]
            )
            club = self.dice.choice(["north", "south", None])
            kind = "computer" if self._happens(0.03) else "human"
            yield player(name, birth_year=born, club=club, kind=kind)
            if self._happens(0.15):
                data = {"player": name, "club": self.dice.choice(["south", None])}
                data["from_day"] = self._day()
                yield event("membership.declared", f"member {name}", data)

    def _cards(self) -> Iterator[Event]:
        for name in PEOPLE[: self.dice.choice([0, 3, 5, 6, 6, 7, 8])]:
            yield self._decided(name, self._day(0, 1), "initial", self.first)
        for name in self.dice.sample(PEOPLE, self.dice.randrange(5)):
            yield self._decided(name, self._day(0, 1500), self.dice.choice(self.system.kinds))
        for name in self.dice.sample(PEOPLE, self.dice.randrange(3)):
            data = {"pool": POOL, "player": name, "system": self.dice.choice(["FIDE", "ÖSB"])}
            data |= {"figure": self.dice.randrange(900, 2500), "verified": self._happens(0.7)}
            yield event("rating.adopted", f"adopted {name}", {**data, "list_date": self._day()})
        if self._happens(0.4):
            yield self._summary(self.dice.choice(PEOPLE))

    def _decided(self, name: str, day: str, kind: str, rulebook: str = "") -> Event:
        system = SYSTEMS.get(rulebook, self.system)
        data = {"pool": POOL, "player": name, "from_day": day, "kind": kind}
        data |= {"card": system.card(self.dice), "by": "the board", "reason": f"for {name}"}
        return event("rating.decided", f"decided {name} {day}", data)

    def _summary(self, name: str) -> Event:
        data = {"pool": POOL, "player": name, "tournament": "old cup", "ended_on": self._day()}
        data |= {"rating_before": 1500, "index_before": 5, "points": 3, "expected": 2.5}
        data |= {"games": 5, "rating_after": 1512, "index_after": 6}
        return event("evaluation.recorded", "old cup", data)

    # --- tournaments and games ---

    def _tournament(self, name: str) -> Event:
        begun = self.dice.randrange(30, 1200)
        lasts = self.dice.choice([0, 5, 5, 40, 120, 250])
        field = self.dice.sample(PEOPLE, self.dice.choice([2, 3, 4, 5, 5, 5, 6, 7, 8, 8]))
        if field[0] == "anna" and self._happens(0.5):
            field[0] = TWIN
        self.dice.shuffle(field)
        shape = self.dice.choice(FORMATS)
        data = {
            "tournament": name,
            "name": name,
            "pools": [POOL],
            "discipline": "go" if self.system.is_go else "chess",
            "format": shape,
            "starts_on": self._day(begun, begun + 1),
            "ended_on": self._day(begun + lasts, begun + lasts + 1),
            "thinking_time": self.dice.choice(self.system.times),
            "country": self.dice.choice([None, None, None, "GER", "AUT"]),
            "rounds": self.dice.choice([None, 8, 8, 8]),
            "participants": self.dice.choice([None, len(field), 90]),
            "class": self.dice.choice(self.system.classes),
            "youth_class": self.dice.choice(["U11", "U15", *[None] * 8]),
            "flags": [flag for flag in dict.fromkeys(self.system.flags) if self._flagged(flag)],
            "entrants": self._entrants(field[: 2 if shape == "match" else None]),
        }
        if self.system.is_go:
            data["board"] = self.dice.choice([None, None, None, 19, 13, 9])
        known = {key: value for key, value in data.items() if value is not None}
        return event("tournament.submitted", name, known)

    def _flagged(self, flag: str) -> bool:
        often = {"long-games": 0.8, "concentrated": 0.5, "undated": self.undated}
        return self._happens(often.get(flag, 0.15))

    def _entrants(self, field: Sequence[str]) -> list[Data]:
        entrants: list[Data] = []
        for name in field:
            entrants.append({"player": name, "junior": self._happens(0.2)})
            if self.system.is_go and self._happens(0.8):
                entrants[-1]["entry_grade"] = self.dice.choice(GRADES)
            if self.system.is_go and self._happens(0.3):
                entrants[-1]["status"] = self.dice.choice(["guest", "newcomer"])
        return entrants

    def _games(self, data: Data) -> list[Event]:
        field = [each["player"] for each in data["entrants"]]
        once = data["format"] == "round-robin" and len(field) > 2
        laps = 1 if once else self.dice.choice([1, 2, 2] if len(field) > 2 else [2, 4, 8])
        missed = 0 if once else self.dice.choice([0, 0, 0, 0.3])
        last_round = max(number for number, _, _ in rounds(field))
        pairings = [
            (lap * last_round + number, white, black)
            for lap in range(laps)
            for number, white, black in rounds(field)
        ]
        first, last = map(date.fromisoformat, (data["starts_on"], data["ended_on"]))
        a_day = self.dice.choice([0, 0, 1, 1, 4, 9])
        forms = {name: self._form() for name in field}
        found = []
        for number, (round_, white, black) in enumerate(pairings):
            if self._happens(missed):
                continue
            game = {"game": f"{data['tournament']}-{number}", "tournament": data["tournament"]}
            game |= {"round": round_, "white": white, "black": black}
            game |= self._result(forms[white], forms[black])
            if a_day:
                day = first + (last - first) * (number - number % a_day) // len(pairings)
                game["played_on"] = day.isoformat()
                if self._happens(0.05):
                    game["finished_on"] = last.isoformat()
            found.append(event("game.submitted", game["game"], game | self._conditions()))
        return found

    def _form(self) -> float:
        """A player wins all his games, or loses them, more often than by chance."""
        return self.dice.choice([9, -9, *(self.dice.random() for _ in range(5))])

    def _result(self, white: float, black: float) -> Data:
        if self._happens(0.03):
            return {"white_points": 1, "black_points": 0, "played": False, "reason": "forfeit"}
        if self._happens(0.02):
            both = self.system.is_go
            return {"white_points": int(both), "black_points": int(both)}
        if self._happens(0.2) and max(abs(white), abs(black)) < 9:
            return {"white_points": 0.5, "black_points": 0.5}
        won = int(self._happens(0.5 + (white - black) / 3))
        return {"white_points": won, "black_points": 1 - won}

    def _conditions(self) -> Data:
        found: Data = {}
        if self._happens(0.05):
            found["rated_for"] = self.dice.choice(["white", "black", "none"])
        if self._happens(0.05):
            found["minutes_per_move"] = self.dice.choice([1, 2.5, 4])
        if self.system.is_go and self._happens(0.25):
            found["stones"] = self.dice.randrange(1, 10)
            found["receiver"] = self.dice.choice(["black", "black", "white"])
        return found

    # --- decisions ---

    def _decisions(self, tournaments: Sequence[Event]) -> Iterator[Event]:
        for each in tournaments:
            yield from self._about_tournament(each["id"])
        for rule, values in self.system.about_games.items():
            decided = [game for game in self.played if self._happens(0.05)]
            for game in decided:
                yield self._decision(rule, {"game": game["id"]}, self.dice.choice(values))
        for year in (self.system.year, self.system.year + 1):
            for rule, values in self.system.about_seasons.items():
                if self._happens(0.2):
                    yield self._decision(rule, {"season": year}, self.dice.choice(values))
            if self.rulebook == "lask-1970":
                yield from self._additions(year)

    def _about_tournament(self, id_: str) -> Iterator[Event]:
        about = {"tournament": id_}
        for rule, value in self.system.about_tournaments.items():
            if self._happens(0.15):
                yield self._decision(rule, about, value(self.dice))
        for rule, value in self.system.about_players.items():
            for name in self.dice.sample(PEOPLE, 3) if self._happens(0.3) else ():
                yield self._decision(rule, {**about, "player": name}, value(self.dice))

    def _additions(self, year: int) -> Iterator[Event]:
        for name in self.dice.sample(PEOPLE, 3) if self._happens(0.5) else ():
            about = {"player": name, "season": year}
            yield self._decision("LASK Regel 11 a", about, {"bonus": self._happens(0.7)})
        for club in ("north", "south"):
            if self._happens(0.5):
                points, games = self.dice.choice([None, -7, 31]), self.dice.choice([None, 12, 0])
                value = {"S": points, "N": games, "M": self.dice.choice([40, 3])}
                yield self._decision("LASK Regel 11 b", {"club": club, "season": year}, value)

    def _decision(self, rule: str, about: Data, value: Any) -> Event:
        data = {"pool": POOL, "rule": rule, "about": about, "value": value}
        name = f"{rule} {' '.join(map(str, about.values()))}"
        return event(
            "decision.recorded", name, {**data, "by": "the board", "reason": "so decided"}
        )

    # --- corrections ---

    def _corrections(self, tournaments: Sequence[Event]) -> Iterator[Event]:
        games = self.dice.sample(self.played, min(len(self.played), self.dice.randrange(4)))
        for game in games:
            lost = {**game["data"], "white_points": 0, "black_points": 0, "played": True}
            lost.pop("reason", None)
            yield from self._corrected(game["id"], self.dice.choice([lost, lost, None]))
        if self._happens(0.25):
            each = self.dice.choice(tournaments)
            moved = {**each["data"], "ended_on": self._day(1500, 1600)}
            moved["thinking_time"] = self.dice.choice(self.system.times[:3])
            yield from self._corrected(each["id"], self.dice.choice([moved, moved, moved, None]))
        if self._happens(0.2):
            name = self.dice.choice(PEOPLE)
            born = {"player": name, "name": name, "birth_year": self.system.year - 12}
            yield from self._corrected(f"player {name}", born)

    def _corrected(self, wrong: str, right: Data | None) -> Iterator[Event]:
        """A correction, which may itself be struck or corrected."""
        first = self._correction(f"{wrong} corrected", wrong, right)
        yield first
        if self._happens(0.2):
            yield self._correction(f"{wrong} restored", first["id"], None)
        elif self._happens(0.2):
            again = {**first["data"], "reason": "said better"}
            yield self._correction(f"{wrong} corrected again", first["id"], again)

    def _correction(self, id_: str, wrong: str, right: Data | None) -> Event:
        facts = {"corrects": wrong, "replacement": right, "reason": "the score sheet says so"}
        return event("correction.submitted", id_, facts)
