"""Answers about screens: modes, pictures, contents, plays, and the daemon itself."""
import base64
import json

import masking
from rig import TOP, Rig
from script import Script, pass_time

CONFIGURATION = """
screens:
  - match: { connector: DP-1 }
    modes: [1280x720@60, preferred]
    overscan: 2%
  - match: { connector: eDP-1 }
    use: main
apps:
  lobby:
    foreground: true
    scenes:
      externalDisplayNonInteractive:
        - name: main
          content: { color: "#204060" }
  menu:
    fallback: true
    scenes:
      externalDisplayNonInteractive:
        - name: board
          modes: [1024x768@60]
          content: { color: "#602040" }
"""
CONNECTORS = ("--connectors", "HDMI-A-1,HDMI-A-2,DP-1,eDP-1")
SCREEN = {"screen": "HDMI-A-1"}
SAMPLES = "Tests/EDIDTests/Samples"


def edid(name):
    return base64.b64encode((TOP / SAMPLES / f"{name}.bin").read_bytes()).decode()


def record(page):
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        script = Script(rig, page, keeps_hashes=True)
        without_displays(script)
        displays(script)
        modes(script)
        geometry(script)
        settings(script)
        pictures(script)
        together(script)
        waits(script)
        identify(script)
        configurations(script, rig)
        faults(script)
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        rig.plug("HDMI-A-1")
        contents(Script(rig, page), rig)
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        rig.plug("HDMI-A-1", "640x480@60")
        plays(Script(rig, page), rig)


def without_displays(script):
    call = script.call
    for method in ("Screens", "Apps", "Sessions", "Status", "GetTalk"):
        call("without a display", method)
    call("least", "org.varlink.service.GetInfo")
    call("an interface that is not there", "org.varlink.service.GetInterfaceDescription", {"interface": "org.example"})
    for method, more in (
        ("Modes", {}), ("Explain", {}), ("SetMode", {"mode": "preferred"}), ("ConfirmMode", {}), ("Rotate", {"rotation": "90"}), ("SetScale", {}),
        ("SetOverscan", {"overscan": {}}), ("SetVolume", {"volume": 40}), ("Reset", {}), ("Show", {"configured": True}), ("ContentAt", {}), ("TurnPage", {"turn": "next"}),
        ("Blank", {"on": True}), ("Freeze", {"on": True}), ("Power", {"on": False}), ("SetMirror", {}), ("Identify", {}), ("Screenshot", {}),
        ("SetForeground", {"app": "lobby"}), ("SetSupport", {}), ("Simulate", {"command": "plug"}),
    ):
        call("a screen that is not there", method, {"screen": "HDMI-A-7", **more})
    call("without a display", "Identify")
    call("without a display", "RefreshSessions")
    call("not within the time", "Wait", {**SCREEN, "condition": "connected", "timeoutSeconds": 2})


def displays(script):
    call = script.call
    call("plug", "Simulate", {"command": "plug", **SCREEN, "display": "1920x1080@60", "make": "ABC", "model": "Wall", "serial": "7"})
    call("a display comes", "Wait", {**SCREEN, "condition": "connected", "timeoutSeconds": 10})
    call("a frame is there", "Wait", {**SCREEN, "condition": "presented"})
    call("plug a real display's EDID", "Simulate", {"command": "plug", "screen": "DP-1", "edid": edid("tv-4k-hdmi2-1")})
    call("another frame is there", "Wait", {"screen": "DP-1", "condition": "presented"})
    for method in ("Screens", "Apps", "Sessions", "Status"):
        call("with two displays", method)
    for screen in ("HDMI-A-1", "DP-1"):
        call(screen, "Modes", {"screen": screen})
        call(screen, "Explain", {"screen": screen})
        call(f"{screen} with content", "Explain", {"screen": screen, "content": True})
    call("a name that is near", "Modes", {"screen": "HDMI-1"})
    call("another case", "Modes", {"screen": "hdmi-a-1"})
    call("an EDID that is no base64", "Simulate", {"command": "plug", "screen": "HDMI-A-2", "edid": "?"})
    call("a display that is none", "Simulate", {"command": "plug", "screen": "HDMI-A-2", "display": "large"})
    call("an EDID that comes late", "Simulate", {
        "command": "plug", "screen": "HDMI-A-2", "edid": edid("monitor-hp-1"), "seconds": 30, "modes": "guessed", "announced": True})
    call("with an EDID that is late", "Wait", {"screen": "HDMI-A-2", "condition": "presented"})
    call("guessed", "Modes", {"screen": "HDMI-A-2"})
    call("guessed", "Explain", {"screen": "HDMI-A-2"})
    call("unplug", "Simulate", {"command": "unplug", "screen": "HDMI-A-2"})
    call("a display goes", "Wait", {"screen": "HDMI-A-2", "condition": "disconnected"})


def modes(script):
    call = script.call
    call("least", "SetMode", {**SCREEN, "mode": "1280x720@60"})
    call("after a choice", "Explain", SCREEN)
    call("full", "SetMode", {**SCREEN, "mode": "1024x768", "confirmSeconds": 15, "noWait": False})
    call("least", "ConfirmMode", SCREEN)
    call("nothing to confirm", "ConfirmMode", SCREEN)
    call("not waited for", "SetMode", {**SCREEN, "mode": "highest", "noWait": True})
    call("the mode is set", "Wait", {**SCREEN, "condition": "mode=1920x1080@60"})
    for what, mode in (("is not there", "1280x721"), ("is no wish", "large"), ("is empty", ""), ("is too fast", "1920x1080@144")):
        call(f"a mode that {what}", "SetMode", {**SCREEN, "mode": mode})
    for what, seconds in (("nothing", 0), ("too long", 86401), ("below nothing", -1)):
        call(f"confirmed after {what}", "SetMode", {**SCREEN, "mode": "preferred", "confirmSeconds": seconds})
    call("least", "Reset", SCREEN)
    call("full", "Reset", {**SCREEN, "noWait": True})


def geometry(script):
    call = script.call
    for rotation in ("90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270", "0"):
        call(rotation, "Rotate", {**SCREEN, "rotation": rotation})
    call("no rotation", "Rotate", {**SCREEN, "rotation": "45"})
    call("not waited for", "Rotate", {**SCREEN, "rotation": "0", "noWait": True})
    for scale in (2, 0.25, 16, 0.2, 17, -1):
        call(str(scale), "SetScale", {**SCREEN, "scale": scale})
    call("least", "SetScale", SCREEN)
    call("full", "SetOverscan", {**SCREEN, "overscan": {"top": "2%", "right": "24px", "bottom": "2.5%", "left": "0px"}, "noWait": False})
    call("nothing", "SetOverscan", {**SCREEN, "overscan": {}})
    for inset in ("26%", "1000px", "2", "-1px", "2 %"):
        call(inset, "SetOverscan", {**SCREEN, "overscan": {"top": inset}})
    for volume in (40, 0, 100, -1, 101):
        call(str(volume), "SetVolume", {**SCREEN, "volume": volume})
    call("after all that", "Explain", SCREEN)
    call("geometry", "Reset", SCREEN)


def settings(script):
    """The settings of a screen, and its picture with the reason in a word each, after each change."""
    keys = ("rotation", "scale", "overscan", "power", "blank", "frozen", "volume", "use", "role", "support", "foreground", "mirroredScreen", "shown", "reason")

    def keep(what):
        screen = next(one for one in script.rig.tell("Screens")["screens"] if one["name"] == SCREEN["screen"])
        script.page.add(f"Screens: the settings {what}", json.dumps({key: screen[key] for key in keys}, indent=1))

    keep("by default")
    off = {"schedule": {"entries": [{"power": "off", "from": "00:00", "to": "00:00"}], "fallback": {"color": "#000000"}}}
    for what, method, parameters, back, undone in (
        ("after Rotate", "Rotate", {"rotation": "flipped-90"}, None, None), ("after SetScale", "SetScale", {"scale": 2}, None, None),
        ("after SetOverscan", "SetOverscan", {"overscan": {"top": "2%", "left": "24px"}}, "Reset", {}),
        ("while it is off", "Power", {"on": False}, "Power", {"on": True}), ("while it is black", "Blank", {"on": True}, "Blank", {"on": False}),
        ("while it is frozen", "Freeze", {"on": True}, "Freeze", {"on": False}), ("with support off", "SetSupport", {"support": "off"}, "SetSupport", {}),
        ("while it mirrors", "SetMirror", {"of": "DP-1"}, None, None), ("while it mirrors, by support", "SetSupport", {"support": "mirror"}, "SetSupport", {}),
        ("with another app", "SetForeground", {"app": "menu"}, "SetForeground", {"app": "lobby"}),
        ("in off hours", "Show", {"content": off}, "Show", {"configured": True}),
    ):
        script.rig.tell(method, **SCREEN, **parameters)
        keep(what)
        if back:
            script.rig.tell(back, **SCREEN, **undone)
    script.rig.tell("RaiseAlarm", content={"color": "#aa0000"})
    keep("under an alarm")
    script.rig.tell("ClearAlarm")
    script.rig.tell("Reset", **SCREEN)
    keep("after Reset")


def pictures(script):
    call = script.call
    call("a colour", "Show", {**SCREEN, "content": {"color": "#ff0000"}})
    call("full", "Show", {**SCREEN, "content": {"color": "#00ff00"}, "forSeconds": 5, "token": "x", "noWait": False})
    call("configured", "Show", {**SCREEN, "configured": True})
    call("not waited for", "Show", {**SCREEN, "content": {"color": "#0000ff"}, "noWait": True})
    for pattern in ("bars", "grid", "ramps", "moving-bar", "frame-counter", "coded"):
        call(f"pattern {pattern}", "Show", {**SCREEN, "content": {"pattern": pattern}, "noWait": pattern == "frame-counter"})
    for what, parameters in (
        ("neither content nor configured", {}), ("content and configured", {"content": {"color": "#000000"}, "configured": True}),
        ("no kind", {"content": {}}), ("two kinds", {"content": {"color": "#000000", "pattern": "bars"}}), ("no colour", {"content": {"color": "blue"}}),
        ("no pattern", {"content": {"pattern": "grit"}}), ("a text that is too long", {"content": {"banner": {"text": "a" * 16385}}}),
        ("for no time", {"content": {"color": "#000000"}, "forSeconds": 0}), ("for too long", {"content": {"color": "#000000"}, "forSeconds": 604801}),
        ("an unknown key", {"content": {"colour": "#000000"}}), ("for a time and configured", {"configured": True, "forSeconds": 5}),
    ):
        call(what, "Show", {**SCREEN, **parameters})
    call("the colour at the end", "Show", {**SCREEN, "content": {"color": "#102030"}})
    for method in ("Blank", "Freeze", "Power"):
        for on in (True, True, False) if method != "Power" else (False, False, True):
            what = f"{'on' if on else 'off'}{'' if f'{method}: ' + ('on' if on else 'off') not in script.page.entries else ' again'}"
            call(what, method, {**SCREEN, "on": on})
            call(f"{method} {what}", "Explain", SCREEN)
            call(f"{method} {what}", "Show", {**SCREEN, "content": {"color": "#203040"}})
        call("not waited for", method, {**SCREEN, "on": method == "Power", "noWait": True})
    call("least", "Screenshot", SCREEN)
    call("full", "Screenshot", {**SCREEN, "longestSide": 320, "lookingOn": True, "upright": False})
    script.rig.tell("Rotate", **SCREEN, rotation="90")
    call("rotated", "Screenshot", SCREEN)
    call("upright", "Screenshot", {**SCREEN, "upright": True})
    call("upright and small", "Screenshot", {**SCREEN, "longestSide": 320, "upright": True})
    script.rig.tell("Rotate", **SCREEN, rotation="0")
    for side in (31, 1025):
        call(f"{side} pixels", "Screenshot", {**SCREEN, "longestSide": side})
    for support in ("mirror", "off", "external"):
        call(support, "SetSupport", {"support": support})
    call("of a screen", "SetSupport", {"support": "off", "screen": "DP-1"})
    call("of an app", "SetSupport", {"support": "external", "app": "lobby", "noWait": True})
    call("of a screen and an app", "SetSupport", {"support": "off", "screen": "DP-1", "app": "lobby"})
    call("support of a screen", "Explain", {"screen": "DP-1"})
    call("no more of a screen", "SetSupport", {"screen": "DP-1"})
    call("no more of an app", "SetSupport", {"app": "lobby"})
    call("no more of all", "SetSupport", {"support": None})
    call("a word that is none", "SetSupport", {"support": "none"})
    call("an app that is not there", "SetSupport", {"support": "off", "app": "lobbi"})
    call("plug the main screen", "Simulate", {"command": "plug", "screen": "eDP-1", "display": "1280x800@60"})
    call("of the main screen", "Wait", {"screen": "eDP-1", "condition": "connected"})
    call("with a main screen", "Screens")
    call("the main screen", "Explain", {"screen": "eDP-1"})
    call("least", "SetMirror", SCREEN)
    call("full", "SetMirror", {**SCREEN, "of": "DP-1", "fit": "fill", "noWait": True})
    call("of the main screen", "SetMirror", {**SCREEN, "of": "main", "fit": "stretch"})
    for what, parameters in (("itself", {"of": "HDMI-A-1"}), ("of a screen that is not there", {"of": "VGA-1"}), ("no fit", {"fit": "tight"})):
        call(what, "SetMirror", {**SCREEN, **parameters})
    call("while it mirrors", "SetSupport", {"support": "mirror", "screen": "HDMI-A-1"})
    call("a mirror", "Screens")
    call("a mirror", "Explain", SCREEN)
    call("mirrors", "Reset", SCREEN)
    call("unplug the main screen", "Simulate", {"command": "unplug", "screen": "eDP-1"})


def together(script):
    call = script.call
    call("least", "ShowTogether", {"contents": [{"screen": "HDMI-A-1", "content": {"color": "#400000"}}]})
    contents = [{"screen": screen, "content": {"color": "#004000"}} for screen in ("HDMI-A-1", "DP-1")]
    call("full", "ShowTogether", {"contents": contents, "token": "x", "noWait": False})
    call("not waited for", "ShowTogether", {"contents": contents, "noWait": True})
    call("nothing", "ShowTogether", {"contents": []})
    call("a screen twice", "ShowTogether", {"contents": contents[:1] * 2})
    call("too many", "ShowTogether", {"contents": [{"screen": f"DP-{n}", "content": {"color": "#000000"}} for n in range(33)]})
    call("one that is not there", "ShowTogether", {"contents": [contents[0], {"screen": "VGA-1", "content": {"color": "#000000"}}]})
    call("one that cannot be shown", "ShowTogether", {"contents": [contents[0], {"screen": "DP-1", "content": {"color": "blue"}}]})
    call("an app in the foreground", "SetForeground", {"app": "menu"})
    call("of one screen", "SetForeground", {"app": "lobby", "screen": "DP-1", "noWait": False})
    call("not waited for", "SetForeground", {"app": "lobby", "noWait": True})
    call("an app that is not there", "SetForeground", {"app": "lobbi"})
    call("the apps", "Apps")
    call("another app in the foreground", "Explain", {"screen": "DP-1"})


def waits(script):
    call = script.call
    call("an app's scene", "Wait", {**SCREEN, "condition": "scene=lobby"})
    call("a configuration's scene", "Wait", {**SCREEN, "condition": "scene=main", "timeoutSeconds": 1})
    call("a sequence", "Wait", {**SCREEN, "condition": "sequence=1"})
    for what, condition in (
        ("a sequence that does not come", "sequence=1000000"), ("a hash that does not come", "frame=0000000000000000"), ("no mode", "mode=800x600"),
        ("a disconnection that does not come", "disconnected"),
    ):
        call(what, "Wait", {**SCREEN, "condition": condition, "timeoutSeconds": 1.5})
    for condition in ("", "shown", "sequence=", "sequence=x", "frame=x", "mode=", "scene="):
        call(f"the condition {condition!r}", "Wait", {**SCREEN, "condition": condition, "timeoutSeconds": 1})
    for seconds in (0, -1):
        call(f"{seconds} seconds", "Wait", {**SCREEN, "condition": "mode=800x600", "timeoutSeconds": seconds})


def identify(script):
    call = script.call
    script.mask.keeps_hashes = False
    call("least", "Identify")
    call("full", "Identify", {**SCREEN, "seconds": 2, "noWait": False})
    call("not waited for", "Identify", {**SCREEN, "noWait": True})
    for seconds in (0, 61, 3601):
        call(f"{seconds} seconds", "Identify", {**SCREEN, "seconds": seconds})
    pass_time(script.rig, 10)
    script.mask.keeps_hashes = True


def configurations(script, rig):
    call = script.call
    changed = CONFIGURATION.replace("#204060", "#205060").replace("1280x720@60, ", "")
    file = str(rig.place / "marquee.yaml")
    call("nothing", "Plan", {"configuration": CONFIGURATION, "file": file})
    call("a change", "Plan", {"configuration": changed, "file": file})
    call("a media file that is not there", "Plan", {"configuration": changed.replace('color: "#602040"', "image: nowhere.png"), "file": file})
    call("errors", "Plan", {"configuration": "screen: []\nidle: 7\n", "file": file})
    call("no YAML", "Plan", {"configuration": "a: [", "file": file})
    call("nothing changed", "Reload")
    rig.write("marquee.yaml", "screens:\n  - match: { connector: DP-1 }\n    rotation: 45\n    use: nothing\n")
    call("errors", "Reload")
    rig.write("marquee.yaml", changed)
    call("a change", "Reload")
    call("after a reload", "Explain", {"screen": "DP-1"})
    rig.write("marquee.yaml", CONFIGURATION)
    call("back again", "Reload")
    report = json.loads(rig.call("Report"))["parameters"]["report"]
    page = masking.readable(masking.shape(masking.parse(report)))
    script.page.add("Report: the shape of a report", page)
    script.call("least", "Report")


def faults(script):
    call = script.call
    for what, parameters in (
        ("hotplug", {"command": "hotplug"}), ("probe", {"command": "probe", "seconds": 0.1}), ("probe at once", {"command": "probe", "seconds": 0}),
        ("modeset", {"command": "modeset", **SCREEN, "seconds": 0}), ("vblank", {"command": "vblank", "on": True}),
        ("updates", {"command": "updates", "on": False}), ("a fault", {"command": "fault", **SCREEN, "fault": "refuse", "commit": "flip", "error": "EBUSY"}),
        ("no fault", {"command": "fault", **SCREEN, "fault": "none"}), ("a fault without a kind", {"command": "fault", **SCREEN}),
        ("an error that is none", {"command": "fault", **SCREEN, "fault": "refuse", "commit": "modeset", "error": "ENONE"}),
        ("a commit that is none", {"command": "fault", **SCREEN, "fault": "refuse", "commit": "x", "error": "EBUSY"}),
        ("a mode that is refused", {"command": "fault", **SCREEN, "fault": "refuseMode", "mode": "1280x720", "error": "EINVAL", "passesTest": True}),
        ("time", {"command": "time", "time": "2026-03-29T01:59:00+01:00"}), ("no time", {"command": "time", "time": "noon"}),
        ("advance", {"command": "advance", "seconds": 1}), ("resume", {"command": "resume"}), ("edid", {
            "command": "edid", **SCREEN, "edid": edid("tv-sony-1")}),
    ):
        call(what, "Simulate", parameters)
    call("after another EDID", "Wait", {**SCREEN, "condition": "presented"})
    call("of another EDID", "Explain", SCREEN)
    call("a mode that the device refuses", "SetMode", {**SCREEN, "mode": "1280x720@60"})
    call("a refused mode", "Explain", SCREEN)


def contents(script, rig):
    """Kinds of content with texts, pictures and pages. Their appearance is not tested here."""
    call = script.call
    picture = str(rig.copy("Examples/sample/menu-landscape.svg", "media/a.svg"))
    upright = str(rig.copy("Examples/sample/menu-portrait.svg", "media/b.svg"))
    deck = str(rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf"))
    broken = str(rig.write("broken.png", b"\x89PNG\r\n\x1a\nbroken"))
    folder = str(rig.place / "media")
    color = {"color": "#203040"}
    for what, content in (
        ("banner least", {"banner": {"text": "Hello"}}), ("banner full", {"banner": {
            "text": "<b>Hello</b>", "foreground": "#ffffff", "background": "#204060", "font": "Sans", "alignment": "start", "markup": True}}),
        ("image least", {"image": {"file": picture}}),
        ("image full", {"image": {"file": picture, "portrait": upright, "fit": "fill", "background": "#000000"}}),
        ("slideshow least", {"slideshow": {"folder": folder}}), ("slideshow full", {"slideshow": {
            "folder": folder, "duration": "8s", "shuffle": True, "fit": "center", "background": "#000000", "transition": "slide 800ms ease-out left"}}),
        ("playlist least", {"playlist": {"items": [color]}}), ("playlist full", {"playlist": {
            "items": [{**color, "name": "one", "duration": "2s", "transition": "crossfade"}, {"pattern": "bars"}], "duration": "5s", "shuffle": False,
            "repeat": 3, "start": "2026-03-02T08:00:00+00:00", "transition": "cut"}}),
        ("schedule least", {"schedule": {"entries": [{**color}]}}), ("schedule full", {"schedule": {
            "entries": [
                {**color, "name": "day", "priority": 2, "firstDay": "2026-01-01", "lastDay": "2026-12-24", "weekdays": ["mon", "tue"], "from": "08:00", "to": "18:30"},
                {"power": "off", "from": "22:00", "to": "06:00"}],
            "fallback": {"color": "#000000"}, "zone": "Europe/Berlin", "transition": "crossfade"}}),
        ("ticker least", {"ticker": {"text": "News"}}),
        ("ticker full", {"ticker": {"text": "News", "foreground": "#ffffff", "background": "#000000", "font": "Sans", "speed": 0.2}}),
        ("clock least", {"clock": {}}), ("clock full", {"clock": {
            "format": "%H:%M", "zone": "Europe/Berlin", "foreground": "#ffffff", "background": "#000000", "font": "Sans"}}),
        ("countdown least", {"countdown": {"end": "2026-12-31T18:00+01:00"}}), ("countdown full", {"countdown": {
            "end": "2026-12-31T18:00+01:00", "title": "Until", "ended": "Now", "foreground": "#ffffff", "background": "#000000", "font": "Sans"}}),
        ("qr least", {"qr": {"text": "https://example.org"}}),
        ("qr full", {"qr": {"text": "x", "caption": "Menu", "foreground": "#000000", "background": "#ffffff"}}),
        ("layout least", {"layout": {"regions": [color]}}), ("layout full", {"layout": {
            "regions": [{**color, "name": "left", "x": 0, "y": 0, "width": 0.5, "height": 1}, {"pattern": "grid", "x": 0.5, "width": 0.5}],
            "background": "#000000"}}),
        ("surface least", {"surface": {"name": "chart"}}), ("surface full", {"surface": {"name": "chart", "background": "#102030"}}),
        ("video least", {"video": {"file": "/a.mp4"}}),
        ("stream least", {"stream": {"url": "rtsp://name:word@127.0.0.1:9/a"}}),
        ("stream full", {"stream": {"url": "https://127.0.0.1:9/a.m3u8?b=c", "fit": "fill", "background": "#102030", "fallback": "/a.png", "allowLoopback": True, "allowLinkLocal": True}}),
        ("video full", {"video": {"file": "/a.mp4", "portrait": "/b.mp4", "fit": "fill", "background": "#102030", "loop": False, "from": "1s", "to": "2s"}}),
        ("setup least", {"setup": {}}), ("setup full", {"setup": {"pairing": False}}),
        ("deck full", {"deck": {"file": deck, "portrait": deck, "page": 2, "duration": "9s", "start": "2026-03-02T08:00+00:00", "background": "#000000", "transition": "cut"}}),
        ("deck least", {"deck": {"file": deck}}),
    ):
        call(what, "Show", {**SCREEN, "content": content})
        # The card of a box has the name of this machine.
        if "setup" not in content:
            call(what, "ContentAt", SCREEN)
            call(f"{what}, later", "ContentAt", {**SCREEN, "time": "2026-12-31T19:00:00+01:00"})
    for turn in ("next", "last", "next", "previous", "first"):
        title = turn if f"TurnPage: {turn}" not in script.page.entries else f"{turn} again"
        call(title, "TurnPage", {**SCREEN, "turn": turn})
    call("full", "TurnPage", {**SCREEN, "turn": "goto", "page": 2, "token": "x", "noWait": True})
    call("goto without a page", "TurnPage", {**SCREEN, "turn": "goto"})
    call("goto page 0", "TurnPage", {**SCREEN, "turn": "goto", "page": 0})
    call("goto page 99", "TurnPage", {**SCREEN, "turn": "goto", "page": 99})
    call("a page without goto", "TurnPage", {**SCREEN, "turn": "next", "page": 2})
    call("a deck", "Explain", {**SCREEN, "content": True})
    for what, content in (
        ("a picture that is not there", {"image": {"file": "/nowhere.png"}}), ("a picture that is none", {"image": {"file": broken}}),
        ("a deck that is not there", {"deck": {"file": "/nowhere.pdf"}}), ("a deck that is none", {"deck": {"file": picture}}),
        ("a folder that is not there", {"slideshow": {"folder": "/nowhere"}}), ("a path that is not absolute", {"image": {"file": "a.png"}}),
        ("no duration", {"slideshow": {"folder": folder, "duration": "long"}}), ("no transition", {"slideshow": {"folder": folder, "transition": "jump"}}),
        ("no zone", {"clock": {"zone": "Europe/Nowhere"}}), ("no time", {"countdown": {"end": "noon"}}), ("no fit", {"image": {"file": picture, "fit": "tight"}}),
        ("no alignment", {"banner": {"text": "x", "alignment": "left"}}), ("wrong markup", {"banner": {"text": "<b>", "markup": True}}),
        ("a region beyond the edge", {"layout": {"regions": [{**color, "x": 0.8, "width": 0.5}]}}), ("no weekday", {"schedule": {"entries": [{**color, "weekdays": ["day"]}]}}),
        ("an empty list", {"playlist": {"items": []}}), ("an item with two kinds", {"playlist": {"items": [{**color, "pattern": "bars"}]}}),
        ("too many rounds", {"playlist": {"items": [color], "repeat": 0}}), ("a code that is too long", {"qr": {"text": "x" * 3000}}),
        ("seven levels", {"playlist": {"items": [{"playlist": {"items": [{"playlist": {"items": [{"playlist": {"items": [
            {"playlist": {"items": [{"playlist": {"items": [{"playlist": {"items": [color]}}]}}]}}]}}]}}]}}]}}),
        ("a schedule's word for power", {"schedule": {"entries": [{"power": "on"}]}}),
    ):
        call(what, "Show", {**SCREEN, "content": content})
    call("what is not played by pages", "Show", {**SCREEN, "content": color})
    call("no deck", "TurnPage", {**SCREEN, "turn": "next"})
    for time in ("noon", "", "2026-03-02", "1960-01-01T00:00Z"):
        call(f"the time {time!r}", "ContentAt", {**SCREEN, "time": time})
    for what, parameters in (
        ("a picture", {"file": picture, "longestSide": 160}), ("a deck", {"file": deck, "longestSide": 1024}), ("too small", {"file": picture, "longestSide": 31}),
        ("too large", {"file": picture, "longestSide": 1025}), ("not there", {"file": "/nowhere.png", "longestSide": 64}), ("broken", {"file": broken, "longestSide": 64}),
        ("not absolute", {"file": "a.png", "longestSide": 64}), ("a folder", {"file": folder, "longestSide": 64}),
    ):
        call(what, "FilePicture", parameters)


def plays(script, rig):
    call = script.call
    call("nothing yet", "Plays")
    items = [{"color": "#100000", "name": "one", "duration": "2s"}, {"color": "#001000", "name": "two", "duration": "3s"}]
    rig.tell("Show", screen="HDMI-A-1", content={"playlist": {"items": items, "start": "2026-03-02T09:00:00+00:00"}})
    pass_time(rig, 11)
    rig.tell("Show", screen="HDMI-A-1", configured=True)
    call("least", "Plays", {})
    call("full", "Plays", {"since": "2026-03-02T09:00:03+00:00", "until": "2026-03-02T09:00:06Z", "screen": "HDMI-A-1"})
    call("a day", "Plays", {"since": "2026-03-02", "until": "2026-03-02"})
    call("another day", "Plays", {"since": "2026-03-03"})
    call("a screen that never was", "Plays", {"screen": "VGA-1"})
    call("no time", "Plays", {"since": "noon"})
    call("the end before the beginning", "Plays", {"since": "2026-03-03", "until": "2026-03-02"})
    stream = script.stream("Plays", {})
    rig.settle()
    script.keep("Plays: with more", stream)
    stream.close()
    rig.tell("Simulate", command="time", time="unknown")
    call("while the time is not known", "ContentAt", SCREEN)
    call("while the time is not known", "Status")
