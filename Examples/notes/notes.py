#!/usr/bin/env python3
"""Notes in several windows of two kinds: a list of all notes, and one window for each note that is open.

The texts are in one store (a file). The daemon keeps with each window's session what the window is for: the list has the titles that it
shows, the others their note. So each window comes back after everything has been switched off. The windows stand side by side on the
panel, or on the external display that they are put on. Displays without them show the note that was written last.

    notes.py [--plain] [--file notes.json]     then a command a line; end with Ctrl-D

    write NOTE TEXT    replace the note's text      open NOTE      open the note's window, or bring it to the front
    add NOTE TEXT      add a line to the note       close NOTE     close the note's window and keep the note
    new                open an empty window beside the list; its first line becomes a note
    on SCREEN          put the windows there        back           put the windows back on the panel

A user with a pointer (marquee-keys, docs/input.md) presses a note in the list. A note that is dragged out of the list opens in a window
of its own. A controller that owns the app's input may also write. This program owns it after `on`:

    marqueectl input send SESSION add text=Milk
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
HEADING, DRAFT, EMPTY = "#3a404c", "#ffffff", "#e0e0e0"
# A list is so many rows high: its heading, and the newest notes.
ROWS = 8
# The scene configuration for each kind of window.
CONFIGURATIONS = {"list": "list", "note": "note", "draft": "note", "latest": "latest"}


def paper(text, background, foreground="#282420"):
    return {
        "text": text, "markup": True, "alignment": "start", "foreground": foreground, "background": background,
    }


def is_purpose(values):
    """Whether a session's values are a window of this program."""
    kind, note = values.get("kind"), values.get("note")
    return isinstance(kind, str) and kind in CONFIGURATIONS and (kind != "note" or isinstance(note, str))


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

    @property
    def titles(self):
        return list(self.texts)[1 - ROWS :]

    def color(self, note):
        return PAPERS[list(self.texts).index(note) % len(PAPERS)] if note in self.texts else EMPTY

    def note(self, note):
        """The content of a window: the note on paper of its own colour."""
        text = f"<b>{html.escape(note)}</b>\n{html.escape(self.texts.get(note, ''))}"
        return {"banner": paper(text, self.color(note))}

    def list(self, titles, chosen):
        """The content of the list: a row for each title, all of one height."""
        texts = [("<b>Notes</b>", HEADING, "#ffffff")]
        for title in titles:
            text = html.escape(title)
            texts.append((f"<b>{text}</b>" if title == chosen else text, self.color(title), "#282420"))
        regions = [
            {"x": 0, "y": row / ROWS, "width": 1, "height": 1 / ROWS, "banner": paper(*text)}
            for row, text in enumerate(texts)
        ]
        return {"layout": {"regions": regions, "background": EMPTY}}


class Windows:
    """The values of each session. The thread of the commands and the thread of the messages change them."""

    def __init__(self, connect, store):
        self.connect, self.store = connect, store
        # The daemon answers the calls of one connection in order. An answer to a question must not wait for a picture's flip.
        self.calls, self.answers = connect(), connect()
        self.lock = threading.Lock()
        self.kept = {}
        # The note under the pointer's button, and the list that it was pressed in.
        self.pressed = None
        self.ownership = None
        scenes = {
            "application": [{"name": "list"}, {"name": "note"}],
            "externalDisplayNonInteractive": [{"name": "latest"}],
        }
        self.messages = connect().stream(
            "RegisterApp", name=APP, scenes=scenes, supportsMultipleScenes=True, controllerLoss="keep"
        )
        registered = next(self.messages)
        self.token = registered["token"]
        for session in registered["sessions"]:
            kept = self.calls.call("GetSession", session=session["identifier"])["userInfo"]
            if is_purpose(kept):
                self.kept[session["identifier"]] = kept

    def first(self, question):
        """What a new window is for: what was kept with its session, otherwise the activity of the request for it.

        Other programs may request windows, with any values. The list stands for a request that this program does not know.
        """
        kept = question.get("userInfo") or {}
        if is_purpose(kept):
            return kept
        if question["role"] != "application":
            return {"kind": "latest"}
        for activity in question.get("activities") or []:
            opened = {"kind": "note", "note": (activity.get("userInfo") or {}).get("note")}
            if activity.get("type") == "create":
                return {"kind": "draft"}
            if activity.get("type") == "open" and is_purpose(opened):
                return opened
        return {"kind": "list"}

    def content(self, kept):
        if kept["kind"] == "list":
            return self.store.list(kept.get("titles", []), kept.get("chosen"))
        if kept["kind"] == "draft":
            return {"banner": paper("<b>A new note</b>\nIts first line is its name.", DRAFT)}
        return self.store.note(kept.get("note", self.store.latest))

    def answer(self, question):
        with self.lock:
            kept = self.first(question)
            if kept["kind"] == "list":
                kept["titles"] = self.store.titles
            self.kept[question["session"]] = kept
            configuration = {"name": CONFIGURATIONS[kept["kind"]], "content": self.content(kept)}
        self.send("AnswerApp", question=question["question"], configuration=configuration, userInfo=kept)

    def sessions(self, **values):
        return [session for session, kept in self.kept.items() if values.items() <= kept.items()]

    def change(self, session, **values):
        """Keeps other values with a session; returns the change for the daemon."""
        kept = self.kept[session] = {**self.kept[session], **values}
        return {"session": session, "userInfo": kept, "content": self.content(kept)}

    def write(self, note, text, is_added=False):
        """Changes the store. Returns the changes of all sessions that show the note, to be made together."""
        with self.lock:
            before = self.store.texts.get(note)
            self.store.write(note, f"{before}\n{text}" if is_added and before else text)
            changes = [self.change(session) for session in self.sessions(kind="note", note=note)]
            changes += [self.change(session) for session in self.sessions(kind="latest")]
            if before is None:
                changes += [self.change(session, titles=self.store.titles) for session in self.sessions(kind="list")]
            return changes

    def show(self, changes, connection=None, **parameters):
        """Also in the background: a list that is not shown is laid out there, so that its snapshot has the new note."""
        connection = connection or self.calls
        presented = connection.call("UpdateScenes", token=self.token, changes=changes, **parameters)["presented"]
        for change in changes:
            if self.kept[change["session"]]["kind"] == "list":
                connection.call("RefreshSessions", session=change["session"])
        return presented

    def request(self, connection, activity, **parameters):
        call = connection.call(
            "RequestScene", app=APP, configuration="note", activity=activity, token=self.token, **parameters
        )
        return call["presented"]

    def open(self, note, connection=None, **parameters):
        connection = connection or self.calls
        with self.lock:
            is_open = bool(self.sessions(kind="note", note=note))
        if is_open:
            kept = {"kind": "note", "note": note}
            return connection.call("ActivateSession", app=APP, userInfo=kept, **parameters)["presented"]
        return self.request(connection, {"type": "open", "userInfo": {"note": note}}, **parameters)

    def close(self, note):
        with self.lock:
            session = next(iter(self.sessions(kind="note", note=note)), None)
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

    def send(self, method, **parameters):
        try:
            return self.answers.call(method, token=self.token, **parameters)
        except Exception as error:
            # The answer is too late, or the display is gone again. The daemon continues with its present values.
            print(f"notes: {error}", file=sys.stderr)

    def listen(self):
        """Answers the daemon's questions, and follows the user's input, until the daemon ends."""
        for message in self.messages:
            try:
                self.receive(message)
            except Exception as error:
                # One message that cannot be handled must not end the program's answers and input.
                print(f"notes: {message.get('kind')}: {error!r}", file=sys.stderr)

    def receive(self, message):
        if message["kind"] == "question":
            self.answer(message)
        elif message["kind"] == "discarded":
            with self.lock:
                self.kept.pop(message["session"], None)
        elif message["kind"] == "input":
            self.follow(message["session"], message["inputKind"], message.get("values") or {})

    def follow(self, session, kind, values):
        window = self.kept.get(session, {})
        if kind == "add" and window.get("kind") in ("note", "draft"):
            self.type(session, window, str(values.get("text", "")))
        elif kind == "pointer" and window.get("kind") == "list":
            self.point(session, window, values)

    def type(self, session, window, text):
        """A line for a note; the first line in an empty window makes a note of that name."""
        if window["kind"] == "note":
            return self.show(self.write(window["note"], text, is_added=True), self.answers, noWait=True)
        changes = self.write(text, self.store.texts.get(text, ""))
        with self.lock:
            changes = [change for change in changes if change["session"] != session]
            changes.append(self.change(session, kind="note", note=text))
        return self.show(changes, self.answers, noWait=True)

    def point(self, session, window, values):
        """Chooses the note that is pressed. If the button comes up outside of the list, the note gets a window of its own."""
        if values["phase"] == "press":
            row = int(values["y"] * ROWS) - 1
            titles = window.get("titles", [])
            self.pressed = titles[row] if 0 <= row < len(titles) else None
            if self.pressed:
                with self.lock:
                    changes = [self.change(session, chosen=self.pressed)]
                self.show(changes, self.answers, noWait=True)
        elif values["phase"] == "release":
            note, self.pressed = self.pressed, None
            is_outside = not (0 <= values["x"] <= 1 and 0 <= values["y"] <= 1)
            if note and is_outside:
                self.open(note, self.answers, noWait=True)


def perform(windows, line):
    """Runs the command of a line. Returns the frames that show the result."""
    command, _, rest = line.partition(" ")
    note, _, text = rest.partition(" ")
    if command in ("write", "add") and text:
        return windows.show(windows.write(note, text, is_added=command == "add"))
    if command == "open" and note:
        return windows.open(note)
    if command == "new":
        return windows.request(windows.calls, {"type": "create"})
    if command == "close" and note:
        return windows.close(note)
    if command == "on" and rest:
        return windows.put_on(rest)
    if command == "back":
        return windows.take_back()
    raise ValueError("expected write NOTE TEXT, add NOTE TEXT, open NOTE, new, close NOTE, on SCREEN or back")


def main():
    parser = argparse.ArgumentParser(description="Notes in windows, on the panel or on an external display.")
    parser.add_argument("--plain", action="store_true", help="speak Varlink without the package")
    parser.add_argument("--file", default="notes.json", help="the file with the notes")
    options = parser.parse_args()
    client = marquee_client.way(options.plain)
    windows = Windows(lambda: marquee_client.connect(client), Store(options.file))
    threading.Thread(target=windows.listen, daemon=True).start()
    windows.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(windows.kept)} windows known", flush=True)
    for line in sys.stdin:
        try:
            print("shown on " + marquee_client.screens(perform(windows, line.strip())), flush=True)
        except Exception as error:
            print(f"notes: {error}", flush=True)


if __name__ == "__main__":
    main()
