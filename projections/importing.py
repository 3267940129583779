"""What the import of files is given by the projections: the rulebooks, and what events mean."""

from ledger.log.clock import Clock
from projections.actions.import_effect import ImportEffect
from projections.registry import RegisteredRulebooks

RULEBOOKS = RegisteredRulebooks()


def effect_of_import(clock: Clock) -> ImportEffect:
    """What imported events mean, names being withheld as on the day of ``clock``."""
    return ImportEffect(clock().date())
