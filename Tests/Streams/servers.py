"""Servers of live streams for tests: RTSP by GStreamer's RTSP server, HLS and redirects by HTTP, and both with TLS.

All connections go through relays, which can cut them, refuse them, or stop to pass bytes on. The program prints the ports of RTSP, RTSPS,
HTTP and HTTPS, and then answers each line of standard input with one line. It ends with its standard input.

    media CODEC WIDTH HEIGHT COLOUR   the RTSP media for new connections, as: media h264 320 180 ffff0000
    size WIDTH HEIGHT                 the size of the running RTSP media, without a new connection
    hls                               begins the live playlist /live.m3u8 of green pictures, and waits for its first segments
    cut, stall, go                    what the relays do with all connections, and with new ones
    count                             the number of connections since the last count
    requests                          the paths of all HTTP requests, as JSON
"""

import base64
import glob
import http.server
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

# The name viewer and the password word, for addresses that begin with /secret/.
PASSWORD = base64.b64encode(b"viewer:word").decode()
ENCODERS = {
    "h264": "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=5 ! rtph264pay name=pay0 config-interval=-1",
    "vp8": "vp8enc deadline=1 keyframe-max-dist=5 ! rtpvp8pay name=pay0",
    "jpeg": "jpegenc ! rtpjpegpay name=pay0",
}


class Relay:
    """Passes the bytes of connections to a server on this machine, with TLS if it has a context for it."""

    state = "go"
    relays = []
    changed = threading.Condition()
    accepted = 0

    def __init__(self, target, context=None):
        self.target, self.context = target, context
        self.connections = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        Relay.relays.append(self)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            with Relay.changed:
                Relay.accepted += 1
                if Relay.state == "cut":
                    client.close()
                    continue
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        if self.context:
            try:
                client = self.context.wrap_socket(client, server_side=True)
            except OSError:
                return
        server = socket.create_connection(("127.0.0.1", self.target))
        with Relay.changed:
            self.connections.append((client, server))
        threading.Thread(target=self.copy, args=(client, server), daemon=True).start()
        self.copy(server, client)

    def copy(self, source, target):
        try:
            while data := source.recv(65536):
                with Relay.changed:
                    Relay.changed.wait_for(lambda: Relay.state != "stall")
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @staticmethod
    def change(state):
        with Relay.changed:
            Relay.state = state
            if state == "cut":
                for relay in Relay.relays:
                    for pair in relay.connections:
                        for end in pair:
                            try:
                                end.shutdown(socket.SHUT_RDWR)
                            except OSError:
                                pass
                    relay.connections = []
            Relay.changed.notify_all()

    @staticmethod
    def count():
        with Relay.changed:
            Relay.accepted, count = 0, Relay.accepted
        return count


class Media(GstRtspServer.RTSPMediaFactory):
    """The media of the RTSP server."""

    def __init__(self):
        super().__init__()
        self.set_shared(True)
        self.description = ("h264", 320, 180, "ffff0000")
        self.elements = []

    def do_create_element(self, url):
        codec, width, height, colour = self.description
        element = Gst.parse_launch(
            f"( videotestsrc is-live=true pattern=solid-color foreground-color=0x{colour} ! "
            f"capsfilter name=size caps=video/x-raw,format=I420,width={width},height={height},framerate=25/1 ! "
            f"{ENCODERS[codec]} )"
        )
        self.elements = [element]
        return element

    def resize(self, width, height):
        caps = Gst.Caps.from_string(f"video/x-raw,format=I420,width={width},height={height},framerate=25/1")
        for element in self.elements:
            element.get_by_name("size").set_property("caps", caps)


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the files of the folder, and redirects to the address behind /to/, which is in base64."""

    protocol_version = "HTTP/1.1"
    folder = ""
    requests = []

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        Handler.requests.append(self.path)
        path = self.path.split("?")[0]
        if path.startswith("/to/"):
            self.answer(302, b"", {"Location": base64.urlsafe_b64decode(path[4:]).decode()})
            return
        name = os.path.join(self.folder, os.path.basename(path))
        if path.startswith("/secret/") and self.headers["Authorization"] != f"Basic {PASSWORD}":
            self.answer(401, b"", {"WWW-Authenticate": 'Basic realm="test"'})
            return
        try:
            with open(name, "rb") as file:
                kind = "application/vnd.apple.mpegurl" if name.endswith(".m3u8") else "video/mp2t"
                self.answer(200, file.read(), {"Content-Type": kind})
        except OSError:
            self.answer(404, b"", {})

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def serve_http(folder):
    Handler.folder = folder
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def make_context(folder):
    """A context for TLS, whose certificate is signed by itself."""
    key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True)  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def main():
    folder = sys.argv[1]
    Gst.init(None)
    server, media = GstRtspServer.RTSPServer(), Media()
    server.set_address("127.0.0.1")
    server.set_service("0")
    server.get_mount_points().add_factory("/live", media)
    loop = GLib.MainLoop()
    server.attach(None)
    threading.Thread(target=loop.run, daemon=True).start()
    live = Gst.parse_launch(
        "videotestsrc is-live=true pattern=solid-color foreground-color=0xff00ff00 ! "
        "video/x-raw,format=I420,width=320,height=180,framerate=25/1 ! "
        "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=25 ! h264parse ! "
        f"hlssink2 target-duration=1 max-files=6 playlist-length=4 location={folder}/live%05d.ts "
        f"playlist-location={folder}/live.m3u8"
    )
    context = make_context(tempfile.mkdtemp(dir=folder))
    relays = [Relay(port, secure) for port in (server.get_bound_port(), serve_http(folder)) for secure in (None, context)]
    print(*(relay.port for relay in relays), flush=True)
    for line in sys.stdin:
        words = line.split()
        answer = "ok"
        match words[0]:
            case "media":
                media.description = (words[1], int(words[2]), int(words[3]), words[4])
            case "size":
                media.resize(int(words[1]), int(words[2]))
            case "hls":
                live.set_state(Gst.State.PLAYING)
                while len(glob.glob(f"{folder}/live0000*.ts")) < 3:
                    time.sleep(0.05)
            case "cut" | "stall" | "go":
                Relay.change(words[0])
            case "count":
                answer = str(Relay.count())
            case "requests":
                answer = json.dumps(Handler.requests)
            case _:
                answer = "unknown"
        print(answer, flush=True)
    os._exit(0)


main()
