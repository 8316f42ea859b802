"""The base of every test of the pages: a daemon, the server, a browser, and the actions of a person in it."""
import os
import shutil
import time
import unittest

from playwright.sync_api import sync_playwright

from bench import TOP, Bench

# Otherwise only the main flows are tested, as in `make test`.
IS_LONG = os.environ.get("MARQUEE_PAGES") == "long"
SCHEMES = ("light", "dark")
PICTURES = TOP / "out/remote"
NOTES = """Show the box before you say a word.

- unplug it, **wait**, plug it in again
- the picture comes back, *and so does the timer*

Then tell the story of the keynote in May."""


def long(test):
    """Marks a test that `make test` leaves out and `make test-long` has."""
    test.is_long = True
    return test


class RemoteCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.bench = Bench()
        cls.addClassCleanup(cls.bench.end)
        cls.start()
        cls.bench.start_remote()
        cls.player = sync_playwright().start()
        cls.addClassCleanup(cls.player.stop)
        cls.browser = cls.player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def start(cls):
        """A daemon with a talk on a display."""
        cls.bench.start_daemon()
        cls.bench.plug("HDMI-A-1")
        cls.bench.start_talk()
        cls.set_notes()

    @classmethod
    def set_notes(cls):
        cls.bench.call("SetTalkNotes", notes=[
            {"page": page, "text": NOTES + ("\n\nPoint at the lamp." if page == 3 else "")} for page in range(1, 6)])

    def setUp(self):
        for action, of in (("freeze", {"on": False}), ("black", {"on": False}), ("pauseTimer", {}), ("resetTimer", {}), ("first", {}),
                           ("pauseTimer", {}), ("message", {"text": ""}), ("code", {"text": ""}), ("pointerOff", {})):
            self.bench.act(action, **of)

    # --- Actions of a person

    def context(self, size=(360, 740), scheme="light", paired=True, observer=False, **more):
        # A picture of a moment in which something moves would be another each time.
        more.setdefault("reduced_motion", "reduce")
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 1000, device_scale_factor=2,
            **more)
        context.set_default_timeout(60_000)
        self.addCleanup(context.close)
        if paired:
            reply = context.request.post(
                f"{self.bench.url}/api/pair", headers={"Origin": self.bench.url},
                data={"code": self.bench.code(*(["--observe"] if observer else []))})
            self.assertEqual(reply.status, 200, reply.text())
        return context

    def open(self, path="/", **how):
        page = self.context(**how).new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if "Content Security" in line.text else None)
        self.addCleanup(lambda: self.assertEqual(page.errors, []))
        page.goto(self.bench.url + path)
        if path != "/pair":
            page.wait_for_selector("#stage img")
        return page

    def count(self, page, number):
        page.locator(f"[data-count]:text-matches('^{number} /')").first.wait_for(state="attached")

    @staticmethod
    def tab_to(page, name):
        """Goes on with the Tab key until a control of this name has the focus, once the page has one."""
        page.wait_for_function(
            """name => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex]")]
                .some(element => element.checkVisibility() && (element.ariaLabel || element.textContent).trim() === name)""", arg=name)
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(document.activeElement.ariaLabel || document.activeElement.textContent).trim()") == name:
                return
        raise AssertionError(f"the Tab key does not lead to {name}")

    @staticmethod
    def messages(page, text):
        """The visible message of the page."""
        return page.locator("#messages").get_by_text(text)

    @staticmethod
    def closed(page):
        """Waits until no sheet is over the page any more."""
        page.wait_for_selector("dialog[open]", state="detached")

    @staticmethod
    def is_laid_out(page):
        """Waits until nothing moves on the page and its pictures are there."""
        page.evaluate("""async () => {
            const ends = document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity);
            await Promise.all(ends.map(one => one.finished.catch(() => null)));
            await Promise.all([...document.images].filter(one => one.checkVisibility() && !one.complete)
                .map(one => new Promise(done => { one.onload = one.onerror = done; })));
            await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }""")

    def turns(self, page, do):
        """Each turn of a page, done by `do` with the action's name."""
        for action, right in (("next", 2), ("next", 3), ("previous", 2), ("last", 5), ("first", 1)):
            do(action)
            self.bench.expect(lambda talk: talk["page"] == right, f"{action} leads to {right}")
            self.count(page, right)

    # --- Fingers

    def swipe(self, page, by):
        """A finger that rests for a moment before it is lifted: after a fling Chromium takes a tap for its end."""
        box = page.locator("#stage").bounding_box()
        session = page.context.new_cdp_session(page)
        x, y, start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, time.time() - 0.5
        for kind, at, after in (("touchStart", x - by / 2, 0), ("touchMove", x, 0.1), ("touchMove", x + by / 2, 0.2), ("touchMove", x + by / 2, 0.4)):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}], "timestamp": start + after})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": start + 0.45})

    def hold_and_slip(self, page, by, milliseconds):
        """A finger that rests on the slide so long, and slips then."""
        box = page.locator("#stage").bounding_box()
        session = page.context.new_cdp_session(page)
        x, y, now = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, time.time()
        for kind, at, after in (("touchStart", x, 0), ("touchMove", x + by / 2, milliseconds), ("touchMove", x + by, milliseconds)):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}], "timestamp": now + after / 1000})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": now + milliseconds / 1000})

    def touch(self, page, x, y, lift=True):
        box = page.locator("#stage").bounding_box()
        page.touching = page.context.new_cdp_session(page)
        point = {"x": box["x"] + box["width"] * x, "y": box["y"] + box["height"] * y}
        page.touching.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 20 + box["x"], "y": point["y"]}]})
        page.touching.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        if lift:
            self.lift(page)

    def lift(self, page):
        page.touching.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
