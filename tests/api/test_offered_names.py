"""Names offered without loading their modules are those that exist."""

from projections.queries import arguments
from projections.rulebooks.waldstein.methods import METHODS
from projections.study import baselines
from projections.study.predict import LAST_LIST


def test_every_method_of_standings_is_offered_and_no_other():
    assert set(arguments.STANDINGS_METHODS) == set(METHODS)


def test_every_baseline_is_offered_and_no_other():
    assert set(arguments.BASELINES) == {*baselines.BASELINES, LAST_LIST}
