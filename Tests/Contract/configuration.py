"""Errors of configuration files by kind: file, line, column and key of each error, and their number, without their sentences."""
import re

from masking import Masker
from rig import TOP, Rig

FILES = "configurations.txt"
TITLE = "--- "
# The file in a message, with any path before it.
PLACE = re.compile(r"\S+\.yaml:\d+.*")


def samples():
    """The texts of the file: a title, and a configuration below it."""
    text = (TOP / "Tests/Contract" / FILES).read_text()
    for part in re.split(f"^{TITLE}", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        yield title, body


def record(page):
    with Rig() as rig:
        mask = Masker([(rig.place, "PLACE"), (TOP, "TREE")])
        rig.copy("Examples/sample/menu-landscape.svg", "a.svg")
        rig.write("folder/b.txt", "none")
        rig.write("items.yaml", "- { color: '#102030' }\n- { colour: 7 }\n")
        for title, text in samples():
            page.add(title, checked(rig, mask, rig.write("marquee.yaml", text)))
        for name in ("docs/marquee.yaml", "Examples/sample/sample.yaml", "systemd/marquee.yaml"):
            page.add(f"the file {name}", checked(rig, mask, TOP / name, "--strict" if "sample" in name else None))
        page.add("a media file that is not there, strictly", checked(
            rig, mask, rig.write("marquee.yaml", "idle: { image: nowhere.png }\n"), "--strict"))
        page.add("no UTF-8", checked(rig, mask, rig.write("marquee.yaml", b"idle: \xff\n")))
        page.add("a NUL", checked(rig, mask, rig.write("marquee.yaml", b"idle: { color: '#000000' }\n\0")))
        page.add("an empty file", checked(rig, mask, rig.write("marquee.yaml", "")))
        page.add("a megabyte and more", checked(rig, mask, rig.write("marquee.yaml", "#" * (1024 * 1024 + 1))))
        page.add("a folder", checked(rig, mask, rig.place / "folder"))
        page.add("a file that is not there", checked(rig, mask, rig.place / "nowhere.yaml"))


def checked(rig, mask, path, *options):
    """The status and the problems of `marqueed --check`, a line each."""
    status, output, errors = rig.run("--check", "--config", path, *filter(None, options), program="marqueed")
    lines = [f"status {status}"]
    for stream, text in (("errors", errors.decode()), ("output", output.decode())):
        # Things that this machine lacks are left out: notes, and users and groups, which an installation makes. A message continues in lines
        # without a place, which are not counted.
        found = [PLACE.search(line) for line in text.splitlines() if not line.startswith("note: ") and "this machine has no " not in line]
        lines += [f"{stream}: {mask.sentence(place.group())}" for place in found if place]
    return "\n".join(lines)
