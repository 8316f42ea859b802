"""Answers about sessions and apps of other programs, and the messages on their streams."""
from masking import compact
from replies import CONNECTORS, SCREEN
from rig import Rig
from script import Script, pass_time

CONFIGURATION = """
apps:
  lobby:
    foreground: true
    scenes:
      externalDisplayNonInteractive:
        - name: main
          content: { color: "#204060" }
  secret:
    private: true
    scenes:
      externalDisplayNonInteractive:
        - name: main
          content: { color: "#402060" }
"""
ROLE = "externalDisplayNonInteractive"
NOBODY = "00000000-0000-4000-8000-000000000000"


def record(page):
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        rig.plug("HDMI-A-1")
        script = Script(rig, page, keeps_hashes=True)
        events = script.stream("Events", {})
        sessions(script)
        registered(script)
        script.keep("Events: of all that", events, compact)
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        rig.plug("HDMI-A-1")
        script = Script(rig, page, keeps_hashes=True)
        windows(script)
        offers(script)
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        event_streams(Script(rig, page, keeps_hashes=True))
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        limits(Script(rig, page))


def sessions(script):
    call = script.call
    session = call("all", "Sessions", {})["sessions"][0]["identifier"]
    call("of an app", "Sessions", {"app": "lobby"})
    call("in a state", "Sessions", {"state": "background"})
    call("with values", "Sessions", {"userInfo": {"page": 7}})
    call("full", "Sessions", {"app": "lobby", "state": "foregroundActive", "userInfo": {}})
    call("of an app that is not there", "Sessions", {"app": "lobbi"})
    call("least", "GetSession", {"session": session})
    call("with nothing changed", "SetUserInfo", {"session": session, "userInfo": {}})
    call("full", "SetUserInfo", {"session": session, "userInfo": {"page": 7, "part": {"a": [1, 2.5, None, True, "é"]}}, "token": "x"})
    call("too large", "SetUserInfo", {"session": session, "userInfo": {"text": "x" * 16384}})
    deep = {}
    for _ in range(17):
        deep = {"x": deep}
    call("too deep", "SetUserInfo", {"session": session, "userInfo": deep})
    call("with values", "GetSession", {"session": session})
    call("of inner objects", "Sessions", {"userInfo": {"part": {}}})
    for what, parameters in (
        ("by its identifier", {"session": session}), ("by its values", {"userInfo": {"page": 7}, "app": "lobby", "noWait": False}),
        ("by its content", {"content": {"color": "#204060"}, "noWait": True}), ("by nothing", {}), ("by values that none has", {"userInfo": {"page": 8}}),
        ("by two ways", {"session": session, "userInfo": {"page": 7}}),
    ):
        call(what, "ActivateSession", parameters)
    call("all", "RefreshSessions", {})
    call("one", "RefreshSessions", {"session": session})
    call("of an app", "RefreshSessions", {"app": "lobby"})
    call("of an app that is not there", "RefreshSessions", {"app": "lobbi"})
    call("least", "Snapshot", {"session": session})
    call("full", "Snapshot", {"session": session, "lookingOn": True})
    for method, more in (
        ("GetSession", {}), ("SetUserInfo", {"userInfo": {}}), ("ActivateSession", {}), ("RefreshSessions", {}), ("Snapshot", {}), ("DestroySession", {}),
        ("SetFrame", {}), ("SendInput", {"kind": "x"}), ("StartDisplayLink", {}), ("StopDisplayLink", {}),
    ):
        call("a session that is not there", method, {"session": NOBODY, **more})
    call("a session without windows", "SetFrame", {"session": session, "frame": {"x": 0, "y": 0, "width": 1, "height": 1}})
    call("a session without input", "SendInput", {"session": session, "kind": "tap", "values": {"x": 1}})
    call("a session of the file", "StartDisplayLink", {"session": session})
    call("a session of the file", "StopDisplayLink", {"session": session})
    call("least", "DestroySession", {"session": session})
    call("after its end", "GetSession", {"session": session})
    call("after a session's end", "Explain", SCREEN)
    call("the foreground again", "SetForeground", {"app": "lobby"})
    session = call("made again", "Sessions", {})["sessions"][0]["identifier"]
    call("full", "DestroySession", {"session": session, "token": "x", "noWait": True})
    call("the foreground at last", "SetForeground", {"app": "lobby"})


def registered(script):
    call, rig = script.call, script.rig
    app = script.stream("RegisterApp", {
        "name": "slides", "scenes": {ROLE: [
            {"name": "main", "content": {"color": "#a04000"}, "modes": ["1920x1080@60", "preferred"], "match": {"connector": "HDMI-*", "make": "*"}},
            {"name": "small", "size": "640x480", "private": False}]},
        "fallback": False, "supportsMultipleScenes": False, "private": False, "support": "external", "controllerLoss": "fallback", "version": 3})
    token = script.keep("RegisterApp: full", app)[0]["token"]
    call("with a registered app", "Apps")
    for what, parameters in (
        ("the name is taken", {"name": "slides", "scenes": {}}), ("of the file", {"name": "lobby", "scenes": {}}),
        ("no name", {"name": "", "scenes": {}}), ("a path as a name", {"name": "../x", "scenes": {}}),
        ("a role that is none", {"name": "x", "scenes": {"externalDisplay": []}}), ("a wish that is none", {"name": "x", "scenes": {ROLE: [{"modes": ["1080p"]}]}}),
        ("a size that is none", {"name": "x", "scenes": {ROLE: [{"size": "0x0"}]}}), ("an empty match", {"name": "x", "scenes": {ROLE: [{"match": {}}]}}),
        ("support that is none", {"name": "x", "scenes": {}, "support": "none"}), ("two of a name", {"name": "x", "scenes": {ROLE: [{"name": "a"}, {"name": "a"}]}}),
        ("modes of an application", {"name": "x", "scenes": {"application": [{"modes": ["800x600"]}]}}),
        ("too many roles", {"name": "x", "scenes": {f"role{n}": [] for n in range(9)}}),
        ("too many configurations", {"name": "x", "scenes": {ROLE: [{"name": f"n{n}"} for n in range(17)]}}),
    ):
        other = script.stream("RegisterApp", parameters)
        script.keep(f"RegisterApp: {what}", other)
        other.close()
    connection = rig.connect()
    connection.send(b'{"method":"org.marquee.Display.SetForeground","parameters":{"app":"slides"}}\0')
    question = script.keep("RegisterApp: a question", app)[0]
    call("a token that is wrong", "AnswerApp", {"token": "x", "question": question["question"]})
    call("a configuration that is not there", "AnswerApp", {"token": token, "question": question["question"], "configuration": {"name": "none"}})
    call("full", "AnswerApp", {"token": token, "question": question["question"], "configuration": {"name": "main", "content": {"color": "#a04020"}}, "window": True, "userInfo": {"page": 2}})
    call("a second answer", "AnswerApp", {"token": token, "question": question["question"]})
    script.page.add("SetForeground: an app that is asked first", script.mask.reply(rig.answer(connection)))
    connection.close()
    script.keep("RegisterApp: the scene connects", app, compact)
    session = question["session"]
    call("of a registered app", "GetSession", {"session": session})
    call("of a registered app", "Explain", SCREEN)
    updates(script, token, session)
    links(script, app, token, session)
    rig.tell("Simulate", command="unplug", screen="HDMI-A-1")
    pass_time(rig, 3)
    script.keep("RegisterApp: the display goes", app, compact)
    rig.tell("Simulate", command="plug", screen="HDMI-A-1")
    pass_time(rig, 3)
    call("a display without an answer", "Wait", {**SCREEN, "condition": "presented"})
    script.keep("RegisterApp: the display comes back, and the question is not answered", app, compact)
    again = script.stream("RegisterApp", {"name": "slides", "scenes": {ROLE: [{"name": "main", "content": {"color": "#a04000"}}]}, "token": token, "version": 4})
    script.keep("RegisterApp: again with its token", again, compact)
    script.keep("RegisterApp: the stream before ends", app, compact)
    again.close()
    rig.settle()
    call("a controller that is gone", "Apps")
    call("an app without its controller", "Explain", SCREEN)
    call("a session without its controller", "SetUserInfo", {"session": session, "userInfo": {"page": 1}})
    call("of the file", "UnregisterApp", {"app": "lobby"})
    call("not there", "UnregisterApp", {"app": "slide"})
    call("full", "UnregisterApp", {"app": "slides", "token": token})
    call("once more", "UnregisterApp", {"app": "slides"})
    call("after its end", "Apps")


def updates(script, token, session):
    call = script.call
    call("nothing", "UpdateScenes", {"changes": []})
    call("least", "UpdateScenes", {"changes": [{"session": session}]})
    call("full", "UpdateScenes", {"token": token, "changes": [{
        "session": session, "content": {"color": "#00a040"}, "window": True, "userInfo": {"page": 3},
        "activity": {"type": "reading", "userInfo": {"page": 3}}}], "noWait": False})
    call("after an update", "GetSession", {"session": session})
    for what, change in (
        ("configured again", {"configured": True}), ("without a window", {"window": False}), ("with a window again", {"window": True}),
        ("content and configured", {"content": {"color": "#000000"}, "configured": True}), ("no colour", {"content": {"color": "blu"}}),
        ("too much to keep", {"userInfo": {"x": "x" * 16384}}), ("a type that is too long", {"activity": {"type": "x" * 257}}),
    ):
        call(what, "UpdateScenes", {"token": token, "changes": [{"session": session, **change}]})
    call("too many", "UpdateScenes", {"token": token, "changes": [{"session": session}] * 65})
    call("one that is not there", "UpdateScenes", {"changes": [{"session": session, "content": {"color": "#ff0000"}}, {"session": NOBODY}]})
    call("a token that is wrong", "UpdateScenes", {"token": "x", "changes": [{"session": session}], "noWait": True})


def links(script, app, token, session):
    call = script.call
    script.keep("RegisterApp: updates", app, compact)
    for hertz in (0, -1, 1001):
        call(f"{hertz} hertz", "StartDisplayLink", {"token": token, "session": session, "maximumHertz": hertz})
    call("full", "StartDisplayLink", {"token": token, "session": session, "maximumHertz": 20})
    pass_time(script.rig, 0.2)
    refreshes = script.drain(app)
    script.page.add("RegisterApp: a refresh", "\n".join(sorted({script.mask.reply(message, compact) for message in refreshes})))
    call("full", "StopDisplayLink", {"token": token, "session": session})
    call("which is not there", "StopDisplayLink", {"session": session})
    pass_time(script.rig, 0.2)
    script.drain(app)


def windows(script):
    """Application scenes: several of an app, their frames and their input."""
    call, rig = script.call, script.rig
    scene = [{"name": "note", "content": {"color": "#205030"}}]
    app = script.stream("RegisterApp", {"name": "notes", "scenes": {"application": scene}, "supportsMultipleScenes": True})
    script.keep("RegisterApp: an app of application scenes", app, compact)
    call("of an app that is not there", "OwnInput", {"app": "note"}, more=True)
    owner = script.stream("OwnInput", {"app": "notes"})
    script.keep("OwnInput: least", owner)
    other = script.stream("OwnInput", {"app": "notes"})
    script.keep("OwnInput: somebody else's", other)
    other.close()
    call("on a display", "PlaceApp", {"app": "notes", "screen": "HDMI-A-1"})
    script.keep("RegisterApp: application scenes are asked for", app, compact)
    call("of application scenes", "Sessions", {"app": "notes"})
    call("full", "RequestScene", {"app": "notes", "userInfo": {"note": 7}, "frame": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}, "noWait": False})
    call("least", "RequestScene", {"app": "notes"})
    call("an activity", "RequestScene", {"app": "notes", "activity": {"type": "create", "userInfo": {"title": "x"}}, "configuration": "note", "noWait": True})
    call("a configuration that is not there", "RequestScene", {"app": "notes", "configuration": "card"})
    call("a token that is wrong", "RequestScene", {"app": "notes", "token": "x"})
    call("not waited for", "RequestScene", {"app": "notes", "noWait": True})
    call("of the file's app", "RequestScene", {"app": "lobby"})
    call("of an app that is not there", "RequestScene", {"app": "note"})
    call("a frame beyond the edge", "RequestScene", {"app": "notes", "frame": {"x": 0.8, "y": 0, "width": 0.5, "height": 1}})
    pass_time(rig, 2)
    script.keep("RegisterApp: more application scenes", app, compact)
    found = call("of several application scenes", "Sessions", {"app": "notes"})["sessions"]
    session = found[0]["identifier"]
    call("an application scene", "GetSession", {"session": session})
    call("full", "SetFrame", {"session": session, "frame": {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}, "noWait": False})
    call("an application scene with a frame", "GetSession", {"session": session})
    call("least", "SetFrame", {"session": session})
    call("not waited for", "SetFrame", {"session": session, "noWait": True})
    for what, frame in (("beyond the edge", (0.8, 0, 0.5, 1)), ("without a size", (0, 0, 0, 1)), ("below nothing", (-0.1, 0, 1, 1))):
        call(what, "SetFrame", {"session": session, "frame": dict(zip(("x", "y", "width", "height"), frame))})
    call("least", "SendInput", {"session": session, "kind": "tap"})
    call("full", "SendInput", {"session": session, "kind": "tap", "values": {"x": 0.5, "keys": ["a"]}, "text": "a"})
    script.keep("RegisterApp: input", app, compact)
    call("a mode under application scenes", "SetMode", {**SCREEN, "mode": "1280x720@60"})
    call("application scenes", "Explain", SCREEN)
    call("application scenes", "Screens")
    call("by the app itself", "PlaceApp", {"app": "notes", "screen": "HDMI-A-1", "byHand": False, "noWait": False})
    call("nowhere", "PlaceApp", {"app": "notes"})
    call("not waited for", "PlaceApp", {"app": "notes", "noWait": True})
    call("an app that is not there", "PlaceApp", {"app": "note"})
    call("a screen that is not there", "PlaceApp", {"app": "notes", "screen": "VGA-1"})
    owner.close()
    rig.settle()
    call("nobody owns it", "SendInput", {"session": session, "kind": "tap"})
    app.close()
    pass_time(rig, 2)
    call("a controller that has gone", "Explain", SCREEN)


def offers(script):
    call, rig = script.call, script.rig
    offer = script.stream("OfferSetup", {
        "address": "192.0.2.1", "page": "https://192.0.2.1:8484", "code": "ABCD-EFGH", "link": "https://192.0.2.1:8484/pair#ABCDEFGH", "claimed": False})
    script.keep("OfferSetup: full", offer)
    rig.tell("Show", screen="HDMI-A-1", content={"setup": {}})
    script.keep("OfferSetup: a card is shown", offer)
    call("with a code for somebody who looks on", "Screenshot", {**SCREEN, "lookingOn": True})
    other = script.stream("OfferSetup", {})
    script.keep("OfferSetup: least, of a program without a page", other)
    script.keep("OfferSetup: the one without a page came", offer)
    other.close()
    script.keep("OfferSetup: the one without a page has gone", offer)
    offer.close()
    refused = script.stream("OfferSetup", {"page": "x" * 513})
    script.keep("OfferSetup: a text that is too long", refused)
    refused.close()


def event_streams(script):
    call, rig = script.call, script.rig
    events = script.stream("Events", {})
    first = script.keep("Events: the snapshot", events)[0]
    rig.plug("HDMI-A-1", "1280x720@60")
    rig.plug("DP-1", "1920x1080@60", make="ABC", model="Wall", serial="7")
    script.keep("Events: two displays come", events, compact)
    for what, method, parameters in (
        ("a mode", "SetMode", {**SCREEN, "mode": "800x600"}), ("a rotation", "Rotate", {**SCREEN, "rotation": "90"}),
        ("a colour", "Show", {**SCREEN, "content": {"color": "#ff0000"}}), ("black", "Blank", {**SCREEN, "on": True}),
        ("black no more", "Blank", {**SCREEN, "on": False}), ("frozen", "Freeze", {**SCREEN, "on": True}), ("frozen no more", "Freeze", {**SCREEN, "on": False}),
        ("off", "Power", {**SCREEN, "on": False}), ("on", "Power", {**SCREEN, "on": True}), ("another app", "SetForeground", {"app": "secret"}),
        ("the first app", "SetForeground", {"app": "lobby"}), ("support off", "SetSupport", {"support": "off"}), ("support again", "SetSupport", {}),
        ("a reset", "Reset", SCREEN), ("another EDID", "Simulate", {"command": "edid", **SCREEN, "display": "1920x1080@60"}),
        ("an unplug", "Simulate", {"command": "unplug", **SCREEN}), ("the card goes", "Simulate", {"command": "device", "on": False}),
        ("the card comes back", "Simulate", {"command": "device", "on": True}),
    ):
        rig.tell(method, **parameters)
        pass_time(rig, 3)
        script.keep(f"Events: {what}", events, compact)
    for what, parameters in (
        ("what was missed", {"after": first["sequence"], "run": first["run"]}), ("of another run", {"after": 1, "run": "other"}),
        ("not yet there", {"after": 1_000_000, "run": first["run"]}), ("without the run", {"after": 1}), ("without the number", {"run": first["run"]}),
    ):
        stream = script.stream("Events", parameters)
        script.keep(f"Events: {what}", stream, compact)
        stream.close()
    call("a real end", "Screens")
    rig.end()
    script.page.add("Events: the daemon ends", rest(script, events))


def limits(script):
    """The limits of one user."""
    rig = script.rig
    streams = []
    for number in range(9):
        streams.append(script.stream("RegisterApp", {"name": f"app{number}", "scenes": {}}))
        last = script.drain(streams[-1])
    script.page.add("RegisterApp: a ninth app of one user", script.mask.reply(last[-1]))
    streams[0].close()
    rig.settle()
    streams.append(script.stream("RegisterApp", {"name": "app9", "scenes": {}}))
    script.keep("RegisterApp: in the place of one whose controller has gone", streams[-1])
    for stream in streams:
        stream.close()
    rig.settle()
    connections = [rig.connect() for _ in range(32)]
    rig.settle()
    script.page.add("a connection: one more than a user may have", rest(script, connections[-1]))
    for connection in connections:
        connection.close()
    rig.settle()


def rest(script, connection):
    """All that comes until the daemon ends the connection."""
    lines = []
    while not connection.ended:
        connection.read(wait=True)
    while (message := connection.take()) is not None:
        lines.append(script.mask.reply(message, compact))
    return "\n".join([*lines, "the end"])
