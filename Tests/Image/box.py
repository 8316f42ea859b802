"""A box that starts from the disk image: an emulated machine with UEFI, a display and a network, which the test sees only from outside."""
import http.client
import json
import pathlib
import shutil
import socket
import subprocess
import time

FIRMWARE = pathlib.Path("/usr/share/OVMF")
MEBIBYTE = 1 << 20
# The partition MARQUEE is the first one.
USER_PARTITION = 1 * MEBIBYTE
# A limit for a wait on a busy host with an emulated processor. No result depends on it, unless the box hangs.
PATIENCE = 40 * 60


class Box:
    """A copy of the image in a folder, on a disk that is larger than the image. `address` is the address of the box in its own network."""

    def __init__(self, image, folder, address, larger_by=1024 * MEBIBYTE):
        self.folder = folder
        self.address = address
        self.disk = folder / "disk.img"
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        with open(self.disk, "r+b") as file:
            file.truncate(self.disk.stat().st_size + larger_by)
        shutil.copy(FIRMWARE / "OVMF_VARS_4M.fd", folder / "variables.fd")
        self.key = folder / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        self.ports = {}
        self.emulator = None
        self.qmp = None
        self.starts = 0

    # --- The partition MARQUEE, while the box is off

    def put(self, name, text):
        path = self.folder / "file"
        path.write_text(text)
        self._mtools("mcopy", "-o", path, f"::/{name}")

    def get(self, name):
        """The text of a file, or None if there is none."""
        found = subprocess.run(["mtype", "-i", f"{self.disk}@@{USER_PARTITION}", f"::/{name}"], capture_output=True, text=True)
        return found.stdout if found.returncode == 0 else None

    def remove(self, name):
        self._mtools("mdel", f"::/{name}")

    def _mtools(self, command, *words):
        subprocess.run([command, "-i", f"{self.disk}@@{USER_PARTITION}", *words], check=True)

    # --- Power

    def power_on(self):
        self.starts += 1
        socket_path = self.folder / "qmp"
        socket_path.unlink(missing_ok=True)
        # With 0 QEMU chooses a free port. The other side of the box is closed, so it upgrades nothing during the test.
        forwards = "".join(f",hostfwd=tcp:127.0.0.1:0-{self.address}:{port}" for port in (22, 8484))
        self.emulator = subprocess.Popen([
            "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=single", "-smp", "1", "-cpu", "Nehalem", "-m", "2048", "-nodefaults",
            "-display", "none", "-serial", f"file:{self.folder}/serial-{self.starts}",
            "-drive", f"if=pflash,format=raw,readonly=on,file={FIRMWARE}/OVMF_CODE_4M.fd",
            "-drive", f"if=pflash,format=raw,file={self.folder}/variables.fd",
            # A power cut loses what the box has not written.
            "-drive", f"file={self.disk},if=none,id=disk,format=raw,cache=writethrough", "-device", "virtio-blk-pci,drive=disk",
            "-device", "virtio-gpu-pci,id=gpu0", "-device", "virtio-rng-pci",
            "-netdev", f"user,id=net0,restrict=on{forwards}", "-device", "virtio-net-pci,netdev=net0,romfile=",
            "-qmp", f"unix:{socket_path},server=on,wait=off"])
        wait("QEMU's socket", lambda: self._is_running() and socket_path.exists())
        self.qmp = Qmp(socket_path)
        for line in self.qmp.ask("human-monitor-command", **{"command-line": "info usernet"}).splitlines():
            # TCP[HOST_FORWARD]  9  127.0.0.1 37423  10.0.2.15 7000  0 0
            words = line.split()
            if words[:1] == ["TCP[HOST_FORWARD]"]:
                self.ports[int(words[5])] = int(words[3])

    def cut_power(self):
        self.emulator.kill()
        self.emulator.wait()
        self.qmp.close()

    def power_off(self):
        """Presses the power button, and waits for the end of the box."""
        self.qmp.ask("system_powerdown")
        self.emulator.wait(PATIENCE)
        self.qmp.close()

    def _is_running(self):
        if self.emulator.poll() is not None:
            raise AssertionError(f"QEMU has ended with {self.emulator.returncode}")
        return True

    # --- What a person sees and does

    def photograph(self):
        """What the display shows."""
        path = self.folder / "picture.ppm"
        self.qmp.ask("screendump", filename=str(path))
        return Picture(path)

    def save_photograph(self, path):
        """Keeps what the display shows as a PNG file, for a person."""
        self.qmp.ask("screendump", filename=str(path), format="png")

    def wait_for_picture(self, name, accepts):
        """Waits until the display shows an expected picture, and returns what `accepts` has made of it."""
        def look():
            self._is_running()
            return accepts(self.photograph())
        return wait(name, look, pause=3)

    def ask(self, method, path, body=None, cookie=None, kind="application/json"):
        """A request of a phone: the status, the text of the answer, and the cookie of a pairing."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[8484], timeout=300)
        headers = {"Host": f"{self.address}:8484", "Origin": f"http://{self.address}:8484", "Content-Type": kind}
        if cookie:
            headers["Cookie"] = cookie
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        text = reply.read().decode(errors="replace")
        given = reply.getheader("Set-Cookie")
        connection.close()
        return reply.status, text, given and given.split(";")[0]

    def shell(self, command, check=True):
        done = subprocess.run(self._ssh() + [command], capture_output=True, text=True, timeout=PATIENCE)
        if check and done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def start_shell(self, command):
        return subprocess.Popen(self._ssh() + [command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def wait_for_shell(self):
        wait("a login by SSH", lambda: self._is_running() and subprocess.run(self._ssh() + ["true"], capture_output=True, timeout=PATIENCE).returncode == 0, pause=3)

    def send(self, files, folder):
        subprocess.run(["scp", "-q", "-P", str(self.ports[22]), *self._options(), *files, f"marquee-admin@127.0.0.1:{folder}"], check=True)

    def _options(self):
        known = self.folder / "known_hosts"
        return ["-i", str(self.key), "-o", f"UserKnownHostsFile={known}", "-o", "StrictHostKeyChecking=accept-new", "-o", "BatchMode=yes",
                "-o", "ConnectTimeout=120"]

    def _ssh(self):
        return ["ssh", "-p", str(self.ports[22]), *self._options(), "marquee-admin@127.0.0.1"]


class Picture:
    def __init__(self, path):
        self.path = path
        kind, size, _, self.bytes = path.read_bytes().split(b"\n", 3)
        assert kind == b"P6"
        self.width, self.height = map(int, size.split())

    def pixel(self, x, y):
        start = (y * self.width + x) * 3
        return tuple(self.bytes[start:start + 3])

    @property
    def middle(self):
        return self.pixel(self.width // 2, self.height // 2)

    @property
    def code(self):
        """The text of its QR code, or None."""
        found = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", self.path], capture_output=True, text=True)
        return found.stdout.strip() or None


class Qmp:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rw")
        self.lines.readline()  # the greeting
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        self.lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.lines.flush()
        for line in self.lines:
            answer = json.loads(line)
            if "error" in answer:
                raise AssertionError(f"QEMU refuses {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise AssertionError(f"QEMU has ended before its answer to {command}")

    def close(self):
        self.lines.close()
        self.socket.close()


def wait(name, check, pause=0.1):
    """Waits for an event that the host cannot be notified of, and returns the value of `check`."""
    limit = time.monotonic() + PATIENCE
    while not (value := check()):
        if time.monotonic() > limit:
            raise AssertionError(f"there was no {name} within {PATIENCE // 60} minutes")
        time.sleep(pause)
    return value
