"""Runs a failed test alone five times more, and reports whether it fails always or sometimes. The stage stays red."""
import dataclasses
import time

AGAIN = 5
# For one stage, so that a broken product is reported soon.
MOST_TESTS = 5
MOST_SECONDS = 900
# The limit for one run of a test.
MOST_MINUTES = 10


def of(outcome, run):
    """Returns a line for each failed test of the outcome; `run` runs a stage, like gate.run."""
    if outcome.stage.alone is None:
        if outcome.status == "failed":
            yield f"not run again: {outcome.stage.name}: none of its checks can be run alone"
        return
    started = time.monotonic()
    failures = [failure for failure in outcome.results.failures if failure.is_test]
    for failure in outcome.results.failures:
        if not failure.is_test:
            yield f"not run again: {failure.name}: it is no single test"
    for failure in failures[MOST_TESTS:]:
        yield f"not run again: {failure.name}: {MOST_TESTS} others are"
    for failure in failures[:MOST_TESTS]:
        if time.monotonic() - started > MOST_SECONDS:
            yield f"not run again: {failure.name}: the others took too long"
            continue
        seed = f" (seed {failure.seed})" if failure.seed else ""
        place = failures.index(failure) + 1
        results = [result_of(outcome.stage, failure, f"{place}.{number}", run) for number in range(1, AGAIN + 1)]
        if None in results:
            yield f"not run again: {failure.name}: it did not run when it was alone"
            continue
        failed = 1 + results.count("failed")
        verdict = "BROKEN" if failed == AGAIN + 1 else "FLAKY"
        yield f"{verdict} {failed} of {AGAIN + 1}: {failure.name}{seed}"


def result_of(stage, failure, label, run):
    """Runs a test alone; returns "failed" or "passed", or None if it has not run, for example because of an unreachable mirror."""
    # The description of a scenario chooses it.
    environment = {**stage.environment, **({"MARQUEE_SCENARIO": failure.case} if failure.is_scenario else {})}
    alone = dataclasses.replace(
        stage, name=f"{stage.name} again {label}", command=stage.alone(failure.name), environment=environment,
        minutes=min(stage.minutes, MOST_MINUTES))
    results = run(alone).results
    if results.failures:
        return "failed"
    return "passed" if results.run else None
