"""Texts that keep what they are made of, for whoever says them in another language."""

import pickle

from projections.rulebooks.reasons import Reason
from projections.rulebooks.wording import Wording, worded


def test_values_take_their_places_in_the_text() -> None:
    said = worded("%(who)s has %(games)s games", who="Anna", games=3)
    assert said == "Anna has 3 games"
    assert said.template == "%(who)s has %(games)s games"
    assert said.values == {"who": "Anna", "games": 3}
    assert type(str(said)) is Wording


def test_without_values_the_template_is_the_text_whatever_signs_it_has() -> None:
    assert worded("100 % of %(all)s") == "100 % of %(all)s"


def test_a_reason_cites_its_paragraph_before_the_wording() -> None:
    reason = Reason("DWZ 4.1", "only chess is evaluated, not %(what)s", {"what": "go"})
    assert reason == "DWZ 4.1: only chess is evaluated, not go"


def test_what_comes_from_another_process_can_still_be_said_in_another_language() -> None:
    wording = worded("not %(what)s", what="go")
    reason = Reason("DWZ 4.1", "only chess, %(not)s", {"not": wording})
    for said in wording, reason:
        again = pickle.loads(pickle.dumps(said))  # noqa: S301 - our own
        assert type(again) is type(said)
        assert (again, again.template, again.values) == (said, said.template, said.values)
    assert pickle.loads(pickle.dumps(reason)).rule == "DWZ 4.1"  # noqa: S301 - our own
