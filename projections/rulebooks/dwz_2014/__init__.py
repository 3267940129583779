"""DWZ 2014: the Wertungsordnung between 2003 and the Umstufung of 2026, as it changed from 1995.

2.2.4 index · 3.4 first ratings and residual games · 3.5 the next rating, with Anhang 1.2 for its
coefficient · 3.6 performance, special evaluation · 4.1 other figures · 4.2 which games count.
Everything else is taken over from DWZ 1995 as the register says.
"""

from projections.rulebooks.document import Document
from projections.rulebooks.dwz_1995 import dwz

dwz_2014 = Document(
    "DWZ 2014",
    "Deutscher Schachbund, Wertungsordnung: Fassung vom 30.05.2014, beziffert wie 2017 bis 2022",
    __name__,
    earlier=dwz,
)
