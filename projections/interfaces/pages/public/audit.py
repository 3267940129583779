"""The calculation of a figure: the page that settles a question, and the document to send."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starlette.responses import HTMLResponse, Response

from projections.api import as_json, audit_as_document, check_audit
from projections.files.documents.audit import document_of
from projections.interfaces.pages.public.audit_summary import summary_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.answer_types import EvaluationRow
from projections.queries.presentation import paragraphs_of

RESTS_ON = "Sources"
DOCUMENT_STYLE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def audit(page: PageRequest) -> Response:
    """The steps in their order, the games, and the events that it rests on."""
    answer = page.ask(page.id("pool"), _audit, page.id("player"), _tournament(page))
    document = answer.rows["document"]
    laid_out = document_of(document, "", answer.rows["names"])
    return page.render(
        "audit.html",
        state=answer.state,
        audit=document,
        laid_out=laid_out,
        parts=[part for part in laid_out.parts if part.heading != RESTS_ON],
        inputs=list(zip(document["inputs"], answer.rows["said"], strict=True)),
        check=answer.rows["check"],
        why=summary_of(document | answer.rows["of_list"], answer.rows["rows"], page.language),
        names=answer.rows["names"],
        tournaments=answer.rows["tournaments"],
        origins=answer.rows["origins"],
        addresses=_addresses(page, document),
        paragraphs=paragraphs_of(document["rulebook"]),
    )


def _said(source: Mapping[str, Any]) -> Mapping[str, object]:
    """The data of an event as they stand, or as recorded if it is struck."""
    said: Mapping[str, object] = source["data"] or source["recorded"]
    return said


def _addresses(page: PageRequest, document: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """The pages of the opponents and the events of the games."""
    pool = page.id("pool")
    opponents = [each["player"] for each in document["opponents"]]
    games = [each for each in document["inputs"] if each["what"] == "game" and each["data"]]
    return {
        **{("player", each): page.link(pool, "players", each) for each in opponents},
        **{("game", each["data"]["game"]): page.log_link(each["position"]) for each in games},
    }


def document(page: PageRequest) -> Response:
    """The same as a page that needs nothing else, with its data; it has its own style inside."""
    pool = page.id("pool")
    answer = page.ask(pool, _audit, page.id("player"), _tournament(page))
    lang, of_list = page.language.code, page.site.description_of(pool).title
    content = audit_as_document(answer.rows["document"], lang=lang, of_list=of_list)
    return HTMLResponse(content, headers={"Content-Security-Policy": DOCUMENT_STYLE})


def _tournament(page: PageRequest) -> str | None:
    return page.id("tournament") if "tournament" in page.request.path_params else None


def with_lists(value: object) -> Any:
    """The same as data read from JSON have it, but for its texts: they keep what they are of."""
    if isinstance(value, str | int | float):  # most are: quicker than asking what they are like
        return value
    if isinstance(value, Mapping):
        return {name: with_lists(each) for name, each in value.items()}
    if isinstance(value, Iterable):
        return [with_lists(each) for each in value]
    return value


def _audit(view: PoolView, player: str, tournament: str | None) -> Answer:
    found = view.audit(player, tournament)
    data: Mapping[str, Any] = with_lists(found)
    checked = check_audit(as_json(found))
    rows, of_list = found["rows"], dict[str, Any]()
    if not rows:  # the list has none for whom it rates
        rows = [it for it in view.player(player)["history"] if it.get("list") == found["ended_on"]]
        ended = [it for it in rows if it["ended_on"] <= str(view.day)]  # a league may go on
        of_list = _of_list(view, player, [it for it in ended if it.get("games_used")])
    names = {each["player"]: each["name"] for each in found["opponents"]}
    games = [it for row in rows for it in row.get("games_used", ())]
    games += [{"opponent": it["player"]} for it in of_list.get("opponents", ())]
    games += [it for waiting in found["residual_games"].values() for it in waiting]
    met = {it["opponent"] for it in games if "opponent" in it}
    pairs = [it["data"] for it in data["inputs"] if it["what"] == "game" and it["data"]]
    met |= {it[side] for it in pairs for side in ("white", "black") if it.get(side)}
    people = view.people(sorted(met - {*names}))
    names |= {player: person["name"] for player, person in people.items()}
    said = view.descriptions([{"type": it["event"], "data": _said(it)} for it in data["inputs"]])
    answer = {"document": data, "check": checked, "rows": rows, "names": names, "said": said}
    answer["of_list"] = of_list
    rated = [] if found["rows"] else [row["tournament"] for row in rows if row["tournament"]]
    answer["tournaments"] = view.tournament_names(rated) if rated else {}
    origins = {str(it["given"]["from"]) for it in data["steps"] if "from" in it["given"]}
    answer["origins"] = view.tournament_names(origins)
    return Answer(state_of(view), answer)


def _of_list(view: PoolView, player: str, rows: Sequence[EvaluationRow]) -> dict[str, Any]:
    """The games of ended tournaments that a list rates, as in the audits of these."""
    if not rows:
        return {}
    found = [view.tournament(row["tournament"]) for row in rows]
    ratings = {it["player"]: it.get("rating_before") for each in found for it in each["players"]}
    held = [it for row in rows for it in view.tournament_games(row["tournament"])]
    games = [it for it in held if player in (it["white"], it["black"])]
    met = {it["white"]: it["white_name"] for it in games}
    met |= {it["black"]: it["black_name"] for it in games if it["black"]}
    met.pop(player)
    return {
        "inputs": [{"what": "game", "data": it} for it in games],
        "not_counted": [it for each in found for it in each["games_not_rated"]],
        "opponents": [
            {"player": it, "name": name, "figure": ratings.get(it)} for it, name in met.items()
        ],
    }
