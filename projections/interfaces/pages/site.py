"""The settings of the site, for every page that is drawn."""

from starlette.requests import Request

from projections.queries.site_settings import NO_SETTINGS, SiteSettings


def site_of(request: Request) -> SiteSettings:
    """The settings as they are now; those of the last page if the database is away."""
    state = request.app.state
    try:
        state.site = state.ledger.site_settings()
    except Exception:  # error pages have a header as well
        return last_known_site(request)
    return last_known_site(request)


def last_known_site(request: Request) -> SiteSettings:
    """The settings as the last page had them; the database is not asked."""
    found: SiteSettings = getattr(request.app.state, "site", NO_SETTINGS)
    return found
