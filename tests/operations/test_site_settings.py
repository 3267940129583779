"""A list has a title and the site a name: said once, and read on every page and in every file."""

from base64 import b64encode
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from zlib import compress, crc32

import pytest

from ledger.events.problems import Refused
from projections.files.charts.accent import accent_style, contrast
from projections.interfaces.http.accounts.access import FIELD
from projections.interfaces.server.site import SiteContents, write_site
from projections.operations.logo import kind_of
from projections.queries.arguments import Upload
from tests.console.shell import Shell
from tests.dot import DOT
from tests.tables import every
from tests.web_api.conftest import Serve, Served
from tests.web_api.log_ins import token_in
from tests.web_api.officer import come, employ

TITLE = "DWZ list of the county"


MARKS = "\u200b\u200d\u200e\u202e\u2066\u2069\ufeff\u00ad"
"""They turn a name round, or make two names look alike."""


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    """A part of a PNG file, with its length and its checksum."""
    return len(data).to_bytes(4) + kind + data + crc32(kind + data).to_bytes(4)


def of_png(*chunks: bytes) -> bytes:
    return DOT[:8] + b"".join(chunks)


def flipped(content: bytes) -> bytes:
    """The same with one wrong bit in the data of its image."""
    return content[:45] + bytes([content[45] ^ 1]) + content[46:]


def header(width: int, height: int, *rest: int) -> bytes:
    return chunk(b"IHDR", width.to_bytes(4) + height.to_bytes(4) + bytes(rest or (8, 6, 0, 0, 0)))


DATA, END = chunk(b"IDAT", compress(bytes(5))), chunk(b"IEND")
IMPOSSIBLE = [
    (header(0, 1), DATA, END),
    (header(1, 0), DATA, END),
    (header(1, 2**31), DATA, END),
    (header(1, 1, 3, 6, 0, 0, 0), DATA, END),
    (header(1, 1, 8, 5, 0, 0, 0), DATA, END),
    (header(1, 1, 8, 6, 1, 0, 0), DATA, END),
    (header(1, 1, 8, 6, 0), DATA, END),
    (DATA, header(1, 1), END),
    (header(1, 1), END),
    (header(1, 1), header(1, 1), DATA, END),
]


DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""The bits that a sample of a colour type may have, PNG 11.1."""


@every(
    ("width", "depth", "colour", "interlaced", "is_possible"),
    [
        *(
            (1, depth, colour, 0, depth in DEPTHS.get(colour, ()))
            for depth in (0, 1, 2, 3, 4, 8, 16, 32)
            for colour in range(8)
        ),
        *((1, 8, 6, interlaced, interlaced < 2) for interlaced in range(3)),
        *((width, 8, 6, 0, width <= 10_000) for width in (9_999, 10_000, 10_001)),
    ],
)
def test_a_png_has_a_size_and_colours_that_are_possible(
    width: int, depth: int, colour: int, interlaced: int, is_possible: bool
) -> None:
    """Sides of up to 10,000; method 0 of compression and filter, and of interlacing two."""
    for sides in ((width, 1), (1, width)):
        content = of_png(header(*sides, depth, colour, 0, 0, interlaced), DATA, END)
        with nullcontext() if is_possible else pytest.raises(Refused, match="impossible"):
            assert kind_of(content) == "png"


def drawing(part: str) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" '
        f'xmlns:s="http://www.w3.org/2000/svg">{part}</svg>'
    ).encode()


ACTIVE = [
    "<script>alert(1)</script>",
    "<s:Script>alert(1)</s:Script>",
    '<g onload="alert(1)"/>',
    '<g OnClick="alert(1)"/>',
    '<a href="javascript:alert(1)"><path/></a>',
    '<a x:href=" &#106;avascript:alert(1)"><path/></a>',
    '<a><set attributeName="href" to="javascript:alert(1)"/></a>',
    '<image href="https://chess.example/pixel.png"/>',
    '<image href="data:image/svg+xml,x"/>',
    '<use x:href="other.svg#a"/>',
    "<style>@import 'a.css';</style>",
    "<style>@\\69mport 'a.css';</style>",
    "<style><![CDATA[g{fill:url(//chess.example)}]]></style>",
    "<g style=\"fill: URL( '//chess.example')\"/>",
    '<g fill="url(https://chess.example/a.svg#b)"/>',
    "<foreignObject><p>text</p></foreignObject>",
    "<?xml-stylesheet href='a.css'?>",
    "<g>",
]
HARMLESS = (
    '<style>.a{fill:#0b5394}</style><defs><linearGradient id="b"/></defs><title>Club on the Lake'
    '</title><path fill="url(#b)" style="stroke:url(\'#b\')" d="M0 0"/><use x:href="#b"/>'
    '<image href="data:image/png;base64,AAAA"/>'
)


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
    write_site(office.client.app.state.settings, tmp_path / "public", SiteContents())  # type: ignore[attr-defined]
    assert TITLE in (tmp_path / "public/dwz/index.html").read_text("utf-8")
    assert (tmp_path / "public/site/imprint/index.html").is_file()


def test_python_http_and_command_say_the_same_settings(office: Served, tmp_path: Path) -> None:
    said = office.ledger.describe_list("dwz", title=TITLE, description="Once a month.", by="olga")
    over_http = office.get("/api/v1/site").json()
    assert over_http == dict(said) == dict(office.ledger.site())
    titled = {"title": TITLE, "description": "Once a month.", "second_pair": False}
    assert over_http["lists"] == [{"pool": "dwz", **titled}]
    told = Shell(office.ledger.database, tmp_path).run("--format", "json", "describe", "site")
    assert told.out == office.get("/api/v1/site").text
    office.ledger.describe_list("dwz", description="", by="olga")
    assert office.get("/api/v1/site").json()["lists"][0] == {
        "pool": "dwz",
        "title": TITLE,
        "description": None,
        "second_pair": False,
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
    assert "not a colour" in asked.text


def test_a_printed_list_holds_the_logo(office: Served) -> None:
    def printed() -> str:
        with office.ledger.pool("dwz") as view:
            return view.export_ratings("html").content.decode()

    address = f"data:image/png;base64,{b64encode(DOT).decode()}"
    assert "data:image" not in printed()
    office.ledger.describe_site(logo=Upload("logo.png", DOT), by="olga")
    assert address in printed()
    office.ledger.describe_site(logo=Upload("logo.png", b""), by="olga")
    assert "data:image" not in printed()


@every(
    ("settings", "field"),
    [
        ({"name": "x" * 81}, "name"),
        ({"accent": "blue"}, "accent"),
        ({"privacy": "a\x07b"}, "privacy"),
        *(({"name": f"Chess{mark}Union"}, "name") for mark in MARKS),
        ({"imprint": "Chess Union\n\n\u202eLake Road 1"}, "imprint"),
        ({"logo": Upload("logo.gif", b"GIF89a")}, "logo"),
        ({"logo": Upload("logo.svg", b"<!DOCTYPE svg><svg></svg>")}, "logo"),
        ({"logo": Upload("logo.svg", b"<html></html>")}, "logo"),
        *(({"logo": Upload("a", of_png(*chunks))}, "logo") for chunks in IMPOSSIBLE),
        *(({"logo": Upload("a", DOT[:end])}, "logo") for end in range(8, len(DOT))),
        *(({"logo": Upload("a", damaged)}, "logo") for damaged in (DOT + b"x", flipped(DOT))),
        *(({"logo": Upload("a", drawing(part))}, "logo") for part in ACTIVE),
    ],
)
def test_what_cannot_be_shown_is_refused_by_its_field(
    office: Served, settings: dict[str, object], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        office.ledger.describe_site(**settings, by="olga")  # type: ignore[arg-type]
    assert [each.field for each in refused.value.problems] == [field]


@pytest.mark.parametrize(
    ("field", "most"),
    [("name", 80), ("imprint", 20_000), ("privacy", 50_000), ("title", 80), ("description", 400)],
)
def test_a_text_may_have_so_many_characters(office: Served, field: str, most: int) -> None:
    def describe(characters: int) -> None:
        said: dict[str, Any] = {field: "x" * characters, "by": "olga", "dry_run": True}
        if field in {"title", "description"}:
            office.ledger.describe_list("dwz", **said)
        else:
            office.ledger.describe_site(**said)

    describe(most)
    with pytest.raises(Refused) as refused:
        describe(most + 1)
    assert [each.field for each in refused.value.problems] == [field]


def test_joiners_that_a_script_needs_are_kept(office: Served) -> None:
    for name in ("می\u200cخواهم", "क्\u200dष", "Chess 👨\u200d👩\u200d👧"):
        assert office.ledger.describe_site(name=name, by="olga")["name"] == name
    with pytest.raises(Refused, match=r"U\+202E"):
        office.ledger.describe_list("dwz", description="a\u202eb", by="olga")


def test_a_logo_without_programs_is_shown(office: Served) -> None:
    colours = of_png(header(1, 1), chunk(b"gAMA", bytes(4)), DATA, END)
    room = 256 * 1024 - len(DOT) - 12
    full = DOT[:-12] + chunk(b"tEXt", bytes(room)) + END
    with pytest.raises(Refused, match="larger than 256 KiB"):
        office.ledger.describe_site(logo=Upload("logo", full + b"x"), by="olga")
    logos = ((drawing(HARMLESS), "svg"), (colours, "png"), (full, "png"), (DOT, "png"))
    for content, kind in logos:
        site = office.ledger.describe_site(logo=Upload("logo", content), by="olga")
        assert str(site["logo"]).endswith(kind)


@every("accent", ["#ffcc00", "#0b5394", "#000000", "#ffffff", "#ff0000"])
def test_links_of_any_colour_can_be_read_by_day_and_by_night(accent: str) -> None:
    """The grounds are white, the raised grey of the day, and those two of the night."""
    by_day, by_night = (
        tuple(bytes.fromhex(part[1:7])) for part in accent_style(accent).split("--accent: ")[1:3]
    )
    assert min(contrast(by_day, basis) for basis in ((255,) * 3, (0xF5, 0xF7, 0xF9))) >= 4.5
    assert min(contrast(by_night, each) for each in ((20, 24, 28), (0x1D, 0x23, 0x29))) >= 4.5


def test_contrast_is_that_of_wcag() -> None:
    """10 of 255 is where the curve is straight: 10 / 255 / 12.92 = 0.003035.

    188 is on the power: ((188 / 255 + 0.055) / 1.055) ** 2.4 = 0.7510 ** 2.4 = 0.5029.
    """
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((10, 10, 10), (255, 255, 255)) == pytest.approx(1.05 / 0.053035, abs=1e-3)
    assert contrast((255, 0, 0), (0, 0, 0)) == pytest.approx((0.2126 + 0.05) / 0.05)
    assert contrast((188, 188, 188), (0, 0, 0)) == pytest.approx(11.06, abs=0.01)
