"""Why a rating list is empty: what became of the tournaments that could have filled it."""

from collections import Counter

from projections.queries.answers import Answers

LOOKED_AT = 20


def why_nobody_is_listed(answers: Answers) -> str:
    """The reason why nobody has a figure on the day asked about, from the last tournaments."""
    pool, day, history = answers.question.pool, answers.day, answers.whole_history()
    ended = [
        each
        for each in history.tournament_ids(pool)
        if answers.question.cut.covers(history.ended_on(each))
    ]
    if not ended:
        return f"no tournament of {pool} has ended by {day}"
    last = ended[-LOOKED_AT:]
    history.read_about(last)
    reasons = Counter(
        report.excluded
        for _, report in (answers.report(each, history) for each in last)
        if report.excluded is not None
    )
    if reasons.total() < len(last):
        return f"the figures of {pool} have lapsed, or nobody has played enough for a first one"
    reason, count = reasons.most_common(1)[0]
    which = "the only tournament is" if len(ended) == 1 else f"{count} of {len(last)} are"
    looked = "" if len(last) == len(ended) else f" (the last {len(last)} of {len(ended)})"
    return f"no tournament of {pool} is rated{looked}: {which} left out because {reason}"
