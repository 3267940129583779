"""What ``scripts/bench.py`` measures, part by part, and the bare drivers beside it.

:mod:`~scripts.benchmarks.promises` says how fast is fast enough; :mod:`~scripts.benchmarks.trial`
makes the ledgers that the parts are about; everything timed runs in a process of its own
(:mod:`~scripts.benchmarks.apart`).
"""
