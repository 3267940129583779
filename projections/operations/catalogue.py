"""The catalogue: every operation that writes, in one row, with the interfaces that offer it.

A row names its parts by their modules, so that neither the overview of commands nor the import of
the façade loads any of them.
"""

from collections.abc import Mapping
from typing import Any

from projections.operations.operation import Http, Operation, Write

OFFICERS = frozenset({"officer"})
HANDING_IN = frozenset({"arbiter", "officer"})
_IMPORTING = "projections.operations.import_file"
_POOLS = "projections.operations.pools"
_CORRECTIONS = "projections.operations.corrections"
_REGISTER = "projections.operations.register"
_ANSWERS = "projections.queries.answer_types"
_POOL = "/pools/{pool}"
_PLAYER = "/players/{player}"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="adopt",
        summary="Put a pool under a rulebook from a day on; the first rulebook creates the pool.",
        request=f"{_POOLS}:Adopt",
        function=f"{_POOLS}:adopt",
        answer=f"{_ANSWERS}:AdoptionAnswer",
        roles=OFFICERS,
        command="pool",
        http=Http(method="POST", path=f"{_POOL}/adoptions"),
        form="/desk/decisions/rulebook",
    ),
    Operation(
        name="publish",
        summary="Publish a pool's list of a day as it is known now: the log keeps its digest.",
        request=f"{_POOLS}:Publish",
        function=f"{_POOLS}:publish",
        answer=f"{_ANSWERS}:PublicationAnswer",
        roles=OFFICERS,
        command="publish",
        http=Http(method="POST", path=f"{_POOL}/published", confirm="pool"),
        form="/desk/publishing",
    ),
    Operation(
        name="correct",
        summary="Correct an event from what is current: set fields of it, or strike it.",
        request=f"{_CORRECTIONS}:Correct",
        function=f"{_CORRECTIONS}:correct",
        answer=f"{_ANSWERS}:CorrectionAnswer",
        roles=OFFICERS,
        command="correct",
        http=Http(method="POST", path="/corrections"),
        form="/desk/corrections/{event}",
    ),
    Operation(
        name="decide_rating",
        summary="Set a player's figure from a day on, as a body has decided it.",
        request=f"{_CORRECTIONS}:DecideRating",
        function=f"{_CORRECTIONS}:decide_rating",
        answer=f"{_ANSWERS}:CorrectionAnswer",
        roles=OFFICERS,
        command="decide rating",
        http=Http(method="POST", path=f"{_POOL}{_PLAYER}/decisions"),
        form="/desk/decisions/figure/{pool}",
    ),
    Operation(
        name="decide_rule",
        summary="Record a decision that a paragraph calls for, such as DWZ 6.2.1.",
        request=f"{_CORRECTIONS}:DecideRule",
        function=f"{_CORRECTIONS}:decide_rule",
        answer=f"{_ANSWERS}:CorrectionAnswer",
        roles=OFFICERS,
        command="decide rule",
        http=Http(method="POST", path=f"{_POOL}/decisions"),
        form="/desk/decisions/rule",
    ),
    Operation(
        name="import_file",
        summary="Import a tournament file, all of it or nothing.",
        request=f"{_IMPORTING}:ImportFile",
        function=f"{_IMPORTING}:import_file",
        answer=f"{_ANSWERS}:ImportAnswer",
        roles=HANDING_IN,
        command="import",
        http=Http(method="POST", path="/imports"),
        form="/desk",
    ),
    Operation(
        name="add_players",
        summary="Enter the members of a spreadsheet, with the figures they have, all of them or "
        "none.",
        request=f"{_REGISTER}:AddPlayers",
        function=f"{_REGISTER}:add_players",
        answer=f"{_ANSWERS}:EnteredMembers",
        roles=OFFICERS,
        command="players add",
        http=Http(method="POST", path="/players/lists"),
    ),
    Operation(
        name="add_player",
        summary="Enter one person, with the figure that is carried over if there is one.",
        request=f"{_REGISTER}:AddPlayer",
        function=f"{_REGISTER}:add_player",
        answer=f"{_ANSWERS}:EnteredMembers",
        roles=OFFICERS,
        command="players add",
        http=Http(method="POST", path="/players"),
        form="/desk/players/new",
    ),
    Operation(
        name="rename",
        summary='Correct the name of a player: "Surname, Forename".',
        request=f"{_REGISTER}:Rename",
        function=f"{_REGISTER}:rename",
        answer=f"{_ANSWERS}:CorrectionAnswer",
        roles=OFFICERS,
        command="players rename",
        http=Http(method="POST", path=f"{_PLAYER}/name"),
        form="/desk/players/{player}/rename",
    ),
    Operation(
        name="merge",
        summary="Join two registrations of one person: everything of DROP belongs to KEEP.",
        request=f"{_REGISTER}:Merge",
        function=f"{_REGISTER}:merge",
        answer=f"{_ANSWERS}:CorrectionAnswer",
        roles=OFFICERS,
        command="merge",
        http=Http(method="POST", path="/players/{keep}/mergers", confirm="drop"),
        form="/desk/players/{player}/merge",
    ),
    Operation(
        name="withhold",
        summary="Withhold the name of a player from all that is shown; his games count as before.",
        request=f"{_REGISTER}:Withhold",
        function=f"{_REGISTER}:withhold",
        answer=f"{_ANSWERS}:WithheldAnswer",
        roles=OFFICERS,
        command="players withhold",
        http=Http(method="POST", path=f"{_PLAYER}/withholdings"),
        form="/desk/players/{player}/withhold",
    ),
    Operation(
        name="forget",
        summary="Erase the personal data of a player for good; his games stay under the bare id.",
        request=f"{_REGISTER}:Forget",
        function=f"{_REGISTER}:forget",
        answer=f"{_ANSWERS}:ForgottenAnswer",
        roles=OFFICERS,
        command="players forget",
        http=Http(method="POST", path=f"{_PLAYER}/erasure", confirm="player"),
        form="/desk/players/{player}/forget",
    ),
)
_BY_REQUEST: Mapping[str, Operation] = {each.request: each for each in OPERATIONS}


def operation_of(request: type[Write[Any]]) -> Operation:
    """The operation that a request asks for."""
    return _BY_REQUEST[f"{request.__module__}:{request.__name__}"]


def operation(name: str) -> Operation:
    """The operation of a name."""
    return next(each for each in OPERATIONS if each.name == name)
