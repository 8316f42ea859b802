"""The connection to the daemon that the examples in Python share.

It uses the public Varlink package (pip install varlink) if that is installed. Otherwise it uses the thirty lines of PlainVarlink.
"""

import json
import os
import socket
import sys

try:
    import varlink
except ImportError:
    varlink = None

INTERFACE = "org.marquee.Display"


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
    """The same with the public package, which asks the daemon for its interface."""

    def __init__(self, path):
        self.interface = varlink.Client(f"unix:{path}").open(INTERFACE)

    def call(self, method, **parameters):
        return getattr(self.interface, method)(**parameters)

    def stream(self, method, **parameters):
        return getattr(self.interface, method)(_more=True, **parameters)


def way(is_plain=False):
    """The class of connections: that of the public package, unless the package is missing or `is_plain` is true."""
    return PlainVarlink if is_plain or varlink is None else PublicVarlink


def connect(client):
    """A connection to the daemon. Without a daemon it ends the program, with a line that says so."""
    path = socket_path()
    try:
        return client(path)
    except OSError as error:
        program = os.path.basename(sys.argv[0])
        sys.exit(f"{program}: no daemon answers at {path}: {error.strerror or error}. Start marqueed, or set MARQUEE_SOCKET.")


def screens(presented):
    """The names of the screens that show a change, as a text."""
    return ", ".join(frame["screen"] for frame in presented) or "no display yet"
