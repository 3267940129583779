"""Small pools to ask for audits: one per rulebook, as the office would hand them in."""

from typing import Any

from tests.projections.submissions import (
    Event,
    adopted,
    adoption,
    correction,
    decided,
    event,
    game,
    games,
    membership,
    player,
    strike,
    summary,
    tournament,
)

DWZ_FIGURES = {
    "anna": "1800-10",
    "bela": "1760-20",
    "cora": "1650-8",
    "dora": "1600-5",
    "emil": "1400-3",
}


def dwz_season() -> list[Event]:
    """Two tournaments of DWZ 1995.

    In spring nora plays five rated players and niko three; in summer niko plays three more,
    emil wins every game, and ada has a FIDE figure only.  Vera has four games against rated
    players and one against nora, so hers is a first rating of stage 2.  Otto is known by a
    summary.
    """
    slip = game("spring", "anna", "1-0", "dora")
    twice = game("spring", "anna", "1-0", "emil", game="spring:twice")
    return [
        adoption("1990-01-01", parameters={"validity_years": 6}),
        player("otto", birth_year=1940),
        player("anna", birth_year=1974),
        *map(player, ("bela", "cora", "dora", "emil", "nora", "niko", "ada", "vera")),
        *(decided(name, card, "1990-01-01") for name, card in DWZ_FIGURES.items()),
        decided("otto", "2160-8", "1990-01-01"),
        adopted("ada", 2000, "1995-01-01"),
        tournament("spring", "1995-04-30", entrants=[{"player": "anna"}, {"player": "nora"}]),
        slip,
        twice,
        *games(
            "spring",
            "nora 1-0 emil",
            "dora ½-½ nora",
            "nora 0-1 anna",
            "bela 1-0 nora",
            "nora ½-½ cora",
            "niko 1-0 dora",
            "anna 1-0 niko",
            "niko ½-½ cora",
            "niko 1-0 nora",
            "bela ½-½ anna",
            "vera 1-0 emil",
            "dora 1-0 vera",
            "vera ½-½ cora",
            "bela 1-0 vera",
            "vera 0-1 nora",
        ),
        game("spring", "cora", "1-0", "anna", played=False, reason="forfeit"),
        tournament("summer", "1995-08-20"),
        *games(
            "summer",
            "emil 1-0 anna",
            "bela 0-1 emil",
            "emil 1-0 cora",
            "dora 0-1 emil",
            "emil 1-0 ada",
            "niko 1-0 bela",
            "cora 0-1 niko",
            "ada ½-½ niko",
            "anna 1-0 dora",
        ),
        correction(slip, "spring as on the score sheet", white_points=0.5, black_points=0.5),
        strike(twice, "entered twice"),
        summary("otto", "old", "1991-05-01"),
    ]


def dwz_2014_season() -> list[Event]:
    """The season of DWZ under the edition of 2014, with a youth and somebody below 1300.

    Emil wins every game of summer, so his performance stands in for his Ro; vera's residual games
    of spring and a game of summer make a first rating below 1500.  Jule is 15, karl has 1000.
    """
    season = [adoption("1990-01-01", rulebook="dwz-2014"), *dwz_season()[1:]]
    return [
        *season,
        player("jule", birth_year=1981),
        player("karl"),
        decided("jule", "1600-9", "1990-01-01"),
        decided("karl", "1000-2", "1990-01-01"),
        tournament("autumn", "1996-10-01"),
        *games("autumn", "jule 1-0 karl", "jule 1-0 dora", "karl 0-1 dora", "karl 0-1 bela"),
        player("wim"),
        *games(
            "autumn",
            "wim 0-1 anna",
            "wim ½-½ karl",
            "wim 0-1 dora",
            "wim 0-1 jule",
            "wim 0-1 emil",
        ),
    ]


def members_season() -> list[Event]:
    """The season of 2014 if nothing is kept of players who were never in a club: all but bela."""
    rulebook = adoption("1990-01-01", rulebook="dwz-2014", parameters={"members_only": True})
    return [rulebook, *dwz_2014_season()[1:], membership("bela", "Bamberg", "1994-01-01")]


def dwz_2026_season() -> list[Event]:
    """The season of 2014 under the edition of 2026, and somebody who wins all his games.

    Xena beats five rated players; karl, below 1600, plays below his expectation; in 2026 kurt's
    1366 and olga's two residual games go through an Umstufung.
    """
    season = [adoption("1990-01-01", rulebook="dwz-2026"), *dwz_2014_season()[1:]]
    rated = ("anna", "bela", "cora", "dora", "karl")
    pieces = [
        {"below": 1000, "factor": 1, "plus": 400},
        {"below": 2110, "factor": 0.64, "plus": 760},
        {"factor": 1, "plus": 0},
    ]
    return [
        *season,
        *map(player, ("xena", "kurt", "olga")),
        decided("kurt", "1366-21", "1996-11-01"),
        tournament("winter", "1996-12-01"),
        *games("winter", *(f"xena 1-0 {name}" for name in rated), "olga ½-½ kurt"),
        adoption(
            "1997-06-08", rulebook="dwz-2026", conversion={"pieces": pieces, "count_plus": 1}
        ),
    ]


def undated_season() -> list[Event]:
    """Two first evaluations of vera whose order nobody knows (DWZ 4.10.1.3)."""
    season = [adoption("1990-01-01"), *map(player, (*DWZ_FIGURES, "vera"))]
    season += [decided(name, card, "1990-01-01") for name, card in DWZ_FIGURES.items()]
    for name, result in (("first", "1-0"), ("second", "½-½")):
        season.append(tournament(name, f"1994-0{len(name)}-01", flags=["undated"]))
        season += games(name, *(f"vera {result} {other}" for other in DWZ_FIGURES))
        season += games(name, "anna 1-0 vera")
    return season


def ingo_season() -> list[Event]:
    """A Swiss and a round robin of Ingo: four with a number, kurt and lena without."""
    numbers = {"gerd": (120, 5), "hans": (135, 2), "ilse": (150, 1), "jost": (200, 4)}
    return [
        _adopted_rulebook("ingo", "ingo-1960"),
        *(player(name) for name in (*numbers, "kurt", "lena")),
        *(
            _card("ingo", name, {"number": number, "count": count})
            for name, (number, count) in numbers.items()
        ),
        tournament("swiss", "1965-05-01", pools=["ingo"]),
        *games(
            "swiss",
            "gerd 1-0 hans",
            "ilse ½-½ gerd",
            "gerd 1-0 jost",
            "gerd 1-0 kurt",
            "hans 1-0 ilse",
            "kurt 1-0 hans",
            "jost 0-1 kurt",
            "kurt ½-½ ilse",
            "lena 1-0 jost",
            "lena 0-1 kurt",
            "hans 1-0 lena",
            "hans 1-0 jost",
            "gerd ½-½ lena",
            "ilse 1-0 jost",
            "lena 1-0 ilse",
        ),
        tournament("club", "1966-05-01", pools=["ingo"], format="round-robin"),
        *games("club", "gerd 1-0 hans", "ilse 0-1 gerd", "hans ½-½ ilse"),
    ]


def marks_season() -> list[Event]:
    """Players of Ingo who win or lose everything against three with a number (C II).

    Zoe had won everything and loses now; tara loses again, and more; ulla has no number; vera
    wins everything again, but no better.  Will, who had lost everything, has a point and a half
    in the club: nobody counts him at his number before.
    """
    numbers = {"anna": (130, 5), "bela": (140, 5), "cora": (150, 5)}
    marked = {
        "zoe": (80, 2, "or better"),
        "tara": (175, 1, "or worse"),
        "vera": (80, 2, "or better"),
        "will": (190, 1, "or worse"),
    }
    cards = [
        *({"number": number, "count": count} for number, count in numbers.values()),
        *(
            {"number": number, "count": count, "mark": mark}
            for number, count, mark in marked.values()
        ),
    ]
    names = [*numbers, *marked]
    return [
        _adopted_rulebook("ingo", "ingo-1960"),
        *map(player, (*names, "ulla")),
        *(_card("ingo", name, card) for name, card in zip(names, cards, strict=True)),
        tournament("open", "1965-05-01", pools=["ingo"]),
        *games("open", *(f"{name} 0-1 {other}" for name in ("zoe", "tara") for other in numbers)),
        *games("open", *(f"{name} 1-0 {other}" for name in ("ulla", "vera") for other in numbers)),
        tournament("club", "1966-05-01", pools=["ingo"]),
        *games("club", "will 1-0 anna", "will ½-½ bela", "cora 1-0 will", "anna 1-0 bela"),
    ]


def mgsz_season() -> list[Event]:
    """A go tournament: three with an Elo, one guest, handicap stones, in one part and two."""
    elos = {"mari": (1850, "2k"), "nagy": (1700, "4k"), "olga": (1500, "8k")}
    slow = {"minutes": 60, "overtime": "japanese", "seconds": 30}
    return [
        _adopted_rulebook("go", "mgsz-2011"),
        *(player(name) for name in (*elos, "pali")),
        *(_card("go", name, {"elo": elo, "grade": grade}) for name, (elo, grade) in elos.items()),
        tournament(
            "budapest",
            "2012-05-05",
            pools=["go"],
            discipline="go",
            rounds=3,
            thinking_time=slow,
            entrants=[
                {"player": "mari"},
                {"player": "nagy"},
                {"player": "olga"},
                {"player": "pali", "entry_grade": "5k", "status": "guest"},
            ],
        ),
        game("budapest", "mari", "0-1", "nagy", round=1),
        game("budapest", "nagy", "1-0", "olga", round=2, stones=2),
        game("budapest", "mari", "1-0", "olga", round=3, stones=3),
        game("budapest", "pali", "½-½", "mari", round=2),
        game("budapest", "olga", "1-0", "pali", round=1, played=False, reason="forfeit"),
    ]


def egf_season() -> list[Event]:
    """Go under EGF: resets, a newcomer, stones, a jigo, somebody at the floor."""
    cards = {
        "ada": {"gor": 1500, "grade": "6k"},
        "ben": {"gor": 1612.5, "grade": "5k"},
        "cora": {"gor": -899.9, "grade": "30k"},
        "dan": {"gor": 2150.25, "grade": "1d", "highest": "2d"},
    }
    entered = {"ada": "3k", "ben": "5k", "cora": "30k", "dan": "1d", "eve": "12k"}
    facts = {"pools": ["egf"], "discipline": "go", "entrants": _declared(entered)}
    about = {"tournament": "cup", "player": "dan"}
    decided = {"pool": "egf", "rule": "EGF reset", "about": about, "value": {"gor": 2200}}
    decides = {"value": {"class": "B"}, "by": "the EGF", "reason": "agreed"}
    of_class = {"pool": "egf", "rule": "EGF class", "about": {"tournament": "league"}, **decides}
    return [
        _adopted_rulebook("egf", "egf-2021"),
        *(player(name) for name in entered),
        *(_card("egf", name, card) for name, card in cards.items()),
        tournament(
            "cup",
            "2022-05-05",
            thinking_time={"minutes": 60, "overtime": "japanese", "seconds": 20},
            **facts,
        ),
        game("cup", "ada", "1-0", "ben"),
        game("cup", "dan", "1-0", "ada", stones=3),
        game("cup", "ben", "½-½", "dan", stones=5, receiver="white"),
        game("cup", "ben", "1-0", "eve", stones=7),
        game("cup", "eve", "1-0", "cora"),
        game("cup", "eve", "1-0", "ada", played=False, reason="forfeit"),
        event("decision.recorded", "reset dan", {**decided, "by": "the DGoB", "reason": "agreed"}),
        tournament("blitz", "2022-06-05", **{**facts, "class": "C"}),
        game("blitz", "eve", "0-1", "ada", stones=2, receiver="white"),
        tournament("league", "2022-07-05", **{**facts, "class": "A"}),
        game("league", "ada", "1-0", "eve"),
        event("decision.recorded", "class of the league", of_class),
    ]


def _declared(grades: dict[str, str]) -> list[dict[str, str]]:
    return [{"player": name, "entry_grade": grade} for name, grade in grades.items()]


def lask_season() -> list[Event]:
    """A season of LASK: dated single games and a concentrated tournament."""
    numbers = {"qvist": 1900, "rolf": 1850, "sven": 1700}
    return [
        lask_rulebook(),
        *(player(name) for name in numbers),
        *(lask_number(name, number) for name, number in numbers.items()),
        tournament("series", "1971-01-20", pools=["lask"], format="games", flags=["long-games"]),
        game("series", "qvist", "1-0", "rolf", played_on="1970-12-01"),
        game("series", "rolf", "1-0", "sven", played_on="1970-12-15"),
        game("series", "sven", "½-½", "qvist", played_on="1971-01-20"),
        tournament(
            "easter",
            "1971-03-20",
            pools=["lask"],
            format="round-robin",
            flags=["concentrated", "long-games"],
        ),
        *games("easter", "qvist 1-0 rolf", "rolf ½-½ sven", "sven 1-0 qvist"),
    ]


def lask_rulebook() -> Event:
    """The pool follows LASK from long ago."""
    return _adopted_rulebook("lask", "lask-1970")


def lask_number(of: str, number: int, from_day: str = "1970-09-01") -> Event:
    """A first number."""
    return _card("lask", of, {"rating": number}, from_day=from_day)


def _adopted_rulebook(pool: str, rulebook: str) -> Event:
    data = {"pool": pool, "rulebook": rulebook, "from_day": "1960-01-01"}
    return event("rulebook.adopted", f"adoption {pool}", data)


def _card(pool: str, of: str, card: dict[str, Any], from_day: str = "1961-01-01") -> Event:
    data = {
        "pool": pool,
        "player": of,
        "from_day": from_day,
        "card": card,
        "kind": "initial",
        "by": "the board",
        "reason": "agreed",
    }
    return event("rating.decided", f"decision {of}", data)
