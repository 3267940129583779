"""The editions: the rule of every chapter that is in force, if it differs from the edition before.

Each is a column of docs/reference/rulebooks/dwz-editions.md.  A later edition that changes
two paragraphs gives their two functions here.
"""

import attrs

from projections.rulebooks.dwz import field, games_left_out, p6_01_validity, p6_02_events, report
from projections.rulebooks.dwz import p4_04_residual_games as p4_04
from projections.rulebooks.dwz import p4_07_1_score_sheets as p4_07_1
from projections.rulebooks.dwz import p4_07_4_iteration as p4_07_4
from projections.rulebooks.dwz import p4_07_first_ratings as p4_07
from projections.rulebooks.dwz import p4_08_performance as p4_08
from projections.rulebooks.dwz import p4_09_next_rating as p4_09
from projections.rulebooks.dwz.chapters import Chapters
from projections.rulebooks.dwz.readings import Readings1995, Readings2014, Readings2026

DWZ_1995 = Chapters(
    readings=Readings1995(),
    refusal=p6_02_events.refusal,
    match_refusal=p6_02_events.match_refusal,
    required_minutes=p6_02_events.required_minutes_1995,
    stages=p4_07.stages_1995,
    serve_each_other=p4_07.serve_each_other_1995,
    start_value=p4_07_4.start_value_1995,
    iterate=p4_07_4.overall_iteration_1995,
    first_rating=p4_07.first_rating_1995,
    special_ratings=p4_07_1.special_ratings_1995,
    residual_games=p4_04.residual_games_from,
    performance=p4_08.performance_1995,
    first_performance=p4_08.first_performance_1995,
    next_rating=p4_09.evaluated_1995,
    adopted_index=p6_01_validity.adopted_index_1995,
    adopt=p6_01_validity.with_adopted,
    decide=p6_01_validity.decided,
    convert=p6_01_validity.converted,
    restated=p6_01_validity.converted_rating,
    cards_after=field.cards_after_1995,
    report=report.report_1995,
    why_unused=games_left_out.why_unused,
)

DWZ_2014 = attrs.evolve(
    DWZ_1995,
    readings=Readings2014(),
    required_minutes=p6_02_events.required_minutes_2014,
    stages=p4_07.stages_2014,
    serve_each_other=p4_07.serve_each_other_2014,
    first_rating=p4_07.first_rating_2014,
    special_ratings=p4_07_1.special_ratings_2014,
    residual_games=p4_04.residual_games_2014,
    performance=p4_08.performance_2014,
    first_performance=p4_08.first_performance_2014,
    next_rating=p4_09.evaluated_2014,
    adopted_index=p6_01_validity.adopted_index_2014,
    cards_after=field.cards_after_2014,
    report=report.report_2014,
)

DWZ_2026 = attrs.evolve(
    DWZ_2014,
    readings=Readings2026(),
    stages=p4_07.stages_2026,
    start_value=p4_07_4.start_value_2026,
    iterate=p4_07_4.overall_iteration_2026,
    first_rating=p4_07.first_rating_2026,
    performance=p4_08.performance_2026,
    next_rating=p4_09.evaluated_2026,
    restated=p6_01_validity.restated_2026,
)
