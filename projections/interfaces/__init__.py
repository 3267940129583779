"""Interfaces: command line, HTTP and pages.

Nothing below imports it.
Begin with cli/lazy_commands.py or server/app.py.
"""
