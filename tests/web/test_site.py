"""The public pages as files: complete, led to by relative links, and no name that is withheld."""

import re
import shutil
import subprocess
import sys
import time
from datetime import datetime
from html import unescape
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote

import attrs
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ledger.events.problems import Refused
from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.interfaces.cli.lazy_commands import main
from projections.interfaces.http.settings import ServeSettings
from projections.interfaces.server import site as site_module
from projections.interfaces.server.app import application
from projections.interfaces.server.site import SiteContents, Written, file_of, write_site
from tests.databases.fresh import copied
from tests.projections.submissions import Event, adoption, decided, player
from tests.tables import every
from tests.web.conftest import DAY, links_of

pytestmark = pytest.mark.slow


CLUB = SiteContents(pools=["club"])
WHOLE = SiteContents(with_log=True)


def in_two(*languages: str) -> SiteContents:
    """Everything in two languages."""
    return SiteContents(languages=languages, with_log=True)


def settings(database: str) -> ServeSettings:
    return ServeSettings(database=database, clock=lambda: DAY)


@pytest.fixture(scope="module")
def written(demo: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Written]:
    """The site of one list, and what was said when it was written."""
    folder = tmp_path_factory.mktemp("site")
    done = write_site(settings(demo), folder, CLUB)
    assert done.removed == 0
    return folder, done


@pytest.fixture(scope="module")
def site(written: tuple[Path, Written]) -> Path:
    folder, _ = written
    return folder


def pages(folder: Path) -> dict[str, str]:
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.html")}
    return {name: path.read_text("utf-8") for name, path in found.items()}


def test_every_link_leads_to_a_file_that_is_there(site):
    found = pages(site)
    assert "club/players/rosa/audit/autumn-1995/index.html" in found
    for name, page in found.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', page):
            target = unquote(unescape(link)).partition("#")[0]
            if target and not target.endswith("/document"):
                assert not link.startswith(("/", "http")), (name, link)
                assert (site / normpath(f"./{dirname(name)}/{target}")).is_file(), (name, link)


def test_no_menu_has_words_that_lead_nowhere(site):
    """Neither the calculator nor the log is on a site of files."""
    page = pages(site)["club/index.html"]
    menu = re.search("<nav.*?</nav>", page, re.DOTALL)[0]  # type: ignore[index]
    assert re.findall("<a(?![^>]*href)", menu) == []
    assert re.findall(r">([^<>]+)(?:</bdi>)?</a>", menu) == [
        "Schachfreunde Beispielstadt",
        "Tournaments",
        "Changes",
        "Published",
    ]
    assert "API" not in page


def test_nothing_of_another_list_is_in_it(site):
    assert not (site / "dortmund").exists()
    assert "Karpov" not in (site / "search.json").read_text("utf-8")


def test_events_have_pages_only_if_they_are_asked_for(site, demo, tmp_path):
    assert not (site / "log").exists()
    whole = attrs.evolve(CLUB, with_log=True)
    done = write_site(settings(demo), tmp_path / "whole", whole)
    assert (tmp_path / "whole/log/index.html").is_file()
    assert done.pages > len(pages(site))


def at_noon() -> datetime:
    """The clock of several processes: a function that each of them finds by its name."""
    return DAY


def test_several_processes_write_the_same_files(site, demo, tmp_path, monkeypatch):
    monkeypatch.setattr(site_module, "MANY", 10)
    several = ServeSettings(database=demo, clock=at_noon, workers=2)
    told, finished = [], []
    done = write_site(
        several, tmp_path / "site", CLUB, told.append, lambda *it: finished.append(it)
    )
    assert sum(told) >= done.pages - 1  # the list of players for the search is made here
    ((pool, files),) = finished
    assert pool == "club"
    assert 0 < files <= done.pages
    assert files_in(tmp_path / "site") == files_in(site)


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a site with its content."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_the_demo_is_a_site_by_one_command_without_a_ledger(tmp_path):
    nowhere = f"sqlite:///{tmp_path / 'nowhere.db'}"
    command = ["--database", nowhere, "site", str(tmp_path / "site"), "--demo", "--pool", "club"]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 0, done.output
    assert "Remis, Rosa" in (tmp_path / "site" / "club" / "index.html").read_text("utf-8")
    assert not (tmp_path / "site" / "dortmund").exists()
    assert not (tmp_path / "nowhere.db").exists()


def test_a_second_run_writes_nothing(site, demo):
    done = write_site(settings(demo), site, CLUB)
    assert (done.written, done.removed) == (0, 0)


def test_who_is_withheld_is_gone_from_every_file(demo, written, tmp_path):
    """Rosa's name stands in the list, in six tournament pages and in the pages of opponents."""
    database, folder = copied(demo, tmp_path / "ledger.db"), tmp_path / "site"
    shutil.copytree(written[0], folder)
    assert any("Remis, Rosa" in page for page in pages(folder).values())
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        ledger.withhold("rosa", by="anna")
    second = write_site(settings(database), folder, CLUB)
    assert 0 < second.written <= written[1].pages
    for path in folder.rglob("*"):
        if path.is_file():
            assert "Remis, Rosa" not in path.read_text("utf-8", errors="replace"), path


def test_a_feed_leads_to_the_files_of_the_site_and_names_no_server(site):
    """A feed's names stay as they are wherever the site lies, and are no other ledger's."""
    names = []
    for feed in site.rglob("feed.atom"):
        text = feed.read_text("utf-8")
        names += re.findall(r"<id>(.*?)</id>", text)
        for link in re.findall(r'href="([^"]+)"', text):
            assert (feed.parent / unquote(unescape(link))).resolve().is_file(), (feed, link)
    assert len(names) > 20
    assert all(re.fullmatch("urn:uuid:[0-9a-f-]{36}", name) for name in names)


def of(decision: Event, pool: str) -> Event:
    """A decision of its own in each pool."""
    return {**decision, "id": f"{pool} {decision['id']}"}


@pytest.fixture
def strangely_named(tmp_path: Path) -> str:
    """A ledger whose lists and players are called like pages of the server."""
    database = f"sqlite:///{tmp_path / 'strange.db'}"
    engine = connect(database, create=True)
    upgrade(engine)
    engine.dispose()
    with Ledger.open(database, clock=lambda: DAY) as ledger:
        pools = ("log", "api", "x.csv", "hu")
        ids = ("a.json", "feed.atom", "card.svg", "csv", "index.html")
        ledger.append([adoption("1995-01-01", pool) for pool in pools], by="anna")
        ledger.append([player(id_, name=f"Called {id_}") for id_ in ids], by="anna")
        for pool in pools:
            ledger.append([of(decided(id_, "1500-10", pool=pool), pool) for id_ in ids], by="anna")
        ledger.catch_up()
    return database


def test_lists_and_players_may_be_called_like_files_and_pages(strangely_named, tmp_path):
    folder = tmp_path / "site"
    write_site(settings(strangely_named), folder, WHOLE)
    found = pages(folder)
    names = [re.findall(r"<h1>(.*?)</h1>", page) for page in found.values()]
    assert (
        sum("Called feed.atom" in str(name) for name in names) == 13
    )  # 4 × card and audit, 5 events
    assert "Log</h1>" in found["log/index.html"]
    done = write_site(settings(strangely_named), folder, WHOLE)
    assert (done.written, done.removed) == (0, 0)


def test_a_list_called_like_a_language_would_lie_in_its_folder(strangely_named, tmp_path):
    with pytest.raises(Refused, match="name --lang hu first"):
        write_site(settings(strangely_named), tmp_path / "site", in_two("en", "hu"))
    assert not (tmp_path / "site").exists()
    assert write_site(settings(strangely_named), tmp_path / "site", in_two("hu", "en")).pages


def test_the_links_of_a_list_called_like_the_log_lead_to_it(strangely_named):
    app = application(attrs.evolve(settings(strangely_named), follow=False, patience=None))
    with TestClient(app, follow_redirects=False) as client:
        found = links_of(client.get("/").text)
        links = [link for link in found if link.startswith("/%") and link.count("/") == 1]
        assert len(links) >= 3
        for link in links:
            page = client.get(link)
            assert page.status_code == 200, link
            assert "Ratings as of" in page.text
            for file in (each for each in links_of(page.text) if "lang=" not in each):
                assert client.get(file).status_code == 200, file


@every(
    ("address", "file"),
    [
        ("/", "index.html"),
        ("/club", "club/index.html"),
        ("/club?page=2", "club/index-page-2.html"),
        ("/club.csv", "club.csv"),
        ("/a%2Fb", "a~2Fb/index.html"),
        ("/%2E%2E/x", "~2E~2E/x/index.html"),
        ("/%6C%6F%67", "~6C~6F~67/index.html"),
        ("/%78%2E%63%73%76.csv", "x.csv.csv"),
        ("/club/players/a.json", "club/players/a.json/index.html"),
        (
            "/club/players/feed.atom/audit/card.svg",
            "club/players/feed.atom/audit/card.svg/index.html",
        ),
        ("/club/players/a/card.svg", "club/players/a/card.svg"),
        ("/club/players/a/feed.atom", "club/players/a/feed.atom"),
        ("/club/players/a/audit/b/document", "club/players/a/audit/b/document"),
        ("/club/tournaments/csv", "club/tournaments/csv/index.html"),
        ("/club/tournaments/csv/csv", "club/tournaments/csv/csv"),
        ("/club/tournaments/index.html", "club/tournaments/index~2Ehtml/index.html"),
        ("/club?on=1995-11-25", None),
        ("/club/compare", None),
        ("/club/predict", None),
    ],
)
def test_each_address_has_a_file_of_its_own(address, file):
    assert file_of(address) == file


def test_the_log_in_is_linked_from_served_pages_and_not_from_the_site(reader, site):
    assert '<a href="/login?next=/club">' in reader.get("/club").text
    page = (site / "club" / "index.html").read_text("utf-8")
    assert "log ends at" in page
    assert "login" not in page
    assert "Log in" not in page
    assert not (site / "login").exists()


BEGINS_A_WORKER = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from projections.interfaces.server.site import _end_with_the_first_process

if __name__ == "__main__":
    processes = ProcessPoolExecutor(1, get_context("spawn"), _end_with_the_first_process)
    print(processes.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def test_no_process_is_left_behind_if_the_first_one_is_killed(tmp_path):
    script = tmp_path / "begins.py"
    script.write_text(BEGINS_A_WORKER, "utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as first:
        worker = int(first.stdout.readline())
        first.kill()
    until = time.monotonic() + 30
    while (Path("/proc") / str(worker)).exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not (Path("/proc") / str(worker)).exists()
