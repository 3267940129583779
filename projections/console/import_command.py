"""The command ``import``: that of the ledger, which also says what the events will mean."""

from ledger.imports.command import import_command as import_command_with
from projections.importing import RULEBOOKS, effect_of_import

import_command = import_command_with(RULEBOOKS, effect_of_import)
