"""Evaluations to audit: season, player and tournament."""

EVALUATIONS = [
    ("dwz", "anna", "spring"),  # rated, young enough for J = 10 and a corrected game
    ("dwz", "bela", "summer"),
    ("dwz", "nora", "spring"),  # first rating of stage 1, against a newcomer among others
    ("dwz", "vera", "spring"),  # first rating of stage 2
    ("dwz", "niko", "spring"),  # residual games kept
    ("dwz", "niko", "summer"),  # residual games used
    ("dwz", "emil", "summer"),  # special evaluation
    ("dwz", "ada", "summer"),  # from an adopted figure, against the special one
    ("dwz", "otto", "old"),  # summary
    ("dwz 2014", "anna", "spring"),
    ("dwz 2014", "nora", "spring"),
    ("dwz 2014", "vera", "spring"),
    ("dwz 2014", "niko", "spring"),  # residual games kept
    ("dwz 2014", "emil", "summer"),  # exceptional performance
    ("dwz 2014", "ada", "summer"),  # from an adopted figure, against the exceptional one
    ("dwz 2014", "otto", "old"),  # summary
    ("dwz 2014", "jule", "autumn"),  # acceleration
    ("dwz 2014", "karl", "autumn"),  # brake
    ("dwz 2014", "wim", "autumn"),  # first rating
    ("members", "anna", "spring"),  # rated, and nothing is kept
    ("members", "bela", "spring"),
    ("members", "nora", "spring"),  # first rating, and nothing is kept
    ("members", "niko", "spring"),  # residual games, and nothing is kept
    ("members", "otto", "old"),  # summary
    ("dwz 2026", "anna", "spring"),
    ("dwz 2026", "nora", "spring"),  # first rating of stage 1
    ("dwz 2026", "vera", "spring"),
    ("dwz 2026", "niko", "spring"),  # residual games kept
    ("dwz 2026", "emil", "summer"),  # exceptional, every game won: a fictitious draw
    ("dwz 2026", "ada", "summer"),  # from an adopted figure
    ("dwz 2026", "otto", "old"),  # summary
    ("dwz 2026", "jule", "autumn"),  # the bonus of youth
    ("dwz 2026", "karl", "autumn"),  # brake
    ("dwz 2026", "wim", "autumn"),  # first rating, lifted
    ("dwz 2026", "xena", "winter"),  # first rating with a fictitious draw
    ("undated", "vera", "second"),  # the mean of two first ratings
    ("ingo", "gerd", "swiss"),
    ("ingo", "hans", "club"),
    ("ingo", "ilse", "swiss"),
    ("ingo", "jost", "swiss"),
    ("ingo", "kurt", "swiss"),
    ("marks", "zoe", "open"),  # won everything before and loses everything now
    ("marks", "tara", "open"),  # a first number again
    ("marks", "ulla", "open"),
    ("marks", "vera", "open"),  # the same extreme again
    ("marks", "will", "club"),  # marked before
    ("marks", "anna", "club"),  # met somebody marked before
    ("go", "mari", "budapest"),
    ("go", "nagy", "budapest"),
    ("go", "olga", "budapest"),
    ("egf", "ada", "cup"),  # reset by the grade declared
    ("egf", "ben", "cup"),
    ("egf", "cora", "cup"),  # below the floor
    ("egf", "dan", "cup"),  # his start was decided
    ("egf", "eve", "cup"),  # a newcomer
    ("egf", "ada", "blitz"),
    ("egf", "ada", "league"),  # its class was decided
    ("lask", "qvist", "series"),
    ("lask", "rolf", "easter"),
    ("fide", "anna", "open"),  # two tournaments on one list
    ("fide", "anna", "cup"),  # an official event, listed when it ends late in the month
    ("fide", "dora", "open"),  # below the floor
    ("fide", "emil", "cup"),
    ("fide", "fred", "open"),  # a junior, whose opponent did not come
    ("fide", "nora", "open"),  # a first rating
    ("fide", "niko", "cup"),  # waits for more games
    ("fide", "otto", "open"),  # no point in his first event
    ("fide", "anna", "league"),  # month by month
    ("fide", "niko", "league"),  # without a rating in the first month, with one in the last
    ("fide", "hugo", "league"),  # in one month of two no game counts for him
    ("fide", "pia", "june"),  # unrated when it began
    ("fide", "emil", "late"),  # bound to no 400 points, on a list that was decided
]
