#!/usr/bin/env python3
"""Notes in several windows: each window shows one note. All windows with the same note change together.

The texts are in one store (a file). The daemon keeps the name of a window's note with the window's session. So each window returns with
its note after the machine has been switched off. The windows stand side by side on the panel, or on an external display if you put them
there. Displays without windows show the note that was written last.

    notes.py [--plain] [--file notes.json]     then a command a line; end with Ctrl-D

    write NOTE TEXT    replace the note's text      open NOTE      open the note's window, or bring it to the front
    add NOTE TEXT      add a line to the note       close NOTE     close the note's window and keep the note
    on SCREEN          put the windows there        back           put the windows back on the panel

A controller that owns the app's input may also write. This program owns it after `on`: marqueectl input send SESSION add text=Milk
"""

import argparse
import html
import json
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import marquee_client

APP = "notes"
PAPERS = ["#ffe58a", "#bfe6c3", "#c3dcf7", "#f7c8d4"]


class Store:
    """The notes by name. The file is complete at any time."""

    def __init__(self, path):
        self.path = path
        self.texts = {"Welcome": "Write, open, close"}
        if os.path.exists(path):
            with open(path) as file:
                self.texts = json.load(file)
        self.latest = next(reversed(self.texts), "Welcome")

    def write(self, note, text):
        self.texts[note] = text
        self.latest = note
        with open(self.path + ".new", "w") as file:
            json.dump(self.texts, file)
        os.replace(self.path + ".new", self.path)

    def content(self, note):
        """The content of a window: the note on paper of its own colour."""
        paper = PAPERS[list(self.texts).index(note) % len(PAPERS)] if note in self.texts else "#e0e0e0"
        text = f"<b>{html.escape(note)}</b>\n{html.escape(self.texts.get(note, ''))}"
        banner = {"text": text, "markup": True, "alignment": "start", "foreground": "#282420", "background": paper}
        return {"banner": banner}


class Windows:
    """The note of each session. The thread of the commands and the thread of the messages change it."""

    def __init__(self, connect, store):
        self.connect, self.store = connect, store
        # The daemon answers the calls of one connection in order. An answer to a question must not wait for a picture's flip.
        self.calls, self.answers = connect(), connect()
        self.lock = threading.Lock()
        self.notes = {}
        # The sessions of external displays, which show the latest note.
        self.views = set()
        self.ownership = None
        scenes = {"application": [{"name": "note"}], "externalDisplayNonInteractive": [{"name": "latest"}]}
        self.messages = connect().stream(
            "RegisterApp", name=APP, scenes=scenes, supportsMultipleScenes=True, controllerLoss="keep"
        )
        registered = next(self.messages)
        self.token = registered["token"]
        for session in registered["sessions"]:
            kept = self.calls.call("GetSession", session=session["identifier"])["userInfo"]
            self.know(session["identifier"], session["role"], kept)

    def know(self, session, role, kept):
        if role == "application":
            self.notes[session] = kept.get("note", self.store.latest)
        else:
            self.views.add(session)

    def first(self, session, kept):
        """The change that fills a new window: its content and its note."""
        with self.lock:
            self.know(session, "application", kept)
            return {"session": session, "content": self.content(session), "userInfo": {"note": self.notes[session]}}

    def knows(self, session):
        with self.lock:
            return session in self.notes or session in self.views

    def content(self, session):
        return self.store.content(self.notes.get(session, self.store.latest))

    def write(self, note, text, is_added=False):
        """Changes the store. Returns the changes of all sessions that show the note, to be made together."""
        with self.lock:
            before = self.store.texts.get(note)
            self.store.write(note, f"{before}\n{text}" if is_added and before else text)
            concerned = [session for session, shown in self.notes.items() if shown == note] + sorted(self.views)
            return [{"session": session, "content": self.content(session)} for session in concerned]

    def show(self, changes):
        return self.calls.call("UpdateScenes", token=self.token, changes=changes)["presented"]

    def open(self, note):
        with self.lock:
            is_open = note in self.notes.values()
        kept = {"note": note}
        if is_open:
            return self.calls.call("ActivateSession", app=APP, userInfo=kept)["presented"]
        session = self.calls.call("RequestScene", app=APP, userInfo=kept, noWait=True)["session"]
        return self.show([self.first(session, kept)])

    def close(self, note):
        with self.lock:
            session = next((session for session, shown in self.notes.items() if shown == note), None)
        if session is None:
            raise ValueError(f"no window shows {note}")
        return self.calls.call("DestroySession", session=session, token=self.token)["presented"]

    def put_on(self, screen):
        if self.ownership is None:
            # Interactive windows are on an external display only while a controller owns their input.
            self.ownership = self.connect().stream("OwnInput", app=APP)
            next(self.ownership)
        return self.calls.call("PlaceApp", app=APP, screen=screen)["presented"]

    def take_back(self):
        return self.calls.call("PlaceApp", app=APP)["presented"]

    def tell(self, method, **parameters):
        self.ask(method, token=self.token, **parameters)

    def ask(self, method, **parameters):
        try:
            return self.answers.call(method, **parameters)
        except Exception as error:
            # The answer is too late, or the display is gone again. The daemon continues with its present values.
            print(f"notes: {error}", file=sys.stderr)

    def listen(self):
        """Answers the daemon's questions and fills new windows, until the daemon ends."""
        for message in self.messages:
            session = message.get("session")
            if message["kind"] == "question":
                with self.lock:
                    self.know(session, message["role"], message.get("userInfo") or {})
                    configuration = {"name": message["configuration"], "content": self.content(session)}
                self.tell("AnswerApp", question=message["question"], configuration=configuration)
            elif message.get("event") == "sceneWillConnect" and not self.knows(session):
                # The daemon makes the first window.
                found = self.ask("GetSession", session=session)
                if found:
                    self.tell("UpdateScenes", changes=[self.first(session, found["userInfo"])], noWait=True)
            elif message["kind"] == "discarded":
                with self.lock:
                    self.notes.pop(session, None)
                    self.views.discard(session)
            elif message["kind"] == "input" and message["inputKind"] == "add":
                text = str(message["values"].get("text", ""))
                self.tell("UpdateScenes", changes=self.write(self.notes[session], text, is_added=True), noWait=True)


def obey(windows, line):
    """Runs the command of a line. Returns the frames that show the result."""
    command, _, rest = line.partition(" ")
    note, _, text = rest.partition(" ")
    if command in ("write", "add") and text:
        return windows.show(windows.write(note, text, is_added=command == "add"))
    if command == "open" and note:
        return windows.open(note)
    if command == "close" and note:
        return windows.close(note)
    if command == "on" and rest:
        return windows.put_on(rest)
    if command == "back":
        return windows.take_back()
    raise ValueError("say write NOTE TEXT, add NOTE TEXT, open NOTE, close NOTE, on SCREEN or back")


def main():
    parser = argparse.ArgumentParser(description="Notes in windows, on the panel or on an external display.")
    parser.add_argument("--plain", action="store_true", help="speak Varlink without the package")
    parser.add_argument("--file", default="notes.json", help="where the notes are kept")
    options = parser.parse_args()
    client = marquee_client.way(options.plain)
    windows = Windows(lambda: client(marquee_client.socket_path()), Store(options.file))
    threading.Thread(target=windows.listen, daemon=True).start()
    windows.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(windows.notes)} windows known", flush=True)
    for line in sys.stdin:
        try:
            print("shown on " + marquee_client.screens(obey(windows, line.strip())), flush=True)
        except Exception as error:
            print(f"notes: {error}", flush=True)


if __name__ == "__main__":
    main()
