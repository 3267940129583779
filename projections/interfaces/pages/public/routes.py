"""The addresses of the pages, the more particular ones first: a pool may be called anything."""

from starlette.routing import BaseRoute, Route

from projections.interfaces.http.edge.paths import LIST_FORMS
from projections.interfaces.pages.public import (
    audit,
    calculator,
    careers,
    changes,
    feeds,
    first_page,
    live,
    log,
    player,
    rating_list,
    review,
    rulebook,
    search,
    site,
    tournaments,
)
from projections.interfaces.pages.public import changes as published
from projections.interfaces.pages.public import study as compare
from projections.interfaces.pages.public import study as predict
from projections.interfaces.pages.public.endpoints import page
from projections.interfaces.pages.public.link_picture import picture_of
from projections.interfaces.pages.public.pdf import pdf_of
from projections.interfaces.pages.public.tournament_parts import TournamentQuery
from projections.pool_view import PoolView

ROUTES: list[BaseRoute] = [
    Route("/", page(first_page.first_page)),
    Route("/search", page(search.search, "q", "format")),
    *(Route(f"/site/{name}", page(site.site_text(name))) for name in site.HEADINGS),
    Route("/site/{file}", page(site.file)),
    Route("/log", page(log.log, log.LogQuery)),
    Route("/log/{position}", page(log.event)),
    Route("/{pool}/link.png", page(picture_of(rating_list.rating_list))),
    Route("/{pool}/players/{player}/link.png", page(picture_of(player.card))),
    Route("/{pool}/tournaments/{tournament}/link.png", page(picture_of(tournaments.tournament))),
    Route("/{pool}/feed.atom", page(feeds.pool_feed)),
    Route("/{pool}/tournaments", page(tournaments.tournaments, tournaments.TournamentsQuery)),
    Route("/{pool}/tournaments/{tournament}", page(tournaments.tournament, TournamentQuery)),
    Route("/{pool}/tournaments/{tournament}/table.svg", page(tournaments.picture)),
    Route(
        "/{pool}/tournaments/{tournament}/table.pdf",
        page(pdf_of("tournament", PoolView.export_evaluation)),
    ),
    *(
        Route(f"/{{pool}}/tournaments/{{tournament}}/{form}", page(tournaments.file_as(form)))
        for form in tournaments.FORMS
    ),
    Route("/{pool}/players/{player}", page(player.card, player.CardQuery)),
    Route("/{pool}/players/{player}/card.svg", page(player.badge)),
    Route("/{pool}/players/{player}/card.pdf", page(pdf_of("player", PoolView.export_player))),
    Route("/{pool}/players/{player}/feed.atom", page(feeds.player_feed)),
    Route("/{pool}/players/{player}/audit", page(audit.audit)),
    Route("/{pool}/players/{player}/audit/{tournament}", page(audit.audit)),
    Route("/{pool}/players/{player}/audit/{tournament}/document", page(audit.document)),
    Route("/{pool}/players/{player}/review", page(review.review, review.ReviewQuery)),
    Route("/{pool}/review", page(review.review, review.ReviewQuery)),
    *(
        Route(f"/{{pool}}/{of}review/{form}", page(review.file_as(form), review.ReviewQuery))
        for of in ("", "players/{player}/")
        for form in review.FORMS
    ),
    Route("/{pool}/rulebooks/{rulebook}", page(rulebook.rulebook)),
    Route("/{pool}/changes", page(changes.changes, changes.ChangesQuery)),
    Route("/{pool}/published", page(published.published)),
    Route("/{pool}/live", page(live.live, live.LiveQuery)),
    Route("/{pool}/calculate", page(calculator.calculator, *calculator.PARAMETERS)),
    Route("/{pool}/careers", page(careers.careers, "player")),
    Route("/{pool}/compare", page(compare.compare, "rulebook", "set.", compare.ComparisonQuery)),
    Route("/{pool}/predict", page(predict.predict, "rulebook")),
    *(
        Route(f"/{{pool}}.{form}", page(rating_list.file_as(form), rating_list.ListQuery))
        for form in LIST_FORMS
    ),
    Route("/{pool}", page(rating_list.rating_list, rating_list.ListQuery)),
]
