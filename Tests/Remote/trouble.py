"""The unit of docs/service.md that runs a command when a screen fails: its text, with the programs of this build."""
import re
import stat
import subprocess
import unittest

from bench import PROGRAMS, TOP, Bench, until

SCREEN = "HDMI-A-1"
LIST = """
apps:
  lobby: {{ foreground: true, scenes: {{ externalDisplayNonInteractive: [{{ content: {{ {content} }} }}] }} }}
"""


class TroubleTests(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()
        self.addCleanup(self.bench.end)
        self.said = self.bench.write("said", "")
        command = self.bench.write("screen-failed", f'#!/bin/sh\necho "$MARQUEE_EVENT|$MARQUEE_SCREEN|$MARQUEE_REASON" >> {self.said}\n')
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        self.command = command

    def start_unit(self):
        """Runs the line ExecStart of the documented unit."""
        unit = re.search(r"```ini\n(.*?)```", (TOP / "docs/service.md").read_text(), re.S).group(1).splitlines()
        self.assertEqual(len(unit), 10)
        start = next(line for line in unit if line.startswith("ExecStart=")).removeprefix("ExecStart=").split()
        self.assertEqual(start[0], "/usr/bin/marqueectl")
        self.assertEqual(start[-1], "/usr/local/bin/screen-failed")
        process = subprocess.Popen(
            [PROGRAMS / "marqueectl", *start[1:-1], self.command], env=self.bench.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)

    def start(self, content):
        self.bench.start_daemon("--config", self.bench.write("marquee.yaml", LIST.format(content=content)))

    def troubles(self):
        """Why the content cannot be shown; nothing before the screen has its scene."""
        try:
            return self.bench.call("ContentAt", screen=SCREEN)["troubles"]
        except AssertionError:
            return []

    def lines(self):
        return [tuple(line.split("|")) for line in self.said.read_text().splitlines()]

    def expect(self, *right):
        """Waits for exactly these events so far, in any order."""
        until(lambda: len(self.lines()) >= len(right), f"{right}, after {self.lines()}")
        self.assertEqual(sorted((event, screen) for event, screen, _ in self.lines()), sorted((event, SCREEN) for event in right))

    def test_the_documented_unit_runs_a_command_for_each_trouble(self):
        missing = self.bench.place / "missing.png"
        self.start(f'image: "{missing}"')
        self.bench.control("simulate", "plug", SCREEN, "--display", "1920x1080@60")
        until(self.troubles, "the daemon knows that the file is missing")
        self.start_unit()
        # The trouble was there before the unit.
        self.expect("cannot-show")
        self.assertIn("missing.png", self.lines()[0][2])
        # A person turns the screen off, and it comes back.
        self.bench.control("power", SCREEN, "off")
        self.bench.control("power", SCREEN, "on")
        self.bench.control("simulate", "unplug", SCREEN)
        self.expect("cannot-show", "unplugged")
        # No mode can be set, so the display is dark.
        self.bench.control("simulate", "fault", "refuse", "--commit", "test", "--error", "EINVAL", "--count", "100000")
        self.bench.control("simulate", "plug", SCREEN, "--display", "1920x1080@60")
        until(lambda: any(event == "dark" for event, *_ in self.lines()), "the screen is dark")
        before = self.lines()
        self.assertEqual(sum(event == "dark" for event, *_ in before), 1, before)
        self.assertIn("no mode could be set", next(reason for event, _, reason in before if event == "dark"))
        # After a restart of the daemon, the display is not there: that is reported once more.
        self.bench.kill(self.bench.daemon)
        self.start('color: "#204060"')
        until(lambda: len(self.lines()) > len(before), "the present trouble")
        self.assertEqual([event for event, *_ in self.lines()[len(before):]], ["unplugged"])
