"""Files of the German program Swiss-Chess: SWT and its player forms.

Only the registry of formats imports it.
Begin with reader.py.
"""
