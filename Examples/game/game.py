#!/usr/bin/env python3
"""A game of snake: its picture is on the displays, its keys are in this terminal.

The board is laid out for 640x480 pixels, and enlarged by a whole number on each display: its pixels stay sharp. It is a banner of
coloured blocks, so that the daemon gets nothing but text. The game is kept with each display's session: it pauses when
nobody can see it, and goes on with the next key when a display is there again, be it after a restart of everything.

    game.py [--plain] [--step 0.2]     w a s d or the arrows; p: pause; n: a new game; q: the end
    game.py --step 0                   it moves with each key, and only then
"""

import argparse
import collections
import contextlib
import os
import select
import sys
import termios
import threading
import time
import tty

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import marquee_client
from snake import COLUMNS, ROWS, Snake

APP = "game"
KEYS = {"a": "left", "d": "right", "w": "up", "s": "down"}
ARROWS = {"\x1b[D": "a", "\x1b[C": "d", "\x1b[A": "w", "\x1b[B": "s"}
HEAD, BODY, FOOD = "#e8ffb0", "#58d058", "#ff5048"
FIELD = ["#16283c", "#1c3148"]


def picture(snake, note):
    """The board as a banner: a line for each row, two blocks for each cell. A little larger than the line, they leave no gap."""
    colors = {tuple(cell): BODY for cell in snake.body}
    colors[tuple(snake.food)] = FOOD
    colors[tuple(snake.body[0])] = HEAD
    lines = [f"<b>{'GAME OVER' if snake.is_over else 'SNAKE'}</b>  score {snake.score}  best {snake.best}  {note}"]
    for y in range(ROWS):
        row = [colors.get((x, y), FIELD[(x + y) % 2]) for x in range(COLUMNS)]
        starts = [x for x in range(COLUMNS) if x == 0 or row[x] != row[x - 1]] + [COLUMNS]
        runs = zip(starts, starts[1:])
        lines.append("".join(f'<span size="102%" foreground="{row[x]}">{"██" * (end - x)}</span>' for x, end in runs))
    banner = {"text": "\n".join(lines), "markup": True, "font": "DejaVu Sans Mono", "alignment": "start"}
    return {"banner": dict(banner, background="#0c1826")}


class Player:
    """The store: one game, and the sessions that show it. Two threads change it: that of the keys, and the one that listens."""

    def __init__(self, connect):
        # What is said on one connection is answered in order: a question must not wait for a picture's flip.
        self.calls, self.answers = connect(), connect()
        self.lock = threading.Lock()
        self.snake = Snake()
        self.turns = collections.deque(maxlen=3)
        self.is_running = False
        self.sessions = set()
        # Those that somebody can see.
        self.active = set()
        scenes = {"externalDisplayNonInteractive": [{"name": "board", "size": "640x480"}]}
        self.messages = connect().stream("RegisterApp", name=APP, scenes=scenes, controllerLoss="keep")
        registered = next(self.messages)
        self.token = registered["token"]
        for session in registered["sessions"]:
            self.sessions.add(session["identifier"])
            if session["state"] == "foregroundActive":
                self.active.add(session["identifier"])
            kept = self.calls.call("GetSession", session=session["identifier"])["userInfo"]
            self.snake = Snake.restored(kept) if kept else self.snake
        if self.active:
            print("a display is there", flush=True)

    def content(self):
        return picture(self.snake, "" if self.is_running or self.snake.is_over else "paused")

    def change(self, session):
        return {"session": session, "content": self.content(), "userInfo": self.snake.state}

    def show(self):
        """The game as it is: on all displays, and kept with them, when this returns."""
        with self.lock:
            changes = [self.change(session) for session in sorted(self.sessions)]
        return self.calls.call("UpdateScenes", token=self.token, changes=changes)["presented"]

    def press(self, key):
        """What a key does; whether that is to be seen at once."""
        with self.lock:
            if key == "n" or (key in KEYS and self.snake.is_over):
                self.snake = Snake(self.snake.best)
                self.turns.clear()
            elif key in KEYS and self.active:
                self.turns.append(KEYS[key])
                self.is_running = True
                return False
            elif key != "p":
                return False
            self.is_running = False
            return True

    def move(self):
        """A cell further; whether it could."""
        with self.lock:
            if not self.is_running:
                return False
            if self.turns:
                self.snake.turn(self.turns.popleft())
            self.snake.move()
            self.is_running = not self.snake.is_over
            return True

    def tell(self, method, **parameters):
        try:
            self.answers.call(method, token=self.token, **parameters)
        except Exception as error:
            # Too late, or the display is gone again: the daemon goes on with what it has.
            print(f"game: {error}", file=sys.stderr)

    def hear(self, message):
        """Answers what the daemon asks, and keeps in mind who can see the game."""
        session = message.get("session")
        if message["kind"] == "question":
            self.sessions.add(session)
            configuration = {"name": "board", "size": "640x480", "content": self.content()}
            self.tell("AnswerApp", question=message["question"], configuration=configuration)
            self.tell("UpdateScenes", changes=[{"session": session, "userInfo": self.snake.state}], noWait=True)
        elif message["kind"] == "discarded":
            self.sessions.discard(session)
        elif message.get("event") == "sceneDidBecomeActive":
            if not self.active:
                print("a display is there", flush=True)
            self.active.add(session)
        elif message.get("event") == "sceneWillResignActive":
            self.active.discard(session)
            if self.is_running and not self.active:
                self.is_running = False
                self.turns.clear()
                self.tell("UpdateScenes", changes=[self.change(session)], noWait=True)
                print("paused until a display is there", flush=True)

    def listen(self):
        for message in self.messages:
            with self.lock:
                self.hear(message)


def letters(typed):
    """What was typed as letters, the arrows too."""
    for arrow, letter in ARROWS.items():
        typed = typed.replace(arrow, letter)
    return typed.lower()


def play(player, step):
    """Until `q`, or until nobody types any more."""
    due = 0
    while True:
        patience = max(0, due - time.monotonic()) if step and player.is_running else None
        is_changed = False
        if select.select([sys.stdin], [], [], patience)[0]:
            typed = os.read(sys.stdin.fileno(), 64).decode(errors="ignore")
            for key in letters(typed):
                is_changed = player.press(key) or is_changed
                if not step and key in KEYS:
                    is_changed = player.move() or is_changed
            if not typed or "q" in typed:
                return
        if step and time.monotonic() >= due and player.move():
            is_changed = True
            due = time.monotonic() + step
        if is_changed:
            shown = marquee_client.screens(player.show())
            print(f"score {player.snake.score}, head at {player.snake.body[0]}, shown on {shown}", flush=True)


@contextlib.contextmanager
def keyboard():
    """Each key at once, where this is a terminal."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def main():
    parser = argparse.ArgumentParser(description="Snake on all displays, with its keys in this terminal.")
    parser.add_argument("--plain", action="store_true", help="speak Varlink without the package")
    parser.add_argument("--step", type=float, default=0.2, help="seconds a move; 0: it moves with the keys")
    options = parser.parse_args()
    client = marquee_client.way(options.plain)
    player = Player(lambda: client(marquee_client.socket_path()))
    threading.Thread(target=player.listen, daemon=True).start()
    player.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(player.sessions)} displays known", flush=True)
    with keyboard():
        play(player, options.step)


if __name__ == "__main__":
    main()
