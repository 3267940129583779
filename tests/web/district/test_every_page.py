"""Pages of a realistic ledger: their weight, menus, links and pictures."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from projections.files.charts import link_picture as fonts
from projections.interfaces.pages.public import link_picture
from tests.web.conftest import WESTFALEN, links_of, text_of


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/static/style.css"])
def test_a_page_is_sent_compressed(visitor: TestClient, at: str) -> None:
    plain = visitor.get(at, headers={"Accept-Encoding": "identity"})
    packed = visitor.get(at, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
    assert packed.content == plain.content


@pytest.mark.parametrize(
    ("at", "cookie"),
    [("/login", None), ("/district", "rating_ledger_session"), ("/api/v1/pools", None)],
)
def test_what_holds_a_secret_is_not_compressed(
    visitor: TestClient, at: str, cookie: str | None
) -> None:
    """The length of a compressed page tells of the secret in it (BREACH)."""
    headers = {"Accept-Encoding": "gzip"} | ({"Cookie": f"{cookie}=x"} if cookie else {})
    assert "Content-Encoding" not in visitor.get(at, headers=headers).headers


@pytest.mark.parametrize("at", ["/", "/district", WESTFALEN, "/log", "/nothing/here"])
def test_who_is_logged_in_has_his_corner_on_every_page(
    visitor: TestClient, arbiter: TestClient, at: str
) -> None:
    """The way back to the dashboard, and out; nobody else sees them."""
    menu = links_of(arbiter.get(at).text.partition("<main")[0])
    assert {"/desk", "/login"} <= {*menu}
    assert "Anna Arbiter" in arbiter.get(at).text
    assert "/desk" not in links_of(visitor.get(at).text)
    assert "Anna Arbiter" not in visitor.get(at).text


def test_the_log_in_leads_back_to_the_page(visitor: TestClient, arbiter: TestClient) -> None:
    assert "/login?next=/district%3Fsex%3Df" in links_of(visitor.get("/district?sex=f").text)
    foot = arbiter.get("/district").text.partition("<footer")[2]
    assert ">Log out<" in foot
    assert ">Log in<" not in foot


def test_a_page_that_is_refused_or_unknown_has_the_menu_of_all_others(
    visitor: TestClient, arbiter: TestClient
) -> None:
    refused, unknown = arbiter.get("/desk/publishing"), visitor.get("/nothing/here")
    assert (refused.status_code, unknown.status_code) == (403, 404)
    text = text_of(refused.text)
    assert "You are logged in as Anna Arbiter. This page is for rating officers." in text
    for page in (refused, unknown):
        assert {"/", "/district", "/fide", "/juniors", "/log"} <= {*links_of(page.text)}


def test_the_pages_of_a_list_lead_to_the_other_lists(visitor: TestClient) -> None:
    for at in ("/district", "/district/players/d0034", "/district/changes?on=2026-07-01"):
        foot = visitor.get(at).text.partition("<footer")[2]
        assert "Other lists: FIDE-Elo der Turniere im Bezirk · Jugend" in text_of(f"<main {foot}")
        day = "?on=2026-07-01" if "on=" in at else ""
        assert {f"/fide{day}", f"/juniors{day}"} <= {*links_of(foot)}


@pytest.mark.parametrize(
    ("at", "title", "text"),
    [
        ("/district/players/d0154", "Ackerbauer, Britta", "2494-33 · place 1 of 339 · SC Rochade"),
        (WESTFALEN, "Westfalen Open 2026", "9 Oct 2026 · 220 players · Winner: Eichenbauer, Detl"),
        (
            "/district",
            "Bezirksliste der",
            "DWZ (Wertungsordnung 2014) · 339 players · Ackerbauer,",
        ),
    ],
)
def test_a_link_that_is_sent_has_a_title_and_a_text(
    visitor: TestClient, at: str, title: str, text: str
) -> None:
    head = " ".join(unescape(visitor.get(at).text.partition("</head>")[0]).split())
    assert f'<meta property="og:title" content="{title}' in head
    assert f'<meta property="og:description" content="{text}' in head
    assert f'<meta name="description" content="{text}' in head
    assert re.search(rf'<meta property="og:url" content="http[^"]+{at}">', head)


@pytest.mark.parametrize("at", ["/district", "/district/players/d0154", WESTFALEN])
def test_a_link_that_is_sent_has_a_picture_of_its_title_and_text(
    visitor: TestClient, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1200 × 630; width and height are bytes 16 to 24 of a PNG (RFC 2083, 11.2.1)."""
    drawn: list[tuple[str, list[str]]] = []
    draw = link_picture.link_picture

    def noted(title: str, texts: list[str], *rest: str) -> bytes:
        drawn.append((title, texts))
        return draw(title, texts, *rest)

    monkeypatch.setattr(link_picture, "link_picture", noted)
    head = unescape(visitor.get(at).text.partition("</head>")[0])
    (address,) = re.findall(r'<meta property="og:image" content="http://[^/]+([^"]+)">', head)
    picture = visitor.get(address)
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    ((title, texts),) = drawn
    assert f'<meta property="og:title" content="{title}">' in head
    assert re.sub("[\u2066-\u2069]", "", head).count(" · ".join(texts)) == 2


def test_a_picture_has_no_parameters_but_the_clocks(visitor: TestClient) -> None:
    """A tournament answers ``find`` with another address, which is no picture."""
    address = "/district/tournaments/summer-2026/link.png"
    plain, searched = visitor.get(address), visitor.get(f"{address}?find=a")
    assert (searched.status_code, searched.content) == (200, plain.content)


def test_of_the_past_and_without_a_font_no_picture_is_named(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "og:image" not in visitor.get("/district?on=2026-01-01").text
    monkeypatch.setattr(fonts, "FONTS", ("no font has this name",))
    fonts._font.cache_clear()
    assert visitor.get("/fide/link.png").status_code == 404
    assert "og:image" not in visitor.get("/juniors?born_to=2020").text  # not asked for before
    fonts._font.cache_clear()
