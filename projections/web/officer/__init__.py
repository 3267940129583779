"""The pages behind the log-in: hand-ins, and what a rating officer corrects and decides."""
