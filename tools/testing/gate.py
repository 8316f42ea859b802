"""Runs stages in parallel, as far as there are places, and prints their table."""
import contextlib
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field

from testing import stages, triage, warm_tree
from testing.results import Failure, Results

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "marquee"
LONG_STAMP = CACHE / "test-long"
OUT = stages.TOP / "out/gate"
# EX_TEMPFAIL of sysexits.h: the environment failed (an unreachable mirror), not a test.
ENVIRONMENT = 75
# The gate's own variables. Other exported variables, for a single test, would change the gate.
OWN = ("MARQUEE_BUILD", "MARQUEE_GUEST_MIRROR", "MARQUEE_SOURCE", "MARQUEE_WHOLE_MODULES")


@dataclass
class Outcome:
    stage: stages.Stage
    status: str = "not run"
    seconds: float = 0
    # Seconds of the processors, for all its processes together.
    cpu_seconds: float = 0
    results: Results = field(default_factory=Results)
    notes: list = field(default_factory=list)
    # A line for each failed test: BROKEN or FLAKY (triage.py).
    verdicts: list = field(default_factory=list)
    # True if the result is from an earlier run.
    is_earlier: bool = False


class Running:
    """The process of a stage; its output goes to a log beside its results."""

    def __init__(self, stage):
        self.stage = stage
        folder = folder_of(stage)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        inherited = {name: value for name, value in os.environ.items() if name in OWN or not name.startswith("MARQUEE_")}
        environment = {
            **inherited, "NO_COLOR": "1", "SWIFT_DETERMINISTIC_HASHING": "1", **stage.environment, "MARQUEE_RESULTS": str(folder),
            "EVENTS": str(folder / "events.jsonl")}
        self.started = time.monotonic()
        self.deadline = self.started + stage.minutes * 60
        with open(folder / "log", "w") as log:
            self.process = subprocess.Popen(
                list(stage.command), cwd=stages.TOP, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.descriptor = os.pidfd_open(self.process.pid)

    def end(self):
        """Ends all processes of the stage, and returns the outcome; a stage that still runs has taken too long."""
        ended, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if ended:
            self.process.returncode = os.waitstatus_to_exitcode(status)
        is_late = not ended
        end(self.process)
        os.close(self.descriptor)
        outcome = Outcome(self.stage, seconds=time.monotonic() - self.started, cpu_seconds=usage.ru_utime + usage.ru_stime)
        judge(outcome, None if is_late else self.process.returncode)
        return outcome


def run(stage):
    """Runs a stage alone; returns its outcome."""
    running = []
    try:
        with signals_held():
            running.append(Running(stage))
        wait_for_one(running)
        return running[0].end()
    finally:
        for each in running:
            end(each.process)


def wait_for_one(running):
    """Waits for a stage that has ended or takes too long; returns all such stages."""
    timeout = min(each.deadline for each in running) - time.monotonic()
    ready, _, _ = select.select([each.descriptor for each in running], [], [], max(timeout, 0))
    return [each for each in running if each.descriptor in ready or each.deadline <= time.monotonic()]


def judge(outcome, status):
    """Reads the results of a stage with its exit status; None means that the stage took too long."""
    stage = outcome.stage
    folder = folder_of(stage)
    outcome.results = Results.read(folder)
    if (folder / "environment").exists():
        status = ENVIRONMENT
        outcome.notes.append((folder / "environment").read_text().strip())
    if status is None:
        outcome.notes.append(f"it was ended after {stage.minutes} minutes")
    elif status not in (0, ENVIRONMENT):
        outcome.notes.append(f"it ended with status {status}")
    if stage.has_tests and status == 0 and not outcome.results.run:
        outcome.notes.append("no test has run")
        status = 1
    if status == ENVIRONMENT and not outcome.results.failures:
        outcome.status = "environment"
    else:
        outcome.status = "passed" if status == 0 and not outcome.results.failures else "failed"
    if stages.is_ci() and outcome.results.skips and outcome.status == "passed":
        outcome.status = "failed"
        outcome.notes.append("a skipped test is a failure here")


def end(process):
    """Ends all processes that a stage left behind."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        time.sleep(0.2)


def folder_of(stage):
    return OUT / stage.name.replace(" ", "-")


def tell(outcome):
    """Prints the reason of a failed stage."""
    for failure in outcome.results.failures[:20]:
        case = f" [{failure.case}]" if failure.case else ""
        print(f"  ✘ {failure.name}{case}: {failure.words[:600]}")
    for name, reason in outcome.results.skips.items():
        print(f"  – skipped: {name}: {reason or 'no reason is given'}")
    for note in [*outcome.notes, *(["it ended so in an earlier run"] if outcome.is_earlier else [])]:
        print(f"  {outcome.stage.name}: {note}")
    if outcome.status in ("failed", "environment"):
        log = folder_of(outcome.stage) / "log"
        print(f"  The last lines of {log.relative_to(stages.TOP)}:")
        for line in log.read_text(errors="replace").splitlines()[-25:]:
            print(f"  | {line[:240]}")


def table(outcomes, build, seconds):
    lines = [("stage", "status", "seconds", "cpu", "run", "failed", "skipped")]
    for outcome in outcomes:
        results = outcome.results
        counts = (results.run, len(results.failures), len(results.skips)) if outcome.stage.has_tests else ("", "", "")
        lines.append((outcome.stage.name, outcome.status, f"{outcome.seconds:.0f}", f"{outcome.cpu_seconds:.0f}", *map(str, counts)))
    cpu_seconds = sum(outcome.cpu_seconds for outcome in outcomes)
    totals = [sum(count(outcome.results) for outcome in outcomes) for count in (
        lambda results: results.run, lambda results: len(results.failures), lambda results: len(results.skips))]
    is_green = all(outcome.status == "passed" for outcome in outcomes)
    lines.append(("all", "passed" if is_green else "failed", f"{seconds:.0f}", f"{cpu_seconds:.0f}", *map(str, totals)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = ["  ".join(
        cell.ljust(width) if column < 2 else cell.rjust(width) for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines]
    text.append(f"build: {build}")
    text.append(f"last make test-long: {age_of_long_run()}")
    return "\n".join(text)


def age_of_long_run():
    try:
        commit, status = LONG_STAMP.read_text().split()[:2]
        days, seconds = divmod(int(time.time() - LONG_STAMP.stat().st_mtime), 86400)
    except (OSError, ValueError):
        return "never on this machine"
    return f"{days} days and {seconds // 3600} hours ago ({status}, commit {commit[:12]})"


def run_all(wanted, kept=None):
    """Runs the stages, those whose work is missing excepted; returns their outcomes.

    A stage begins when those that it needs have passed and there is a place for it. One that waits for a place is not overtaken.
    With a folder `kept` a stage that has ended leaves its outcome there, and is not run again: a stage that failed stays red.
    """
    outcomes, waiting, running = {}, list(wanted), []

    def settle(outcome):
        outcomes[outcome.stage.name] = outcome
        print(f"=== {outcome.stage.name}: {outcome.status} after {outcome.seconds:.0f} s", flush=True)
        tell(outcome)

    try:
        while waiting or running:
            for stage in list(waiting):
                if not outcomes.keys() >= set(stage.needs):
                    continue
                missing = [name for name in stage.needs if outcomes[name].status != "passed"]
                if missing:
                    settle(Outcome(stage, notes=[f"it needs {', '.join(missing)}"]))
                elif kept and (earlier := read_outcome(stage, kept)):
                    settle(earlier)
                elif stage.places + sum(each.stage.places for each in running) <= stages.PLACES:
                    print(f"=== {stage.name}", flush=True)
                    with signals_held():
                        running.append(Running(stage))
                else:
                    break
                waiting.remove(stage)
            for each in wait_for_one(running) if running else ():
                outcome = each.end()
                running.remove(each)
                settle(outcome)
                if kept and outcome.status != "environment":
                    keep_outcome(outcome, kept)
    finally:
        for each in running:
            end(each.process)
    outcomes = [outcomes[stage.name] for stage in wanted]
    for outcome in outcomes:
        if outcome.verdicts or outcome.status != "failed":
            for line in outcome.verdicts:
                print(f"  {line}", flush=True)
            continue
        for line in triage.of(outcome, run):
            outcome.verdicts.append(line)
            print(f"  {line}", flush=True)
        if kept:
            keep_outcome(outcome, kept)
    return outcomes


def keep_outcome(outcome, kept):
    kept.mkdir(parents=True, exist_ok=True)
    results = outcome.results
    (kept / outcome.stage.name).write_text(json.dumps({
        "status": outcome.status, "seconds": outcome.seconds, "cpu": outcome.cpu_seconds, "run": results.run, "skips": results.skips,
        "failures": [vars(failure) for failure in results.failures], "notes": outcome.notes,
        "verdicts": outcome.verdicts}))


def read_outcome(stage, kept):
    try:
        earlier = json.loads((kept / stage.name).read_text())
    except OSError:
        return None
    results = Results(earlier["run"], [Failure(**failure) for failure in earlier["failures"]], earlier["skips"])
    return Outcome(
        stage, earlier["status"], earlier["seconds"], earlier["cpu"], results, earlier["notes"], earlier["verdicts"], is_earlier=True)


def run_and_report(wanted, build, kept=None):
    """Runs the stages and prints their table; returns their outcomes."""
    started = time.monotonic()
    outcomes = run_all(wanted, kept)
    print()
    print(table(outcomes, build, time.monotonic() - started), flush=True)
    return outcomes


def status_of(outcomes):
    return 0 if all(outcome.status == "passed" for outcome in outcomes) else 1


SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


class Held:
    """Signals that wait: one that came between the start of a process and its place in a list would leave the process behind."""

    is_on = False
    number = None


@contextlib.contextmanager
def signals_held():
    Held.is_on = True
    try:
        yield
    finally:
        Held.is_on = False
    if Held.number is not None:
        leave(Held.number, None)


def leave(number, _):
    if Held.is_on:
        Held.number = number
        return
    # A second signal must not interrupt the ending of the stages.
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def main(arguments):
    # Processes of a stage end with the gate.
    for number in SIGNALS:
        signal.signal(number, leave)
    # A wrong name ends it before anything is removed.
    if arguments[:1] == ["--kept"]:
        stages.chosen(arguments[1:])
        return in_kept_tree(arguments[1:])
    if arguments[:1] == ["--long"]:
        stages.chosen(arguments[1:], tuple(stages.long_stages()))
        return in_long_tree(arguments[1:])
    if arguments[:1] == ["--inside-long"]:
        outcomes = run_and_report(stages.chosen(arguments[2:], tuple(stages.long_stages())), "clean", kept=OUT.parent / "long")
        if not arguments[2:]:
            status = "passed" if all(outcome.status == "passed" for outcome in outcomes) else "failed"
            LONG_STAMP.write_text(f"{arguments[1]} {status}\n")
            # The next run begins from nothing, except after an unreachable mirror, which keeps stages from their end.
            if all(outcome.status != "environment" for outcome in outcomes):
                (OUT.parent / "complete").touch()
        return status_of(outcomes)
    if any(argument.startswith("-") for argument in arguments):
        raise SystemExit("gate: the options are --kept and --long; the names of stages come after them")
    wanted = stages.chosen(arguments)
    build = os.environ.get("MARQUEE_BUILD") or ("reused" if stages.DEBUG.exists() or stages.RELEASE.exists() else "clean")
    return status_of(run_and_report(wanted, build))


def in_kept_tree(names):
    """On a copy of this tree, in a build tree that is kept for this compiler, these flags and libraries."""
    with locked(CACHE / "build"):
        tree, is_reused = warm_tree.prepare(stages.TOP, CACHE / "build", is_clean())
        return run_in(tree, names, {"MARQUEE_BUILD": "reused" if is_reused else "clean"})


def in_long_tree(names):
    """On a copy of this tree that is built from nothing; an interrupted run of the same content goes on after its last stage."""
    tree = CACHE / "long"
    with locked(CACHE / "long-run"):
        content = f"{warm_tree.content_of(stages.TOP)} {warm_tree.key(stages.TOP)}"
        marker = tree / "out/content"
        is_complete = (tree / "out/complete").exists()
        if is_clean() or is_complete or not marker.exists() or marker.read_text() != content:
            shutil.rmtree(tree, ignore_errors=True)
        warm_tree.copy(stages.TOP, tree, warm_tree.KEPT)
        marker.parent.mkdir(exist_ok=True)
        marker.write_text(content)
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=stages.TOP, capture_output=True, text=True).stdout.strip() or "unknown"
        return run_in(tree, ["--inside-long", commit, *names], {})


def run_in(tree, arguments, environment):
    environment = {**os.environ, **environment, "MARQUEE_SOURCE": str(stages.TOP), "MARQUEE_WHOLE_MODULES": "yes"}
    processes = []
    try:
        with signals_held():
            processes.append(subprocess.Popen([tree / "tools/gate", *arguments], cwd=tree, env=environment))
        status = processes[0].wait()
    finally:
        for process in processes:
            if process.poll() is None:
                process.terminate()
                process.wait()
    # Copy the logs to their usual place.
    if (tree / "out/gate").exists():
        try:
            shutil.rmtree(OUT, ignore_errors=True)
            shutil.copytree(tree / "out/gate", OUT)
        except OSError as error:
            print(f"gate: the logs stay in {tree / 'out/gate'}: {error.filename}: {error.strerror}", flush=True)
    return status


def is_clean():
    return stages.is_on("MARQUEE_CLEAN")


@contextlib.contextmanager
def locked(folder):
    """One run at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"gate: another run is in {folder}; this one begins when that has ended", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
