"""The stages of the gate, in their order."""
import os
import pathlib
import re
from dataclasses import dataclass, field, replace

TOP = pathlib.Path(__file__).resolve().parents[2]
RELEASE = TOP / ".build-release/release"
DEBUG = TOP / ".build/debug"
# How many stages run beside each other, on the two cores that the gate is made for. Fixed, so that every run is the same.
PLACES = 2


@dataclass(frozen=True)
class Stage:
    name: str
    command: tuple
    needs: tuple = ()
    environment: dict = field(default_factory=dict)
    # The command that runs one test alone, and makes it from the test's name; None if that cannot be done.
    alone: object = None
    minutes: float = 40
    # How many of the gate's places it takes: one, if other stages may run beside it to fill the pauses of all. A build fills both cores, and
    # a guest that waits for the host takes a core for nothing, so these run alone.
    places: int = PLACES
    # Whether it is an error if no test has run.
    has_tests: bool = True
    # The lists of Debian packages that it needs beyond those of the stages in `needs`.
    packages: tuple = ()


def swift_test(name):
    """A Swift test alone; its name is a part of a regular expression there."""
    return ("tools/swift-tests", "--filter", f"^{re.escape(name)}")


def page_test(name):
    return ("tools/test-remote", name)


def contract_page(name):
    """A page of the contract; the test's name begins with it."""
    return ("tools/contract", name.split(":")[0])


def machine_test(tier):
    return lambda name: ("tools/test-machine", tier, f"^{re.escape(name)}")


def machine_suites():
    """The suites of ring 4, as their files name them."""
    texts = (path.read_text() for path in (TOP / "Tests/KernelTests").glob("*.swift"))
    return sorted(name for text in texts for name in re.findall(r"^(?:@Suite(?:\([^\n]*\))? )?(?:final )?(?:struct|class|enum|actor) (\w+Tests)\b", text, re.MULTILINE))


def fuzz_targets():
    """The targets of tools/fuzz; `planted` shows that an error is found."""
    return sorted(path.parent.name for path in (TOP / "Tests/Fuzzers").glob("*/Fuzzer.swift") if path.parent.name != "planted")


def make(*targets):
    return ("make", "--no-print-directory", *targets)


MACHINE_TESTS = r"^KernelTests\."
# By themselves: a whole server would share Swift's few threads with tests that hold them.
SERVER_TESTS = r"^RemoteTests\."
# By themselves: they and most other tests live on the main thread, and two processes have two.
SCENARIO_TESTS = r"^(ScenarioTests|LifecycleTests)\."

# Of tools/sanitize.
SANITIZERS = ("address", "thread")

BUILD = ("tools/packages-build", "tools/packages-run")
PACKAGES = "packages"

GATE = (
    Stage("lint", ("tools/lint",), (PACKAGES,), places=1, packages=("tools/packages-lint",)),
    Stage("guest", make("guest"), (PACKAGES,), minutes=30, places=1, has_tests=False, packages=("Tests/Guest/packages",)),
    Stage("build release", make("build-guest-programs"), (PACKAGES,), minutes=30, has_tests=False, packages=BUILD),
    Stage("build debug", make("build-tests"), (PACKAGES,), minutes=30, has_tests=False, packages=BUILD),
    Stage(
        "fast", ("tools/swift-tests", "--skip", MACHINE_TESTS, "--skip", SERVER_TESTS, "--skip", SCENARIO_TESTS), ("build debug",),
        alone=swift_test, places=1, packages=("tools/packages-samples", "tools/packages-fast")),
    Stage("scenarios", ("tools/swift-tests", "--filter", SCENARIO_TESTS), ("build debug",), alone=swift_test, places=1,
          packages=("tools/packages-samples", "tools/packages-fast")),
    Stage("deb", make("deb-next"), ("build release",), {"DEB_COMPRESSION": "-Zgzip -z1"}, places=1, has_tests=False, packages=("tools/packages-deb",)),
    Stage(
        "pages", ("tools/test-remote",), ("build release",), {"PROGRAMS": str(RELEASE)}, page_test, places=1,
        packages=("Tests/Remote/packages",)),
    Stage("test deb", ("tools/test-deb",), ("deb",), places=1),
    Stage("contract", ("tools/contract",), ("build release",), {"PROGRAMS": str(RELEASE)}, contract_page, places=1),
    Stage("packaging", ("tools/test-packaging",), ("build release",), places=1),
    Stage("steady state", (str(RELEASE / "steady-state"),), ("build release",), places=1, has_tests=False),
    Stage("server", ("tools/swift-tests", "--filter", SERVER_TESTS), ("build debug",), alone=swift_test, places=1),
    Stage(
        "machine", ("tools/test-machine", "gate"), ("guest", "deb", "build debug"), {"PROGRAMS": str(RELEASE)}, machine_test("gate"),
        minutes=60),
)


def long_stages():
    """The same with every page and every play, fuzzers and sanitizers; each suite of ring 4 is a stage, so that a run goes on after it."""
    for stage in GATE:
        match stage.name:
            case "fast":
                yield replace(stage, environment={"MARQUEE_DAMAGED": "1000"})
            case "pages":
                yield replace(stage, environment={**stage.environment, "MARQUEE_PAGES": "long"}, minutes=60)
            case "machine":
                for suite in machine_suites():
                    command = ("tools/test-machine", "long", rf"^KernelTests\.{suite}/")
                    yield replace(stage, name=f"machine {suite}", command=command, alone=machine_test("long"), minutes=240)
            case _:
                yield stage
    # Each brings a build of its own.
    for target in fuzz_targets():
        yield Stage(f"fuzz {target}", ("tools/fuzz", target), (PACKAGES,), packages=BUILD)
    for sanitizer in SANITIZERS:
        yield Stage(f"sanitize {sanitizer}", ("tools/sanitize", sanitizer), (PACKAGES,), minutes=60, packages=BUILD)


def chosen(names, stages=GATE):
    """The stages of these names and those that they need; all of them if no name is given. One call of apt comes first."""
    by_name = {stage.name: stage for stage in stages}
    unknown = set(names) - set(by_name)
    if unknown:
        raise SystemExit(f"gate: there is no stage {', '.join(sorted(unknown))}; the stages are: {', '.join(by_name)}")
    wanted = set(names or by_name)
    for stage in reversed(stages):
        if stage.name in wanted:
            wanted.update(stage.needs)
    found = [stage for stage in stages if stage.name in wanted]
    lists = sorted({name for stage in found for name in stage.packages})
    return [Stage(PACKAGES, ("tools/install-packages", *lists), minutes=30, has_tests=False), *found]


def is_on(name):
    """Whether a variable of the environment asks for something."""
    return os.environ.get(name, "").lower() not in ("", "0", "no", "false")


def is_ci():
    return is_on("CI")
