"""The addresses behind the log-in, the more particular ones first."""

from starlette.routing import BaseRoute, Route

from projections.interfaces.pages.officer import (
    accounts,
    calculation,
    corrections,
    crosstable_form,
    data_quality,
    decisions,
    live,
    members,
    players,
    site,
    submissions,
)
from projections.interfaces.pages.officer import decisions as publishing
from projections.interfaces.pages.officer.officer_request import (
    Answer,
    for_admins,
    for_arbiters,
    for_officers,
    for_overseers,
)


def _form(path: str, answer: Answer) -> list[BaseRoute]:
    """A form is opened and sent at one address."""
    return [Route(path, for_officers(answer), methods=["GET", "POST"])]


ROUTES: list[BaseRoute] = [
    Route("/desk", for_arbiters(submissions.overview), methods=["GET"]),
    Route("/desk", for_arbiters(submissions.submit), methods=["POST"]),
    *_form("/desk/site", site.site),
    *_form("/desk/site/{pool}", site.titles),
    Route("/desk/calculation", for_arbiters(calculation.calculation), methods=["GET", "POST"]),
    *_form("/desk/corrections/{event}", corrections.correction),
    Route(
        "/desk/tournaments/new", for_arbiters(crosstable_form.tournament), methods=["GET", "POST"]
    ),
    Route("/desk/live", for_arbiters(live.live), methods=["GET", "POST"]),
    Route("/desk/players", for_officers(players.players)),
    *_form("/desk/players/new", players.register),
    *_form("/desk/members", members.members),
    Route("/desk/players/{player}", for_officers(players.player)),
    *_form("/desk/players/{player}/rename", players.rename),
    *_form("/desk/players/{player}/withhold", players.withhold),
    *_form("/desk/players/{player}/forget", players.forget),
    *_form("/desk/players/{player}/merge", players.merge),
    Route("/desk/decisions", for_officers(decisions.decisions)),
    *_form("/desk/decisions/rule", decisions.ruling),
    *_form("/desk/decisions/rulebook", decisions.adoption),
    *_form("/desk/decisions/figure/{pool}", decisions.figure),
    *_form("/desk/publishing", publishing.publishing),
    Route("/desk/accounts", for_overseers(accounts.accounts), methods=["GET"]),
    Route("/desk/examination", for_admins(accounts.examination), methods=["GET"]),
    Route("/desk/accounts/new", for_admins(accounts.new), methods=["GET", "POST"]),
    Route("/desk/accounts/{account}/edit", for_admins(accounts.edit), methods=["GET", "POST"]),
    *_form("/desk/oddities", data_quality.data_quality),
    Route("/desk/{id}", for_arbiters(submissions.show), methods=["GET"]),
    Route("/desk/{id}", for_arbiters(submissions.decide), methods=["POST"]),
]
