"""N. Waldstein's valuation of single results in tournaments, and the systems he compares it with.

It is not a rating system: it values one tournament at a time and does not affect later ones.
Contents: crosstable (the tournament's table), s1_systems (points, Gelbfuß, Sonneborn-Berger,
Buchholz), s2_performance (the Turnierleistung t, Buchholz' ten per cent, the Turnierqualität T and
the three exceptions), s6_rule_of_thumb (when to stop, the control), procedure (the order of work).
methods offers today's tie-breaks of the same names (fide_c07) beside them.  If the paper's
iteration has no limit, groups finds the players that can be valued together; perron finds the
limit.
"""

from projections.rulebooks.document import Document

waldstein = Document(
    "WALDSTEIN",
    "Zur Frage der Bewertung der einzelnen Partieergebnisse im Schach-Turnierspiel",
    __name__,
)
