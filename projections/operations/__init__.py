"""Operations that change something: adopt, correct, publish, enter members, submit files.

Only the façade and the interfaces import it.
Begin with catalogue.py.
"""
