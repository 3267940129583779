"""Lists of players that federations publish: FIDE, DSB, EGD.

Operations and the command line import it; it imports matching and formats.
Begin with sync.py, a list compared with the register.
"""
