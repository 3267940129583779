"""The web application: routes, and what stands around them."""

from starlette.applications import Starlette
from starlette.middleware import Middleware

from projections.api import Ledger
from projections.web.api.routes import ROUTES
from projections.web.api.service import Counted, Metrics
from projections.web.edge.paths import EncodedPaths
from projections.web.settings import ServeSettings


def application(settings: ServeSettings) -> Starlette:
    """The API of a ledger."""
    app = Starlette(routes=ROUTES, middleware=[Middleware(EncodedPaths), Middleware(Counted)])
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.ledger = Ledger.open(settings.database, clock=settings.clock)
    app.state.metrics = Metrics(app.state.ledger)
    return app
