#!/usr/bin/env python3
"""Type a line, and every display shows it as large as it fits.

An app of its own: it registers with the daemon under the name "message-banner", is asked whenever a display is about to show it, and
answers with what was typed last. The daemon keeps the text with each display's session, so that it is there again after everything
has been switched off.

It speaks Varlink by the public package (pip install varlink) where that is there, else by the thirty lines of PlainVarlink.

    message_banner.py [--plain] [--color '#103050']     then a line for each message; end with Ctrl-D
"""

import argparse
import json
import os
import socket
import sys
import threading

try:
    import varlink
except ImportError:
    varlink = None

INTERFACE = "org.marquee.Display"
APP = "message-banner"


def socket_path():
    user = os.environ.get("XDG_RUNTIME_DIR")
    places = [os.environ.get("MARQUEE_SOCKET"), "/run/marquee/marquee.sock", user and user + "/marquee/marquee.sock"]
    return next((place for place in places if place and os.path.exists(place)), f"/tmp/marquee-{os.getuid()}/marquee.sock")


class PlainVarlink:
    """A connection without a library: JSON objects, each ended by a NUL byte."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, more, parameters):
        message = {"method": f"{INTERFACE}.{method}", "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            received = self.socket.recv(65536)
            if not received:
                raise RuntimeError("the daemon has ended the connection")
            self.rest += received
        message, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(message)
        if "error" in reply:
            raise RuntimeError(f"{reply['error']}: {reply.get('parameters')}")
        return reply["parameters"]

    def call(self, method, **parameters):
        self.send(method, False, parameters)
        return self.receive()

    def stream(self, method, **parameters):
        self.send(method, True, parameters)
        while True:
            yield self.receive()


class PublicVarlink:
    """The same by the public package, which asks the daemon for its interface."""

    def __init__(self, path):
        self.interface = varlink.Client(f"unix:{path}").open(INTERFACE)

    def call(self, method, **parameters):
        return getattr(self.interface, method)(**parameters)

    def stream(self, method, **parameters):
        return getattr(self.interface, method)(_more=True, **parameters)


class Board:
    """The store: one text, and the sessions that show it. Both threads change it."""

    def __init__(self, connect, color):
        self.calls = connect()
        self.color = color
        self.lock = threading.Lock()
        self.text = ""
        self.sessions = set()
        # A single empty configuration would leave external displays alone; this one waits for its content.
        scenes = {"externalDisplayNonInteractive": [{"name": "banner"}]}
        self.messages = connect().stream("RegisterApp", name=APP, scenes=scenes, controllerLoss="keep")
        registered = next(self.messages)
        self.token = registered["token"]
        for session in registered["sessions"]:
            self.sessions.add(session["identifier"])
            kept = self.calls.call("GetSession", session=session["identifier"])["userInfo"]
            self.text = kept.get("text", self.text)

    def content(self):
        return {"banner": {"text": self.text, "background": self.color}}

    def change(self, session):
        return {"session": session, "content": self.content(), "userInfo": {"text": self.text}}

    def show(self, text):
        """On all displays in one go; it is kept, and on them, when this returns."""
        with self.lock:
            self.text = text
            changes = [self.change(session) for session in sorted(self.sessions)]
            return self.calls.call("UpdateScenes", token=self.token, changes=changes)["presented"]

    def answer(self, question, configuration):
        try:
            self.calls.call("AnswerApp", token=self.token, question=question, configuration=configuration)
        except Exception as error:
            # Too late, or the display is gone again: the daemon goes on with what the manifest says.
            print(f"message-banner: {error}", file=sys.stderr)

    def listen(self):
        """Answers what the daemon asks, until it ends."""
        for message in self.messages:
            session = message.get("session")
            with self.lock:
                if message["kind"] == "question":
                    self.sessions.add(session)
                    configuration = {"name": "banner", "content": self.content()} if self.text else {"name": "banner"}
                    self.answer(message["question"], configuration)
                elif message["kind"] == "discarded":
                    self.sessions.discard(session)


def main():
    parser = argparse.ArgumentParser(description="Shows each line that is typed on all displays.")
    parser.add_argument("--plain", action="store_true", help="speak Varlink without the package")
    parser.add_argument("--color", default="#103050", help="the colour behind the text")
    options = parser.parse_args()
    client = PlainVarlink if options.plain or varlink is None else PublicVarlink
    board = Board(lambda: client(socket_path()), options.color)
    threading.Thread(target=board.listen, daemon=True).start()
    with board.lock:
        board.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(board.sessions)} displays known", flush=True)
    for line in sys.stdin:
        frames = board.show(line.rstrip("\n"))
        print("shown on " + (", ".join(frame["screen"] for frame in frames) or "no display yet"), flush=True)


if __name__ == "__main__":
    main()
