"""The edition of 2026: that of 2014 with the chapters that changed."""

import attrs

from projections.rulebooks.dwz_2014.edition import DWZ_2014
from projections.rulebooks.dwz_2026.p3_04_1_stages import stages
from projections.rulebooks.dwz_2026.p3_04_4_first_rating import first_rating
from projections.rulebooks.dwz_2026.p3_05_next_rating import evaluated
from projections.rulebooks.dwz_2026.p3_06_2_fictitious_draw import overall_iteration, start_value
from projections.rulebooks.dwz_2026.p3_06_performance import performance
from projections.rulebooks.dwz_2026.readings import Readings
from projections.rulebooks.dwz_2026.umstufung import restated

DWZ_2026 = attrs.evolve(
    DWZ_2014,
    readings=Readings(),
    stages=stages,
    start_value=start_value,
    iterate=overall_iteration,
    first_rating=first_rating,
    performance=performance,
    next_rating=evaluated,
    restated=restated,
)
