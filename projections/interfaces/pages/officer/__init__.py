"""Pages of arbiters and rating officers: submit, correct, decide, publish.

Only the server imports it. Begin with routes.py, then officer_request.py.
"""
