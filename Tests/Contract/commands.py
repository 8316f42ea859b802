"""The output of the programs with --json beside a daemon, and their exit statuses, without their sentences."""
import json
import re

import masking
from masking import Masker
from replies import CONNECTORS, SAMPLES
from rig import TOP, Rig, call_bytes
from schemas import Commands
from script import pass_time

CONFIGURATION = """
apps:
  lobby:
    foreground: true
    scenes:
      externalDisplayNonInteractive:
        - name: main
          content: { color: "#204060" }
  menu:
    scenes:
      externalDisplayNonInteractive:
        - name: board
          content: { color: "#602040" }
"""
SCREEN = "HDMI-A-1"
PLAN = CONFIGURATION.replace("#204060", "#205060")


class Recorder:
    def __init__(self, rig, page, commands=None):
        self.rig, self.page = rig, page
        self.mask = Masker([(rig.place, "PLACE"), (TOP, "TREE")])
        self.commands = commands or Commands(rig)

    def run(self, *words, program="marqueectl", write=None, title="", **more):
        """Runs a command, and keeps its exit status and its output."""
        status, output, errors = self.rig.run(*words, program=program, **more)
        write = write or self.printed
        is_json = program == "marqueectl" and "--json" in words
        if is_json:
            self.commands.check(words, status, output.decode(), errors.decode())
        lines = [f"status {status}", f"output: {write(output.decode())}"]
        if errors:
            lines.append(f"errors: {(self.failure if is_json and status > 0 else self.words)(errors.decode())}")
        name = program + "".join(f" {self.mask.text(str(word))}" for word in words)
        name = (name if len(name) < 150 else name[:140] + "…") + title
        # The same words may stand for another thing later.
        times = sum(other == name or other.startswith(f"{name}, time ") for other in self.page.entries)
        self.page.add(f"{name}, time {times + 1}" if times else name, "\n".join(lines))

    def both(self, *words, **more):
        """For people, and for programs."""
        self.run(*words, **more)
        self.data(*words, **more)

    def data(self, *words, **more):
        self.run(*words, "--json", **more)

    def printed(self, text):
        """JSON with its layout, and of anything else that there is something."""
        lines = text.splitlines()
        if text.startswith("{") and len(lines) > 1 and all(line.startswith("{") and line.endswith("}") for line in lines):
            return "lines\n" + "\n".join(self.mask.reply(line.encode()) for line in lines)
        try:
            value = masking.parse(text)
        except ValueError:
            return self.words(text)
        if not isinstance(value, list):
            return self.words(text)
        layouts = {masking.indented(value) + "\n": "indented", masking.compact(value) + "\n": "compact"}
        return f"{layouts.get(text, 'in another layout')}\n{masking.readable(self.mask.value(value))}"

    def failure(self, text):
        """The object of a failed command, without its sentences."""
        fields = json.loads(text.splitlines()[-1])
        return self.mask.text(json.dumps({key: "<text>" if value and key in ("error", "expected", "hint") else value for key, value in fields.items()}))

    @staticmethod
    def words(text):
        return "text" if text.strip() else "nothing"


def record(page):
    with Rig() as rig:
        recorder = Recorder(rig, page)
        rig.start(CONFIGURATION, *CONNECTORS)
        simulate(recorder)
        screens(recorder)
        contents(recorder)
        sessions(recorder)
        talks(recorder)
        files(recorder)
        streams(recorder)
        checks(recorder)
        refused(recorder)
    with Rig() as rig:
        daemons(Recorder(rig, page, recorder.commands))
    recorder.commands.check_all()


def simulate(recorder):
    run, data = recorder.run, recorder.data
    edid = TOP / SAMPLES / "tv-sony-1.bin"
    data("simulate", "plug", SCREEN, "--edid", edid)
    run("wait", SCREEN, "presented", "--timeout", "10s")
    data("simulate", "plug", "DP-1", "--display", "1280x720@60", "--make", "ABC", "--model", "Wall", "--serial", "7")
    run("wait", "DP-1", "presented", "--json")
    for line in (
        "unplug eDP-1", "hotplug", "probe 10ms", "probe 0s", "modeset 0s", "fault none", "fault refuse --screen HDMI-A-1 --commit flip --error ENONE", "vblank on", "updates off",
        "device on", "clock off", "list", "advance 1s", "time 2026-03-02T10:00:00+00:00", "resume", "plug HDMI-A-9",
    ):
        data("simulate", *line.split())


def screens(recorder):
    run, both, data, rig = recorder.run, recorder.both, recorder.data, recorder.rig
    both("screens")
    both("modes", SCREEN)
    both("explain", SCREEN)
    both("apps")
    both("status")
    both("mode", SCREEN, "1280x720@60")
    data("mode", SCREEN, "1920x1080", "--confirm", "15")
    run("mode", SCREEN, "confirm")
    run("mode", SCREEN, "confirm", "--json")
    data("rotate", SCREEN, "90")
    data("scale", SCREEN, "2")
    run("scale", SCREEN, "auto")
    data("overscan", SCREEN, "2%")
    run("overscan", SCREEN, "0px", "1px", "2px", "3px")
    data("volume", SCREEN, "40")
    run("volume", SCREEN, "0")
    data("reset", SCREEN)
    run("reset", SCREEN, "--no-wait", "--json")
    for command in ("blank", "freeze"):
        data(command, SCREEN, "on")
        data(command, SCREEN, "off")
    data("power", SCREEN, "off")
    data("power", SCREEN, "on")
    data("foreground", "menu")
    data("foreground", "lobby", "--screen", SCREEN)
    for words in (("off",), ("default",), ("DP-1", "off"), ("DP-1", "default"), ("mirror",)):
        data("support", *words)
    run("support", "default", "--app", "lobby")
    run("support", "external", title=", before the mirrors")
    data("mirror", SCREEN, "--of", "DP-1", "--fit", "fill")
    data("mirror", SCREEN, "default")
    data("place", "lobby")
    data("alarm", "raise", "--name", "fire", "--screen", SCREEN, "color", "#aa0000")
    both("alarm", "list")
    data("alarm", "clear", "fire")
    run("alarm", "clear")
    data("identify", SCREEN, "--for", "2s")
    data("identify")
    pass_time(recorder.rig, 6)
    both("wait", SCREEN, "connected")
    data("wait", SCREEN, "mode=800x600", "--timeout", "1s")
    both("screenshot", SCREEN, "now.png")
    run("screenshot", SCREEN, "small.png", "--longest-side", "64", "--json")
    run("rotate", SCREEN, "270")
    data("screenshot", SCREEN, "upright.png", "--upright")
    run("rotate", SCREEN, "0")
    run("screenshot", SCREEN, "/nowhere/now.png")
    both("compare", "now.png", "now.png")
    data("compare", "now.png", "upright.png")
    for words in (
        ("modes", "HDMI-A-7"), ("explain", "HDMI-A-7"), ("mode", SCREEN, "1280x721"), ("foreground", "lobbi"), ("unregister", "lobbi"), ("unregister", "lobby"),
        ("place", "lobbi"), ("sessions", "--app", "lobbi"), ("simulate", "fault", "refuse", "--error", "EBUSY", "--commit", "x"), ("deck", SCREEN, "next"),
    ):
        data(*words)


def contents(recorder):
    run, both, data, rig = recorder.run, recorder.both, recorder.data, recorder.rig
    picture = rig.copy("Examples/sample/menu-landscape.svg", "media/a.svg")
    deck = rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf")
    layout = rig.write("layout.yaml", "layout: [{ color: '#102030', width: 50% }, { pattern: grid, x: 50%, width: 50% }]\n")
    for words in (
        ("color", "#204060"), ("pattern", "grid"), ("banner", "Hello", "--background", "#204060", "--align", "start"), ("image", picture, "--fit", "fill"),
        ("slideshow", rig.place / "media", "--duration", "8s", "--shuffle", "--transition", "crossfade"), ("playlist", picture, deck, "--duration", "10s"),
        ("ticker", "News", "--speed", "0.2"), ("clock", "%H:%M", "--zone", "Europe/Berlin"), ("countdown", "2026-12-31T18:00+01:00", "--title", "Until"),
        ("qr", "https://example.org", "--caption", "Menu"), ("layout", layout), ("content", layout), ("setup", "--no-pairing"), ("surface", "chart", "--background", "#102030"), ("stream", "rtsp://127.0.0.1:9/a", "--fit", "fill", "--allow-loopback"), ("video", "clip.mp4", "--fit", "fill", "--no-loop", "--from", "1s", "--to", "2s"), ("color", "#000000", "--for", "5m"),
        ("image", "/nowhere.png"), ("deck", deck),
    ):
        data("show", SCREEN, *words)
    both("content", SCREEN)
    run("content", SCREEN, "--at", "2026-12-31T18:00+01:00", "--json")
    for turn in ("next", "last", "previous", "first"):
        run("deck", SCREEN, turn, "--json")
    run("deck", SCREEN, "goto", "2")
    run("show", f"{SCREEN},DP-1", "color", "#204060", "--json")
    run("show", f"{SCREEN},DP-1", "--configured")
    run("show", SCREEN, "banner", "-", text="from standard input")
    run("show", SCREEN, "--configured", "--json", "--no-wait")


def sessions(recorder):
    run, both, rig = recorder.run, recorder.both, recorder.rig
    found = rig.tell("Sessions", app="lobby")["sessions"]
    session = found[0]["identifier"]
    both("sessions")
    run("sessions", "--app", "lobby", "--state", "foregroundActive", "--json")
    run("session", "set", session, "page=7", "name=x", 'list=[1,"a"]', "--json")
    both("session", session)
    run("session", "show", session, "--json")
    run("sessions", "--user-info", "page=7", "--json")
    run("session", "activate", "--user-info", "page=7", "--json")
    run("session", "activate", session)
    run("session", "refresh", "--json")
    run("session", "snapshot", session, "session.png", "--json")
    run("session", "frame", session, "0", "0", "1", "1", "--json")
    run("session", "request", "lobby", "--json")
    run("session", "show", "none", "--json")
    run("input", "send", session, "tap", "x=1", "--json")
    run("session", "destroy", session, "--json")
    run("foreground", "lobby", "--json", title=", after a session's end")
    run("events", "--count", "1", "--json")
    run("events", "--count", "1")


def talks(recorder):
    run, rig = recorder.run, recorder.rig
    deck = rig.place / "deck.pdf"
    notes = rig.write("deck.md", "# 1\nHello\n\n# 2\n- one\n")
    run("present", deck, "--once", "--json", "--minutes", "20", "--page", "2", "--notes", notes)
    run("present", deck, "--once", "--json")
    run("present", "--resume", "--once", "--json")
    run("present", "--end", "--json")
    run("present", "--end")
    run("present", "/nowhere.pdf", "--once")
    run("present")


def files(recorder):
    run, both, rig = recorder.run, recorder.both, recorder.rig
    both("plan", "--config", rig.write("plan.yaml", PLAN))
    both("plan", "--config", rig.write("plan-wrong.yaml", "screens: 7\nsuport: off\n"))
    run("plan", "--config", "-", "--json", text=PLAN)
    both("reload")
    rig.write("marquee.yaml", PLAN)
    run("reload", "--json", title=", with a change")
    rig.write("marquee.yaml", "screens: 7\n")
    run("reload", "--json", title=", with an error")
    rig.write("marquee.yaml", CONFIGURATION)
    run("reload", title=", back again")
    both("plays")
    both("plays", "--since", "2026-03-02", "--screen", SCREEN)
    run("plays", "--csv", write=recorder.mask.table)
    run("metrics", write=metrics)
    run("metrics", "--json", write=recorder.words)
    run("audit", "--json", write=recorder.words)
    run("report", "report.json", "--json")
    run("report", "report.json", title=", once more")
    run("--replay", rig.place / "report.json", program="marqueed")
    text = (rig.place / "report.json").read_text()
    other = text.replace('"reason": "the display prefers it"', '"reason": "no reason"')
    run("--replay", rig.write("different.json", other), program="marqueed")
    run("--replay", rig.write("cut.json", text[: len(text) // 2]), program="marqueed")
    run("--replay", rig.write("later.json", text.replace('"marqueeReport": 1', '"marqueeReport": 99')), program="marqueed")
    run("--replay", "/nowhere.json", program="marqueed")


def metrics(text):
    """Names, types and labels, without values and help texts."""
    # Sensors and processors are this machine's.
    lines = {line if line.startswith("#") else re.sub(r" \S+$", "", line) for line in text.splitlines() if not line.startswith("# HELP") and "temperature" not in line and "cooling" not in line}
    return "names\n" + "\n".join(sorted(re.sub(r'version="[^"]*"', 'version="<version>"', line) for line in lines))


def streams(recorder):
    """Commands that end when they are interrupted."""
    rig = recorder.rig
    scenes = {"application": [{"name": "note", "content": {"color": "#205030"}}]}
    app = rig.stream("RegisterApp", {"name": "notes", "scenes": scenes, "supportsMultipleScenes": True})
    rig.answer(app)
    for words in (("events",), ("events", "--json"), ("input", "own", "notes"), ("input", "own", "notes", "--json")):
        recorder.run(*words, interrupts=True, title=", interrupted", write=recorder.words)
    windows(recorder)
    app.close()
    # The app stays until it is unregistered.
    recorder.data("unregister", "notes")


def checks(recorder):
    """The frames of a coded pattern, and a content that cannot be shown."""
    run, both, data, rig = recorder.run, recorder.both, recorder.data, recorder.rig
    run("show", SCREEN, "pattern", "coded")
    frames = [f"coded-{number}.png" for number in range(3)]
    for frame in frames:
        run("screenshot", SCREEN, frame)
    both("verify", *frames, "--without", "late")
    data("verify", frames[0], frames[2], "--without", "late")
    data("verify", *frames)
    data("verify", "now.png", "now.png", "--without", "late")
    run("show", SCREEN, "--configured")
    rig.write("marquee.yaml", CONFIGURATION.replace('color: "#204060"', "image: missing.png"))
    run("reload", title=", with a missing file")
    run("on-trouble", "--json", "true", interrupts=True, title=", interrupted")


def windows(recorder):
    """The application scenes of an app, while a controller owns its input."""
    rig, data = recorder.rig, recorder.data
    owner = rig.stream("OwnInput", {"app": "notes"})
    rig.answer(owner)
    data("place", "notes", SCREEN)
    session = rig.tell("Sessions", app="notes")["sessions"][0]["identifier"]
    data("session", "frame", session, "0", "0", "0.5", "1")
    data("input", "send", session, "tap", "x=1")
    data("session", "request", "notes")
    data("place", "notes")
    owner.close()


def refused(recorder):
    rig = recorder.rig
    connections = [rig.connect() for _ in range(40)]
    for connection in connections:
        connection.send(call_bytes("GetTalk"))
    rig.settle()
    recorder.run("apps", title=", with too many connections")
    for connection in connections:
        connection.close()


def daemons(recorder):
    """How the daemon itself ends."""
    rig = recorder.rig
    simulated = ("--backend", "simulated", "--state", rig.place / "other")
    nowhere = {"environment": {"MARQUEE_SOCKET": str(rig.place / "other.sock")}}
    for words in (("--nonsense",), ("--backend", "x"), ("--log-level", "loud"), ("extra",), ("--config",), ("--check", "--replay", "x")):
        recorder.run(*words, program="marqueed", **nowhere)
    recorder.run(*simulated, "--config", "/nowhere.yaml", program="marqueed", **nowhere)
    recorder.run(*simulated, "--config", rig.write("wrong.yaml", "screens: 7\n"), program="marqueed", **nowhere)
    recorder.run("--backend", "simulated", "--state", rig.write("file", "x"), program="marqueed", **nowhere)
    rig.start(CONFIGURATION)
    recorder.run(*simulated, program="marqueed", title=", where another listens", environment={"MARQUEE_SOCKET": str(rig.socket)})
    recorder.run("--backend", "simulated", "--state", rig.place / "state", program="marqueed", title=", where another keeps its state", **nowhere)
    for line in ("plug HDMI-A-1 --display 1280x720@60", "edid HDMI-A-1 --display 1024x768@60", "unplug HDMI-A-1", "device off", "device on"):
        recorder.data("simulate", *line.split())
    recorder.page.add("marqueed: told to end", f"status {rig.end()}")
