"""The catalogue: every operation that writes, a row each, with the interfaces that offer it.

A row names its parts by their modules, so that neither the overview of commands nor the import of
the façade loads any of them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, is_typeddict

from projections.accounts.roles import ADMINS, OFFICERS, SUBMITTERS

if TYPE_CHECKING:
    from projections.operations.operation import Field, OperationContext, Request


class Http(NamedTuple):
    """The address of an operation in the API, and its confirmation.

    ``confirm``: the field whose value is repeated as ``confirm`` where the operation cannot be
    undone.
    """

    method: str
    path: str
    confirm: str = ""


class Operation(NamedTuple):
    """A row of the catalogue: an operation's name, its parts by their modules, its interfaces.

    ``name`` is that of the Python method, and of the function beside the ``request``, which is
    ``module:name``.  ``roles`` may ask for it over HTTP.  ``command`` and ``form`` say where it
    is in the other interfaces; "" where it is not offered there.  ``of_every_list``: it belongs
    to no single list, so an account that is limited to some may not ask for it.
    """

    name: str
    summary: str
    request: str
    http: Http
    roles: frozenset[str] = OFFICERS
    command: str = ""
    form: str = ""
    of_every_list: bool = False

    @property
    def request_class(self) -> type[Any]:
        """The request class, imported on first use."""
        found: type[object] = loaded(self.request)
        return found

    @property
    def answer(self) -> Any:
        """The type of its document, which the class of its request names."""
        classes = self.request_class.__mro__
        bases = [base for each in classes for base in vars(each).get("__orig_bases__", ())]
        return next(kind for base in bases for kind in get_args(base) if is_typeddict(kind))

    @property
    def details(self) -> str:
        """The rest of its description, after the summary."""
        return cleandoc(self.request_class.__doc__ or "").partition("\n\n")[2]

    def perform(self, request: object, context: "OperationContext") -> Any:
        """Return the answer to a request.

        Raises :class:`~ledger.events.problems.Refused` with everything that is wrong with it,
        each problem under the name of the request's field.
        """
        from ledger.events.problems import Refused
        from projections.operations.operation import about_fields

        try:
            return loaded(f"{self.request.partition(':')[0]}:{self.name}")(request, context)
        except Refused as refused:
            refused.problems = tuple(about_fields(refused.problems, type(request)))
            raise


def loaded(place: str) -> Any:
    """Import and return ``module:name``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


# --- the table -----------------------------------------------------------------------------------

_ACCOUNTS = "projections.operations.accounts"
_IMPORTING = "projections.operations.import_file"
_RUNNING = "projections.operations.running"
_SUBMISSIONS = "projections.operations.submissions"
_POOLS = "projections.operations.pools"
_DESCRIBE = "projections.operations.describe"
_CORRECTIONS = "projections.operations.corrections"
_REGISTER = "projections.operations.register"
_SECOND_PAIR = "projections.operations.second_pair"
_SIGNALS = "projections.operations.signals"
_POOL = "/pools/{pool}"
_PLAYER = "/players/{player}"
_SUBMISSION = "/submissions/{submission}"
_ACCOUNT = "/accounts/{account}"
_ACCOUNT_PAGE = "/desk/accounts/{account}/edit"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="adopt",
        summary="Adopt a rulebook for a pool from a day on; the first one creates the pool.",
        request=f"{_POOLS}:Adopt",
        command="pool",
        http=Http(method="POST", path=f"{_POOL}/adoptions"),
        form="/desk/decisions/rulebook",
    ),
    Operation(
        name="publish",
        summary="Publish a pool's list of a day; the log keeps its digest.",
        request=f"{_POOLS}:Publish",
        command="publish",
        http=Http(method="POST", path=f"{_POOL}/published", confirm="pool"),
        form="/desk/publishing",
    ),
    Operation(
        name="describe_list",
        summary="Set the title and the description of a list.",
        request=f"{_DESCRIBE}:DescribeList",
        command="describe list",
        http=Http(method="POST", path=f"{_POOL}/description"),
        form="/desk/site/{pool}",
    ),
    Operation(
        name="describe_site",
        summary="Set the name, logo and colour of the site, and the texts of imprint and privacy "
        "page.",
        request=f"{_DESCRIBE}:DescribeSite",
        command="describe site",
        http=Http(method="POST", path="/site"),
        form="/desk/site",
        of_every_list=True,
    ),
    Operation(
        name="correct",
        summary="Correct an event: change fields of it, or strike it.",
        request=f"{_CORRECTIONS}:Correct",
        command="correct",
        http=Http(method="POST", path="/corrections"),
        form="/desk/corrections/{event}",
    ),
    Operation(
        name="decide_rating",
        summary="Set a player's rating from a day on, as decided by a body.",
        request=f"{_CORRECTIONS}:DecideRating",
        command="decide rating",
        http=Http(method="POST", path=f"{_POOL}{_PLAYER}/decisions"),
        form="/desk/decisions/figure/{pool}",
    ),
    Operation(
        name="decide_rule",
        summary="Record a decision that a paragraph calls for, such as DWZ 6.2.1.",
        request=f"{_CORRECTIONS}:DecideRule",
        command="decide rule",
        http=Http(method="POST", path=f"{_POOL}/decisions"),
        form="/desk/decisions/rule",
    ),
    Operation(
        name="answer_signal",
        summary="Record that a signal of irregularities was looked at and is in order.",
        request=f"{_SIGNALS}:AnswerSignal",
        command="decide signal",
        http=Http(method="POST", path="/signals/{signal}/answer"),
        form="/desk/oddities",
        of_every_list=True,
    ),
    Operation(
        name="import_file",
        summary="Import a tournament file, all of it or nothing.",
        request=f"{_IMPORTING}:ImportFile",
        roles=SUBMITTERS,
        command="import",
        http=Http(method="POST", path="/imports"),
        form="/desk",
    ),
    Operation(
        name="submit",
        summary="Submit a tournament file, which waits for an officer.",
        request=f"{_SUBMISSIONS}:SubmitFile",
        roles=SUBMITTERS,
        command="submissions submit",
        http=Http(method="POST", path="/submissions"),
        form="/desk",
    ),
    Operation(
        name="accept",
        summary="Accept a submission: import its file, as submitted by its account.",
        request=f"{_SUBMISSIONS}:AcceptSubmission",
        command="submissions accept",
        http=Http(method="POST", path=f"{_SUBMISSION}/acceptance"),
        form="/desk/{id}",
    ),
    Operation(
        name="send_back",
        summary="Send a submission back to its arbiter with a message; its file is deleted.",
        request=f"{_SUBMISSIONS}:SendBack",
        command="submissions send-back",
        http=Http(method="POST", path=f"{_SUBMISSION}/return"),
        form="/desk/{id}",
    ),
    Operation(
        name="discard",
        summary="Delete a pending submission; only its account and officers may.",
        request=f"{_SUBMISSIONS}:Discard",
        roles=SUBMITTERS,
        command="submissions discard",
        http=Http(method="POST", path=f"{_SUBMISSION}/discard"),
        form="/desk/{id}",
    ),
    Operation(
        name="comment",
        summary="Comment on a pending submission; only its account and officers may.",
        request=f"{_SUBMISSIONS}:Comment",
        roles=SUBMITTERS,
        command="submissions comment",
        http=Http(method="POST", path=f"{_SUBMISSION}/comments"),
        form="/desk/{id}",
    ),
    Operation(
        name="submit_running",
        summary="Submit a running tournament for live ratings; nothing is recorded.",
        request=f"{_RUNNING}:SubmitRunning",
        roles=SUBMITTERS,
        command="live submit",
        http=Http(method="POST", path=f"{_POOL}/running"),
        form="/desk/live",
    ),
    Operation(
        name="calculate_file",
        summary="Calculate the ratings that a tournament file would give as it stands; nothing "
        "is kept.",
        request=f"{_RUNNING}:CalculateFile",
        roles=SUBMITTERS,
        command="live calculate",
        http=Http(method="POST", path=f"{_POOL}/calculation"),
        form="/desk/calculation",
    ),
    Operation(
        name="withdraw_running",
        summary="Remove a running tournament from the live list.",
        request=f"{_RUNNING}:WithdrawRunning",
        roles=SUBMITTERS,
        command="live withdraw",
        http=Http(method="POST", path=f"{_POOL}/running/{{tournament}}/withdrawal"),
        form="/desk/live",
    ),
    Operation(
        name="add_players",
        summary="Add the members of a spreadsheet with their ratings, all or none.",
        request=f"{_REGISTER}:AddPlayers",
        command="players add",
        http=Http(method="POST", path="/members"),
        form="/desk/members",
    ),
    Operation(
        name="add_player",
        summary="Add one player, with a rating that is carried over if there is one.",
        request=f"{_REGISTER}:AddPlayer",
        command="players add",
        http=Http(method="POST", path="/players"),
        form="/desk/players/new",
    ),
    Operation(
        name="rename",
        summary='Correct the name of a player: "Surname, Forename".',
        request=f"{_REGISTER}:Rename",
        command="players rename",
        http=Http(method="POST", path=f"{_PLAYER}/name"),
        form="/desk/players/{player}/rename",
    ),
    Operation(
        name="merge",
        summary="Merge two registrations of one person: DROP becomes part of KEEP.",
        request=f"{_REGISTER}:Merge",
        command="merge",
        http=Http(method="POST", path="/players/{keep}/mergers", confirm="drop"),
        form="/desk/players/{player}/merge",
    ),
    Operation(
        name="withhold",
        summary="Withhold a player's name from every answer; games count as before.",
        request=f"{_REGISTER}:Withhold",
        command="players withhold",
        http=Http(method="POST", path=f"{_PLAYER}/withholdings"),
        form="/desk/players/{player}/withhold",
    ),
    Operation(
        name="forget",
        summary="Erase a player's personal data for good; games stay under the id.",
        request=f"{_REGISTER}:Forget",
        command="players forget",
        http=Http(method="POST", path=f"{_PLAYER}/erasure", confirm="player"),
        form="/desk/players/{player}/forget",
    ),
    Operation(
        name="add_account",
        summary="Open an account; the log names it with every event it records.",
        request=f"{_ACCOUNTS}:AddAccount",
        roles=ADMINS,
        command="account add",
        http=Http(method="POST", path="/accounts"),
        form="/desk/accounts/new",
    ),
    Operation(
        name="change_role",
        summary="Set another role for an account, from the next request on.",
        request=f"{_ACCOUNTS}:ChangeRole",
        roles=ADMINS,
        command="account role",
        http=Http(method="POST", path=f"{_ACCOUNT}/role"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="limit_account",
        summary="Limit an account to some rating lists, from the next request on, or let it have "
        "every one.",
        request=f"{_ACCOUNTS}:LimitAccount",
        roles=ADMINS,
        command="account lists",
        http=Http(method="POST", path=f"{_ACCOUNT}/lists"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="reset_password",
        summary="Set a new password for an account; its sessions end.",
        request=f"{_ACCOUNTS}:ResetPassword",
        roles=ADMINS,
        command="account password",
        http=Http(method="POST", path=f"{_ACCOUNT}/password"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="close_account",
        summary="Close an account for good and delete its password, sessions and tokens.",
        request=f"{_ACCOUNTS}:CloseAccount",
        roles=ADMINS,
        command="account close",
        http=Http(method="POST", path=f"{_ACCOUNT}/closing", confirm="account"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="add_token",
        summary="Create a token for an account; it is shown only once.",
        request=f"{_ACCOUNTS}:AddToken",
        roles=ADMINS,
        command="token add",
        http=Http(method="POST", path=f"{_ACCOUNT}/tokens"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="revoke_token",
        summary="Delete a token by its id: it is refused from the next request on.",
        request=f"{_ACCOUNTS}:RevokeToken",
        roles=ADMINS,
        command="token revoke",
        http=Http(method="POST", path="/tokens/{token}/revocation"),
        form=_ACCOUNT_PAGE,
    ),
    Operation(
        name="second_pair",
        summary="Let a list ask for a second pair of eyes: another officer approves what one "
        "asks for.",
        request=f"{_SECOND_PAIR}:SecondPair",
        roles=ADMINS,
        command="describe second-pair",
        http=Http(method="POST", path=f"{_POOL}/second-pair"),
        form="/desk/site/{pool}",
    ),
    Operation(
        name="approve",
        summary="Approve what another officer asked for: it takes effect, recorded under that "
        "officer's name.",
        request=f"{_SECOND_PAIR}:Approve",
        command="submissions approve",
        http=Http(method="POST", path=f"{_SUBMISSION}/approval"),
        form="/desk/{id}",
    ),
)
_BY_REQUEST: Mapping[str, Operation] = {each.request: each for each in OPERATIONS}


def operation_of(request: "type[Request[object]]") -> Operation:
    """The operation that a request asks for."""
    return _BY_REQUEST[f"{request.__module__}:{request.__name__}"]


def operation(name: str) -> Operation:
    """The operation of a name."""
    return next(each for each in OPERATIONS if each.name == name)


def offered(operation: Operation) -> Callable[..., object]:
    """Return the method that the façade offers an operation by.

    It loads the operation when it is called, and spells the fields of its request as Python does.
    """

    def method(ledger: Any, *arguments: Any, **named: Any) -> Any:
        from projections.operations.operation import Spelling

        request = operation.request_class(*arguments, **named)
        return Spelling(type(request), _as_argument).answered(partial(ledger.do, request))

    method.__name__ = operation.name
    method.__qualname__ = f"Ledger.{operation.name}"
    method.__doc__ = operation.summary
    return method


def _as_argument(field: "Field", value: str) -> str:
    return f"{field.name}={value}" if value else field.name
