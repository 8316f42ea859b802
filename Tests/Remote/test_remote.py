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


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("test-remote: chromium is missing; `make test-remote` installs it")
    shutil.rmtree(case.PICTURES, ignore_errors=True)
    started = time.monotonic()
    result = unittest.main(exit=False, verbosity=2).result
    print(f"remote: {result.testsRun} tests in {time.monotonic() - started:.0f} s; screenshots are in out/remote")
    os._exit(0 if result.wasSuccessful() else 1)
