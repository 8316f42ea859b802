"""Answers about a talk."""
from masking import compact
from replies import CONNECTORS, SCREEN
from rig import Rig, call_bytes
from script import Script, pass_time

CONFIGURATION = """
unknownScreens: show
apps:
  lobby:
    scenes:
      externalDisplayNonInteractive:
        - name: main
          content: { color: "#204060" }
"""


def record(page):
    with Rig() as rig:
        rig.start(CONFIGURATION, *CONNECTORS)
        rig.plug("HDMI-A-1")
        deck = str(rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf"))
        other = str(rig.copy("Examples/sample/deck-portrait.pdf", "other.pdf"))
        script = Script(rig, page)
        before(script, deck)
        begin(script, deck, other)
        control(script)
        slides(script)
        end(script, rig, deck)


def before(script, deck):
    call = script.call
    call("no talk", "GetTalk")
    for method, parameters in (
        ("ControlTalk", {"action": "next"}), ("TalkSlides", {}), ("SetTalkNotes", {"notes": []}), ("TalkPicture", {"page": 1, "width": 64, "height": 64}),
        ("EndTalk", {}),
    ):
        call("no talk", method, parameters)
    for what, parameters in (
        ("a path that is not absolute", {"deck": "deck.pdf"}), ("a file that is not there", {"deck": "/nowhere.pdf"}), ("page 0", {"deck": deck, "page": 0}),
        ("page 99", {"deck": deck, "page": 99}), ("a screen that is not there", {"deck": deck, "screen": "VGA-1"}),
        ("no time", {"deck": deck, "durationSeconds": -1}), ("too long", {"deck": deck, "durationSeconds": 604801}),
        ("a file that is none", {"deck": str(script.rig.write("none.pdf", "none"))}),
    ):
        call(what, "StartTalk", parameters)


def begin(script, deck, other):
    call = script.call
    watch = script.stream("WatchTalk", {})
    script.keep("WatchTalk: no talk", watch)
    call("least", "StartTalk", {"deck": deck})
    script.keep("WatchTalk: a talk begins", watch, compact)
    call("another goes on", "StartTalk", {"deck": other})
    call("full", "StartTalk", {
        "deck": deck, "page": 2, "durationSeconds": 600, "screen": "HDMI-A-1", "newScreens": "ask", "notesHalf": "none", "replace": True, "noWait": False})
    call("least", "GetTalk", {})
    call("during a talk", "Explain", SCREEN)
    call("during a talk", "Apps")
    call("during a talk", "Sessions", {})
    call("during a talk", "Show", {**SCREEN, "content": {"color": "#ff0000"}})
    script.drain(watch)
    watch.close()
    call("not waited for", "StartTalk", {"deck": deck, "replace": True, "newScreens": "ask", "noWait": True})
    call("a new display", "Simulate", {"command": "plug", "screen": "DP-1", "display": "1280x720@60", "model": "Beamer"})
    pass_time(script.rig, 1)
    call("a display waits", "GetTalk")
    call("a display that waits", "Explain", {"screen": "DP-1"})


def control(script):
    call = script.call
    watch = script.stream("WatchTalk", {})
    script.drain(watch)
    for what, parameters in (
        ("next", {"action": "next", "noWait": False}), ("previous", {"action": "previous"}), ("previous at the first", {"action": "previous"}), ("last", {"action": "last"}),
        ("next at the last", {"action": "next"}), ("first", {"action": "first"}), ("goto", {"action": "goto", "page": 3}), ("goto nothing", {"action": "goto"}),
        ("goto 0", {"action": "goto", "page": 0}), ("goto 99", {"action": "goto", "page": 99}), ("freeze", {"action": "freeze"}),
        ("freeze on", {"action": "freeze", "on": True}), ("next while frozen", {"action": "next"}), ("freeze off", {"action": "freeze", "on": False}),
        ("black", {"action": "black"}), ("white", {"action": "white", "on": True}), ("white off", {"action": "white", "on": False}),
        ("pointer", {"action": "pointer", "x": 0.5, "y": 0.25}), ("spotlight", {"action": "spotlight", "x": 0, "y": 1}),
        ("pointer beyond the edge", {"action": "pointer", "x": 1.5, "y": 0}), ("pointer nowhere", {"action": "pointer"}), ("pointerOff", {"action": "pointerOff"}),
        ("startTimer", {"action": "startTimer"}), ("pauseTimer", {"action": "pauseTimer"}), ("resetTimer", {"action": "resetTimer"}),
        ("setDuration", {"action": "setDuration", "seconds": 1200}), ("setDuration to nothing", {"action": "setDuration", "seconds": 0}),
        ("setDuration without seconds", {"action": "setDuration"}), ("setDuration too long", {"action": "setDuration", "seconds": 1e9}),
        ("message", {"action": "message", "text": "Questions?"}), ("message for a time", {"action": "message", "text": "Soon", "seconds": 5}),
        ("message without a text", {"action": "message"}), ("no message", {"action": "message", "text": ""}), ("code", {"action": "code", "text": "https://example.org"}),
        ("a code that is too long", {"action": "code", "text": "x" * 2332}), ("no code", {"action": "code", "text": ""}),
        ("show a screen that is not there", {"action": "show", "screen": "VGA-1"}), ("show nothing", {"action": "show"}),
        ("show a screen that shows it", {"action": "show", "screen": "HDMI-A-1"}), ("show", {"action": "show", "screen": "DP-1"}),
        ("not waited for", {"action": "next", "noWait": True}), ("a page with another action", {"action": "next", "page": 2}),
    ):
        call(what, "ControlTalk", parameters)
    seen = script.drain(watch)
    script.page.add("WatchTalk: the last change", script.mask.reply(seen[-1]))
    watch.close()


def slides(script):
    call = script.call
    call("least", "TalkSlides", {})
    call("full", "TalkSlides", {"first": 2, "count": 2})
    for what, parameters in (("beyond the last", {"first": 99}), ("from nothing", {"first": 0}), ("none", {"count": 0}), ("too many", {"count": 51})):
        call(what, "TalkSlides", parameters)
    talk = script.rig.tell("GetTalk")["talk"]["identifier"]
    call("least", "SetTalkNotes", {"notes": []})
    call("some", "SetTalkNotes", {"notes": [{"page": 1, "text": "# Hello\n*all*"}, {"page": 2, "text": ""}]})
    call("full", "SetTalkNotes", {"notes": [{"page": 1, "text": "one"}], "set": {"version": "v1", "part": 1, "parts": 2}, "talk": talk})
    call("the second part", "SetTalkNotes", {"notes": [{"page": 3, "text": "three"}], "set": {"version": "v1", "part": 2, "parts": 2}, "talk": talk})
    call("with notes", "TalkSlides", {"first": 1, "count": 3})
    call("with notes", "GetTalk")
    for what, parameters in (
        ("a part without those before", {"notes": [], "set": {"version": "v2", "part": 2, "parts": 2}}), ("part 0", {"notes": [], "set": {"version": "v2", "part": 0, "parts": 2}}),
        ("part 3 of 2", {"notes": [], "set": {"version": "v2", "part": 3, "parts": 2}}), ("of another talk", {"notes": [], "talk": "x"}),
        ("page 0", {"notes": [{"page": 0, "text": "x"}]}), ("page 99", {"notes": [{"page": 99, "text": "x"}]}),
        ("a text that is too long", {"notes": [{"page": 1, "text": "x" * 16385}]}),
    ):
        call(what, "SetTalkNotes", parameters)
    for what, parameters in (
        ("least", {"page": 1, "width": 320, "height": 180}), ("full", {"page": 2, "part": "slide", "width": 64, "height": 64}),
        ("notes that there are not", {"page": 1, "part": "notes", "width": 64, "height": 64}), ("page 0", {"page": 0, "width": 64, "height": 64}),
        ("page 99", {"page": 99, "width": 64, "height": 64}), ("too small", {"page": 1, "width": 0, "height": 64}), ("too large", {"page": 1, "width": 99999, "height": 64}),
    ):
        call(what, "TalkPicture", parameters)


def end(script, rig, deck):
    call = script.call
    call("least", "EndTalk", {})
    call("after its end", "GetTalk")
    call("after a talk", "Explain", SCREEN)
    rig.tell("StartTalk", deck=deck)
    call("full", "EndTalk", {"noWait": True})
    rig.tell("StartTalk", deck=deck, notesHalf="right")
    call("of a half with notes", "TalkSlides", {"first": 1, "count": 1})
    call("of the half with notes", "TalkPicture", {"page": 1, "part": "notes", "width": 64, "height": 64})
    watch = rig.connect()
    watch.send(call_bytes("WatchTalk", {}, more=True))
    rig.settle()
    watch.close()
