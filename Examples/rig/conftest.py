"""Starts a daemon with simulated displays for the tests of this folder, and keeps a report for each test that fails.

    MARQUEE_PROGRAMS    the folder of marqueed and marqueectl (default: those on PATH)
    MARQUEE_SOCKET      the socket of a running daemon; without it the tests start one

With --junitxml=FOLDER/rig.xml, FOLDER gets a folder for each failed test: the report, the daemon's log and the pictures of the screens.
"""
import base64
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import marquee_client  # noqa: E402

SCREEN = "HDMI-A-1"
# The daemon measures each wait. Only a daemon that hangs reaches this.
SECONDS = 60


class Rig:
    """The daemon: `call` is a call of the socket, and `run` is a command of marqueectl."""

    def __init__(self, address, folder, log):
        self.environment = {**os.environ, "MARQUEE_SOCKET": address}
        self.folder, self.log = folder, log
        self.connection = marquee_client.way()(address)

    def call(self, method, **parameters):
        return self.connection.call(method, **parameters)

    def run(self, *words, status=0):
        """Runs a command, and returns its output; another exit status than `status` is a failure."""
        done = subprocess.run(
            [program("marqueectl"), *map(str, words)], env=self.environment, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == status, f"marqueectl {' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def plug(self, edid):
        """Plugs a display with these EDID bytes in, and waits for its first picture."""
        self.call("Simulate", command="plug", screen=SCREEN, edid=base64.b64encode(edid).decode())
        self.run("wait", SCREEN, "presented", "--timeout", "20s")

    def photograph(self, name):
        """Saves the picture on the screen, and returns its file."""
        file = self.folder / name
        self.run("screenshot", SCREEN, file)
        return file

    def keep_report(self, folder):
        """Keeps everything that explains a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        for file in [self.log, *self.folder.glob("*.png")]:
            if file and file.exists():
                shutil.copy(file, folder)
        # The daemon may have died, or may hang. What is copied above then explains the failure.
        try:
            commands = [("report", folder / "report.json")]
            commands += [("screenshot", screen["name"], folder / f"{screen['name']}.png") for screen in self.call("Screens")["screens"]]
            for words in commands:
                subprocess.run([program("marqueectl"), *map(str, words)], env=self.environment, capture_output=True, timeout=SECONDS)
        except Exception as error:
            (folder / "no-report.txt").write_text(f"The daemon gave no report: {error}\n")


def program(name):
    folder = os.environ.get("MARQUEE_PROGRAMS")
    return f"{folder}/{name}" if folder else name


@pytest.fixture(scope="session")
def daemon(tmp_path_factory):
    """A daemon with simulated displays and without rights; its end must be orderly."""
    folder = tmp_path_factory.mktemp("rig")
    if address := os.environ.get("MARQUEE_SOCKET"):
        yield Rig(address, folder, None)
        return
    address, log = folder / "socket", folder / "marqueed.log"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready, open(log, "w") as output:
        ready.bind(str(folder / "ready"))
        process = subprocess.Popen(
            [program("marqueed"), "--backend", "simulated", "--config", HERE / "rig.yaml", "--state", folder / "state"],
            env={**os.environ, "MARQUEE_SOCKET": str(address), "NOTIFY_SOCKET": str(folder / "ready")}, stdin=subprocess.DEVNULL,
            stdout=output, stderr=output)
        try:
            wait_until_ready(process, ready)
            yield Rig(str(address), folder, log)
        finally:
            process.terminate()
            assert process.wait(SECONDS) == 0, log.read_text()


def wait_until_ready(process, ready):
    """Waits for the message that the daemon sends, as to systemd, once it answers calls."""
    end = os.pidfd_open(process.pid)
    try:
        while True:
            found, _, _ = select.select([ready, end], [], [], SECONDS)
            assert found and end not in found, "the daemon did not start"
            if b"READY=1" in ready.recv(4096):
                return
    finally:
        os.close(end)


@pytest.fixture
def rig(daemon, tmp_path):
    """The daemon with no display plugged in, no fault, and a running clock. Its pictures are in a folder of the test."""
    daemon.folder = tmp_path
    yield daemon
    daemon.run("simulate", "clock", "on")
    daemon.run("simulate", "fault", "none")
    for screen in daemon.call("Screens")["screens"]:
        daemon.run("simulate", "unplug", screen["name"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    # A daemon that did not start has no fixture.
    if call.when in ("setup", "call") and report.failed and "daemon" in item.funcargs:
        junit = item.config.option.xmlpath
        folder = pathlib.Path(junit or "out/rig/rig.xml").parent / re.sub(r"\W+", "-", item.name).strip("-")
        item.funcargs["daemon"].keep_report(folder)
        report.user_properties.append(("report", str(folder)))
        report.sections.append(("Marquee", f"The report and the pictures are in {folder}"))
    return report
