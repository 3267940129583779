"""The parts of ``scripts/lab/bench.py``, and the bare database drivers they are compared with.

:mod:`~scripts.lab.benchmarks.targets` has the targets; :mod:`~scripts.lab.benchmarks.run`
makes the ledgers for the parts; everything timed runs in a process of its own
(:mod:`~scripts.lab.benchmarks.isolation`).
"""
