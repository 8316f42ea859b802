"""A package of some targets of this one, in a folder of its own, for builds with other flags.

SwiftPM builds all tests of a package or none. The folder has links to the sources, and this Package.swift with lines behind it that
remove every target that the wanted ones do not need.
"""
import os
import pathlib
import shutil
import subprocess

from testing import stages

ENVIRONMENT = 75

# The links make the files of both packages the same.
UNLINKED = ("Package.swift", "Package.resolved", "out")

def make(folder, targets, more=""):
    """Makes the package in a folder, or brings it up to date; `more` are lines of the manifest that come first."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {entry.name for entry in os.scandir(stages.TOP) if not entry.name.startswith(".") and entry.name not in UNLINKED}
    for entry in os.scandir(folder):
        if entry.is_symlink() and entry.name not in wanted:
            os.unlink(entry.path)
    for name in wanted:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(stages.TOP / name)
    names = ", ".join(f'"{name}"' for name in targets)
    manifest = f'{(stages.TOP / "Package.swift").read_text()}\n{more}\nkeepOnly([{names}])\npackage.products = []\n'
    file = folder / "Package.swift"
    # An unchanged file keeps its time: SwiftPM plans a new build after a change.
    if not file.exists() or file.read_text() != manifest:
        file.write_text(manifest)


def build(folder, arguments):
    """Builds the package; returns the status of SwiftPM, or `ENVIRONMENT` if the packages that it needs cannot be fetched."""
    if not (folder / ".build/workspace-state.json").exists():
        fetched = subprocess.run([stages.TOP / "tools/fetch-dependencies", folder / ".build"], cwd=stages.TOP).returncode
        if fetched != 0:
            return fetched
    return subprocess.run(["swift", "build", "--package-path", folder, "--disable-index-store", *arguments]).returncode
