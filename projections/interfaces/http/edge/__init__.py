"""The edge: parameters, bodies, clocks, paging and conditional requests.

Accounts, API and pages import it.
Begin with parameters.py.
"""
