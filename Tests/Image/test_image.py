"""The disk image in a machine: from power-on to a paired phone, power cuts during an upgrade, and files of a user. tools/test-image runs it."""
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
from box import Box, wait  # noqa: E402

TOP = pathlib.Path(__file__).resolve().parents[2]
PICTURES = TOP / "out/image"
# An address that DHCP does not give, so the file network.yaml is in force if it answers.
ADDRESS = "10.0.2.40"
NETWORK = f"""\
network:
  version: 2
  ethernets:
    all:
      match: {{ name: "e*" }}
      addresses: [{ADDRESS}/24]
      routes: [{{ to: default, via: 10.0.2.2 }}]
"""
RED = (204, 51, 0)
# The background of a message about a refused file.
REASON = (96, 32, 64)
# A line of the user's configuration.
MARK = 'idle: { color: "#102030" }'
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#cc3300"/></svg>'
# The lines of dpkg's log at which the power is cut: while it unpacks the package, and while it sets it up.
CUTS = {"dpkg unpacks": "status half-installed marquee:", "dpkg sets up": "configure marquee:"}


class ImageTest:
    def __init__(self, image, packages, folder):
        self.box = Box(image, folder, ADDRESS)
        self.packages = packages
        self.cookie = None

    def run(self):
        """Each step needs the steps before it, so the first failure ends the test."""
        steps = [("the set-up card appears after power-on", self.start), ("a phone pairs by the code on the card", self.pair),
                 ("the phone uploads a picture and shows it", self.show), ("the user's files are applied", self.user_files),
                 ("the data partition grows to the end of the disk", self.growth), ("Debian's security updates are automatic", self.updates)]
        steps += [(f"the box returns after a power cut while {moment}", lambda moment=moment: self.power_cut(moment)) for moment in CUTS]
        steps += [("a marquee.yaml with an error changes nothing", self.broken_configuration)]
        for name, step in steps:
            began = time.monotonic()
            try:
                step()
            except Exception as error:
                traceback.print_exc()
                self.keep_evidence()
                note("failed", name, str(error))
                print(f"test-image: failed: {name}")
                return False
            note("passed", name)
            print(f"test-image: {name}: {time.monotonic() - began:.0f} s", flush=True)
        return True

    # --- The steps

    def start(self):
        self.box.put("network.yaml", NETWORK)
        configuration = self.box.get("marquee.example.yaml") + MARK + "\n"
        # As an editor on Windows writes it.
        self.box.put("marquee.yaml", "\ufeff" + configuration)
        self.box.put("authorized_keys", self.box.key.with_suffix(".pub").read_text())
        self.box.power_on()
        self.link = self.box.wait_for_picture("card with a code", lambda picture: picture.code)
        self.box.save_photograph(PICTURES / "card.png")
        true(self.link.startswith(f"http://{ADDRESS}:8484/pair"), self.link)

    def pair(self):
        code = self.link.split("#")[1]
        status, text, self.cookie = self.box.ask("POST", "/api/pair", json.dumps({"code": code}))
        equal(status, 200, text)
        # The card of a box that has an owner has no code.
        self.box.wait_for_picture("card without a code", lambda picture: not picture.code)

    def show(self):
        path = f"/api/upload?name=red.svg&upload=0123abcd&at=0&size={len(DRAWING)}"
        status, text, _ = self.box.ask("POST", path, DRAWING, self.cookie, kind="application/octet-stream")
        equal(status, 200, text)
        # Like the page, the phone waits until the daemon has checked the file. A file is complete a second after its last change.
        status, text, _ = self.box.ask("GET", "/thumbnail?name=red.svg&version=1", cookie=self.cookie)
        equal(status, 200, text)
        status, text, _ = self.box.ask("POST", "/api/show", json.dumps({"screen": "Virtual-1", "items": ["red.svg"], "seconds": 10}), self.cookie)
        equal(status, 200, text)
        self.wait_for_the_picture()
        self.box.save_photograph(PICTURES / "shown.png")

    def user_files(self):
        self.box.wait_for_shell()
        equal(self.box.shell(f"grep -cx '{MARK}' /etc/marquee/marquee.yaml"), "1")
        files = self.box.shell("sudo ls /boot/marquee").splitlines()
        true("marquee.yaml" in files and not any("error" in name for name in files), files)
        equal(self.box.shell("sudo ls /etc/netplan"), "60-network.yaml")
        equal(self.box.shell("systemctl --failed --plain --no-legend"), "")
        equal(self.box.shell("findmnt -no OPTIONS / | cut -d, -f1"), "rw")

    def growth(self):
        # The image has 512 MiB of data; the disk of the test has a GiB more.
        size = int(self.box.shell("findmnt --bytes -no SIZE /var/lib/marquee"))
        true(size > 1300 << 20, f"the file system has {size} bytes")
        for folder in ("/var/lib/marquee", "/var/lib/private/marquee-remote"):
            equal(self.box.shell(f"sudo findmnt -no FSROOT {folder}"), "/" + folder.rpartition("/")[2])

    def updates(self):
        said = self.box.shell("sudo apt-config dump")
        true('APT::Periodic::Unattended-Upgrade "1";' in said, said)
        true("label=Debian-Security" in said, said)
        equal(self.box.shell("systemctl is-active apt-daily-upgrade.timer"), "active")

    def power_cut(self, moment):
        """Cuts the power when dpkg has logged this step of the package marquee, and demands the picture, the pairing and the whole upgrade."""
        self.box.shell("rm -rf next && mkdir next")
        self.box.send(self.packages, "next/")
        # dpkg stops in the middle of its work, until the power is cut.
        watch = (f"sudo sh -c 'until grep -q \"{CUTS[moment]}\" /var/log/dpkg.log; do sleep 0.02; done; pkill -STOP -x dpkg; echo stopped' & "
                 "sudo DEBIAN_FRONTEND=noninteractive apt-get --yes --quiet --reinstall --allow-downgrades install ./next/*.deb; wait")
        self.box.shell("sudo truncate --size 0 /var/log/dpkg.log")
        upgrade = self.box.start_shell(watch)
        said = []
        for line in upgrade.stdout:
            said.append(line)
            if line == "stopped\n":
                break
        else:
            raise AssertionError(f"the upgrade ended before the line “{CUTS[moment]}”: {''.join(said)}")
        self.box.cut_power()
        upgrade.wait()
        self.box.power_on()
        self.wait_for_the_picture()
        self.box.save_photograph(PICTURES / f"after-{moment.replace(' ', '-')}.png")
        equal(wait("the pages", lambda: self.status_of_the_pages(), pause=3), 200)
        self.box.wait_for_shell()
        self.box.shell("while systemctl is-active marquee-finish-upgrade.service | grep -q activating; do sleep 1; done")
        equal(self.box.shell("systemctl is-failed marquee-finish-upgrade.service", check=False), "inactive")
        equal(self.box.shell("sudo dpkg --audit"), "")
        equal(self.box.shell("sudo dpkg --verify marquee marquee-remote | grep -v ' c '", check=False), "")
        true(self.box.shell("dpkg-query -W -f '${Version}' marquee").endswith("+next"), "the upgrade is not there")
        equal(self.box.shell("ls /var/lib/marquee-image"), "")
        self.wait_for_the_picture()

    def broken_configuration(self):
        self.box.power_off()
        self.box.put("marquee.yaml", "screens: 7\n")
        self.box.power_on()
        self.box.wait_for_picture("reason", lambda picture: picture.pixel(5, 5) == REASON)
        self.box.save_photograph(PICTURES / "refused.png")
        self.wait_for_the_picture()
        self.box.wait_for_shell()
        equal(self.box.shell(f"grep -cx '{MARK}' /etc/marquee/marquee.yaml"), "1")
        self.box.power_off()
        reason = self.box.get("marquee.yaml.error.txt") or ""
        true("marquee.yaml:1:10: screens" in reason, reason)

    # --- Parts of steps

    def wait_for_the_picture(self):
        self.box.wait_for_picture("picture", lambda picture: picture.middle == RED)

    def status_of_the_pages(self):
        try:
            return self.box.ask("GET", "/api/screens", cookie=self.cookie)[0]
        except OSError:
            return None

    def keep_evidence(self):
        """The last picture and the messages of the emulated machine, for a person."""
        try:
            self.box.save_photograph(PICTURES / "failed.png")
        except (AssertionError, OSError, AttributeError, ValueError):
            pass
        try:
            print(self.box.shell("sudo journalctl -b --no-pager | tail -n 200; systemctl --failed", check=False))
        except Exception as error:
            print(f"test-image: there is no journal: {error}")

    def end(self):
        if self.box.emulator and self.box.emulator.poll() is None:
            self.box.cut_power()


def true(value, words):
    if not value:
        raise AssertionError(words)


def equal(found, expected, words=""):
    true(found == expected, f"found {found!r} instead of {expected!r} {words}")


def note(status, name, reason=""):
    folder = os.environ.get("MARQUEE_RESULTS")
    if folder:
        with open(f"{folder}/image.tests", "a") as file:
            file.write("\t".join([status, name, " ".join(reason.split())]) + "\n")


def main(image):
    packages = sorted((TOP / "out/deb/next").glob("*.deb"))
    if not packages:
        sys.exit("test-image: there are no packages of a next version; run 'make deb-next'")
    # The end by a signal ends the emulated machine too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="marquee-image.") as folder:
        test = ImageTest(image, packages, pathlib.Path(folder))
        try:
            return 0 if test.run() else 1
        finally:
            test.end()


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
