"""The stages of the gate, in their order."""
import os
import pathlib
import re
from dataclasses import dataclass, field, replace

TOP = pathlib.Path(__file__).resolve().parents[2]
RELEASE = TOP / ".build-release/release"
DEBUG = TOP / ".build/debug"
# The number of stages that run at the same time, on the two cores of the gate. It is fixed, so that every run is the same.
PLACES = 2


@dataclass(frozen=True)
class Stage:
    name: str
    command: tuple
    needs: tuple = ()
    environment: dict = field(default_factory=dict)
    # Returns the command that runs one test alone, from the test's name; None if that is not possible.
    alone: object = None
    minutes: float = 40
    # The number of places that the stage takes. A stage with one place may run beside another stage, which uses its pauses. A build uses both
    # cores, and a guest that waits for the host uses a core for nothing, so these run alone.
    places: int = PLACES
    # True if a run without tests is an error.
    has_tests: bool = True
    # The lists of Debian packages that the stage needs in addition to the stages in `needs`.
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
# In a separate process: a whole server would share Swift's few threads with tests that block them.
SERVER_TESTS = r"^RemoteTests\."
# In a separate process: these and most other tests use the main thread, and two processes have two main threads.
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
    Stage("scenarios", ("tools/swift-tests", "--filter", SCENARIO_TESTS), ("build debug",), {"MARQUEE_TIER": "gate"}, swift_test, places=1,
          packages=("tools/packages-samples", "tools/packages-fast")),
    # The programs of the package outside the tree, which the virtual machine plays too, go into the release build.
    Stage("embedding", ("tools/test-embedding",), ("build release",), minutes=30),
    Stage("deb", make("deb-next"), ("build release",), {"DEB_COMPRESSION": "-Zgzip -z1"}, places=1, has_tests=False, packages=("tools/packages-deb",)),
    Stage(
        "pages", ("tools/test-remote",), ("build release",), {"PROGRAMS": str(RELEASE)}, page_test, places=1,
        packages=("Tests/Remote/packages",)),
    Stage("test deb", ("tools/test-deb",), ("deb",), places=1),
    Stage("contract", ("tools/contract",), ("build release",), {"PROGRAMS": str(RELEASE)}, contract_page, places=1, packages=("tools/packages-fast",)),
    Stage("packaging", ("tools/test-packaging",), ("build release",), places=1, packages=("Tests/Remote/packages",)),
    Stage("steady state", (str(RELEASE / "steady-state"),), ("build release",), places=1, has_tests=False),
    Stage("instructions", ("tools/test-instructions",), ("build release",), places=1, packages=("tools/packages-instructions",)),
    Stage("server", ("tools/swift-tests", "--filter", SERVER_TESTS), ("build debug",), alone=swift_test, places=1),
    Stage(
        "machine", ("tools/test-machine", "gate"), ("guest", "deb", "build debug", "embedding"), {"PROGRAMS": str(RELEASE)}, machine_test("gate"),
        minutes=60),
)


def long_stages():
    """The same with every page and every play, fuzzers and sanitizers; each suite of ring 4 is a stage, so that a run goes on after it."""
    for stage in GATE:
        match stage.name:
            case "fast":
                yield replace(stage, environment={"MARQUEE_DAMAGED": "1000"})
            case "scenarios":
                yield replace(stage, environment={"MARQUEE_VIDEO_ROUNDS": "1000"})
            case "pages":
                yield replace(stage, environment={**stage.environment, "MARQUEE_PAGES": "long"}, minutes=60)
            case "machine":
                for suite in machine_suites():
                    command = ("tools/test-machine", "long", rf"^KernelTests\.{suite}/")
                    yield replace(stage, name=f"machine {suite}", command=command, alone=machine_test("long"), minutes=240)
            case _:
                yield stage
    yield Stage("test deb on Debian 13", ("tools/test-deb", "trixie"), ("deb",), places=1)
    yield Stage("image", ("tools/image", "out/marquee.img"), ("deb",), minutes=60, places=1, has_tests=False, packages=("image/host-packages",))
    yield Stage("release", ("tools/release",), ("deb",), minutes=120, places=1, has_tests=False, packages=("image/host-packages",))
    yield Stage("image boots", ("tools/test-image",), ("image",), minutes=240, packages=("Tests/Image/packages",))
    # Each of these has its own build.
    for target in fuzz_targets():
        yield Stage(f"fuzz {target}", ("tools/fuzz", target), (PACKAGES,), packages=BUILD)
    for sanitizer in SANITIZERS:
        yield Stage(f"sanitize {sanitizer}", ("tools/sanitize", sanitizer), (PACKAGES,), minutes=60, packages=BUILD)


def chosen(names, stages=GATE):
    """The stages with these names and the stages that they need, or all stages without a name. One call of apt comes first."""
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
    """True if a variable of the environment is set."""
    return os.environ.get(name, "").lower() not in ("", "0", "no", "false")


def is_ci():
    return is_on("CI")
