"""The district in a database: events, published lists, titles, a running tournament, files."""

from datetime import UTC, datetime, time, timedelta

from ledger.log.clock import Clock
from ledger.log.database import connect
from ledger.log.revisions import upgrade
from projections.api import Ledger
from projections.queries.arguments import Upload
from scripts.federation.district.calendar import LAST_DAY, TITLES, District
from scripts.federation.district.files import Files

OFFICER, ARBITER = "Bezirksspielleiter", "Turnierleiter Falkensee"
MOMENT = datetime.combine(LAST_DAY + timedelta(days=1), time(12), UTC)
"""The day after everything was recorded: noon of 12 October 2026."""


def make_district(url: str, seasons: int = 2) -> District:
    """Put a district into the database, which must be empty, and return it."""
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()
    district = District(seasons)
    for stage in district.stages:
        moment = datetime.combine(stage.recorded_on, time(18), UTC)
        with Ledger(url, clock=_stopped_at(moment)) as ledger:
            if stage.lines:
                ledger.append(stage.lines, by=OFFICER, source="reports of the clubs")
            for each in stage.publishes:
                ledger.publish(each.pool, on=each.day, by=OFFICER)
    files = Files(district)
    with Ledger(url, clock=_stopped_at(MOMENT)) as ledger:
        _beside_the_log(ledger, files)
    for minutes, file in enumerate(files.pending):
        with Ledger(url, clock=_stopped_at(MOMENT + timedelta(minutes=minutes))) as ledger:
            ledger.submit(Upload(file.name, file.content), pool="district", by=ARBITER)
    return district


def _beside_the_log(ledger: Ledger, files: Files) -> None:
    """Head the lists, open accounts, submit the running tournament and the files that wait."""
    for pool, title in TITLES.items():
        ledger.describe_list(pool, title=title, by=OFFICER)
    ledger.add_account(OFFICER, role="officer")
    ledger.add_account(ARBITER, role="arbiter")
    file = files.running_with_next_round
    running = Upload(file.name, file.content)
    ledger.submit_running("district", running, links=file.links, by=ARBITER)
    ledger.catch_up()


def _stopped_at(moment: datetime) -> Clock:
    return lambda: moment
