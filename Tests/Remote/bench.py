"""A daemon on simulated displays with marquee-remote beside it. Both can be killed and started again."""
import contextlib
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", TOP / ".build-release/release"))
DECK = TOP / "Examples/sample/deck-landscape.pdf"


def free_port():
    """A port without a listener, which the kernel gives to no connection: a server that is started again finds it free."""
    while True:
        port = random.randrange(20000, 30000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until(question, what, seconds=60):
    """Polls until the answer is true; fails with the expected condition if it never is."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


class Bench:
    def __init__(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="marquee-remote-"))
        self.socket = str(self.place / "marquee.sock")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (self.place / "remote").mkdir()
        (self.place / "media").mkdir()
        shutil.copy(DECK, self.place / "deck.pdf")
        self.environment = dict(
            os.environ, MARQUEE_SOCKET=self.socket, XDG_RUNTIME_DIR=str(self.place), MARQUEE_CLOCK="trusted")
        self.environment.pop("RUNTIME_DIRECTORY", None)
        self.daemon = self.remote = None
        # The user of marquee-remote; None for the daemon's own user.
        self.user = None
        self.remote_program = PROGRAMS / "marquee-remote"

    # --- The daemon

    def write(self, name, text):
        """Writes a file into the bench's folder, and returns its path."""
        (self.place / name).write_text(text)
        return self.place / name

    def start_daemon(self, *options):
        log = open(self.place / "daemon.log", "a")
        self.daemon = subprocess.Popen(
            [PROGRAMS / "marqueed", "--backend", "simulated", "--state", self.place / "state", *options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until(self.answers, "the daemon answers")

    def answers(self):
        try:
            return self.call("GetTalk") is not None
        except OSError:
            return False

    def plug(self, screen, mode="1920x1080@60"):
        self.control("simulate", "plug", screen, "--display", mode)
        self.control("wait", screen, "presented", "--timeout", "60")

    def control(self, *words):
        return subprocess.run(
            [PROGRAMS / "marqueectl", *words], env=self.environment, check=True, capture_output=True, text=True).stdout

    def call(self, method, **parameters):
        """A call on its own connection; raises if the answer is an error."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(60)
            connection.connect(self.socket)
            message = {"method": f"org.marquee.Display.{method}", "parameters": parameters}
            connection.sendall(json.dumps(message).encode() + b"\0")
            answer = b""
            while not answer.endswith(b"\0"):
                part = connection.recv(65536)
                if not part:
                    raise ConnectionError(f"{method}: the daemon ended the connection")
                answer += part
        reply = json.loads(answer[:-1])
        assert "error" not in reply, f"{method}: {reply}"
        return reply["parameters"]

    @contextlib.contextmanager
    def app(self, name):
        """An app that exists until the end of the block: its own windows, several of them, and an owner of its input."""
        with contextlib.ExitStack() as stack:
            def begin(method, **parameters):
                connection = stack.enter_context(socket.socket(socket.AF_UNIX))
                connection.settimeout(60)
                connection.connect(self.socket)
                call = {"method": f"org.marquee.Display.{method}", "more": True, "parameters": parameters}
                connection.sendall(json.dumps(call).encode() + b"\0")
                answer = connection.recv(65536)
                assert b'"error"' not in answer, answer

            scene = [{"name": "main", "content": {"color": "#205030"}}]
            begin("RegisterApp", name=name, scenes={"application": scene, "externalDisplayNonInteractive": scene}, supportsMultipleScenes=True)
            begin("OwnInput", app=name)
            yield

    def talk(self):
        return self.call("GetTalk").get("talk")

    def act(self, action, **parameters):
        return self.call("ControlTalk", action=action, **parameters)

    def start_talk(self):
        return self.call("StartTalk", deck=str(self.place / "deck.pdf"), durationSeconds=600, newScreens="ask", replace=True)

    def expect(self, right, what):
        """Waits for the daemon's talk to be as something was done on a page."""
        last = {}

        def is_right():
            last["talk"] = self.talk()
            return right(last["talk"])

        try:
            until(is_right, what)
        except AssertionError as error:
            raise AssertionError(f"{error}; the talk is {last['talk']}") from None

    # --- The server of the pages

    def become(self, user):
        """Runs marquee-remote as another user from now on, from a copy of the program that this user can reach. It needs root."""
        self.user = user
        self.remote_program = self.place / "marquee-remote"
        shutil.copy(PROGRAMS / "marquee-remote", self.remote_program)
        self.place.chmod(0o755)
        for folder in ("remote", "media", "run"):
            (self.place / folder).mkdir(exist_ok=True)
            os.chown(self.place / folder, user, user)

    def remote_options(self):
        if self.user is None:
            return {"env": self.environment}
        return {
            "env": {**self.environment, "XDG_RUNTIME_DIR": str(self.place / "run")}, "user": self.user, "group": self.user,
            "extra_groups": [], "cwd": self.place}

    def start_remote(self, *options):
        log = open(self.place / "remote.log", "a")
        self.remote = subprocess.Popen(
            [self.remote_program, "--listen", f"127.0.0.1:{self.port}", "--state", self.place / "remote", "--media", self.place / "media", *options],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self.remote_options())
        until(self.listens, "marquee-remote listens")

    def listens(self):
        assert self.remote.poll() is None, (self.place / "remote.log").read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def code(self, *options):
        return subprocess.run(
            [self.remote_program, "code", *options], check=True, capture_output=True, text=True,
            **self.remote_options()).stdout.split()[1]

    @staticmethod
    def kill(process):
        process.send_signal(signal.SIGKILL)
        process.wait()

    def end(self):
        for process in (self.remote, self.daemon):
            if process and process.poll() is None:
                process.terminate()
                process.wait(60)
        shutil.rmtree(self.place, ignore_errors=True)


def lines_of(process, seconds=60):
    """The next line of a program's standard output."""
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    assert ready, "nothing was printed"
    return process.stdout.readline().strip()
