#!/usr/bin/env python3
"""A game of snake: its picture is on the displays, its keys are in this terminal.

The board is laid out for 640x480 pixels. Each display enlarges it by a whole number, so its pixels stay sharp. The board is a banner of
coloured blocks, so the daemon gets only text. The daemon keeps the game with each display's session. The game pauses when no display
shows it. When a display is connected again, the game continues with the next key, also after a restart of the machine.

    game.py [--plain] [--step 0.2]     w a s d or the arrows: turn; p: pause; n: new game; q: quit
    game.py --step 0                   the snake moves only when a key is pressed
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
    """The board as a banner: a line for each row, two blocks for each cell. The blocks are a little larger than the line: no gap."""
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
    """The store: one game, and the sessions that show it. The thread of the keys and the thread of the messages change it."""

    def __init__(self, connect):
        # The daemon answers the calls of one connection in order. An answer to a question must not wait for a picture's flip.
        self.calls, self.answers = connect(), connect()
        self.lock = threading.Lock()
        self.snake = Snake()
        self.turns = collections.deque(maxlen=3)
        self.is_running = False
        self.sessions = set()
        # The sessions whose scenes are visible.
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
            print("a display is connected", flush=True)

    def content(self):
        return picture(self.snake, "" if self.is_running or self.snake.is_over else "paused")

    def change(self, session):
        return {"session": session, "content": self.content(), "userInfo": self.snake.state}

    def show(self):
        """Shows the present game on all displays. When this returns, it is on them, and the daemon has stored it."""
        with self.lock:
            changes = [self.change(session) for session in sorted(self.sessions)]
        return self.calls.call("UpdateScenes", token=self.token, changes=changes)["presented"]

    def press(self, key):
        """Handles a key. Returns whether the picture changes at once."""
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
        """Moves the snake by a cell. Returns whether it moved."""
        with self.lock:
            if not self.is_running:
                return False
            if self.turns:
                self.snake.turn(self.turns.popleft())
            self.snake.move()
            self.is_running = not self.snake.is_over
            return True

    def send(self, method, **parameters):
        try:
            self.answers.call(method, token=self.token, **parameters)
        except Exception as error:
            # The answer is too late, or the display is gone again. The daemon continues with its present values.
            print(f"game: {error}", file=sys.stderr)

    def hear(self, message):
        """Answers the daemon's questions, and notes which displays show the game."""
        session = message.get("session")
        if message["kind"] == "question":
            self.sessions.add(session)
            configuration = {"name": "board", "size": "640x480", "content": self.content()}
            self.send("AnswerApp", question=message["question"], configuration=configuration)
            self.send("UpdateScenes", changes=[{"session": session, "userInfo": self.snake.state}], noWait=True)
        elif message["kind"] == "discarded":
            self.sessions.discard(session)
        elif message.get("event") == "sceneDidBecomeActive":
            if not self.active:
                print("a display is connected", flush=True)
            self.active.add(session)
        elif message.get("event") == "sceneWillResignActive":
            self.active.discard(session)
            if self.is_running and not self.active:
                self.is_running = False
                self.turns.clear()
                self.send("UpdateScenes", changes=[self.change(session)], noWait=True)
                print("paused until a display is connected", flush=True)

    def listen(self):
        for message in self.messages:
            with self.lock:
                self.hear(message)


def letters(typed):
    """The typed keys as letters. An arrow becomes its letter."""
    for arrow, letter in ARROWS.items():
        typed = typed.replace(arrow, letter)
    return typed.lower()


def play(player, step):
    """Plays until `q` or the end of the input."""
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
    """Reads each key at once if the input is a terminal."""
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
    parser.add_argument("--step", type=float, default=0.2, help="the seconds for a move; with 0 the snake moves only with the keys")
    options = parser.parse_args()
    client = marquee_client.way(options.plain)
    player = Player(lambda: marquee_client.connect(client))
    threading.Thread(target=player.listen, daemon=True).start()
    player.calls.call("SetForeground", app=APP, noWait=True)
    print(f"{client.__name__}: registered, {len(player.sessions)} displays known", flush=True)
    with keyboard():
        play(player, options.step)


if __name__ == "__main__":
    main()
