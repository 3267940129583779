"""The edition of 2014: that of 1995 with the chapters that changed."""

import attrs

from projections.rulebooks.dwz_1995.edition import DWZ_1995
from projections.rulebooks.dwz_2014.p2_02_4_index import adopted_index
from projections.rulebooks.dwz_2014.p3_04_1_stages import serve_each_other, stages
from projections.rulebooks.dwz_2014.p3_04_2_residual_games import residual_games
from projections.rulebooks.dwz_2014.p3_04_3_members import cards_after, report
from projections.rulebooks.dwz_2014.p3_04_4_first_rating import first_rating
from projections.rulebooks.dwz_2014.p3_05_next_rating import evaluated
from projections.rulebooks.dwz_2014.p3_06_3_special import special_ratings
from projections.rulebooks.dwz_2014.p3_06_performance import first_performance, performance
from projections.rulebooks.dwz_2014.p4_02_events import required_minutes
from projections.rulebooks.dwz_2014.readings import Readings

DWZ_2014 = attrs.evolve(
    DWZ_1995,
    readings=Readings(),
    required_minutes=required_minutes,
    stages=stages,
    serve_each_other=serve_each_other,
    first_rating=first_rating,
    special_ratings=special_ratings,
    residual_games=residual_games,
    performance=performance,
    first_performance=first_performance,
    next_rating=evaluated,
    adopted_index=adopted_index,
    cards_after=cards_after,
    report=report,
)
