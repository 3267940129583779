"""The command line: parse, ask the façade, print.

Nothing imports it. Begin with lazy_commands.py, all commands by name.
"""
