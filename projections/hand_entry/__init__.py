"""A tournament typed by hand: lines into results, results into a file of the canonical form."""
