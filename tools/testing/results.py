"""The results of a stage: the tests that ran, failed and were skipped.

A stage finds a folder in MARQUEE_RESULTS. Swift tests leave their event streams there (*.jsonl; EVENTS names one), other tests
lists (*.tests) with a line for each test: passed, failed or skipped, the name, and the reason, with tabs between.
"""
import collections
import json
import pathlib
import re
from dataclasses import dataclass, field


@dataclass
class Failure:
    """A test that failed: its name, the words of its first failure, and the arguments with which it failed."""

    name: str
    words: str = ""
    case: str = ""
    # Otherwise it is the process of the tests.
    is_test: bool = True

    @property
    def seed(self):
        found = re.search(r"\bseed (\d+)", f"{self.case} {self.words}")
        return found.group(1) if found else None

    @property
    def is_scenario(self):
        return bool(self.case) and "Scenario" in self.name


@dataclass
class Results:
    run: int = 0
    failures: list = field(default_factory=list)
    skips: dict = field(default_factory=dict)

    @staticmethod
    def read(folder):
        results = Results()
        for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
            results.add_events(path)
        for path in sorted(pathlib.Path(folder).glob("*.tests")):
            results.add_list(path)
        return results

    def add_list(self, path):
        for line in path.read_text(errors="replace").splitlines():
            status, name, reason = (line.split("\t") + ["", ""])[:3]
            if status == "skipped":
                self.skips[name] = reason
                continue
            self.run += 1
            if status == "failed":
                self.failures.append(Failure(name, reason))

    def add_events(self, path):
        """Reads an event stream of Swift Testing; a test that began and did not end failed: the process died in it.

        A test with arguments counts once for each of them, and fails by itself with each of them.
        """
        functions, running, issues, cases = set(), set(), collections.OrderedDict(), collections.Counter()
        has_ended = False
        for line in path.read_text(errors="replace").splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                continue  # the last line of a process that was killed
            payload = record["payload"]
            if record["kind"] == "test":
                if payload["kind"] == "function":
                    functions.add(payload["id"])
                continue
            test = payload.get("testID")
            match payload["kind"]:
                case "testStarted" if test in functions:
                    running.add(test)
                case "testCaseEnded":
                    cases[test] += 1
                case "testEnded" if test in functions:
                    running.discard(test)
                    self.run += max(cases[test], 1)
                case "testSkipped" if test in functions:
                    self.skips[short(test)] = words_of(payload)
                case "issueRecorded" if not payload.get("issue", {}).get("isKnown"):
                    issues.setdefault((test, payload.get("_testCase", {}).get("displayName", "")), words_of(payload))
                case "runEnded":
                    has_ended = True
        for (test, case), words in issues.items():
            # An issue of a suite belongs to no test that could be run alone.
            self.failures.append(Failure(short(test) if test else path.stem, words, case, test in functions))
        for test in running - {test for test, _ in issues}:
            self.run += max(cases[test], 1)
            self.failures.append(Failure(short(test), "the test did not end"))
        if not has_ended and not running:
            self.failures.append(Failure(path.stem, "the test process ended too early", is_test=False))


def short(test):
    """The identifier of a test without the place in its file, which is how a filter names it."""
    return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", test)


def words_of(payload):
    return " ".join(message["text"] for message in payload.get("messages", []))
