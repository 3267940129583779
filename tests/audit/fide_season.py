"""A year under FIDE's rules to ask for audits: lists, months, first ratings, the floor."""

from typing import Any

from tests.projections.submissions import Event, event, game, games, player, tournament

POOL = "elo"
RATINGS = {
    "anna": {"rating": 1950},
    "bela": {"rating": 2000, "games": 12},
    "cora": {"rating": 1800, "games": 200, "peak": 2305},
    "dora": {"rating": 1420},
    "emil": {"rating": 2700, "games": 500},
    "fred": {"rating": 1600, "games": 29},
    "gina": {"rating": 2100},
    "hugo": {"rating": 1500},
}


def fide_season() -> list[Event]:
    """Two months with two tournaments each, one over three months, newcomers, and a decision.

    In January anna plays the open and the cup, which stand on one list.  Dora loses everything
    and falls below the floor.  Nora has six games and a first rating, niko three, and otto no
    point in his first event.  The league lasts from 10 February to 20 April, all its games dated.
    Pia begins the match-days of June unrated and has a rating when they are listed.
    """
    return [
        *_people(),
        _tournament("open", "2025-01-03", "2025-01-09"),
        *games("open", "anna 1-0 bela", "cora ½-½ anna", "dora 0-1 anna", "emil 1-0 dora"),
        *games("open", "bela 1-0 dora", "dora 0-1 cora", "fred 1-0 dora", "gina 1-0 dora"),
        *games("open", "nora 1-0 anna", "bela ½-½ nora", "nora 0-1 cora", "fred 1-0 nora"),
        *games("open", "gina 1-0 nora", "nora ½-½ emil", "niko 1-0 bela", "niko 0-1 fred"),
        *games("open", "otto 0-1 gina", "emil 1-0 otto", "nora 1-0 otto"),
        game("open", "fred", "1-0", "cora", played=False, reason="forfeit"),
        _tournament("cup", "2025-01-18", "2025-01-19", flags=["official-fide-event"]),
        *games("cup", "anna 0-1 emil", "gina 1-0 anna", "fred ½-½ bela", "niko 1-0 gina"),
        *games("cup", "otto 0-1 emil"),
        *_league(),
        _tournament("march", "2025-03-08", "2025-03-09"),
        *games("march", "hugo 1-0 dora", "gina 1-0 hugo"),
        _tournament("may", "2025-05-30", "2025-05-31"),
        *games("may", "pia 1-0 fred", "pia ½-½ bela", "cora 1-0 pia", "pia 1-0 gina"),
        *games("may", "pia ½-½ emil"),
        _tournament("june", "2025-06-28", "2025-07-02"),
        *games("june", "pia 1-0 cora", "bela 0-1 pia", "otto 1-0 gina"),
        _tournament("late", "2025-10-05", "2025-10-06"),
        *games("late", "emil 1-0 anna", "emil ½-½ cora", "fred 1-0 emil"),
        _decision("FIDE 7.1.3", {"list": "2025-12-01"}, tournament="late"),
    ]


def _people() -> list[Event]:
    young = {"fred": 2008, "nora": 2009}
    names = [*RATINGS, "nora", "niko", "otto", "pia", "kurt"]
    return [
        event(
            "rulebook.adopted",
            "the rules",
            {"pool": POOL, "rulebook": "fide-2024", "from_day": "2024-03-01"},
        ),
        *(player(name, birth_year=young.get(name, 1980)) for name in names),
        *(card_of(name, card, "2024-03-01") for name, card in RATINGS.items()),
    ]


def _league() -> list[Event]:
    """One report in each of three months; in March hugo meets only kurt, who is unrated."""
    played = {
        "anna 1-0 gina": "2025-02-10",
        "niko ½-½ anna": "2025-02-24",
        "niko 1-0 fred": "2025-02-25",
        "bela 0-1 anna": "2025-03-10",
        "anna ½-½ cora": "2025-03-24",
        "cora 1-0 gina": "2025-03-25",
        "emil 1-0 anna": "2025-04-07",
        "anna 1-0 fred": "2025-04-20",
        "niko 1-0 cora": "2025-04-20",
        "hugo 1-0 gina": "2025-02-10",
        "kurt 1-0 hugo": "2025-03-11",
        "hugo 1-0 fred": "2025-02-25",
    }
    return [
        _tournament("league", "2025-02-10", "2025-04-20"),
        *(
            game("league", white, result, black, played_on=day)
            for (white, result, black), day in ((each.split(), on) for each, on in played.items())
        ),
    ]


def _tournament(name: str, starts_on: str, ended_on: str, **facts: Any) -> Event:
    return tournament(
        name,
        ended_on,
        starts_on=starts_on,
        pools=[POOL],
        thinking_time={"minutes": 120},
        **facts,
    )


def card_of(name: str, card: dict[str, int], from_day: str) -> Event:
    """A rating that was decided."""
    said = {"kind": "initial", "by": "the office", "reason": "FIDE's list"}
    data = {"pool": POOL, "player": name, "from_day": from_day, "card": card, **said}
    return event("rating.decided", f"card {name} {from_day}", data)


def _decision(rule: str, value: dict[str, Any], **about: str) -> Event:
    data = {"pool": POOL, "rule": rule, "about": about, "value": value}
    return event("decision.recorded", rule, {**data, "by": "the QC", "reason": "late"})


def converted_season() -> list[Event]:
    """Return ratings of February 2024 converted on 1 March 2024, and one from FIDE's own list."""
    pieces = [{"factor": 0.6, "plus": 800, "below": 2000}, {"factor": 1, "plus": 0}]
    before = {"pool": POOL, "rulebook": "fide-2024", "from_day": "2023-01-01"}
    since = {"pool": POOL, "rulebook": "fide-2024", "from_day": "2024-03-01"}
    adopted = {"pool": POOL, "player": "zoe", "system": "FIDE", "figure": 1777}
    return [
        event("rulebook.adopted", "the old rules", before),
        event("rulebook.adopted", "march", {**since, "conversion": {"pieces": pieces}}),
        player("zoe", birth_year=1990),
        *(player(name, birth_year=1980) for name in ("anna", "bela")),
        card_of("anna", {"rating": 1501, "games": 70, "peak": 1650}, "2023-05-01"),
        card_of("bela", {"rating": 2105}, "2023-05-01"),
        event(
            "rating.adopted",
            "zoe's own",
            {**adopted, "list_date": "2024-04-01", "verified": True},
        ),
    ]
