"""The build tree that is kept: `make test` builds and runs there, so that only changed files are compiled.

It lies in ~/.cache/marquee/build/KEY. The key is made of all that a compiled file depends on beyond its source: the compiler, the flags,
the manifest, the linker's files, the C modules and the versions of the -dev packages. Files are copied by content, so that an unchanged file keeps its time.
"""
import filecmp
import hashlib
import os
import pathlib
import shutil
import subprocess

# Folders at the top of the tree that are results, not sources.
KEPT = (".build", ".build-release", ".build-embedding", ".build-fuzz", ".build-address", ".build-thread", ".swiftpm", "Package.resolved", "out")


def key(top):
    if not shutil.which("swift"):
        raise SystemExit("gate: there is no command swift; install Swift (README.md) and put its folder usr/bin into PATH")
    parts = [subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout, (top / "Package.swift").read_text()]
    parts += [line for line in (top / "Makefile").read_text().splitlines() if "_FLAGS :=" in line or "MARQUEE_WHOLE_MODULES" in line]
    # SwiftPM does not see that these change: flags and module maps alone name them.
    parts += [f"{path.relative_to(top)} {path.read_bytes()}" for path in sorted((top / "Sources/CModules").rglob("*")) if path.is_file()]
    packages = [line for line in (top / "tools/packages-build").read_text().split() if line.endswith("-dev")]
    parts.append(subprocess.run(["dpkg-query", "-W", *packages], capture_output=True, text=True).stdout)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def copy(source, target, kept=()):
    """Makes a folder equal to another. It does not touch files with the same content, or the names in `kept`."""
    target.mkdir(parents=True, exist_ok=True)
    wanted = {entry.name: entry for entry in os.scandir(source) if entry.name not in kept and entry.name != "__pycache__"}
    for entry in os.scandir(target):
        if entry.name not in wanted and entry.name not in kept:
            remove(entry)
    for name, entry in wanted.items():
        there = target / name
        if entry.is_dir(follow_symlinks=False):
            if there.is_symlink() or (there.exists() and not there.is_dir()):
                there.unlink()
            copy(pathlib.Path(entry.path), there)
        elif not is_same(entry, there):
            if there.is_symlink() or there.exists():
                remove(there)
            shutil.copy(entry.path, there, follow_symlinks=False)


def is_same(entry, there):
    if entry.is_symlink() or there.is_symlink():
        return entry.is_symlink() and there.is_symlink() and os.readlink(entry.path) == os.readlink(there)
    if not there.is_file() or (entry.stat().st_mode ^ there.stat().st_mode) & 0o777:
        return False
    return filecmp.cmp(entry.path, there, shallow=False)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def content_of(source):
    """A hash of all files that are copied."""
    hashed = hashlib.sha256()
    for folder, folders, names in os.walk(source):
        is_top = pathlib.Path(folder) == source
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", ".git") and not (is_top and name in KEPT))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if name != ".git" and not (is_top and name in KEPT):
                data = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
                hashed.update(f"{path.relative_to(source)} {len(data)}\n".encode() + data)
    return hashed.hexdigest()


def prepare(source, cache, is_clean):
    """Returns the tree with the source, and whether it has an earlier build. Of the trees with other keys the newest one stays."""
    # Their versions are a part of the key. The stage `packages` reports a failure.
    subprocess.run([source / "tools/install-packages", source / "tools/packages-build"], stdin=subprocess.DEVNULL)
    tree = cache / key(source)
    if is_clean and tree.exists():
        shutil.rmtree(tree)
    is_reused = (tree / ".build-release").exists() and (tree / ".build").exists()
    others = sorted((other for other in cache.glob("*") if other.is_dir() and other != tree), key=lambda other: other.stat().st_mtime)
    for other in others[:-1]:
        shutil.rmtree(other)
    copy(source, tree, KEPT)
    os.utime(tree)
    return tree, is_reused
