"""Tests of the runner of the gate itself; `make lint` runs them."""
import contextlib
import io
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from testing import gate, junit, stages, triage, warm_tree  # noqa: E402
from testing.results import Failure, Results  # noqa: E402
from testing.stages import Stage  # noqa: E402


def shell(script):
    return ("bash", "-c", script)


def note(status, name, words=""):
    return f"printf '{status}\\t{name}\\t{words}\\n' >> $MARQUEE_RESULTS/x.tests; "


class GateCase(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(unittest.mock.patch.object(gate, "OUT", self.place / "out"))
        self.enterContext(unittest.mock.patch.object(stages, "TOP", self.place))
        self.enterContext(unittest.mock.patch.dict(os.environ))
        for name in ("CI", "SWIFT_DETERMINISTIC_HASHING"):
            os.environ.pop(name, None)

    def run_all(self, *wanted):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            outcomes = gate.run_all(wanted)
        return {outcome.stage.name: outcome for outcome in outcomes}, said.getvalue()


class JUnitTests(unittest.TestCase):
    def outcomes(self, *cases):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(f"<testsuites><testsuite name='pytest'>{''.join(cases)}</testsuite></testsuites>")
            file.flush()
            return [(status, words) for _, status, words in junit.outcomes(file.name)]

    def test_a_skipped_test_is_a_failure_as_a_failed_one_and_a_broken_one(self):
        case = "<testcase classname='rig' name='{0}'>{1}</testcase>".format
        self.assertEqual(
            self.outcomes(
                case("a", ""), case("b", "<skipped message='no display'/>"), case("c", "<failure message='x != y'>…</failure>"),
                case("d", "<error>the daemon\n ended</error>"), case("e", "<properties/><system-out>words</system-out>")),
            [("passed", ""), ("failed", "it was skipped: no display"), ("failed", "x != y"), ("failed", "the daemon ended"), ("passed", "")])

    def test_a_file_without_tests_is_a_failure(self):
        self.assertEqual(self.outcomes(), [("failed", "there is no test in this file")])


class StageTests(GateCase):
    def test_a_failed_stage_stops_only_those_that_need_it(self):
        outcomes, _ = self.run_all(
            Stage("a", shell("exit 1"), has_tests=False), Stage("b", shell("true"), ("a",), has_tests=False),
            Stage("c", shell("true"), has_tests=False))
        self.assertEqual([outcomes[name].status for name in "abc"], ["failed", "not run", "passed"])
        self.assertIn("all    failed", gate.table(list(outcomes.values()), "clean", 0))

    def test_stages_run_beside_each_other_if_there_are_places(self):
        a = Stage("a", shell("mkfifo a; read x < a; echo > b"), has_tests=False, places=1, minutes=1)
        b = Stage("b", shell("until [ -p a ]; do :; done; mkfifo b; echo > a; read x < b"), has_tests=False, places=1, minutes=1)
        c = Stage("c", shell("[ -e a ] && [ -e b ] && echo alone"), ("a",), has_tests=False)
        outcomes, said = self.run_all(a, b, c)
        self.assertEqual([outcomes[name].status for name in "abc"], ["passed"] * 3)
        self.assertLess(said.index("=== b: passed"), said.index("=== c\n"))

    def test_a_stage_that_takes_too_long_is_ended(self):
        outcome = gate.run(Stage("a", shell("sleep 1000"), has_tests=False, minutes=0.001))
        self.assertEqual((outcome.status, outcome.notes), ("failed", ["it was ended after 0.001 minutes"]))

    def test_a_stage_without_a_test_fails(self):
        self.assertEqual(gate.run(Stage("a", shell("true"))).status, "failed")

    def test_a_failed_test_fails_the_stage_whatever_its_status(self):
        self.assertEqual(gate.run(Stage("a", shell(note("passed", "x") + note("failed", "y")))).status, "failed")

    def test_a_skipped_test_has_its_reason_and_fails_where_changes_land(self):
        stage = Stage("a", shell(note("passed", "x") + note("skipped", "y", "no sshd")))
        outcome = gate.run(stage)
        self.assertEqual((outcome.status, outcome.results.skips), ("passed", {"y": "no sshd"}))
        os.environ["CI"] = "true"
        self.assertEqual(gate.run(stage).status, "failed")

    def test_a_mirror_that_is_not_reached_is_no_failed_test(self):
        tool = pathlib.Path(__file__).resolve().parents[1] / "environment-error"
        outcome = gate.run(Stage("a", shell(f"{shlex.quote(str(tool))} 'no mirror' || exit 2")))
        self.assertEqual((outcome.status, outcome.notes, outcome.results.failures), ("environment", ["no mirror"], []))

    def test_an_embedding_package_that_cannot_be_fetched_is_no_failed_test(self):
        top = pathlib.Path(__file__).resolve().parents[2]
        for folder in ("tools", "Examples/in-process", "Tests/Embedding"):
            shutil.copytree(top / folder, self.place / folder)
        # No host is reached: only the manifest can be read.
        swift = self.place / "swift"
        swift.write_text('#!/bin/sh\ncase "$*" in *dump-package*) exit 0;; *) exit 1;; esac\n')
        swift.chmod(0o755)
        stage = Stage("embedding", (str(self.place / "tools/test-embedding"),), environment={"SWIFT": str(swift)})
        outcomes, _ = self.run_all(stage)
        outcome = outcomes["embedding"]
        self.assertEqual((outcome.status, outcome.results.failures), ("environment", []))
        self.assertIn("could not be fetched", " ".join(outcome.notes))

    def test_hashes_have_one_order(self):
        self.assertEqual(gate.run(Stage("a", shell("[ $SWIFT_DETERMINISTIC_HASHING = 1 ]"), has_tests=False)).status, "passed")

    def test_what_a_stage_leaves_behind_is_ended(self):
        self.assertEqual(gate.run(Stage("a", shell("sleep 1000 & echo $! > pid"), has_tests=False)).status, "passed")
        self.assertFalse(pathlib.Path(f"/proc/{(self.place / 'pid').read_text().strip()}/exe").exists())

    def test_a_long_run_goes_on_after_what_ended(self):
        count = "n=$(($(cat count 2> /dev/null || echo 0) + 1)); echo $n > count; "
        wanted = (
            Stage("a", shell(count + note("passed", "x"))), Stage("b", shell("[ -e mended ]"), ("a",), has_tests=False),
            Stage("c", shell("[ -e there ] || { touch there; kill -KILL $PPID; }"), has_tests=False))
        # The run is interrupted in its last stage.
        parent = os.fork()
        if parent == 0:
            with contextlib.redirect_stdout(io.StringIO()):
                gate.run_all(wanted, self.place / "kept")
            os._exit(0)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(parent, 0)[1]), -signal.SIGKILL)
        (self.place / "mended").touch()
        with contextlib.redirect_stdout(io.StringIO()):
            outcomes = gate.run_all(wanted, self.place / "kept")
        # A failed stage stays red, whatever the result of another run is.
        self.assertEqual([outcome.status for outcome in outcomes], ["passed", "failed", "passed"])
        self.assertEqual([outcome.is_earlier for outcome in outcomes], [True, True, False])
        self.assertEqual((self.place / "count").read_text(), "1\n")
        self.assertEqual(outcomes[0].results.run, 1)

    def test_a_gate_that_is_ended_ends_its_stages(self):
        script = f"""
import sys; sys.path.insert(0, {str(pathlib.Path(gate.__file__).parents[1])!r})
import pathlib; from testing import gate, stages
stages.TOP = pathlib.Path({str(self.place)!r}); gate.OUT = stages.TOP / "out"
stages.GATE = tuple(
    stages.Stage(name, ("bash", "-c", f"echo $$ > pid-{{name}}; mkfifo {{name}}; echo begun > begun; exec sleep 1000"), packages=("/dev/null",), places=1)
    for name in "ab")
stages.chosen.__defaults__ = (stages.GATE,)
gate.run_all = lambda wanted, kept, run_all=gate.run_all: run_all(wanted[1:])
gate.main([])
"""
        os.mkfifo(self.place / "begun")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.DEVNULL)
        begun = os.open(self.place / "begun", os.O_RDONLY)
        said = b""
        while said.count(b"begun") < 2:
            said += os.read(begun, 100)
        os.close(begun)
        process.send_signal(signal.SIGINT)
        process.terminate()
        self.assertIn(process.wait(), (128 + signal.SIGINT, 128 + signal.SIGTERM))
        for name in "ab":
            self.assertFalse(pathlib.Path(f"/proc/{(self.place / f'pid-{name}').read_text().strip()}/exe").exists())

    def test_a_stage_brings_those_that_it_needs(self):
        self.assertEqual([stage.name for stage in stages.chosen(["server"])], ["packages", "build debug", "server"])

    def test_a_difference_of_the_contract_is_looked_at_with_its_page(self):
        stage = next(stage for stage in stages.GATE if stage.name == "contract")
        self.assertEqual(stage.alone("replies: Show: a colour"), ("tools/contract", "replies"))

    def test_fuzzers_and_sanitizers_belong_to_the_long_run_alone(self):
        with unittest.mock.patch.object(stages, "TOP", pathlib.Path(__file__).resolve().parents[2]):
            long = {stage.name for stage in stages.long_stages()}
        own = {name for name in long if name.startswith(("fuzz ", "sanitize "))}
        self.assertLessEqual({"fuzz edid", "fuzz http", "fuzz json", "fuzz replies", "fuzz yaml", "sanitize address", "sanitize thread"}, own)
        self.assertNotIn("fuzz planted", own)
        self.assertFalse(own & {stage.name for stage in stages.GATE})


class TriageTests(GateCase):
    """A test that fails in the runs with the given numbers."""

    def stage(self, fails_when):
        count = "n=$(($(cat count 2> /dev/null || echo 0) + 1)); echo $n > count; "
        script = f"{count} if {fails_when}; then {note('failed', 'T/x()', 'seed 42 is bad')} exit 1; else {note('passed', 'T/x()')} fi"
        return Stage("a", shell(script), alone=lambda name: shell(script))

    def test_a_flaky_test_stays_red(self):
        outcomes, said = self.run_all(self.stage("[ $n = 1 ]"))
        self.assertIn("FLAKY 1 of 6: T/x() (seed 42)", said)
        self.assertEqual(outcomes["a"].status, "failed")

    def test_a_broken_test_is_told_from_it(self):
        self.assertIn("BROKEN 6 of 6: T/x() (seed 42)", self.run_all(self.stage("true"))[1])

    def test_a_test_that_does_not_run_alone_has_no_verdict(self):
        tool = pathlib.Path(__file__).resolve().parents[1] / "environment-error"
        for alone in ("true", f"{shlex.quote(str(tool))} 'no mirror' || exit 2"):
            outcome = gate.Outcome(Stage("a", (), alone=lambda name: shell(alone)), "failed", results=Results(1, [Failure("T/x()")]))
            self.assertEqual(list(triage.of(outcome, gate.run)), ["not run again: T/x(): it did not run when it was alone"])

    def test_each_run_has_its_own_logs(self):
        self.run_all(self.stage("[ $n = 1 ]"))
        self.assertEqual(sorted(path.name for path in gate.OUT.glob("a-again-*")), [f"a-again-1.{number}" for number in range(1, 6)])

    def test_a_verdict_is_given_after_an_interruption(self):
        kept = self.place / "kept"
        stage = self.stage("[ $n = 1 ]")
        with contextlib.redirect_stdout(io.StringIO()), unittest.mock.patch.object(triage, "of", side_effect=KeyboardInterrupt):
            self.assertRaises(KeyboardInterrupt, gate.run_all, (stage,), kept)
        for _ in range(2):
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                gate.run_all((stage,), kept)
            self.assertIn("FLAKY 1 of 6: T/x() (seed 42)", said.getvalue())
        self.assertEqual((self.place / "count").read_text(), "6\n")

    def test_what_is_not_run_again_is_named(self):
        failures = [Failure(f"T/{number}()") for number in range(6)] + [Failure("T", is_test=False)]
        outcome = gate.Outcome(Stage("a", (), alone=stages.swift_test), "failed", results=Results(7, failures))
        said = list(triage.of(outcome, lambda alone: gate.Outcome(alone, "passed", results=Results(1))))
        self.assertEqual([line for line in said if line.startswith("not run again")], [
            "not run again: T: it is no single test", "not run again: T/5(): 5 others are"])
        self.assertEqual(len(list(triage.of(gate.Outcome(Stage("b", ()), "failed"), None))), 1)

    def test_a_scenario_is_played_alone(self):
        ran = []
        stage = Stage("a", (), alone=stages.swift_test)
        outcome = gate.Outcome(stage, results=Results(1, [Failure("M.ScenarioTests/holds(_:)", "", "a storm")]))
        list(triage.of(outcome, lambda alone: ran.append(alone) or gate.Outcome(alone, "passed")))
        self.assertEqual(ran[0].command, ("tools/swift-tests", "--filter", r"^M\.ScenarioTests/holds\(_:\)"))
        self.assertEqual(ran[0].environment["MARQUEE_SCENARIO"], "a storm")


class EventStreamTests(GateCase):
    def read(self, *events):
        tests = [{"kind": "test", "payload": {"kind": "function", "id": f"M.S/{name}()/F.swift:1:1"}} for name in "abc"]
        with open(self.place / "x.jsonl", "w") as file:
            for record in tests + [{"kind": "event", "payload": event} for event in events]:
                file.write(json.dumps(record) + "\n")
        return Results.read(self.place)

    @staticmethod
    def event(kind, name=None, **more):
        return {"kind": kind, "messages": [{"text": "words"}], **({"testID": f"M.S/{name}()/F.swift:1:1"} if name else {}), **more}

    def test_tests_are_counted(self):
        known = {"isKnown": True}
        results = self.read(
            self.event("testStarted", "a"), self.event("testSkipped", "b"), self.event("testStarted", "c"),
            self.event("issueRecorded", "a", issue={"isKnown": False}), self.event("issueRecorded", "c", issue=known),
            self.event("testEnded", "a"), self.event("testEnded", "c"), self.event("runEnded"))
        self.assertEqual((results.run, [failure.name for failure in results.failures], results.skips), (2, ["M.S/a()"], {"M.S/b()": "words"}))

    def test_each_argument_is_a_test(self):
        cases = [self.event(kind, "a", _testCase={"displayName": case}, issue={"isKnown": False})
                 for case in ("x", "y", "z") for kind in (("issueRecorded", "testCaseEnded") if case != "z" else ("testCaseEnded",))]
        results = self.read(self.event("testStarted", "a"), *cases, self.event("testEnded", "a"), self.event("runEnded"))
        self.assertEqual((results.run, [failure.case for failure in results.failures]), (3, ["x", "y"]))

    def test_an_issue_of_a_suite_is_no_test_to_run_alone(self):
        issue = {"kind": "issueRecorded", "testID": "M.S", "messages": [], "issue": {"isKnown": False}}
        self.assertEqual([failure.is_test for failure in self.read(issue, self.event("runEnded")).failures], [False])

    def test_a_process_that_dies_fails_the_tests_that_it_ran(self):
        results = self.read(self.event("testStarted", "a"))
        self.assertEqual([failure.name for failure in results.failures], ["M.S/a()"])
        self.assertEqual(self.read(self.event("testStarted", "a"), self.event("testEnded", "a")).failures[0].is_test, False)


class WarmTreeTests(GateCase):
    def test_all_clones_have_one_key(self):
        keys = set()
        for name in ("a", "b b"):
            for path in ("Package.swift", "Makefile", "tools/packages-build", "Sources/CModules/C/shim.h"):
                (self.place / name / path).parent.mkdir(parents=True, exist_ok=True)
                (self.place / name / path).write_text("bash\n")
            keys.add(warm_tree.key(self.place / name))
        self.assertEqual(len(keys), 1)
        (self.place / "a/Sources/CModules/C/shim.h").write_text("another\n")
        self.assertNotIn(warm_tree.key(self.place / "a"), keys)

    def test_only_what_changed_is_touched(self):
        source, target = self.place / "source", self.place / "target"
        (source / "folder").mkdir(parents=True)
        for name in ("same", "changed", "gone", "folder/deep"):
            (source / name).write_text("old")
        warm_tree.copy(source, target)
        (target / ".build").mkdir()
        for path in target.rglob("*"):
            os.utime(path, (1, 1))
        (source / "changed").write_text("new")
        (source / "gone").unlink()
        (source / "same").touch()
        warm_tree.copy(source, target, (".build",))
        self.assertEqual((target / "changed").read_text(), "new")
        self.assertFalse((target / "gone").exists())
        self.assertTrue((target / ".build").exists())
        times = {name: (target / name).stat().st_mtime == 1 for name in ("same", "changed", "folder/deep")}
        self.assertEqual(times, {"same": True, "changed": False, "folder/deep": True})


if __name__ == "__main__":
    unittest.main()
