"""The parts of ``scripts/bench.py``, and the bare database drivers they are compared with.

:mod:`~scripts.benchmarks.targets` has the targets; :mod:`~scripts.benchmarks.run`
makes the ledgers for the parts; everything timed runs in a process of its own
(:mod:`~scripts.benchmarks.isolation`).
"""
