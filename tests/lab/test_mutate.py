"""Mutation testing tested: what is broken, and that a trial tells noticed from unnoticed."""

import subprocess
import sys
from pathlib import Path
from types import CodeType

import pytest
from cosmic_ray.mutating import mutate_code

from scripts.lab import mutate
from scripts.lab.mutation.exchange import IMPORTED, changed_functions
from scripts.lab.mutation.mutants import mutants_of, mutated
from scripts.lab.mutation.operators import OPERATORS, OWN
from scripts.lab.mutation.targets import TARGETS
from tests.tables import every

ROOT = Path(__file__).parents[2]
HALF = '''"""Halves."""

LIMIT: int | None = 10


def half(number: int, *, most: int | None = None) -> int:
    """Half of a number, at most ``most``."""
    del most
    return min(number // 2, LIMIT)


def unused(number: int) -> int:
    return number + 1
'''
TESTS = """from projections.half import half


def test_half():
    assert half(4) == 2
    assert half(100) == 10
"""
LATE = """def test_half():
    from projections.half import half

    assert half(4) == 2
    assert half(100) == 10
"""


PROGRAM = """
import sys
from pathlib import Path
from scripts.lab.mutation.mutants import mutants_of
from scripts.lab.mutation.trial import Trials
root, module = Path(sys.argv[1]), Path("projections/half.py")
def work(trials):
    for item in mutants_of(module, root):
        (spec,) = item.mutations
        result = trials.tried(spec)
        print(spec.definition_name, spec.operator_name, result.test_outcome.value)
Trials(root, [module], work).run(["tests/test_half.py"])
"""
CACHED = """from functools import lru_cache

made = []
ways = {"up": lambda number: number + 1, "down": lambda number: number - 1}


@lru_cache
def least():
    return 7


def adder():
    more = 2
    return lambda number: number + more


def two_more(number):
    if not made:
        made.append(adder())
    return made[0](number)
"""
CACHED_TESTS = """from projections.half import least, two_more, ways


def test_calls():
    assert least()
    assert two_more(0) != 0


def test_looks():
    assert least() == 7
    assert two_more(3) == 5


def test_one_of_two_lambdas():
    assert ways["down"](3) == 2
"""


def outcomes(project: Path) -> set[tuple[str, str]]:
    """Return the places and outcomes of mutating half.py, by operators that replace something.

    In a process of its own: the module is loaded there, exchanged and imported anew.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(project)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines() if "Replace" in line]
    return {(name, outcome) for name, _, outcome in lines}


class TestOperators:
    @every(
        ("operator", "example"),
        [(operator, each) for operator in OWN for each in operator.examples()],
        ids=lambda each: getattr(each, "pre_mutation_code", None) or each.__name__,
    )
    def test_an_operator_does_what_its_examples_say(self, operator, example):
        code = mutate_code(example.pre_mutation_code, operator(), example.occurrence)
        assert code == example.post_mutation_code

    @every(
        "code", ["for a, b in c: d\n", "a, b = c\n", "[a for a in b]\n", '"""Said."""\n', "(a)\n"]
    )
    def test_what_is_not_written_out_loses_no_element(self, code):
        assert mutate_code(code, OPERATORS["DropElement"], 0) is None
        assert mutate_code(code, OPERATORS["DropStatement"], 0) is None


@pytest.mark.slow
class TestMutants:
    @pytest.fixture
    def project(self, tmp_path):
        (tmp_path / "projections").mkdir()
        (tmp_path / "projections" / "__init__.py").touch()
        (tmp_path / "projections" / "half.py").write_text(HALF, "utf-8")
        (tmp_path / "tests").mkdir()
        (tmp_path / "tests" / "__init__.py").touch()
        frozen = "import gc\n\n\ndef pytest_collection_finish():\n    gc.freeze()\n"
        (tmp_path / "tests" / "conftest.py").write_text(frozen, "utf-8")
        (tmp_path / "tests" / "test_half.py").write_text(TESTS, "utf-8")
        (tmp_path / "pyproject.toml").write_text(
            "[tool.pytest]\npythonpath = ['.']\naddopts = ['--import-mode=importlib']\n", "utf-8"
        )
        return tmp_path

    def test_how_a_class_keeps_its_values_is_left_alone(self, project):
        kept = "class Kept(Struct, frozen=True, gc=False):\n    number: int = 10\n"
        (project / "projections" / "kept.py").write_text(kept, "utf-8")
        texts = [
            mutated(item.mutations[0], project)
            for item in mutants_of(Path("projections/kept.py"), project)
        ]
        assert texts
        assert all(text.startswith(kept.partition("\n")[0]) for text in texts)

    def test_annotations_and_what_has_no_effect_are_left_alone(self, project):
        module = Path("projections/half.py")
        texts = [mutated(item.mutations[0], project) for item in mutants_of(module, project)]
        changed = {
            line.strip().replace("  ", " ")
            for text in texts
            for line in text.splitlines()
            if line not in HALF.splitlines()
        }
        assert changed == {
            *("LIMIT: int | None = 11", "LIMIT: int | None = 9"),
            *("return min(number * 2, LIMIT)", "return min(number // 3, LIMIT)"),
            *("return min(number // 1, LIMIT)", "return number - 1"),
            *("return number + 2", "return number + 0"),
        }

    @pytest.mark.parametrize("tests", [TESTS, LATE], ids=["imported", "imported late"])
    def test_a_trial_notices_what_a_test_notices(self, project, tests):
        (project / "tests" / "test_half.py").write_text(tests, "utf-8")
        assert outcomes(project) == {
            ("None", "killed"),
            ("half", "killed"),
            ("unused", "survived"),
        }
        assert (project / "projections" / "half.py").read_text("utf-8") == HALF

    def test_a_value_of_a_module_that_no_test_looks_at_survives(self, project):
        tests = TESTS.replace("    assert half(100) == 10\n", "")
        (project / "tests" / "test_half.py").write_text(tests, "utf-8")
        assert {each for each in outcomes(project) if each[0] == "None"} == {("None", "survived")}

    def test_a_function_called_once_for_all_tests_meets_all_of_them(self, project):
        """Its first caller notices nothing: the answer is kept, or the function it has made."""
        (project / "projections" / "half.py").write_text(CACHED, "utf-8")
        (project / "tests" / "test_half.py").write_text(CACHED_TESTS, "utf-8")
        found = {each for each in outcomes(project) if each[0] in {"least", "adder"}}
        assert found == {("least", "killed"), ("adder", "killed")}

    def test_of_several_lambdas_the_broken_one_is_exchanged(self, project):
        (project / "projections" / "half.py").write_text(CACHED, "utf-8")
        (project / "tests" / "test_half.py").write_text(CACHED_TESTS, "utf-8")
        found = {each for each in outcomes(project) if each[0] == "None"}
        assert found == {("None", "killed"), ("None", "survived")}


class TestExchange:
    def changed(self, before, after):
        return changed_functions(before, after, Path("half.py"))

    def test_a_function_s_code_can_be_exchanged(self):
        assert self.changed(HALF, HALF.replace("// 2", "* 2")) == ["half"]

    def test_lines_that_move_are_no_change(self):
        assert self.changed(HALF, "\n" + HALF) == []

    @every(("old", "new"), [("= 10", "= 11"), ("most: int | None = None", "most: int | None = 1")])
    def test_what_is_worked_out_at_import_cannot(self, old, new):
        assert self.changed(HALF, HALF.replace(old, new)) is IMPORTED

    def test_a_lambda_can_be_exchanged_beside_others(self):
        assert self.changed(CACHED, CACHED.replace("number - 1", "number - 2")) == ["<lambda>"]

    def test_a_method_counts_as_a_function_and_a_class_body_does_not(self):
        code = "class A:\n    B = 1\n    def c(self):\n        return 2\n"
        assert self.changed(code, code.replace("2", "3")) == ["A.c"]
        assert self.changed(code, code.replace("1", "3")) is IMPORTED
        assert isinstance(compile(code, "half.py", "exec"), CodeType)


@every("target", sorted(TARGETS))
def test_every_target_has_modules_and_tests(target):
    assert TARGETS[target].modules(ROOT)
    assert TARGETS[target].tests_in(ROOT)


@pytest.mark.slow
def test_a_sample_is_drawn_by_its_seed_alone():
    def drawn(sample, seed):
        items = mutate._drawn(TARGETS["lask_1970"], sample, seed)
        return [
            (spec.module_path, spec.operator_name, spec.start_pos, spec.occurrence)
            for item in items
            for spec in item.mutations
        ]

    every = drawn(None, 1)
    assert drawn(20, 1) == drawn(20, 1) != drawn(20, 2)
    assert len(drawn(20, 1)) == 20
    assert set(drawn(20, 1)) < set(every)
    assert drawn(len(every), 1) == every
