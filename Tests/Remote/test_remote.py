"""Drives the pages in Chromium, and looks at the daemon's talk. Screenshots are in out/remote.

Run by `make test-remote`; PROGRAMS says where the programs are.
"""
import os
import shutil
import sys
import time
import unittest

import case
from actions import Actions
from metrics import Metrics
from programs import Programs
from screens import Screens
from strangers import Strangers
from views import Views


class RemoteTests(Actions, Views, Strangers, Programs, Metrics, case.RemoteCase):
    """All that is about talks, with one daemon and one browser."""


class ScreenTests(Screens, case.RemoteCase):
    """The screens page, with a daemon that shows the sample."""


class Recorder(unittest.TextTestResult):
    """Keeps a line for each test: its seconds for who reads the log, how it ended for the table of `make test`."""

    def startTest(self, test):
        self.began, self.words = time.monotonic(), None
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

    def keep(self, test, error):
        if not isinstance(test, unittest.TestCase):  # as setUpClass
            note("failed", str(test), error)
        elif self.words is None:
            self.words = error

    def stopTest(self, test):
        super().stopTest(test)
        self.stream.writeln(f"    {test._testMethodName}: {time.monotonic() - self.began:.1f} s")
        note("failed" if self.words else "passed", test.id().removeprefix("__main__."), self.words)


def note(status, name, error=None):
    folder = os.environ.get("MARQUEE_RESULTS")
    if folder:
        words = " ".join(f"{error[0].__name__}: {error[1]}".split()) if error else ""
        with open(f"{folder}/pages-{os.getpid()}.tests", "a") as file:
            file.write(f"{status}\t{name}\t{words}\n")


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("test-remote: chromium is missing; `make test-remote` installs it")
    shutil.rmtree(case.PICTURES, ignore_errors=True)
    started = time.monotonic()
    runner = unittest.TextTestRunner(verbosity=2, resultclass=Recorder)
    result = unittest.main(exit=False, testRunner=runner).result
    print(f"remote: {result.testsRun} tests in {time.monotonic() - started:.0f} s; screenshots are in out/remote")
    os._exit(0 if result.wasSuccessful() else 1)
