"""Pages of the API, each with the command that gives the same answer."""

API = "/api/v1"
POOL = f"{API}/pools/dwz"
ASKED = {
    f"{API}/pools": "pools",
    f"{POOL}/ratings": "ratings dwz",
    f"{POOL}/ratings?lapsed=true": "ratings dwz --lapsed",
    f"{POOL}/ratings?all=true&on=1996-06-01": "ratings dwz --all --on 1996-06-01",
    f"{POOL}/ratings?known_at=14": "ratings dwz --known-at 14",
    f"{POOL}/ratings?rulebook=dwz-2014": "ratings dwz --rulebook dwz-2014",
    f"{POOL}/ratings?set=expectancy=table": "ratings dwz --set expectancy=table",
    f"{POOL}/players": "players dwz",
    f"{POOL}/players?q=mull": "players dwz --query mull",
    f"{POOL}/players?limit=2": "players dwz --limit 2",
    f"{POOL}/players/agnes": "player dwz agnes",
    f"{POOL}/players/dora?on=1996-06-01": "player dwz dora --on 1996-06-01",
    f"{POOL}/players/agnes/audit": "audit dwz agnes",
    f"{POOL}/players/agnes/audit/spring": "audit dwz agnes spring",
    f"{POOL}/tournaments": "tournaments dwz",
    f"{POOL}/tournaments?from=1996-06-01&to=1996-08-01": (
        "tournaments dwz --from 1996-06-01 --to 1996-08-01"
    ),
    f"{POOL}/tournaments?q=spr": "tournaments dwz --query spr",
    f"{POOL}/tournaments/spring": "tournament dwz spring",
    f"{POOL}/tournaments/summer": "tournament dwz summer",
    f"{POOL}/tournaments/spring/crosstable": "crosstable dwz spring",
    f"{POOL}/tournaments/summer/crosstable?rulebook=dwz-2014": (
        "crosstable dwz summer --rulebook dwz-2014"
    ),
    f"{POOL}/players/agnes/profile": "profile dwz agnes",
    f"{POOL}/players/dora/profile?on=1996-06-01": "profile dwz dora --on 1996-06-01",
    f"{POOL}/review": "review dwz",
    f"{POOL}/review?from=1996-01-01&to=1996-06-01&player=agnes": (
        "review dwz agnes --from 1996-01-01 --to 1996-06-01"
    ),
    f"{POOL}/news?from_known=14&lang=sv": "news dwz --from-known 14 --lang sv",
    f"{API}/tournaments/spring/standings": "standings spring",
    f"{API}/tournaments/spring/standings?method=buchholz": "standings spring --method buchholz",
    f"{POOL}/diff?from_known=14": "diff dwz --from-known 14",
    f"{POOL}/diff?from_on=1996-02-01&to_on=1996-06-01": (
        "diff dwz --from-on 1996-02-01 --to-on 1996-06-01"
    ),
    f"{POOL}/diff?from_known=14&player=agnes": "diff dwz --from-known 14 --player agnes",
    f"{POOL}/published": "published dwz",
}
