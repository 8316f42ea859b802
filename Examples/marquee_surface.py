"""Draws a surface of marqueed from Python: the protocol of docs/surfaces.md.

    with Surface("clock") as surface:
        while frame := surface.next_frame():
            frame.pixels[...] = ...          # a NumPy array of height x width x 4 bytes: blue, green, red, alpha
            surface.show(frame)

The daemon makes the buffers. `next_frame` waits for a free one, and reads the messages of the daemon.
"""
import array
import fcntl
import mmap
import os
import select
import socket
import struct

VERSION = 1
HELLO, FRAME = 1, 2
CONFIGURE, RELEASED, PRESENTED, SUPERSEDED, FAILED, VISIBLE, HIDDEN = range(128, 135)
MOST_DESCRIPTORS = 4
HAS_ALPHA, DRAWS_INTO_CARDS = 1, 2
DMA_BUF_SYNC, SYNC_WRITE, SYNC_END = 0x40086200, 2, 4


class SurfaceError(Exception):
    """The daemon has ended the connection; the text is its reason."""


class Frame:
    """A free buffer. Draw into `memory`, or with NumPy into `pixels`."""

    def __init__(self, surface, buffer, memory):
        self.size, self.stride = surface.size, surface.stride
        self.serial, self.buffer, self.memory = surface.serial, buffer, memory

    @property
    def pixels(self):
        import numpy
        width, height = self.size
        rows = numpy.frombuffer(self.memory, numpy.uint8).reshape(height, self.stride)
        return rows[:, :width * 4].reshape(height, width, 4)


class Surface:
    """A connection to the daemon, and the buffers of one surface.

    name: the name in `content: { surface: NAME }`
    size: (width, height) of the buffers, or None for the size on the screen
    has_alpha: whether the fourth byte of a pixel is its alpha, with which the colours are multiplied
    draws_into_cards: whether a graphics card may have the buffers. They are slow to read, so draw all pixels again.
    presented: called with the number, the time, the interval (nanoseconds) and the sequence of each shown frame, and whether a plane of
        the card shows it without a copy
    superseded: called with the number of each frame that no screen has shown
    """

    def __init__(self, name, size=None, has_alpha=False, presented=None, superseded=None, path=None,
                 draws_into_cards=False):
        self.presented, self.superseded = presented, superseded
        self.size, self.stride, self.refresh_interval, self.serial = None, 0, 0, 0
        self.is_visible = False
        self._memories, self._free, self._number = [], [], 0
        self._cards = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.connect(path or default_path())
        field = name.encode()
        if not 1 <= len(field) <= 63:
            raise ValueError("the name must have 1 to 63 bytes")
        flags = (HAS_ALPHA if has_alpha else 0) | (DRAWS_INTO_CARDS if draws_into_cards else 0)
        self._send(struct.pack("<6I64s", HELLO, 88, VERSION, *(size or (0, 0)), flags, field))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()
        self._close_cards()

    def fileno(self):
        """The socket, for a loop of your own; call `read` when it is readable."""
        return self._socket.fileno()

    def next_frame(self, timeout=None):
        """A free buffer, or None after `timeout` seconds. The first one comes when a screen shows the surface."""
        while True:
            while self.read():
                pass
            if self._free:
                buffer = self._free.pop(0)
                self._sync(buffer, SYNC_WRITE)
                return Frame(self, buffer, self._memories[buffer])
            if not select.select([self._socket], [], [], timeout)[0]:
                return None

    def show(self, frame, target=0, damage=(0, 0, 0, 0)):
        """Hands a frame over and returns its number.

        target: the time from which it is shown, in nanoseconds of time.CLOCK_MONOTONIC; 0 for the next refresh
        damage: x, y, width and height of the pixels that differ from the frame before; empty for all
        """
        self._number += 1
        if frame.serial == self.serial:
            self._sync(frame.buffer, SYNC_WRITE | SYNC_END)
        self._send(struct.pack("<4I2Q4I", FRAME, 48, frame.serial, frame.buffer, self._number, target, *damage))
        return self._number

    def _sync(self, buffer, flags):
        # The processor's caches, for memory of a card.
        if self._cards:
            fcntl.ioctl(self._cards[buffer], DMA_BUF_SYNC, struct.pack("<Q", flags))

    def _close_cards(self):
        for descriptor in self._cards:
            os.close(descriptor)
        self._cards = []

    def _send(self, message):
        try:
            self._socket.send(message)
        except BrokenPipeError:
            # The daemon's reason may wait.
            while self.read():
                pass
            raise

    def read(self):
        """Handles one message; False if there is none."""
        try:
            message, ancillary, _, _ = self._socket.recvmsg(
                512, socket.CMSG_SPACE(MOST_DESCRIPTORS * 4), socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return False
        if not message:
            raise SurfaceError("the daemon has closed the connection")
        kind, length = struct.unpack_from("<2I", message)
        if length != len(message):
            raise SurfaceError(f"a message of {len(message)} bytes says that it has {length}")
        if kind == CONFIGURE:
            self._configure(message, ancillary)
        elif kind == RELEASED:
            serial, buffer = struct.unpack_from("<2I", message, 8)
            if serial == self.serial:
                self._free.append(buffer)
        elif kind == PRESENTED and self.presented:
            number, time, interval, sequence, path = struct.unpack_from("<4QI", message, 8)
            self.presented(number, time, interval, sequence, path == 1)
        elif kind == SUPERSEDED and self.superseded:
            self.superseded(*struct.unpack_from("<Q", message, 8))
        elif kind in (VISIBLE, HIDDEN):
            self.is_visible = kind == VISIBLE
        elif kind == FAILED:
            raise SurfaceError(message[8:].split(b"\0")[0].decode())
        return True

    def _configure(self, message, ancillary):
        self.serial, width, height, self.stride, _, count, self.refresh_interval, _, memory = struct.unpack_from(
            "<6I2QI", message, 8)
        self.size = (width, height)
        descriptors = array.array("i")
        for level, kind, data in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptors.frombytes(data[:len(data) - len(data) % descriptors.itemsize])
        self._memories = [mmap.mmap(descriptor, self.stride * height) for descriptor in descriptors]
        self._close_cards()
        self._cards = list(descriptors)
        if memory == 0:
            self._close_cards()
        self._free = list(range(count))


def default_path():
    """The socket beside the control socket of the daemon."""
    given, user = os.environ.get("MARQUEE_SOCKET"), os.environ.get("XDG_RUNTIME_DIR")
    controls = [given] if given else ["/run/marquee/marquee.sock", user and user + "/marquee/marquee.sock"]
    controls.append(given or f"/tmp/marquee-{os.getuid()}/marquee.sock")
    paths = [control.removesuffix(".sock") + "-surfaces.sock" for control in controls if control]
    return next(filter(os.path.exists, paths), paths[-1])
