"""A daemon on simulated displays whose clock stands, and raw bytes to and from its socket.

Time passes only while an answer is waited for, from one thing that is due to the next, so that nothing depends on how busy the host is.
"""
import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile

import schemas

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("PROGRAMS", TOP / ".build-release/release")).resolve()
INTERFACE = "org.marquee.Display"
# Seconds of real time that only a failure reaches.
PATIENCE = 60
# Seconds on the daemon's clock after which an answer does not come any more.
HORIZON = 600


class Failure(Exception):
    """The daemon does not behave as a recording needs."""


class Connection:
    """A connection to the daemon's socket: bytes out, messages in."""

    def __init__(self, path, user=None):
        # The method whose answers come, if they are to be checked.
        self.method = None
        self.socket = connected_as(user, path) if user else socket.socket(socket.AF_UNIX)
        if not user:
            self.socket.connect(str(path))
        self.socket.settimeout(PATIENCE)
        self.buffer, self.ended = b"", False

    def send(self, data):
        # The daemon may end the connection before it has read everything.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)

    def read(self, wait):
        """Reads once; waits for bytes or the end only by request."""
        if not self.ended and (wait or select.select([self.socket], [], [], 0)[0]):
            try:
                data = self.socket.recv(1 << 20)
            except ConnectionResetError:
                data = b""
            except TimeoutError:
                raise Failure(f"the daemon sends nothing within {PATIENCE} s") from None
            self.buffer += data
            self.ended = not data

    def take(self):
        """The next whole message that has arrived; None otherwise."""
        while b"\0" not in self.buffer:
            before = len(self.buffer)
            self.read(wait=False)
            if len(self.buffer) == before:
                return None
        message, self.buffer = self.buffer.split(b"\0", 1)
        if self.method:
            schemas.check_answer(self.method, message)
        return message

    def receive(self):
        """The next whole message; waits for it in real time."""
        while (message := self.take()) is None:
            if self.ended:
                raise Failure("the daemon ended the connection")
            self.read(wait=True)
        return message

    def close(self):
        self.socket.close()


def connected_as(user, path):
    """A connection of another user: the kernel records the user of the process."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(path))
            socket.send_fds(theirs, [b"."], [connection.fileno()])
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    theirs.close()
    _, descriptors, _, _ = socket.recv_fds(ours, 1, 1)
    ours.close()
    if not descriptors:
        raise Failure(f"the user {user} cannot connect")
    return socket.socket(fileno=descriptors[0])


def full_name(method):
    return method if "." in method else f"{INTERFACE}.{method}"


def call_bytes(method, parameters=None, **words):
    call = {"method": full_name(method)}
    if parameters is not None:
        call["parameters"] = parameters
    return json.dumps({**call, **words}).encode() + b"\0"


class Rig:
    """A temporary folder with a daemon in it."""

    def __init__(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="marquee-contract-"))
        # Another user of the socket has to reach it.
        self.place.chmod(0o755)
        self.socket = self.place / "marquee.sock"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.place), "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "80",
            "XDG_RUNTIME_DIR": str(self.place), "MARQUEE_SOCKET": str(self.socket), "MARQUEE_CLOCK": "stopped",
            "SWIFT_DETERMINISTIC_HASHING": "1"}
        self.daemon = self.pilot = None
        # The progress of the daemon's clock since its start.
        self.passed = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.place, ignore_errors=True)

    # --- The daemon

    def start(self, configuration=None, *options, time="2026-03-02T09:00:00+00:00"):
        """Starts the daemon on a socket that listens already, so that it can be connected to at once."""
        if configuration is not None:
            self.write("marquee.yaml", configuration)
            options = ("--config", self.place / "marquee.yaml", *options)
        self.socket.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener, open(self.place / "log", "ab") as log:
            listener.bind(str(self.socket))
            self.socket.chmod(0o666)
            listener.listen(64)
            os.set_inheritable(listener.fileno(), True)
            script = f'exec 3<&{listener.fileno()}; LISTEN_FDS=1 LISTEN_FDNAMES=control LISTEN_PID=$$ exec "$0" "$@"'
            command = [PROGRAMS / "marqueed", "--backend", "simulated", "--state", self.place / "state", *options]
            self.daemon = subprocess.Popen(
                ["bash", "-c", script, *map(str, command)], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=(listener.fileno(),), cwd=self.place)
        self.passed = 0.0
        self.pilot = self.connect()
        self.tell("Simulate", command="time", time=time)
        return self

    def end(self, number=signal.SIGTERM):
        if self.pilot:
            self.pilot.close()
        if self.daemon and self.daemon.poll() is None:
            self.daemon.send_signal(number)
            self.daemon.wait(PATIENCE)
        status, self.daemon, self.pilot = self.daemon and self.daemon.returncode, None, None
        return status

    def log(self):
        return (self.place / "log").read_text(errors="replace")

    def connect(self, user=None):
        return Connection(self.socket, user)

    def write(self, name, content):
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        # A file that was written just now is taken for one that is still being written.
        os.utime(path, (1_700_000_000, 1_700_000_000))
        return path

    def copy(self, path, name=None):
        return self.write(name or pathlib.Path(path).name, (TOP / path).read_bytes())

    # --- Its clock

    def advance(self, seconds, until_due):
        self.pilot.send(call_bytes("Simulate", {"command": "advance", "seconds": seconds, "untilDue": until_due}))
        try:
            reply = json.loads(self.pilot.receive())
        except Failure as failure:
            raise Failure(f"{failure}; its log:\n{self.log()}") from None
        if "error" in reply:
            raise Failure(f"the clock cannot be advanced: {reply}")
        self.passed += reply["parameters"]["seconds"]

    def settle(self):
        """Returns once the daemon has done everything that is due."""
        self.advance(0, True)

    def step(self):
        """Lets time pass up to the next thing that is due."""
        self.advance(5, True)

    def until(self, found, what):
        """Lets time pass until there is a result, which is checked when nothing more is due."""
        end = self.passed + HORIZON
        self.settle()
        while True:
            if (result := found()) is not None:
                return result
            if self.passed > end:
                raise Failure(f"{what}: not within {HORIZON} s of the daemon's clock; its log:\n{self.log()}")
            self.step()

    # --- Calls

    def answer(self, connection, what="an answer"):
        """The next message on a connection, or None at its end."""
        def look():
            message = connection.take()
            return (message,) if message is not None else (None,) if connection.ended else None
        return self.until(look, what)[0]

    def raw(self, data, user=None, method=None):
        """The answer to bytes on their own connection, and whether the daemon closed that connection. The answer to a method is checked."""
        connection = self.connect(user)
        connection.send(data)
        connection.method = method
        message = self.answer(connection, str(data[:200]))
        # The end may come with the answer.
        connection.read(wait=False)
        ended = connection.ended
        connection.close()
        return message, ended

    def call(self, method, parameters=None, user=None, **words):
        return self.raw(call_bytes(method, parameters, **words), user, full_name(method))[0]

    def tell(self, method, **parameters):
        """The parameters of an answer. An error is a failure."""
        reply = json.loads(self.call(method, parameters))
        if "error" in reply:
            raise Failure(f"{method} {parameters}: {reply}")
        return reply["parameters"]

    def stream(self, method, parameters=None):
        connection = self.connect()
        connection.method = full_name(method)
        connection.send(call_bytes(method, parameters, more=True))
        return connection

    def plug(self, screen, display="1920x1080@60", **more):
        self.tell("Simulate", command="plug", screen=screen, display=display, **more)
        self.tell("Wait", screen=screen, condition="presented")

    # --- Programs

    def run(self, *words, text="", program="marqueectl", environment=None, interrupts=False):
        """Runs a program to its end, with a socket of the rig in between: the daemon's clock goes while a request waits for its answer.

        It may be interrupted once it has printed something.
        """
        with contextlib.ExitStack() as stack:
            relay = stack.enter_context(Relay(self))
            process = subprocess.Popen(
                [PROGRAMS / program, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env={**self.environment, "MARQUEE_SOCKET": str(relay.path), **(environment or {})}, cwd=self.place,
                # A shell makes background processes ignore it.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            process.stdin.write(text.encode())
            process.stdin.close()
            output = relay.serve(process, interrupts)
        return process.returncode, output[0], output[1]


class Relay:
    """Stands between a program and the daemon, and advances the clock while an answer is owed."""

    def __init__(self, rig):
        self.rig, self.path = rig, rig.place / "relay.sock"

    def __enter__(self):
        self.path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(16)
        self.pairs = []
        return self

    def __exit__(self, *_):
        for client, server, _ in self.pairs:
            client.close()
            server.close()
        self.listener.close()
        self.path.unlink(missing_ok=True)

    def serve(self, process, interrupts):
        outputs = {process.stdout: b"", process.stderr: b""}
        open_outputs = list(outputs)
        while open_outputs:
            owed = any(pair[2] for pair in self.pairs)
            if owed:
                self.rig.settle()
            descriptors = [self.listener, *open_outputs, *(part for pair in self.pairs for part in pair[:2] if part.fileno() >= 0)]
            ready = select.select(descriptors, [], [], 0 if owed else PATIENCE)[0]
            if not ready and owed:
                self.rig.step()
            elif not ready:
                process.kill()
                raise Failure(f"{process.args} does not end")
            for part in ready:
                if part is self.listener:
                    if self.rig.daemon:
                        server = socket.socket(socket.AF_UNIX)
                        server.connect(str(self.rig.socket))
                        self.pairs.append([self.listener.accept()[0], server, 0])
                elif part in outputs:
                    data = os.read(part.fileno(), 1 << 16)
                    if interrupts and data and not any(outputs.values()):
                        process.send_signal(signal.SIGINT)
                    outputs[part] += data
                    if not data:
                        open_outputs.remove(part)
                else:
                    self.pass_on(part)
        process.wait(PATIENCE)
        for output in outputs:
            output.close()
        return list(outputs.values())

    def pass_on(self, part):
        pair = next((pair for pair in self.pairs if part in pair[:2]), None)
        if not pair:  # Both ends closed at once, and the other one came first.
            return
        client, server, _ = pair
        try:
            data = part.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            client.close()
            server.close()
            self.pairs.remove(pair)
            return
        count = data.count(b"\0")
        pair[2] = pair[2] + count if part is client else max(0, pair[2] - count)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            (server if part is client else client).sendall(data)
