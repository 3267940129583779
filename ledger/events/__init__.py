"""Events: the vocabulary, its codec and canonical JSON, problems and messages.

Everything may import it; it imports nothing else of this project.
Begin with facts.py, the vocabulary in one file.
"""
