#!/usr/bin/env python3
"""Shows each line that you type on every display, as large as it fits.

The program is an app: it registers with the daemon under the name "message-banner". The daemon asks it about each display before that
display shows it. The app answers with the last line. The daemon keeps the text with each display's session, so the text returns after
the machine has been switched off.

It speaks Varlink with the public package (pip install varlink) if that is installed. Otherwise it uses a few lines of marquee_client.py.

    message_banner.py [--plain] [--color '#103050']     then a line for each message; end with Ctrl-D
"""

import argparse
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import marquee_client

APP = "message-banner"


class Board:
    """The store: one text, and the sessions that show it. Both threads change it."""

    def __init__(self, connect, color):
        self.calls = connect()
        self.color = color
        self.lock = threading.Lock()
        self.text = ""
        self.sessions = set()
        # A single empty configuration would leave external displays alone. With a name the scene waits for its content.
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
        """Shows a text on all displays together. When this returns, it is on them, and the daemon has stored it."""
        with self.lock:
            self.text = text
            changes = [self.change(session) for session in sorted(self.sessions)]
            return self.calls.call("UpdateScenes", token=self.token, changes=changes)["presented"]

    def answer(self, question, configuration):
        try:
            self.calls.call("AnswerApp", token=self.token, question=question, configuration=configuration)
        except Exception as error:
            # The answer is too late, or the display is gone again. The daemon uses the default of the manifest.
            print(f"message-banner: {error}", file=sys.stderr)

    def listen(self):
        """Answers the daemon's questions until the daemon ends."""
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
    client = marquee_client.way(options.plain)
    board = Board(lambda: marquee_client.connect(client), options.color)
    threading.Thread(target=board.listen, daemon=True).start()
    with board.lock:
        board.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(board.sessions)} displays known", flush=True)
    for line in sys.stdin:
        try:
            frames = board.show(line.rstrip("\n"))
        except Exception as error:
            # For example, the text is too long. The text before stays.
            print(f"message-banner: {error}", file=sys.stderr, flush=True)
            continue
        print("shown on " + marquee_client.screens(frames), flush=True)


if __name__ == "__main__":
    main()
