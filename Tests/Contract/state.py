"""The files of the state directory, their values after a restart, and the handling of files that cannot be read."""
import shutil

import masking
from replies import CONNECTORS, SCREEN
from rig import TOP, Rig
from script import Script, pass_time

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
# A state directory of version 0.1.0, which every later version reads.
KEPT = TOP / "Tests/Contract/kept"


def record(page):
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        deck = str(rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf"))
        rig.plug("HDMI-A-1")
        rig.plug("DP-1", "1280x720@60", make="ABC", model="Wall", serial="7")
        script = Script(rig, page)
        directory(script, "after the first displays")
        choose(script)
        directory(script, "after choices")
        register(script)
        directory(script, "after an app registered")
        rig.tell("StartTalk", deck=deck, page=2, durationSeconds=600)
        rig.tell("SetTalkNotes", notes=[{"page": 1, "text": "Hello"}])
        rig.tell("ControlTalk", action="black", on=True)
        directory(script, "with a talk")
        rig.end()
        directory(script, "after the end")
        again(script, rig)
    with Rig() as rig:
        shutil.copytree(KEPT, rig.place / "state")
        kept(Script(rig, page), rig)
    for what, text in (("rubbish", "rubbish"), ("of another version", '{"version":99}'), ("without its checksum", '{"version":2,"displays":[],"sessions":[]}')):
        with Rig() as rig:
            rig.write("state/state.json", text)
            rig.start(CONFIGURATION, *CONNECTORS)
            rig.plug("HDMI-A-1")
            script = Script(rig, page)
            script.call(f"a state that is {what}", "Sessions")
            rig.end()
            page.add(f"the directory with a state that is {what}", names(rig))
    with Rig() as rig:
        shutil.copytree(KEPT, rig.place / "state")
        (rig.place / "state/state.json").rename(rig.place / "state/state.json.previous")
        rig.write("state/state.json", "rubbish")
        rig.start(CONFIGURATION, *CONNECTORS)
        Script(rig, page).call("the file before a state that is rubbish", "Sessions")
        page.add("the directory with the file before a state that is rubbish", names(rig))
    with Rig() as rig:
        service(Script(rig, page), rig)


def choose(script):
    rig = script.rig
    for method, parameters in (
        ("SetMode", {**SCREEN, "mode": "1280x720@60"}), ("Rotate", {**SCREEN, "rotation": "90"}), ("SetScale", {**SCREEN, "scale": 2}),
        ("SetOverscan", {**SCREEN, "overscan": {"top": "2%", "left": "24px"}}), ("SetVolume", {**SCREEN, "volume": 40}), ("Power", {"screen": "DP-1", "on": False}),
        ("SetForeground", {"app": "menu", "screen": "DP-1"}), ("SetForeground", {"app": "lobby"}), ("SetSupport", {"support": "external", "app": "menu"}),
        ("SetSupport", {"support": "external", "screen": "HDMI-A-1"}), ("SetMirror", {"screen": "DP-1", "of": "HDMI-A-1", "fit": "fill"}),
        ("Show", {**SCREEN, "content": {"playlist": {"items": [{"color": "#100000", "name": "one"}, {"pattern": "bars"}], "duration": "5s"}}}),
    ):
        rig.tell(method, **parameters)
    session = rig.tell("Sessions", app="lobby")["sessions"][0]["identifier"]
    rig.tell("SetUserInfo", session=session, userInfo={"page": 7, "part": {"a": [1, 2.5, None, True, "é"]}})
    pass_time(rig, 12)
    rig.tell("Blank", **SCREEN, on=True)


def register(script):
    rig = script.rig
    app = script.stream("RegisterApp", {
        "name": "slides", "scenes": {"externalDisplayNonInteractive": [{"name": "main", "content": {"color": "#a04000"}}]}, "version": 3, "controllerLoss": "blank"})
    script.drain(app)
    app.close()
    rig.settle()


def names(rig):
    """The files of the state directory. Plays have the day in their names."""
    found = sorted(str(path.relative_to(rig.place / "state")) for path in (rig.place / "state").rglob("*") if path.is_file())
    return "\n".join(masking.DAY.sub("<day>", name) for name in found)


def directory(script, when):
    """Each file, and its text, masked as replies are."""
    rig, page = script.rig, script.page
    if rig.daemon:
        rig.settle()
    page.add(f"the directory {when}", names(rig))
    for path in sorted((rig.place / "state").rglob("*")):
        name = masking.DAY.sub("<day>", str(path.relative_to(rig.place / "state")))
        if path.is_file() and not name.endswith(".previous"):
            text = path.read_text()
            page.add(f"{name} {when}", script.mask.table(text) if name.endswith(".csv") else script.mask.reply(text.encode()))


def again(script, rig):
    """A daemon with the state of the one before."""
    rig.start(CONFIGURATION, *CONNECTORS)
    plug(rig)
    for screen in ("HDMI-A-1", "DP-1"):
        script.call(f"{screen} after a restart", "Explain", {"screen": screen})
    for method in ("Sessions", "Apps", "GetTalk"):
        script.call("after a restart", method)
    script.call("after a restart", "Plays", {})


def plug(rig):
    """Both displays, of which one is off and the other one black."""
    rig.tell("Simulate", command="plug", screen="HDMI-A-1", display="1920x1080@60")
    rig.tell("Simulate", command="plug", screen="DP-1", display="1280x720@60", make="ABC", model="Wall", serial="7")
    rig.tell("Wait", screen="HDMI-A-1", condition="connected")
    pass_time(rig, 3)


def kept(script, rig):
    """A daemon with the state that is in this tree."""
    rig.start(CONFIGURATION, *CONNECTORS)
    plug(rig)
    for screen in ("HDMI-A-1", "DP-1"):
        script.call(f"{screen} with a state of 0.1.0", "Explain", {"screen": screen})
    for session in script.call("with a state of 0.1.0", "Sessions")["sessions"]:
        script.call(f"{session['app']} on {session['screen']}, with a state of 0.1.0", "GetSession", {"session": session["identifier"]})


def service(script, rig):
    """As a service, which goes on with the configuration of before."""
    rig.start(CONFIGURATION, "--wait", *CONNECTORS)
    rig.plug("HDMI-A-1")
    directory(script, "of a service")
    rig.end()
    rig.start("screens: 7\n", "--wait", *CONNECTORS)
    rig.plug("HDMI-A-1")
    script.call("a service whose file has an error", "Explain", SCREEN)
    script.call("a service whose file has an error", "Apps")
    script.call("a service whose file has an error", "Reload")
    directory(script, "of a service whose file has an error")
