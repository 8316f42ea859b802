#!/usr/bin/env python3
"""A game of snake that draws its own pixels: a surface of 640x480 with textures on each display.

The game asks for the mode 640x480 before its scene gets a window. A display without this mode shows each pixel as a square of screen
pixels, as many as fit. On the main screen the game has a window with the score and the keys. Keys come through this window, from
marquee-keys, and from this terminal. The daemon keeps the game with each display's session. The game pauses while no display shows it. It
continues with the next key, also after a restart of the machine.

    game.py [--plain] [--step 0.2]     w a s d or the arrows: turn; p: pause; n: new game; in the terminal also q: quit
    game.py --step 0                   the snake moves only when a key is pressed

This key map gives the keyboard to the game: `devices: [{ kind: keyboard, app: game }]`.
"""

import argparse
import collections
import contextlib
import os
import queue
import select
import sys
import termios
import threading
import time
import tty

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import marquee_client
from board import HEIGHT, WIDTH, Board, tiles
from marquee_surface import Surface, SurfaceError
from snake import Snake

APP = "game"
EXTERNAL, WINDOW = "externalDisplayNonInteractive", "application"
SIZE = f"{WIDTH}x{HEIGHT}"
# The daemon sets the mode before it makes the window. `size` makes every mode show whole pixels.
BOARD = {"name": "board", "modes": [SIZE], "size": SIZE, "content": {"surface": APP}}
TURNS = {"a": "left", "d": "right", "w": "up", "s": "down", "left": "left", "right": "right", "up": "up", "down": "down"}
ARROWS = {"\x1b[D": "a", "\x1b[C": "d", "\x1b[A": "w", "\x1b[B": "s"}


class Game:
    """One game, and the sessions that show it. Only the main thread changes it."""

    def __init__(self, connect, step):
        self.calls, self.step = connect(), step
        self.snake, self.board = Snake(), Board()
        self.turns = collections.deque(maxlen=3)
        self.is_running, self.has_paused = False, True
        self.due, self.was_seen = 0, False
        # The role of each session, the sessions whose scenes are visible, and what the daemon has last got for each session.
        self.roles, self.active, self.sent = {}, set(), {}
        scenes = {EXTERNAL: [BOARD], WINDOW: [{"name": "score", "content": self.score()}]}
        messages = connect().stream("RegisterApp", name=APP, scenes=scenes, controllerLoss="keep")
        registered = next(messages)
        self.token = registered["token"]
        for session in registered["sessions"]:
            identifier = session["identifier"]
            self.roles[identifier] = session["role"]
            if session["state"] == "foregroundActive":
                self.active.add(identifier)
            kept = self.calls.call("GetSession", session=identifier)["userInfo"]
            self.snake = Snake.restored(kept) if kept else self.snake
        self.surface = Surface(APP, size=(WIDTH, HEIGHT))
        self.messages, (self.woken, waker) = queue.SimpleQueue(), os.pipe()
        threading.Thread(target=self.receive, args=(messages, waker), daemon=True).start()
        self.calls.call("SetForeground", app=APP, noWait=True)

    def receive(self, messages, waker):
        """Passes the daemon's messages on to the main thread, and nothing at their end."""
        with contextlib.suppress(Exception):
            for message in messages:
                self.messages.put(message)
                os.write(waker, b"+")
        self.messages.put(None)
        os.write(waker, b"+")

    @property
    def is_seen(self):
        """Whether a display shows the game. A frozen display keeps an old frame, so it does not count."""
        return self.surface.is_visible and any(self.roles.get(session) == EXTERNAL for session in self.active)

    def score(self):
        """The content of the window on the main screen."""
        state = "Game over" if self.snake.is_over else "Playing" if self.is_running else "Paused"
        rows = [
            (0.0, 0.16, "<b>SNAKE</b>", "#f4c44c", "#3c1c14"),
            (0.16, 0.4, f"<b>{self.snake.score}</b>", "#ffffff", "#1c3018"),
            (0.56, 0.14, f"Best {self.snake.best}     {state}", "#f4c44c", "#1c3018"),
            (0.7, 0.3, "<b>← ↑ ↓ →</b>  turn\n<b>P</b>  pause     <b>N</b>  new game", "#d8e8c8", "#14240f"),
        ]
        regions = [
            {"x": 0, "y": y, "width": 1, "height": height,
             "banner": {"text": text, "markup": True, "foreground": color, "background": background}}
            for y, height, text, color, background in rows
        ]
        return {"layout": {"regions": regions, "background": "#14240f"}}

    def send(self, method, **parameters):
        try:
            self.calls.call(method, token=self.token, **parameters)
        except Exception as error:
            # The answer is too late, or the display is gone again. The daemon continues with its present values.
            print(f"game: {error}", file=sys.stderr)

    def show(self):
        """Draws the game if it has changed, and gives the daemon the score and the values that it keeps."""
        wanted = tiles(self.snake, is_dim=self.has_paused and not self.snake.is_over)
        if self.surface.serial and (self.surface.serial != self.board.serial or wanted != self.board.last):
            frame = self.surface.next_frame(timeout=0)
            if frame:
                self.surface.show(frame, damage=self.board.draw(frame, wanted))
        changes = []
        for session, role in self.roles.items():
            change = {"content": self.score()} if role == WINDOW else {"userInfo": self.snake.state}
            if self.sent.get(session) != change:
                self.sent[session] = change
                changes.append({"session": session, **change})
        if changes:
            self.send("UpdateScenes", changes=changes, noWait=True)

    def pause(self):
        self.is_running, self.has_paused = False, True
        self.turns.clear()

    def press(self, key):
        """Handles a key."""
        if key == "p":
            self.pause()
        elif key == "n" or (key in TURNS and self.snake.is_over):
            self.snake = Snake(self.snake.best)
            self.pause()
        elif key in TURNS and self.is_seen:
            self.turns.append(TURNS[key])
            self.is_running, self.has_paused = True, False
            if not self.step:
                self.move()

    def move(self):
        """Moves the snake by a cell."""
        if self.turns:
            self.snake.turn(self.turns.popleft())
        self.snake.move()
        self.due = time.monotonic() + self.step
        if self.snake.is_over:
            self.is_running = False
            print(f"game over, score {self.snake.score}", flush=True)

    def handle(self, message):
        """Answers the daemon's questions, notes which scenes are visible, and takes the keys of the window."""
        session, kind = message.get("session"), message["kind"]
        if kind == "question":
            self.roles[session] = message["role"]
            self.sent.pop(session, None)
            configuration = BOARD if message["role"] == EXTERNAL else {"name": "score", "content": self.score()}
            self.send("AnswerApp", question=message["question"], configuration=configuration)
        elif kind == "discarded":
            self.roles.pop(session, None)
        elif kind == "input" and message["inputKind"] == "key":
            values = message.get("values") or {}
            if values.get("phase") == "press":
                self.press(values.get("key"))
        elif message.get("event") == "sceneDidBecomeActive":
            self.active.add(session)
        elif message.get("event") == "sceneWillResignActive":
            self.active.discard(session)

    def wait(self, inputs):
        """Waits for something to do, at most until the next move. Returns the inputs that can be read."""
        patience = max(0, self.due - time.monotonic()) if self.step and self.is_running else None
        return select.select([self.surface, self.woken, *inputs], [], [], patience)[0]

    def has_changed(self):
        """Notes whether a display shows the game, and pauses it otherwise. Returns whether that has changed."""
        if self.is_seen == self.was_seen:
            return False
        self.was_seen = self.is_seen
        print("a display shows the game" if self.was_seen else "no display shows the game", flush=True)
        if not self.was_seen:
            self.pause()
        return True

    def play(self, typed):
        """Plays until the key `q` in the terminal, or until the daemon ends."""
        inputs = [typed]
        while True:
            self.show()
            if self.has_changed():
                continue
            ready = self.wait(inputs)
            while self.surface.read():
                pass
            if self.woken in ready:
                os.read(self.woken, 4096)
            while not self.messages.empty():
                message = self.messages.get()
                if message is None:
                    sys.exit("game: the daemon has ended the connection")
                self.handle(message)
            if typed in ready:
                text = os.read(typed.fileno(), 64).decode(errors="ignore")
                if not text:
                    inputs = []
                for key in letters(text):
                    if key == "q":
                        return
                    self.press(key)
            if self.step and self.is_running and self.is_seen and time.monotonic() >= self.due:
                self.move()


def letters(typed):
    """The typed keys as letters. An arrow becomes its letter."""
    for arrow, letter in ARROWS.items():
        typed = typed.replace(arrow, letter)
    return typed.lower()


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
    parser = argparse.ArgumentParser(description="Snake on all displays. Its keys come from marquee-keys and from this terminal.")
    parser.add_argument("--plain", action="store_true", help="speak Varlink without the package")
    parser.add_argument("--step", type=float, default=0.2, help="the seconds for a move; with 0 the snake moves only with the keys")
    options = parser.parse_args()
    client = marquee_client.way(options.plain)
    try:
        game = Game(lambda: marquee_client.connect(client), options.step)
        print(f"{client.__name__}: registered, {len(game.roles)} sessions known", flush=True)
        with keyboard():
            game.play(sys.stdin)
    except KeyboardInterrupt:
        pass
    except (SurfaceError, OSError) as error:
        sys.exit(f"game: {error}")


if __name__ == "__main__":
    main()
