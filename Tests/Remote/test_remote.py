"""Drives the pages in Chromium, and checks the daemon's talk. Screenshots are in out/remote.

Run by `make test-remote`; PROGRAMS says where the programs are.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import time
import unittest

import case
from actions import Actions
from away import Away
from metrics import Metrics
from playlist import PlaysSheet, PresentSheet
from programs import Programs
from rights import Rights
from scheduled import Scheduled
from screens import Screens
from sheets import ScreenSheets, Sheets
from status import Status
from strangers import Strangers
from trouble import TroubleTests  # noqa: F401
from uploads import Uploads
from views import Views


class RemoteTests(Actions, Views, Sheets, PresentSheet, Strangers, Programs, Metrics, case.RemoteCase):
    """All that is about talks, with one daemon and one browser."""


class ScreenTests(Screens, ScreenSheets, PlaysSheet, Away, Scheduled, Status, Uploads, case.RemoteCase):
    """The screens page, with a daemon that shows the sample."""


class RightsTests(Rights, case.RemoteCase):
    """Both pages, with the rights of the service."""


class Recorder(unittest.TextTestResult):
    """Keeps a line for each test: its seconds for the log, and its result for the table of `make test`."""

    def startTest(self, test):
        self.began, self.words, self.reason = time.monotonic(), None, None
        super().startTest(test)

    def addError(self, test, error):
        super().addError(test, error)
        self.keep(test, error)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.keep(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self.keep(test, error)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.reason = reason

    def keep(self, test, error):
        if not isinstance(test, unittest.TestCase):  # as "setUpClass (__main__.ScreenTests)": the name of the class runs it again
            note("failed", str(test).rpartition(".")[2].rstrip(")"), error)
        elif self.words is None:
            self.words = error

    def stopTest(self, test):
        super().stopTest(test)
        self.stream.writeln(f"    {test._testMethodName}: {time.monotonic() - self.began:.1f} s")
        status = "failed" if self.words else "skipped" if self.reason else "passed"
        note(status, test.id().removeprefix("__main__."), self.words or self.reason)


def note(status, name, error=None):
    folder = os.environ.get("MARQUEE_RESULTS")
    if folder:
        words = error if isinstance(error, str) else f"{error[0].__name__}: {error[1]}" if error else ""
        words = " ".join(words.split())
        with open(f"{folder}/pages-{os.getpid()}.tests", "a") as file:
            file.write(f"{status}\t{name}\t{words}\n")


def chosen(names):
    """The tests with these names. Without a name all tests of a class, and in the gate without the long ones."""
    for name in names:
        for test in unittest.defaultTestLoader.loadTestsFromName(name, sys.modules["__main__"]):
            is_alone = "." in name
            if is_alone or case.IS_LONG or not getattr(getattr(test, test._testMethodName), "is_long", False):
                yield test


def run(names):
    runner = unittest.TextTestRunner(verbosity=2, resultclass=Recorder)
    result = runner.run(unittest.TestSuite(chosen(names)))
    return result.testsRun and result.wasSuccessful()


def run_beside(names):
    """Runs a process for each class, in parallel, and prints their outputs one after another."""
    processes = [
        subprocess.Popen([sys.executable, __file__, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for name in names]
    with concurrent.futures.ThreadPoolExecutor() as readers:
        for said in readers.map(lambda process: process.communicate()[0], processes):
            print(said)
    return all(process.returncode == 0 for process in processes)


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("test-remote: chromium is missing; `make test-remote` installs it")
    started = time.monotonic()
    names = sys.argv[1:]
    if not names:
        shutil.rmtree(case.PICTURES, ignore_errors=True)
    is_green = run(names) if names else run_beside(["RemoteTests", "ScreenTests", "RightsTests", "TroubleTests"])
    print(f"remote: {time.monotonic() - started:.0f} s; screenshots are in out/remote", flush=True)
    os._exit(0 if is_green else 1)
