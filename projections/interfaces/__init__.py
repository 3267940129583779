"""Interfaces: command line, HTTP, pages, files and languages.

Nothing below imports it, except operations that return files.
Begin with cli/lazy_commands.py or server/app.py.
"""
