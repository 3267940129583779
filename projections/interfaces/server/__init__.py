"""The server: application, workers, background work and the static site.

Only the commands `serve` and `site` import it.
Begin with app.py.
"""
