"""Reads the JUnit file of pytest. A check that was skipped is a failure, and so is a file without tests."""
import xml.etree.ElementTree


def outcomes(path):
    """Yields the name, the status and the reason of each test: passed or failed."""
    count = 0
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        count += 1
        name = f"{case.get('classname')}::{case.get('name')}"
        found = {child.tag: child for child in case}
        bad = next((found[tag] for tag in ("failure", "error", "skipped") if tag in found), None)
        if bad is None:
            yield name, "passed", ""
        else:
            words = " ".join((bad.get("message") or bad.text or "").split())[:300]
            yield name, "failed", f"it was skipped: {words}" if bad.tag == "skipped" else words
    if not count:
        yield str(path), "failed", "there is no test in this file"
