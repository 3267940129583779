"""Lists of players that federations publish: FIDE, DSB, EGD.

The command line imports it; it imports matching and formats.
Begin with sync.py, a list compared with the register.
"""
