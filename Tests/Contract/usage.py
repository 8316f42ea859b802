"""The options of the programs, their effect without a daemon, and their exit statuses for wrong arguments."""
import json
import re

from commands import SCREEN, Recorder
from replies import SAMPLES
from rig import TOP, Rig

NOWHERE = {"environment": {"MARQUEE_SOCKET": "/nowhere/marquee.sock"}}


def record(page):
    with Rig() as rig:
        recorder = Recorder(rig, page)
        options(recorder)
        without_daemon(recorder)
        wrong(recorder)


def options(recorder):
    """Names, values and places of options: scripts use them."""
    for program in ("marqueectl", "marquee-remote"):
        text = recorder.rig.run("--experimental-dump-help", program=program)[1].decode()
        for name, lines in commands(json.loads(text)["command"], ()):
            recorder.page.add(f"the options of {name}", "\n".join(lines))
    for program in ("marqueed", "marquee-keys"):
        text = recorder.rig.run("--help", program=program)[1].decode()
        found = sorted(set(re.findall(r"--[a-z][a-z-]*(?:[= ][A-Z]+)?", text)))
        recorder.page.add(f"the options of {program}", "\n".join(found))


def commands(command, before):
    """The arguments of a command and of those below it."""
    path = (*before, command["commandName"])
    lines = []
    for argument in command.get("arguments", []):
        names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
        kind = " ".join((
            argument["kind"], *(["optional"] if argument["isOptional"] else []), *(["repeating"] if argument["isRepeating"] else [])))
        more = [f"{key} {argument[key]}" for key in ("defaultValue", "allValues") if key in argument]
        lines.append(f"{' '.join(names) or argument['valueName']}: {', '.join((kind, *more))}")
    if "defaultSubcommand" in command:
        lines.append(f"by default: {command['defaultSubcommand']}")
    yield " ".join(path), lines
    for inner in command.get("subcommands", []):
        yield from commands(inner, path)


def without_daemon(recorder):
    run = recorder.run
    for words in (
        ("screens",), ("screens", "--json"), ("status",), ("show", SCREEN, "color", "#000000"), ("wait", SCREEN, "connected", "--timeout", "1s"), ("events",), ("metrics",),
        ("present", "--end"), ("screens", "--socket", "/nowhere/other.sock"),
    ):
        run(*words, title=", without a daemon", **NOWHERE)
    for program in ("marqueed", "marqueectl", "marquee-remote", "marquee-keys"):
        run("--version", program=program)
        run("--help", program=program)
    samples = sorted((TOP / SAMPLES).glob("*-1.bin"))
    for path in samples:
        run("edid", "--json", path)
    run("edid", samples[0])
    run("edid", *samples[:2])
    run("edid", "--json", *samples[:2])
    run("edid", "/nowhere.bin")
    run("edid", recorder.rig.write("short.bin", b"\x00" * 10), "--json")
    run("edid", "-", "--json")
    configuration = recorder.rig.write("rules.yaml", "screens:\n  - match: { make: SNY }\n    modes: [1280x720@60, preferred]\n    maximum: { height: 1080 }\n")
    for sample in ("tv-sony-1", "tv-4k-hdmi2-1", "projector-epson-1", "no-name-1", "ycbcr420-1"):
        path = TOP / SAMPLES / f"{sample}.bin"
        run("explain", "--edid", path, "--config", configuration, "--json")
    run("explain", "--edid", TOP / SAMPLES / "tv-sony-1.bin", "DP-1")
    run("explain", "--edid", "/nowhere.bin", "--json")
    run("explain", "--edid", TOP / SAMPLES / "tv-sony-1.bin", "--config", "/nowhere.yaml")
    run("explain", "--config", configuration, SCREEN)
    week = recorder.rig.write("week.yaml", """schedule:
  zone: Europe/Berlin
  fallback: { color: "#000000" }
  entries:
    - { color: "#102030", name: lunch, weekdays: mon-fri, from: "11:30", to: "14:00" }
    - { power: off, from: "22:00", to: "06:00", priority: 1 }
""")
    for time in ("2026-03-02T12:00+01:00", "2026-03-02T23:00+01:00", "2026-03-07 12:00"):
        recorder.both("content", week, "--at", time)
    run("content", week, "--at", "noon")
    run("content", "/nowhere.yaml", "--at", "2026-03-02T12:00Z")
    run("content", recorder.rig.write("wrong.yaml", "schedul: {}\n"), "--at", "2026-03-02T12:00Z")


def wrong(recorder):
    """Wrong words, which are found before the daemon is asked."""
    for line in (
        "nonsense", "screens HDMI-A-1", "screens --nonsense", "modes", "explain", "mode HDMI-A-1", "mode HDMI-A-1 large", "mode HDMI-A-1 preferred --confirm soon",
        "rotate HDMI-A-1", "rotate HDMI-A-1 45", "scale HDMI-A-1 large", "scale HDMI-A-1 99", "overscan HDMI-A-1", "overscan HDMI-A-1 60%", "volume HDMI-A-1", "volume HDMI-A-1 loud", "volume HDMI-A-1 101", "overscan HDMI-A-1 1% 2%",
        "reset", "show HDMI-A-1", "show HDMI-A-1 colour red", "show HDMI-A-1 color redd", "show HDMI-A-1 pattern grit", "show HDMI-A-1 color #000000 --for 0s",
        "show HDMI-A-1 color #000000 --for 8d", "show HDMI-A-1 color #000000 --configured", "show HDMI-A-1 banner x --fit fill", "show HDMI-A-1 banner x --align left",
        "show HDMI-A-1 deck a.pdf --page 0", "show HDMI-A-1 ticker x --speed fast", "show HDMI-A-1 slideshow a --transition jump", "show HDMI-A-1 clock %Q",
        "show HDMI-A-1 countdown tomorrow", "show HDMI-A-1 playlist", "show HDMI-A-1 layout /nowhere.yaml", "deck HDMI-A-1 turn", "deck HDMI-A-1 goto", "deck HDMI-A-1 goto x",
        "deck HDMI-A-1 next 2", "content HDMI-A-1 --at noon", "blank HDMI-A-1 maybe", "freeze HDMI-A-1", "power HDMI-A-1 1", "unregister", "foreground", "place", "support",
        "support none", "support HDMI-A-1", "support off --app a --screen b", "mirror", "mirror HDMI-A-1", "mirror HDMI-A-1 --fit tight", "mirror HDMI-A-1 --of main default",
        "sessions --state gone", "sessions --user-info page", "session", "session show", "session set", "session set x page", "session activate", "session activate --content x",
        "session frame x 0 0", "session frame x -0.1 0 1 1", "session snapshot x", "session nonsense x y", "input", "input own", "input send x", "plays --since yesterday",
        "plays --csv --json", "identify --for 0s", "identify --for 2h", "wait", "wait HDMI-A-1", "wait HDMI-A-1 shown", "wait HDMI-A-1 sequence=x",
        "wait HDMI-A-1 connected --timeout soon", "wait HDMI-A-1 connected --timeout -1", "screenshot HDMI-A-1", "screenshot HDMI-A-1 a.png --longest-side 31", "plan",
        "plan --config /nowhere.yaml", "events --count 0", "events --count x", "simulate", "simulate plug", "simulate fault nonsense", "simulate vblank maybe",
        "simulate advance soon", "simulate time noon", "simulate plug HDMI-A-1 --edid /nowhere.bin", "edid", "present /nowhere.pdf --page 0", "present --minutes -1",
        "present --resume --replace", "present --notes /nowhere.md --end", "metrics a b",
    ):
        recorder.run(*line.split(), **NOWHERE)
    recorder.run("show", SCREEN, "banner", "x" * 16385, **NOWHERE)
    for line in ("--listen nowhere", "--nonsense", "code --nonsense", "--key a", "nonsense"):
        recorder.run(*line.split(), program="marquee-remote", **NOWHERE)
    recorder.run("code", program="marquee-remote", **NOWHERE)
    recorder.run("--check", "--config", TOP / "docs/keys.yaml", program="marquee-keys")
    recorder.run("--check", "--config", recorder.rig.write("keys.yaml", "keys: { right: jump }\n"), program="marquee-keys")
    recorder.run("--check", "--config", "/nowhere.yaml", program="marquee-keys")
    recorder.run("--nonsense", program="marquee-keys")
