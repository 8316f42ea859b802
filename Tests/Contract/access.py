"""The calls that each access level allows, by the user of the client."""
import json
import os

from masking import Masker, compact
from refusals import Description
from replies import CONNECTORS, SCREEN
from rig import INTERFACE, Rig, call_bytes
from script import Script

USER = 65534
LEVELS = {
    "none": "",
    "observe": f'access: {{ observe: {{ users: ["{USER}"] }} }}\n',
    "remote": f'access: {{ remote: {{ users: ["{USER}"] }} }}\n',
    "control": f'access: {{ control: {{ users: ["{USER}"] }} }}\n',
    "alarm": f'access: {{ alarm: {{ users: ["{USER}"] }} }}\n',
    "admin": f'access: {{ admin: {{ users: ["{USER}"] }} }}\n',
}

APPS = """
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
          content: { image: /nowhere.png }
"""


def record(page):
    with Rig() as rig:
        rig.start("idle: { color: \"#000000\" }\n")
        text = rig.tell("org.varlink.service.GetInterfaceDescription", interface=INTERFACE)["description"]
        page.add("the interface of the displays", without_comments(text))
        description = Description(text)
        service = rig.tell("org.varlink.service.GetInterfaceDescription", interface="org.varlink.service")["description"]
        page.add("the interface of the service", without_comments(service))
        if os.geteuid() != 0:
            return "only root becomes another user"
        mask = Masker([(rig.place, "PLACE")])
        for level, text in LEVELS.items():
            rig.write("marquee.yaml", text)
            rig.end()
            rig.start(text)
            if level == "none":
                message, ended = rig.raw(b"", user=USER)
                page.add("access none: at the connection", mask.reply(message) + ("\nand the end" if ended else ""))
                continue
            lines = []
            for method in description.methods:
                # A parameter that there is not, so that a call that is allowed does nothing.
                message, _ = rig.raw(call_bytes(method, {"nonsense": 1}, more=True), USER)
                reply = mask.reply(message, compact)
                lines.append(f"{method} -> {'allowed' if 'InvalidParameter' in reply else reply}")
            page.add(f"access {level}: what is allowed", "\n".join(lines))
    with Rig() as rig:
        rig.start(APPS + LEVELS["observe"], *CONNECTORS)
        looking_on(Script(rig, page, user=USER), rig)
    with Rig() as rig:
        rig.start(APPS + LEVELS["control"], *CONNECTORS)
        strangers(Script(rig, page, user=USER), rig)
    with Rig() as rig:
        rig.environment["MARQUEE_MEDIA"] = str(rig.place / "media")
        rig.start(APPS + LEVELS["remote"], *CONNECTORS)
        web_pages(Script(rig, page, user=USER), rig)
    return None


def looking_on(script, rig):
    """Data that is hidden from users who may only observe."""
    call = script.call
    rig.tell("Simulate", command="plug", screen="eDP-1", display="1280x800@60")
    rig.plug("HDMI-A-1")
    deck = str(rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf"))
    session = rig.tell("Sessions", app="lobby")["sessions"][0]["identifier"]
    rig.tell("SetUserInfo", session=session, userInfo={"page": 7})
    call("who may observe", "GetSession", {"session": session})
    call("who may observe", "Sessions", {"userInfo": {"page": 7}})
    call("who may observe", "Status")
    call("who may observe", "Screenshot", SCREEN)
    call("who may observe", "ContentAt", SCREEN)
    rig.tell("StartTalk", deck=deck)
    rig.tell("SetTalkNotes", notes=[{"page": 1, "text": "Hello"}])
    call("who may observe", "GetTalk")
    call("who may observe", "TalkSlides", {"count": 1})
    call("who may observe", "TalkPicture", {"page": 1, "width": 64, "height": 64})
    call("the notes for somebody who may observe", "TalkPicture", {"page": 1, "part": "notes", "width": 64, "height": 64})


def strangers(script, rig):
    """Calls of a user who may control displays, in the name of an app without its token."""
    rig.plug("HDMI-A-1")
    app = rig.stream("RegisterApp", {"name": "slides", "scenes": {"externalDisplayNonInteractive": [{"name": "main", "content": {"color": "#a04000"}}]}})
    token = json.loads(rig.answer(app))["parameters"]["token"]
    rig.tell("SetForeground", app="slides")
    session = rig.tell("Sessions", app="slides")["sessions"][0]["identifier"]
    change = [{"session": session, "userInfo": {"page": 7}}]
    color = {"color": "#00a040"}
    for method, parameters in (
        ("UpdateScenes", {"changes": change}), ("UnregisterApp", {"app": "slides"}), ("SetUserInfo", {"session": session, "userInfo": {}}),
        ("DestroySession", {"session": session}), ("StartDisplayLink", {"session": session}), ("StopDisplayLink", {"session": session}),
        ("Show", {**SCREEN, "content": color}), ("ShowTogether", {"contents": [{**SCREEN, "content": color}]}), ("AnswerApp", {"token": "x", "question": 1}),
    ):
        script.call("without the token", method, parameters)
        if method != "AnswerApp":
            script.call("with a token that is guessed", method, {**parameters, "token": "guessed"})
    script.call("with the token", "UpdateScenes", {"changes": change, "token": token})
    app.close()


def web_pages(script, rig):
    """The calls that the program of the web pages may make: it shows files of the media folder, and no others."""
    (rig.place / "media").mkdir()
    inside = str(rig.copy("Examples/sample/deck-landscape.pdf", "media/deck.pdf"))
    outside = str(rig.copy("Examples/sample/deck-landscape.pdf", "deck.pdf"))
    link = rig.place / "media/link.pdf"
    link.symlink_to("../deck.pdf")
    rig.plug("HDMI-A-1")
    for words, path in (("in the media folder", inside), ("elsewhere", outside), ("by a link to elsewhere", str(link))):
        script.call(f"a file {words}", "Show", {**SCREEN, "content": {"deck": {"file": path}}})
        script.call(f"a file {words}", "ShowTogether", {"contents": [{**SCREEN, "content": {"deck": {"file": path}}}]})
        script.call(f"a file {words}", "StartTalk", {"deck": path, "replace": True})
        script.call(f"a file {words}", "FilePicture", {"file": path, "longestSide": 32})
    script.call("a folder", "Show", {**SCREEN, "content": {"slideshow": {"folder": str(rig.place / "media")}}})
    script.call("the notes", "TalkPicture", {"page": 1, "part": "notes", "width": 64, "height": 64})


def without_comments(text):
    return "\n".join(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
