"""The parts of ``scripts/bench.py``, and the bare database drivers they are compared with.

:mod:`~scripts.benchmarks.targets` says how fast is fast enough; :mod:`~scripts.benchmarks.run`
makes the ledgers that the parts are about; everything timed runs in a process of its own
(:mod:`~scripts.benchmarks.isolation`).
"""
