"""Files that officers hand in at the desk, and handing one in."""

from projections.interfaces.http.accounts.access import FIELD
from tests.imports.tournament_files import trf, trf_pair, trf_player
from tests.web_api.conftest import Served
from tests.web_api.log_ins import token_in

TRF = trf_pair("1", "0")


def hand_in(served: Served, content: bytes = TRF, name: str = "spring.trf") -> str:
    token = token_in(served.get("/desk"))
    answer = served.client.post(
        "/desk", data={FIELD: token, "pool": "dwz"}, files={"file": (name, content)}
    )
    assert answer.status_code == 303, answer.text
    address: str = answer.headers["location"]
    return address


# The players of the season, spelt otherwise than in the register and without ids.
RESPELT = trf(
    [
        trf_player(1, "Mueller, Agnes", [(2, "w", "1")]),
        trf_player(2, "Ostergard, Bjorn", [(1, "b", "0")]),
        trf_player(3, "Strauss, Carla", [(4, "w", "1")]),
        trf_player(4, "Fichte, Fritz", [(3, "b", "0")]),
    ]
)
