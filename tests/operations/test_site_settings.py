"""A list has a title and the site a name: said once, and read on every page and in every file."""

from base64 import b64decode
from pathlib import Path

import pytest

from ledger.events.problems import Refused
from projections.files.charts.accent import accent_style, contrast
from projections.interfaces.http.accounts.access import FIELD
from projections.interfaces.server.site import write_site
from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.web_api.conftest import Serve, Served
from tests.web_api.log_ins import token_in
from tests.web_api.officer import come, employ

TITLE = "DWZ list of the county"
DOT = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
"""A PNG of one pixel."""


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    return served


@pytest.mark.slow
def test_a_title_that_was_given_by_the_command_stands_on_pages_in_feeds_and_in_the_site(
    office: Served, tmp_path: Path
) -> None:
    shell = Shell(office.ledger.database, tmp_path)
    shell.run("describe", "list", "dwz", "--title", TITLE)
    shell.run("describe", "site", "--name", "County Chess Union", "--imprint", "A. Adler\n\nBern")
    for address in ("/dwz", "/dwz/tournaments", "/"):
        page = office.get(address).text
        assert TITLE in page
        assert "County Chess Union" in page
        assert "/site/imprint" in page
    assert f"<title>{TITLE}</title>" in office.get("/dwz/feed.atom").text
    imprint = office.get("/site/imprint").text
    assert "<p><bdi>A. Adler</bdi></p>" in imprint
    assert "<p><bdi>Bern</bdi></p>" in imprint
    write_site(office.client.app.state.settings, tmp_path / "public")  # type: ignore[attr-defined]
    assert TITLE in (tmp_path / "public/dwz/index.html").read_text("utf-8")
    assert (tmp_path / "public/site/imprint/index.html").is_file()


def test_python_http_and_command_say_the_same_settings(office: Served, tmp_path: Path) -> None:
    said = office.ledger.describe_list("dwz", title=TITLE, description="Once a month.", by="olga")
    over_http = office.get("/api/v1/site").json()
    assert over_http == dict(said) == dict(office.ledger.site())
    assert over_http["lists"] == [{"pool": "dwz", "title": TITLE, "description": "Once a month."}]
    told = Shell(office.ledger.database, tmp_path).run("--format", "json", "describe", "site")
    assert told.out == office.get("/api/v1/site").text
    office.ledger.describe_list("dwz", description="", by="olga")
    assert office.get("/api/v1/site").json()["lists"][0] == {
        "pool": "dwz",
        "title": TITLE,
        "description": None,
    }


def test_a_dry_run_keeps_nothing_and_nobody_but_an_officer_may(office: Served) -> None:
    office.ledger.describe_list("dwz", title=TITLE, by="olga", dry_run=True)
    assert office.ledger.site()["lists"] == []
    asked = office.client.post("/api/v1/pools/dwz/description", json={"title": TITLE})
    assert asked.status_code == 401


def test_an_officer_types_name_colour_and_logo_and_takes_the_logo_away(office: Served) -> None:
    come(office, "olga")
    token = token_in(office.get("/desk/site"))
    typed = {FIELD: token, "name": "County Chess Union", "accent": "#ffcc00"}
    saved = office.client.post(
        "/desk/site", data=typed, files={"logo": ("logo.png", DOT)}, follow_redirects=False
    )
    assert saved.status_code == 303
    page = office.get("/dwz").text
    assert "/site/accent-ffcc00.css" in page
    logo = office.ledger.site()["logo"]
    assert office.get(f"/site/{logo}").content == DOT
    office.client.post("/desk/site", data={**typed, "without_logo": "1"}, files={"logo": b""})
    assert office.ledger.site()["logo"] is None
    assert office.get(f"/site/{logo}").status_code == 404
    asked = office.client.post("/desk/site", data={**typed, "accent": "yellow"}, files={"x": b""})
    assert asked.status_code == 422
    assert "no colour" in asked.text


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"name": "x" * 81}, "name"),
        ({"accent": "blue"}, "accent"),
        ({"privacy": "a\x07b"}, "privacy"),
        ({"logo": Upload("logo.gif", b"GIF89a")}, "logo"),
        ({"logo": Upload("logo.svg", b"<!DOCTYPE svg><svg></svg>")}, "logo"),
        ({"logo": Upload("logo.svg", b"<html></html>")}, "logo"),
    ],
)
def test_what_cannot_be_shown_is_refused_by_its_field(
    office: Served, settings: dict[str, object], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        office.ledger.describe_site(**settings, by="olga")  # type: ignore[arg-type]
    assert [each.field for each in refused.value.problems] == [field]


@pytest.mark.parametrize("accent", ["#ffcc00", "#0b5394", "#000000", "#ffffff", "#ff0000"])
def test_links_of_any_colour_can_be_read_by_day_and_by_night(accent: str) -> None:
    """The grounds are white, the raised grey of the day, and those two of the night."""
    by_day, by_night = (
        tuple(bytes.fromhex(part[1:7])) for part in accent_style(accent).split("--accent: ")[1:3]
    )
    assert min(contrast(by_day, basis) for basis in ((255,) * 3, (0xF5, 0xF7, 0xF9))) >= 4.5
    assert min(contrast(by_night, each) for each in ((20, 24, 28), (0x1D, 0x23, 0x29))) >= 4.5
    assert round(contrast((0, 0, 0), (255, 255, 255)), 3) == 21  # as WCAG has it
