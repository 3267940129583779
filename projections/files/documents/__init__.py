"""Documents for people: audits, lists, cards, evaluations (HTML, PDF, Markdown, workbook).

Operations and the façade import it.
Begin with files.py, every export by name.
"""
