"""A replay shared by several processes; its outcome is that of `Replay.run`, occasion by occasion.

Workers are forked from the process that has read the history.  Each reads, decodes and keeps its
share of the tournaments.  The coordinator knows only their players, and everyone's last card in
stored form.  It sends an occasion with the cards before it as soon as no unfinished earlier one
shares a player, and evaluates occasions that read all cards itself.

Workers only confirm.  If one of them is lost or fails, one process replays from the beginning and
continues after the occasions passed on (decision 0153).
"""

import gc
import os
import signal
import sys
import threading
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from heapq import heappop, heappush
from itertools import islice
from multiprocessing import current_process, get_all_start_methods, get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait

import attrs

from ledger.diagnostics import Diagnostics
from ledger.log.database import connect
from projections.engine.history.as_of import occasion_key
from projections.engine.replay.card_history import EvaluatedOccasion, PackedOccasion, end_of
from projections.engine.replay.replay import Fold, Replay
from projections.engine.replay.schedule import Item, occasions
from projections.rulebooks.occasion import ListDue, Occasion

log = Diagnostics(__name__)

FEWEST = 1_000
"""Scheduled occasions below which one process is as fast."""
PAGE = 500
"""Scheduled occasions whose tournaments are read together, shared by all workers."""
WINDOW = 1_000
"""Occasions in progress, or finished before an earlier one: they bound the memory."""
NAME, MESSAGE, MESSAGES = 64, 50_000, 2
"""Characters of a name and of a message; more than a pipe holds is only sent to an idle worker."""

Cards = dict[str, str]
"""By player a card in stored form, after a character with the number of its rulebook's period."""
Outcome = tuple[EvaluatedOccasion, Cards, bool]
"""An evaluated occasion, the cards it changed; True if it discards all cards before."""
Order = tuple[int, tuple[str, date, str] | None, Cards]
"""The number of a task; key, day and player if it is a list; the cards before it."""


def packed_occasions(
    replay: Replay, workers: int, note: Callable[[str], None] = lambda _: None
) -> Iterator[PackedOccasion]:
    """Yield every occasion evaluated in its order, by so many processes if that pays.

    ``note`` receives a sentence if a worker was lost and one process continued.
    """
    done = 0
    if _can_be_shared(replay, workers):
        try:
            with _processes(replay, workers) as pipes:
                for each in _Coordinator(replay, pipes).run():
                    done += 1
                    yield each
                log.info("pool_replayed", pool=replay.pool, occasions=done, workers=workers)
        except (EOFError, OSError) as lost:  # of a pipe, or of a fork
            why = getattr(lost, "strerror", None) or "it ended"
            note(
                f"{replay.pool}: a process of the replay was lost ({why}), so one process did "
                "all of it; if memory was short, use fewer workers"
            )
        else:
            return
    for evaluated in islice(replay.run(), done, None):
        yield PackedOccasion.of(evaluated)


def _can_be_shared(replay: Replay, workers: int) -> bool:
    """True if workers can be forked here, and save time."""
    return (
        workers > 1
        and len(replay.schedule.items) >= FEWEST
        and "fork" in get_all_start_methods()
        and sys.platform != "darwin"  # whose own libraries do not survive a fork
        and threading.active_count() == 1  # a fork copies locks that other threads hold
        and not current_process().daemon
        and (os.cpu_count() or 1) > 1
        and replay.history.url.database not in (None, "", ":memory:")
    )


@attrs.define(eq=False)
class _Task:
    """Occasions of one item of the schedule, or a list: evaluated together by one ``worker``.

    ``waits``: for so many of its players an earlier one is unfinished.
    """

    key: str
    number: int
    worker: int
    players: Sequence[str]
    the_list: tuple[str, date, str] | None = None
    waits: int = 0
    outcomes: list[Outcome] | None = None

    def __lt__(self, other: "_Task") -> bool:
        return (self.key, self.number) < (other.key, other.number)


class _Coordinator:
    """Shares the occasions of a replay among workers and passes their outcomes on in order."""

    def __init__(self, replay: Replay, pipes: Sequence[Pipe]) -> None:
        self._replay = replay
        self._items = replay.schedule.items
        self._pipes = pipes
        self._outstanding = [0 for _ in pipes]
        self._ready: list[list[_Task]] = [[] for _ in pipes]
        self._cards: Cards = {}
        self._tasks: dict[int, _Task] = {}
        self._turns: dict[str, list[_Task]] = {}
        self._in_order: list[_Task] = []
        self._asked = 0
        self._found: dict[int, tuple[int, Sequence[str]]] = {}
        self._lists: list[tuple[str, date, str]] = []
        self._awaited: dict[str, date] = {}
        self._reached = ""
        self._numbered = len(self._items)

    def run(self) -> Iterator[PackedOccasion]:
        """Yield every occasion in its order."""
        for number, item in enumerate(self._items):
            given = item.occasion
            if given is None or given.players is not None:
                task = self._task(number, item)
                self._reach(item.key)
                self._add(task)
                yield from self._down_to(WINDOW)
                continue
            self._reach(item.key)
            yield from self._down_to(0)
            _, outcomes, awaited = _evaluated(self._replay, (number, None, self._cards), [given])
            self._take(outcomes, awaited)
            yield from map(_packed, outcomes)
        self._reach(end_of(None))
        yield from self._down_to(0)

    def _down_to(self, most: int) -> Iterator[PackedOccasion]:
        """Yield outcomes before which nothing is unfinished, until few enough are left."""
        while len(self._in_order) > most:
            self._exchange()
            while self._in_order and self._in_order[0].outcomes is not None:
                yield from map(_packed, heappop(self._in_order).outcomes or ())

    def _task(self, number: int, item: Item) -> _Task:
        """Return the task of an item, when its players are known."""
        while self._asked < min(number + PAGE, len(self._items)):
            self._read_page(range(self._asked, min(self._asked + PAGE, len(self._items))))
        while number not in self._found:
            self._exchange()
        return _Task(item.key, number, *self._found.pop(number))

    def _read_page(self, page: range) -> None:
        """Let the workers read the items of a page, all those of a tournament the same one."""
        shares: list[list[int]] = [[] for _ in self._pipes]
        places: dict[str, int] = {}
        for number in page:
            item = self._items[number]
            place = places.setdefault(item.tournament or item.key, len(places))
            shares[place % len(shares)].append(number)
        for worker, share in enumerate(shares):
            self._send(worker, share, [])
        self._asked = page.stop

    def _add(self, task: _Task) -> None:
        """Add an occasion behind the unfinished earlier ones of its players."""
        self._tasks[task.number] = task
        heappush(self._in_order, task)
        for player in task.players:
            turns = self._turns.get(player)
            if turns is None:
                self._turns[player] = [task]
                continue
            first = turns[0]
            insort(turns, task) if task < turns[-1] else turns.append(task)
            (task if turns[0] is first else first).waits += 1
        if not task.waits:
            heappush(self._ready[task.worker], task)

    def _finish(self, number: int, outcomes: list[Outcome], awaited: dict[str, date]) -> None:
        """Take the outcomes of a task, and make the next ones of its players ready."""
        task = self._tasks.pop(number)
        task.outcomes = outcomes
        self._take(outcomes, awaited)
        for player in task.players:
            turns = self._turns[player]
            turns.remove(task)
            if not turns:
                del self._turns[player]
                continue
            turns[0].waits -= 1
            if not turns[0].waits:
                heappush(self._ready[turns[0].worker], turns[0])

    def _take(self, outcomes: Sequence[Outcome], awaited: dict[str, date]) -> None:
        """Take cards, and the lists for which they wait unless these are known."""
        for _, cards, begins_anew in outcomes:
            if begins_anew:
                self._cards.clear()
            self._cards.update(cards)
        for player, day in awaited.items():
            if self._awaited.get(player) != day and self._replay.as_of.covers(day):
                self._awaited[player] = day
                heappush(self._lists, (occasion_key(day, ListDue.phase, player), day, player))
        self._reach(self._reached)

    def _reach(self, key: str) -> None:
        """Add the lists that come before the key of an occasion."""
        self._reached = key
        while self._lists and self._lists[0][0] < key:
            the_list = heappop(self._lists)
            worker = self._numbered % len(self._pipes)
            self._add(_Task(the_list[0], self._numbered, worker, [the_list[2]], the_list))
            self._numbered += 1

    def _exchange(self) -> None:
        """Send what is ready, and take what is finished."""
        for worker, outstanding in enumerate(self._outstanding):
            for _ in range(outstanding, MESSAGES):
                if orders := self._orders(worker):
                    self._send(worker, [], orders)
        busy = [pipe for pipe, count in zip(self._pipes, self._outstanding, strict=True) if count]
        if not busy:
            raise RuntimeError("occasions wait for each other")
        for pipe in wait(busy):
            worker = self._pipes.index(pipe)
            found, finished = self._pipes[worker].recv()
            self._outstanding[worker] -= 1
            self._found.update((number, (worker, players)) for number, players in found)
            for each in finished:
                self._finish(*each)

    def _orders(self, worker: int) -> list[Order]:
        """Return the next occasions for a worker; if it is not idle, no more than a pipe holds."""
        ready, orders, size = self._ready[worker], list[Order](), 0
        while ready:
            task = ready[0]
            cards = {
                player: self._cards[player] for player in task.players if player in self._cards
            }
            size += NAME * len(task.players) + sum(map(len, cards.values()))
            if size > MESSAGE and (orders or self._outstanding[worker]):
                break
            heappop(ready)
            orders.append((task.number, task.the_list, cards))
        return orders

    def _send(self, worker: int, numbers: Sequence[int], orders: Sequence[Order]) -> None:
        self._outstanding[worker] += 1
        self._pipes[worker].send((numbers, orders))


@contextmanager
def _processes(replay: Replay, workers: int) -> Iterator[Sequence[Pipe]]:
    """Fork the workers; yield a pipe to each of them."""
    context, pipes, started = get_context("fork"), list[Pipe](), []
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            process = context.Process(target=_work, args=(theirs, pipes, replay), daemon=True)
            with theirs:
                process.start()
            started.append(process)
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        for process in started:
            process.join()


def _work(pipe: Pipe, inherited: Sequence[Pipe], replay: Replay) -> None:
    """Read and evaluate for the coordinator, until it closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()  # nothing that was inherited is collected here, above all no connection
    for theirs in inherited:
        theirs.close()  # so that each pipe ends with the coordinator
    held: dict[int, list[Occasion]] = {}
    try:
        with connect(replay.history.url).connect() as connection, suppress(EOFError, OSError):
            _unused = replay.history.read_through(connection)  # not closed by the last reference
            while True:
                numbers, orders = pipe.recv()
                found = _read(replay, numbers, held)
                connection.rollback()  # a snapshot would hold SQLite's write-ahead log
                pipe.send((found, [_evaluated(replay, it, held.pop(it[0], ())) for it in orders]))
    except Exception as error:  # one process comes to the same, and names it
        log.info("replay_worker_failed", pool=replay.pool, why=repr(error))


def _read(
    replay: Replay, numbers: Sequence[int], held: dict[int, list[Occasion]]
) -> list[tuple[int, Sequence[str]]]:
    """Read the tournaments of some items and keep their occasions; return their players."""
    items = [replay.schedule.items[number] for number in numbers]
    number_of = dict(zip(map(id, items), numbers, strict=True))
    held.update((number, []) for number in numbers)
    for item, occasion in occasions(replay.history, replay.pool, replay.spans, items):
        held[number_of[id(item)]].append(occasion)
    players = {
        number: list({name: None for each in held[number] for name in each.players or ()})
        for number in numbers
    }
    return list(players.items())


def _evaluated(
    replay: Replay, order: Order, given: Sequence[Occasion]
) -> tuple[int, list[Outcome], dict[str, date]]:
    """Return the number of a task, its outcomes, and the lists for which changed cards wait.

    ``given``: the occasions of its item.
    """
    number, the_list, cards = order
    unpack = [span.book.unpack for span in replay.spans]
    before = {player: unpack[ord(card[0])](card[1:]) for player, card in cards.items()}
    fold = Fold(replay, before)
    if the_list is not None:
        done = list(fold.list_due(*the_list))
    else:
        item = replay.schedule.items[number]
        done = [fold.evaluated(item, each) for each in given]
    outcomes = []
    for each in done:
        packed, period = PackedOccasion.of(each), chr(replay.spans.index(each.item.period))
        changed = {player: period + text for player, text in packed.cards.items()}
        outcomes.append((packed.done, changed, each.begins_anew))
    return number, outcomes, fold.awaited


def _packed(outcome: Outcome) -> PackedOccasion:
    done, cards, _ = outcome
    return PackedOccasion(done, {player: card[1:] for player, card in cards.items()})
