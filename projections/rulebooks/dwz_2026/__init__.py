"""DWZ 2026: the edition of 8 June 2026, as it changed from 2014, and the Umstufung before it.

3.4 first ratings · 3.5 the next rating, with Anhang 1.2 for its coefficient K · 3.6 performance,
with a fictitious draw where every game was won · the Umstufung.  Everything else is taken over
from DWZ 2014 as the register says.
"""

from projections.rulebooks.document import Document
from projections.rulebooks.dwz_2014 import dwz_2014

dwz_2026 = Document(
    "DWZ 2026",
    "Deutscher Schachbund, Wertungsordnung: Fassung vom 30.05.2026, gültig ab 08.06.2026",
    __name__,
    earlier=dwz_2014,
)
