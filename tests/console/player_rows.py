"""The fields of a row of a player's history."""

ROW = {
    *("player", "name", "status", "rating_before", "index_before", "age_class", "points"),
    *("games", "expected", "coefficient", "rating_after", "index_after", "performance"),
    *("opponents_mean", "special", "stage", "games_used"),
}
