"""The edition of 1995, chapter by chapter; a later one evolves it."""

from projections.rulebooks.dwz_1995.chapters import Chapters
from projections.rulebooks.dwz_1995.closing import cards_after
from projections.rulebooks.dwz_1995.conversion import converted, converted_rating
from projections.rulebooks.dwz_1995.left_out import why_unused
from projections.rulebooks.dwz_1995.p4_04_residuals import residual_games_from
from projections.rulebooks.dwz_1995.p4_07_2_first_value import start_value
from projections.rulebooks.dwz_1995.p4_07_3_stages import counts_among_newcomers, extra_stages
from projections.rulebooks.dwz_1995.p4_07_4_iteration import overall_iteration
from projections.rulebooks.dwz_1995.p4_07_6_special import special_ratings
from projections.rulebooks.dwz_1995.p4_07_first_ratings import first_rating
from projections.rulebooks.dwz_1995.p4_08_performance import first_performance, performance
from projections.rulebooks.dwz_1995.p4_09_next_rating import evaluated
from projections.rulebooks.dwz_1995.p6_01_2_other_figures import decided, with_adopted
from projections.rulebooks.dwz_1995.p6_01_validity import adopted_index
from projections.rulebooks.dwz_1995.p6_02_events import match_refusal, refusal, required_minutes
from projections.rulebooks.dwz_1995.report import report

DWZ_1995 = Chapters(
    refusal=refusal,
    match_refusal=match_refusal,
    required_minutes=required_minutes,
    stages=extra_stages,
    serve_each_other=counts_among_newcomers,
    start_value=start_value,
    iterate=overall_iteration,
    first_rating=first_rating,
    special_ratings=special_ratings,
    residual_games=residual_games_from,
    performance=performance,
    first_performance=first_performance,
    next_rating=evaluated,
    adopted_index=adopted_index,
    adopt=with_adopted,
    decide=decided,
    convert=converted,
    restated=converted_rating,
    cards_after=cards_after,
    report=report,
    why_unused=why_unused,
)
