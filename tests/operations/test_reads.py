"""Every question is asked by command, HTTP and Python, and answered alike."""

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict
from urllib.parse import quote, urlencode

import attrs
import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.events.problems import Refused
from projections.api import Ledger, PoolView, as_json
from projections.interfaces.cli.lazy_commands import COMMANDS, loaded
from projections.interfaces.http.api.routes import BASE, ENDPOINTS
from projections.operations.catalogue import OPERATIONS
from projections.operations.catalogue import loaded as loaded_part
from projections.operations.operation import Field, fields_of
from projections.operations.read_queries import Readings, TwoStates
from projections.operations.reads import READS, Read
from projections.queries import answer_types
from tests.console.shell import Shell
from tests.tables import every
from tests.web_api.conftest import Served

OF_THE_MODULE = {"known_rulebooks": "rulebooks() needs no ledger"}
A_ROW = {"published_list": "a row of published()"}
IN_ANOTHER_COMMAND = {
    "adoptions": "pool POOL, which also adopts",
    "site": "describe site, which also sets",
    "published_list": "a row of published POOL",
    "known_rulebooks": "rulebooks [NAME]",
    "standings": "standings TOURNAMENT..., for a series too",
}
"""Reads whose command is not derived, or belongs to a write."""
WITHOUT_HTTP = {
    **dict.fromkeys(("compare", "predict", "sweep"), "studies that work for minutes"),
    **dict.fromkeys(("export", "site", "paper", "serve"), "files and servers"),
    **dict.fromkeys(("init", "restore", "rebuild", "sync", "demo"), "the database's own upkeep"),
    "backup": "folders beside the database",
    **dict.fromkeys(
        ("enter", "check-audit", "check-proof", "propose"), "dialogues and documents at one's desk"
    ),
    "key": "files beside the database",
    "witness": "a server of its own",
    **dict.fromkeys(("append", "log", "verify"), "requests of their own: events, log, verify"),
}
each_read = every("row", READS, ids=lambda row: row.name)


def command_of(row: Read) -> click.Command:
    name, *rest = row.command.split()
    found = loaded(name)
    for each in rest:
        assert isinstance(found, click.Group)
        found = found.commands[each]
    return found


@each_read
def test_a_question_is_a_method_that_takes_its_subjects_and_fields(row: Read) -> None:
    if row.name in OF_THE_MODULE | A_ROW:
        return
    method = getattr(PoolView if row.of_view else Ledger, row.method)
    taken = inspect.signature(method).parameters
    own = {each.name for each in row.own_fields}
    if row.whole:
        own = own - {each.name for each in fields_of(loaded_part(row.whole))} | {row.as_one}
    if issubclass(row.query_class, TwoStates):
        own -= {each.name for each in attrs.fields(TwoStates)}
    assert {*row.subjects, *own} <= {*taken, *(it for it in ("pool",) if not row.of_view)}


@each_read
def test_a_question_is_a_request_with_its_roles_and_its_parameters(row: Read) -> None:
    (endpoint,) = (it for it in ENDPOINTS if (it.method, it.path) == ("GET", BASE + row.path))
    assert endpoint.roles == row.roles
    assert {it.wire for it in fields_of(row.query_class)} <= {
        it.wire for it in fields_of(endpoint.query)
    }


@each_read
def test_a_question_is_a_command_with_its_arguments_and_options(row: Read) -> None:
    if row.name in IN_ANOTHER_COMMAND:
        return
    options = {each for it in command_of(row).params for each in it.opts}
    wanted = {it.name if it.doc.argument else it.option for it in fields_of(row.query_class)}
    assert {*row.parts, *wanted} <= options


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("pools", list[answer_types.PoolRow]),
        ("site", answer_types.SiteAnswer),
        ("tournament", answer_types.TournamentEvaluation),
        ("ratings", list[answer_types.RatingRow]),
    ],
)
def test_the_answer_of_a_question_is_one_thing_or_many(name: str, answer: object) -> None:
    assert [each.answer_type for each in READS if each.name == name] == [answer]


def shapes_in(kind: object, known: frozenset[object] = frozenset()) -> Iterator[Mapping[str, Any]]:
    """The fields of every document within a kind of answer."""
    if is_typeddict(kind) and kind not in known:
        fields = get_type_hints(kind)
        yield fields
        for each in fields.values():
            yield from shapes_in(each, known | {kind})
    for each in get_args(kind):
        yield from shapes_in(each, known)


@each_read
def test_an_answer_says_that_people_are_named_in_it(row: Read) -> None:
    """Beside their ids, as a side of a game, or in sentences; only a rulebook's rows are open."""
    named = any(
        {"player", "name"} <= fields.keys()
        or any(it in {"names", "told"} or it.endswith("_name") for it in fields)
        for fields in shapes_in(row.answer_type)
    )
    assert row.names == (named or row.name == "tournament")


def test_every_command_is_a_read_or_a_write_or_has_a_reason() -> None:
    known = {each.command.partition(" ")[0] for each in (*READS, *OPERATIONS)}
    assert set(COMMANDS) - known == set(WITHOUT_HTTP)


@each_read
def test_every_field_of_a_question_says_what_it_means_in_no_interface_s_words(row: Read) -> None:
    for each in fields_of(row.query_class):
        assert each.doc.meaning
        assert "--" not in each.doc.meaning


# --- the same question, the same answer ---------------------------------------------------------

WORDS: Mapping[str, Sequence[Any]] = {
    "pool": ["dwz", "none"],
    "player": ["agnes", "bjorn", "nobody"],
    "tournament": ["spring", "none"],
    "account": ["arbiter Anna", "nobody"],
    "rulebook": ["dwz-2026", "ingo-1960", "elo-1"],
    "set": [{"expectancy": "table"}, {"luck": 3}],
    "query": ["agn", "spring", "zz"],
    "q": ["agn", "zz"],
    "club": ["Bern"],
    "sex": ["m", "f"],
    "age": ["U18", "50+"],
    "federation": ["ger", "HUN"],
    "letter": ["A"],
    "columns": ["place,change", "club"],
    "game": [["1850=1", "1700=½"], ["agnes=0"], ["1850=x=1"]],
    "flag": [["no-handicap"]],
    "system": ["swiss", "chaos"],
    "minutes": ["90", "many"],
    "grade": ["3k"],
    "class_": ["I"],
    "country": ["GER"],
    "increment": ["30"],
    "threshold": [{"settled": 1}, {"luck": 3}],
}
DAYS = [date(1990, 1, 1), date(1996, 6, 1), date(2020, 2, 29)]


def values_of(field: Field) -> Sequence[Any]:
    if field.doc.one_of:
        return [each for each in field.doc.one_of if each]
    if field.kind is bool:
        return [False, True]
    if field.kind is date:
        return DAYS
    return WORDS.get(field.name, [1, 3, 2000] if field.kind is int else [3, 12])


def one_by_one(row: Read) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Requests about what there is: without any field, and with each value of each."""
    about = {each: WORDS[each][0] for each in row.parts}
    yield about, {}
    for field in fields_of(row.query_class):
        yield from ((about, {field.name: value}) for value in values_of(field))


def requests_of(row: Read) -> st.SearchStrategy[tuple[dict[str, str], dict[str, Any]]]:
    fields = fields_of(row.query_class)
    return st.tuples(
        st.fixed_dictionaries({each: st.sampled_from(WORDS[each]) for each in row.parts}),
        st.fixed_dictionaries(
            {}, optional={each.name: st.sampled_from(values_of(each)) for each in fields}
        ),
    )


@attrs.frozen
class Said:
    """The answer of an interface: its document, or the codes and fields of its problems."""

    document: Any = None
    problems: frozenset[tuple[str, str | None]] = frozenset()


def by_python(ledger: Ledger, row: Read, about: Mapping[str, str], given: Any) -> Said:
    subjects, query = [about[each] for each in row.subjects], row.query_class(**given)

    def view(**clocks: Any) -> PoolView:
        return ledger.pool(about["pool"], **clocks)

    try:
        if row.name in {"diff", "news"}:
            with query.views(view) as (before, after):
                own = {it.name: getattr(query, it.name) for it in row.own_fields[4:]}
                return Said(json.loads(getattr(before, row.name)(after, **own).json()))
        arguments = row.arguments(query)
        asked = view(**query.arguments()) if row.of_view else nullcontext(ledger)
        with asked as target:
            found = getattr(target, row.method)(*subjects, **arguments)
            return Said(json.loads(as_json(found)))
    except Refused as refused:
        return Said(problems=frozenset((it.code, it.field) for it in refused.problems))


def by_http(served: Served, row: Read, about: Mapping[str, str], given: Any) -> Said:
    fields = {each.name: each for each in fields_of(row.query_class)}
    path = row.path.format(**{name: quote(each) for name, each in about.items()})
    pairs = [
        (fields[name].wire, text)
        for name, value in given.items()
        for text in texts_of(fields[name], value)
    ]
    answer = served.get(f"{BASE}{path}?{urlencode(pairs)}", "admin")
    assert answer.status_code < 500
    if answer.status_code == 200:
        return Said(answer.json())
    names = {each.wire: name for name, each in fields.items()}
    return _refused(answer.json(), names)


def by_command(shell: Shell, row: Read, about: Mapping[str, str], given: Any) -> Said:
    fields = {each.name: each for each in fields_of(row.query_class)}
    words, arguments = row.command.split(), []
    for name, value in given.items():
        texts = texts_of(fields[name], value)
        if fields[name].doc.argument:
            arguments += texts
        elif fields[name].kind is bool:
            words += [fields[name].option] if value else []
        else:
            words += [word for text in texts for word in (fields[name].option, text)]
    outcome = shell.run(
        "--format", "json", *words, "--", *(about[each] for each in row.parts), *arguments
    )
    if outcome.status == 2 and "say what to compare" in outcome.err:
        return Said(problems=frozenset({("nothing-to-compare", None)}))
    assert outcome.status in {0, 1}, outcome.err
    document = json.loads(outcome.out)
    if outcome.status == 0:
        return Said(document)
    return _refused(document, {each.option: name for name, each in fields.items()})


def texts_of(field: Field, value: Any) -> list[str]:
    if field.kind == Readings:
        return [f"{name}={each}" for name, each in value.items()]
    if isinstance(value, list):
        return value
    if isinstance(value, bool):
        return [str(value).lower()]
    return [value.isoformat() if isinstance(value, date) else str(value)]


def _refused(document: Any, names: Mapping[str, str]) -> Said:
    found = set()
    for problem in document["problems"]:
        head, _, rest = (problem["field"] or "").replace(" ", ".", 1).partition(".")
        name = ".".join(filter(None, (names.get(head, head), rest))) or None
        assert "--" not in (name or "")
        found.add((problem["code"], name))
    return Said(problems=frozenset(found))


ASKED_ALIKE = [
    row
    for row in READS
    if row.name not in {*IN_ANOTHER_COMMAND, "doctor", "tokens", "audit", "tokens_of"}
    or row.name in {"adoptions", "standings"}
]


@pytest.mark.slow
@pytest.mark.parametrize("row", ASKED_ALIKE, ids=lambda row: row.name)
def test_the_same_question_is_answered_alike_by_every_interface(
    in_file: Served, tmp_path: Path, row: Read
) -> None:
    shell = Shell(in_file.ledger.database, tmp_path)
    in_file.ledger.catch_up()

    def ask(request: tuple[dict[str, str], dict[str, Any]]) -> None:
        about, fields = request
        if row.name in {"diff", "news"}:
            about = {"pool": "dwz"}  # of an unknown one the command says so first
        if row.name == "calculation":
            fields = {"player": "agnes", **fields}
        told = by_python(in_file.ledger, row, about, fields)
        assert by_http(in_file, row, about, fields) == told
        assert by_command(shell, row, about, fields) == told

    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests_of(row))
    def alike(request: tuple[dict[str, str], dict[str, Any]]) -> None:
        ask(request)

    for each in one_by_one(row):
        ask(each)
    alike()


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/tournaments/spring/standings?set=luck%3D3", "set.luck"),
        ("/tournaments/spring/standings?rulebook=dwz-1995", "rulebook"),
        ("/tournaments/spring/standings?on=1990-01-01", "on"),
        ("/tournaments/spring/standings?method=luck", "method"),
        ("/pools/dwz/news?from_known=1&lang=xx", "lang"),
        ("/pools/dwz/ratings?sex=x", "sex"),
    ],
)
def test_a_refused_question_names_the_parameter(in_file: Served, address: str, field: str) -> None:
    (problem,) = in_file.get(BASE + address).json()["problems"]
    assert problem["field"] == field
    assert "--" not in problem["message"]


def test_a_command_is_named_with_its_arguments_those_in_brackets_that_may_be_left_out() -> None:
    usages = {each.name: each.usage for each in READS}
    assert usages["player"] == "player POOL PLAYER"
    assert usages["review"] == "review POOL [PLAYER]"
