"""Operations that write events: adopt, correct, publish, enter members.

Only the façade and the command line import it.
Begin with amend.py.
"""
