"""A season whose list was published, and the state of its log signed, by a witness as well."""

from ledger.log import checkpoints
from ledger.log.notes import WITNESS, SigningKey
from projections.api import Ledger
from tests.api.season import SEASON
from tests.projections.submissions import player

KEY = SigningKey("ratings.example.org/dwz", 1, bytes(range(32)))
NEW_KEY = SigningKey("ratings.example.org/dwz", 1, bytes(32))
WITNESS_KEY = SigningKey("witness.example.org", WITNESS, bytes(range(32, 64)))
LOG, COSIGNER = str(KEY.verifier), str(WITNESS_KEY.verifier)


def published(database: str) -> None:
    """The season, its list published and signed, by a witness as well."""
    with Ledger.open(database) as ledger:
        ledger.append(SEASON, by="anna")
        ledger.publish("dwz", on="1996-12-31", by="anna", reason="Bülletin „12“")
        ledger.append([player("zoe")], by="anna")
        made = checkpoints.create(ledger.engine, KEY)
        cosigned = WITNESS_KEY.sign(made.note.text, 1_700_000_000)
        checkpoints.add_signatures(ledger.engine, made.size, [cosigned])
