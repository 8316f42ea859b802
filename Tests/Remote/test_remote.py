"""Drives the pages in Chromium, and looks at the daemon's talk. Screenshots are in out/remote.

Run by `make test-remote`; PROGRAMS says where the programs are.
"""
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from bench import PROGRAMS, TOP, Bench, free_port, lines_of, until

SIZES = [(360, 740), (740, 360), (1280, 800)]
PICTURES = TOP / "out/remote"
NOTES = """Show the box before you say a word.

- unplug it, **wait**, plug it in again
- the picture comes back, *and so does the timer*

Then tell the story of the keynote in May."""


class RemoteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(PICTURES, ignore_errors=True)
        PICTURES.mkdir(parents=True)
        cls.bench = Bench()
        cls.addClassCleanup(cls.bench.end)
        cls.bench.start_daemon()
        cls.bench.plug("HDMI-A-1")
        cls.bench.start_talk()
        cls.set_notes()
        cls.bench.start_remote()
        cls.player = sync_playwright().start()
        cls.addClassCleanup(cls.player.stop)
        cls.browser = cls.player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def set_notes(cls):
        cls.bench.call("SetTalkNotes", notes=[{"page": page, "text": NOTES} for page in range(1, 6)])

    def setUp(self):
        for action, of in (("freeze", {"on": False}), ("black", {"on": False}), ("pauseTimer", {}), ("resetTimer", {}), ("first", {}),
                           ("pauseTimer", {}), ("message", {"text": ""}), ("code", {"text": ""}), ("pointerOff", {})):
            self.bench.act(action, **of)

    # --- What a person does

    def context(self, size=(360, 740), scheme="light", paired=True, observer=False, **more):
        # A picture of a moment in which something moves would be another each time.
        more.setdefault("reduced_motion", "reduce")
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 1000, device_scale_factor=2,
            **more)
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
        """Goes on with the Tab key until a control of this name has the focus."""
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(document.activeElement.ariaLabel || document.activeElement.textContent).trim()") == name:
                return
        raise AssertionError(f"the Tab key does not lead to {name}")

    @staticmethod
    def words(page, text):
        """What the page says has happened, to be seen."""
        return page.locator("#words").get_by_text(text)

    @staticmethod
    def closed(page):
        """Waits until no sheet is over the page any more."""
        page.wait_for_selector("dialog[open]", state="detached")

    def turns(self, page, do):
        """Each turn of a page, done by `do` with the action's name."""
        for action, right in (("next", 2), ("next", 3), ("previous", 2), ("last", 5), ("first", 1)):
            do(action)
            self.bench.expect(lambda talk: talk["page"] == right, f"{action} leads to {right}")
            self.count(page, right)

    # --- Actions

    def test_each_action_by_touch(self):
        page = self.open("/")
        expect = self.bench.expect
        page.tap("[data-act=next]")
        expect(lambda talk: talk["page"] == 2, "next")
        page.tap("[data-act=previous]")
        expect(lambda talk: talk["page"] == 1, "back")
        self.swipe(page, -160)
        expect(lambda talk: talk["page"] == 2, "a swipe to the left")
        self.swipe(page, 160)
        expect(lambda talk: talk["page"] == 1, "a swipe to the right")
        for name in ("black", "white"):
            page.tap(f"[data-act={name}]")
            expect(lambda talk: talk["cover"] == name, name)
            page.wait_for_selector(f"[data-act={name}][aria-pressed=true]")
            page.tap(f"[data-act={name}]")
            expect(lambda talk: talk["cover"] == "none", f"{name} off")
        page.tap("[data-act=freeze]")
        expect(lambda talk: talk["frozen"], "freeze")
        page.tap("[data-act=next]")
        expect(lambda talk: talk["page"] == 2 and talk["shownPage"] == 1, "the audience's slide stays")
        page.locator(".chip", has_text="Frozen: the audience sees slide 1").wait_for()
        page.tap("[data-act=freeze]")
        expect(lambda talk: talk["shownPage"] == 2, "freeze off")
        page.tap("[data-act=timer]")
        expect(lambda talk: talk["timer"]["running"], "timer started")
        page.get_by_role("button", name="Pause the timer").tap()
        expect(lambda talk: not talk["timer"]["running"], "timer paused")
        for kind in ("pointer", "spotlight"):
            page.tap(f"[data-point={kind}]")
            self.touch(page, 0.5, 0.5, lift=False)
            expect(lambda talk: (talk.get("pointer") or {}).get("kind") == kind and abs(talk["pointer"]["x"] - 0.5) < 0.02
                   and abs(talk["pointer"]["y"] - 0.5) < 0.02, kind)
            self.lift(page)
            expect(lambda talk: not talk.get("pointer"), f"{kind} off when the finger is lifted")
            page.tap(f"[data-point={kind}]")
        page.tap("[data-open=overview]")
        page.tap("#overview [data-page='4']")
        expect(lambda talk: talk["page"] == 4, "go to slide 4 in the overview")
        page.tap("[data-open=menu]")
        page.get_by_role("button", name="Start or pause").tap()
        expect(lambda talk: talk["timer"]["running"], "timer started in the menu")
        page.get_by_role("button", name="Start or pause").tap()
        page.get_by_role("button", name="Back to zero").tap()
        expect(lambda talk: talk["timer"]["elapsedMilliseconds"] == 0, "timer back to zero")
        page.fill("#minutes", "25")
        page.get_by_role("button", name="Set", exact=True).tap()
        expect(lambda talk: talk["timer"]["durationMilliseconds"] == 1_500_000, "25 minutes")
        page.get_by_role("button", name="Message").tap()
        page.fill("#message-text", "We go on at 10:45")
        page.get_by_role("button", name="Show", exact=True).tap()
        expect(lambda talk: talk.get("message") == "We go on at 10:45", "a message")
        self.closed(page)
        page.keyboard.press("m")
        page.get_by_role("button", name="Take away").tap()
        expect(lambda talk: not talk.get("message"), "the message taken away")

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

    def test_a_finger_that_rests_on_the_slide_does_not_turn_it(self):
        page = self.open("/")
        self.hold_and_slip(page, -160, 3000)
        self.hold_and_slip(page, -160, 100)
        # The quick one came after the slow one, and did what it should.
        self.bench.expect(lambda talk: talk["page"] == 2, "the quick swipe alone turns the slide")
        self.count(page, 2)
        self.assertEqual(self.bench.talk()["page"], 2)

    def test_what_is_turned_on_is_said_and_not_guessed(self):
        page = self.open("/")
        sent = []
        page.on("request", lambda request: sent.append(request.post_data_json) if request.url.endswith("/api/act") else None)
        for name in ("black", "freeze"):
            for on in ("true", "false"):
                page.tap(f"[data-act={name}]")
                page.wait_for_selector(f"[data-act={name}][aria-pressed={on}]")
        self.assertEqual([(call["action"], call.get("on")) for call in sent],
                         [("black", True), ("black", False), ("freeze", True), ("freeze", False)])

    def test_letters_are_keys_only_where_that_is_wanted(self):
        page = self.open("/console", size=(1280, 800))
        page.keyboard.press("?")
        page.get_by_label("Letters and signs are keys").press(" ")
        page.keyboard.press("Escape")
        self.closed(page)
        for key in ("b", "f", "t", ".", "m", "ArrowRight"):
            page.keyboard.press(key)
        self.bench.expect(lambda talk: talk["page"] == 2, "keys that are no letters still work")
        talk = self.bench.talk()
        self.assertEqual((talk["cover"], talk["frozen"], talk["timer"]["elapsedMilliseconds"] < 60_000), ("none", False, True))
        self.assertEqual(page.locator("dialog[open]").count(), 0)
        page.reload()
        page.wait_for_selector("#stage img")
        page.keyboard.press("b")
        page.keyboard.press("ArrowRight")
        self.bench.expect(lambda talk: talk["page"] == 3 and talk["cover"] == "none", "it is kept with the browser")

    def test_what_is_said_can_be_heard_over_a_sheet_too(self):
        page = self.open("/")
        page.tap("[data-open=menu]")
        page.route("**/api/act", lambda route: route.abort())
        page.get_by_role("button", name="Back to zero").tap()
        heard = page.locator("dialog[open] [role=alert]", has_text="That was not sent")
        heard.wait_for(state="attached")
        page.unroute("**/api/act")
        page.keyboard.press("Escape")
        self.closed(page)
        self.assertEqual(page.locator("body > [role=alert], body > [role=log], body > [role=status]").count(), 3)

    def test_a_deck_that_disappears_is_told_of(self):
        page = self.open("/")
        deck = self.bench.place / "deck.pdf"
        deck.rename(self.bench.place / "elsewhere.pdf")
        self.addCleanup(self.set_notes)
        self.addCleanup(self.bench.start_talk)
        self.addCleanup(lambda: (self.bench.place / "elsewhere.pdf").rename(deck))
        self.bench.expect(lambda talk: talk.get("trouble"), "the daemon sees that the deck is gone")
        page.locator("#words .trouble").wait_for()
        self.assertEqual(page.locator("#words .trouble").text_content(), self.bench.talk()["trouble"])
        page.screenshot(path=PICTURES / "phone-deck-gone-360-light.png")

    def test_a_deck_that_is_another_file_has_its_pictures_fetched_anew(self):
        page = self.open("/console", size=(1280, 800))
        page.click("[data-open=overview]")
        page.wait_for_selector("[data-thumb='2'] img")
        before = page.get_attribute("#stage", "data-url"), page.get_attribute("[data-thumb='2']", "data-url")
        deck = self.bench.place / "deck.pdf"
        shutil.copy(deck, self.bench.place / "first.pdf")
        self.addCleanup(self.set_notes)
        self.addCleanup(self.bench.start_talk)
        self.addCleanup(lambda: (self.bench.place / "first.pdf").rename(deck))
        shutil.copy(TOP / "Examples/sample/deck-portrait.pdf", self.bench.place / "second.pdf")
        (self.bench.place / "second.pdf").rename(deck)
        page.wait_for_function("before => document.querySelector('#stage').dataset.url !== before", arg=before[0])
        page.wait_for_function("before => document.querySelector(\"[data-thumb='2']\").dataset.url !== before", arg=before[1])
        page.wait_for_function("() => { const image = document.querySelector('#stage img'); return image.naturalHeight > image.naturalWidth; }")

    def test_each_action_by_mouse(self):
        page = self.open("/console", size=(1280, 800))
        expect = self.bench.expect
        page.click("footer [data-act=next]")
        expect(lambda talk: talk["page"] == 2, "next")
        page.click("footer [data-act=previous]")
        expect(lambda talk: talk["page"] == 1, "back")
        for name, right in (("black", lambda talk: talk["cover"] == "black"), ("white", lambda talk: talk["cover"] == "white"),
                            ("freeze", lambda talk: talk["frozen"])):
            page.click(f"[data-act={name}]")
            expect(right, name)
            page.click(f"[data-act={name}]")
            expect(lambda talk: not right(talk), f"{name} off")
        box = page.locator("#stage").bounding_box()
        for kind in ("pointer", "spotlight"):
            page.click(f"[data-point={kind}]")
            page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.75)
            expect(lambda talk: (talk.get("pointer") or {}).get("kind") == kind and abs(talk["pointer"]["x"] - 0.25) < 0.02
                   and abs(talk["pointer"]["y"] - 0.75) < 0.02, kind)
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] + 30)
            expect(lambda talk: not talk.get("pointer"), f"{kind} off beside the slide")
            page.click(f"[data-point={kind}]")
        page.click("[data-open=overview]")
        page.fill("#search", "5")
        page.click("#overview [data-page='5']")
        expect(lambda talk: talk["page"] == 5, "search and go to slide 5")
        page.click("[data-act=reset]")
        page.click("[data-open=device]")
        page.get_by_role("button", name="To look on").click()
        page.wait_for_selector(".bigcode")
        page.get_by_role("button", name="Show as a QR code to the audience").click()
        expect(lambda talk: "/pair#" in (talk.get("code") or ""), "the QR code on the display")
        page.get_by_role("button", name="Take it away").click()
        expect(lambda talk: not talk.get("code"), "the QR code taken away")

    def test_each_action_by_keyboard_alone(self):
        for path, size in (("/console", (1280, 800)), ("/", (360, 740))):
            with self.subTest(page=path):
                self.setUp()
                self.by_keyboard(path, size)

    def by_keyboard(self, path, size):
        page = self.open(path, size=size)
        press = page.keyboard.press
        expect = self.bench.expect
        self.turns(page, lambda action: press({"next": "ArrowRight", "previous": "PageUp", "last": "End", "first": "Home"}[action]))
        press(" ")
        expect(lambda talk: talk["page"] == 2, "the space bar")
        for key, right in (("b", lambda talk: talk["cover"] == "black"), ("w", lambda talk: talk["cover"] == "white"),
                           ("f", lambda talk: talk["frozen"]), ("t", lambda talk: talk["timer"]["running"])):
            press(key)
            expect(right, f"the key {key}")
            if key == "t":
                page.locator("[data-timer-button][aria-label='Pause the timer']").wait_for()
            press(key)
            expect(lambda talk: not right(talk), f"the key {key} again")
        press("r")
        expect(lambda talk: talk["timer"]["elapsedMilliseconds"] == 0, "the key r")
        for key, kind in (("l", "pointer"), ("s", "spotlight")):
            press(key)
            expect(lambda talk: (talk.get("pointer") or {}).get("kind") == kind, kind)
            press("Shift+ArrowRight")
            expect(lambda talk: talk["pointer"]["x"] > 0.51, "it is moved to the right")
            press("Escape")
            expect(lambda talk: not talk.get("pointer"), f"{kind} off")
        press("g")
        page.keyboard.type("4")
        press("Enter")
        expect(lambda talk: talk["page"] == 4, "go to 4")
        self.closed(page)
        press("m")
        page.keyboard.type("Back soon")
        self.tab_to(page, "Show")
        press("Enter")
        expect(lambda talk: talk.get("message") == "Back soon", "a message")
        self.closed(page)
        press("m")
        self.tab_to(page, "Take away")
        press("Enter")
        expect(lambda talk: not talk.get("message"), "no message")
        self.closed(page)
        press("o")
        self.tab_to(page, "Set")
        press("Shift+Tab")
        press("Control+a")
        page.keyboard.type("30")
        press("Enter")
        expect(lambda talk: talk["timer"]["durationMilliseconds"] == 1_800_000, "30 minutes")
        press("Escape")
        self.closed(page)
        press("?")
        page.wait_for_selector("#help[open]")
        press("Escape")
        # And by the buttons themselves.
        self.tab_to(page, "Next" if path == "/console" else "Back")
        press("Enter")
        expect(lambda talk: talk["page"] == (5 if path == "/console" else 3), "a button with the Enter key")

    def test_a_display_that_was_never_seen_waits_for_a_button(self):
        page = self.open("/")
        screen = "HDMI-A-2"
        self.bench.control("simulate", "plug", screen, "--display", "1280x720@60")
        self.addCleanup(lambda: self.bench.control("simulate", "unplug", screen))
        self.bench.expect(lambda talk: {"screen": screen, "state": "waiting"}.items()
                          <= next(item for item in talk["screens"] if item["screen"] == screen).items(), "it waits")
        button = page.get_by_role("button", name="Show the talk")
        button.wait_for()
        page.screenshot(path=PICTURES / "phone-waiting-360-light.png")
        button.focus()
        page.keyboard.press("Enter")
        self.bench.expect(lambda talk: all(item["state"] == "shown" for item in talk["screens"]), "it shows the talk")
        button.wait_for(state="detached")

    # --- Sizes, light and dark, axe

    def test_each_page_at_each_size_has_no_serious_finding(self):
        self.bench.act("goto", page=2)
        axe = Axe()
        found = []
        for scheme in ("light", "dark"):
            for path, name in (("/pair", "pair"), ("/", "phone"), ("/console", "console")):
                page = self.open(path, scheme=scheme, paired=path != "/pair", reduced_motion="reduce")
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.wait_for_load_state("networkidle") if path == "/pair" else page.wait_for_timeout(300)
                    page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png")
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{name} is wider than {width}")
                    found += self.findings(axe, page, f"{name}-{width}-{scheme}")
                    if path != "/pair":
                        found += self.small_targets(page, f"{name}-{width}-{scheme}")
                if path == "/pair":
                    continue
                for key, sheet in (("g", "overview"), ("m", "message"), ("o", "menu"), ("?", "help")):
                    page.set_viewport_size(dict(zip(("width", "height"), SIZES[0] if path == "/" else SIZES[2])))
                    page.keyboard.press(key)
                    page.wait_for_selector(f"#{sheet}[open]")
                    page.wait_for_timeout(150)
                    page.screenshot(path=PICTURES / f"{name}-{sheet}-{scheme}.png")
                    found += self.findings(axe, page, f"{name}-{sheet}-{scheme}")
                    page.keyboard.press("Escape")
                    self.closed(page)
        self.assertEqual(found, [])

    @staticmethod
    def findings(axe, page, where):
        return [
            f"{where}: {finding['id']} ({finding['impact']}): {finding['nodes'][0]['html'][:160]}"
            for finding in axe.run(page).response["violations"] if finding["impact"] in ("serious", "critical")]

    @staticmethod
    def small_targets(page, where):
        """Buttons that a finger would miss."""
        return page.evaluate("""where => [...document.querySelectorAll("button, input, select, a")].filter(element => element.checkVisibility())
            .map(element => [element, element.getBoundingClientRect()]).filter(([, box]) => box.width && (box.width < 48 || box.height < 48))
            .map(([element, box]) => `${where}: ${element.ariaLabel ?? element.textContent} is ${box.width}x${box.height}`)""", where)

    def test_the_first_load_is_below_100_kilobytes(self):
        for path, size in (("/", (360, 740)), ("/console", (1280, 800))):
            page = self.context(size=size).new_page()
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            kinds, bytes_of = {}, {}
            session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["response"]["url"]}))
            session.on("Network.dataReceived", lambda event: bytes_of.update(
                {event["requestId"]: bytes_of.get(event["requestId"], 0) + event["dataLength"]}))
            page.goto(self.bench.url + path)
            page.wait_for_selector("#stage img")
            page.wait_for_selector("[data-next-picture] img")
            pictures = sum(size for key, size in bytes_of.items() if "/picture/" in kinds.get(key, ""))
            everything = sum(bytes_of.values())
            print(f"first load of {path}: {everything - pictures} bytes, with its two slide pictures {everything}", flush=True)
            self.assertLess(everything - pictures, 100_000)

    # --- Losses

    def test_a_page_catches_up_after_the_daemon_and_after_the_server(self):
        page = self.open("/")
        self.bench.act("goto", page=3)
        self.count(page, 3)
        Bench.kill(self.bench.daemon)
        self.words(page, "does not answer").wait_for()
        page.screenshot(path=PICTURES / "phone-daemon-away-360-light.png")
        self.bench.start_daemon()
        self.bench.plug("HDMI-A-1")
        self.words(page, "does not answer").wait_for(state="detached")
        self.count(page, 3)
        page.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == 4, "the page drives the talk again")
        Bench.kill(self.bench.remote)
        self.words(page, "Connection lost").wait_for()
        page.screenshot(path=PICTURES / "phone-lost-360-light.png")
        self.bench.act("goto", page=2)
        self.bench.start_remote()
        self.words(page, "Connection lost").wait_for(state="detached", timeout=20_000)
        self.count(page, 2)
        page.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == 3, "the pairing outlived the server")

    # --- Pairing, roles, strangers

    def test_codes(self):
        page = self.open("/pair", paired=False)
        page.fill("#code", "aaaa-aaaa")
        page.keyboard.press("Enter")
        page.get_by_text("That is not the code").wait_for()
        page.screenshot(path=PICTURES / "pair-wrong-360-light.png")
        code = self.bench.code()
        page.fill("#code", code.lower())
        page.keyboard.press("Enter")
        page.wait_for_url(f"{self.bench.url}/")
        other = self.open("/pair", paired=False)
        other.fill("#code", code)
        other.keyboard.press("Enter")
        other.get_by_text("was used already").wait_for()
        self.assertEqual(other.context.cookies(), [])
        # As the QR code has it.
        third = self.context(paired=False).new_page()
        third.goto(f"{self.bench.url}/pair#{self.bench.code().replace('-', '')}")
        third.wait_for_url(f"{self.bench.url}/")
        third.wait_for_selector("#stage img")

    def test_an_observer_sees_the_slide_and_no_button(self):
        page = self.open("/", observer=True)
        self.assertEqual(page.locator("button:visible").count(), 0)
        page.keyboard.press("ArrowRight")
        self.assertEqual(page.evaluate("""() => fetch("/api/act", {method: "POST", headers: {"Content-Type": "application/json"},
            body: '{"action": "next"}'}).then(reply => reply.status)"""), 403)
        self.assertEqual(self.bench.talk()["page"], 1)
        page.screenshot(path=PICTURES / "phone-observer-360-light.png")
        # What the speaker alone sees is not there.
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        self.bench.act("freeze", on=True)
        self.bench.act("goto", page=4)
        page.wait_for_timeout(300)
        self.bench.act("freeze", on=False)
        self.count(page, 4)
        page.wait_for_function("document.querySelector('#stage').dataset.url.includes('/4/')")
        self.assertEqual({url.split("/")[-2] for url in asked if "/picture/" in url} - {"4"}, set())
        self.bench.act("black", on=True)
        page.get_by_text("No slide is shown at present.").wait_for()
        self.assertEqual(page.locator("#stage img").count(), 0)
        page.screenshot(path=PICTURES / "phone-observer-black-360-light.png")

    def test_a_page_of_another_origin_can_do_nothing(self):
        port = free_port()
        handler = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {
            "log_message": lambda *_: None,
            "do_GET": lambda self: (self.send_response(200), self.send_header("Content-Type", "text/html"), self.end_headers(),
                                    self.wfile.write(b"<!doctype html><title>x</title>"))})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        page = self.context().new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        for kind in ("application/json", "text/plain"):
            page.evaluate("""([url, kind]) => fetch(url + "/api/act", {method: "POST", mode: kind === "text/plain" ? "no-cors" : "cors",
                credentials: "include", headers: {"Content-Type": kind}, body: '{"action": "next"}'}).catch(() => null)""", [self.bench.url, kind])
        seen = page.evaluate("""url => new Promise(done => { const image = new Image(); image.onload = () => done(true);
            image.onerror = () => done(false); image.src = url; })""", f"{self.bench.url}/assets/icon.svg")
        self.assertFalse(seen)
        # A frame of this server stays empty; one of a server that allows it does not.
        for url, is_shown in ((f"{self.bench.url}/pair", False), (f"http://127.0.0.1:{port}/framed", True)):
            page.evaluate("""url => new Promise(done => { const frame = document.createElement("iframe"); frame.src = url;
                frame.onload = done; document.body.append(frame); })""", url)
            self.assertEqual(page.frames[-1].url == url, is_shown, page.frames[-1].url)
        self.assertEqual(self.bench.talk()["page"], 1)

    def test_a_page_that_floods_is_refused_and_others_are_served(self):
        page = self.open("/")
        other = self.open("/")
        statuses = page.evaluate("""() => Promise.all(Array.from({length: 200}, () => fetch("/api/act", {method: "POST",
            headers: {"Content-Type": "application/json"}, body: '{"action": "freeze"}'}).then(reply => reply.status)))""")
        self.assertGreater(statuses.count(429), 50)
        self.assertEqual(set(statuses) - {200, 429}, set())
        before = self.bench.talk()["page"]
        other.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == before + 1, "the other page is served")

    # --- Programs

    def test_tls_by_certificate_files(self):
        place = self.bench.place
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", place / "key.pem",
             "-out", place / "certificate.pem"], check=True, capture_output=True)
        port = free_port()
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", f"127.0.0.1:{port}", "--certificate", place / "certificate.pem", "--key",
             place / "key.pem", "--print-address"], env=self.bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        address, code = lines_of(server).split()[:2]
        self.assertEqual(address, f"https://127.0.0.1:{port}")

        def curl(*words):
            return subprocess.run(
                ["curl", "--silent", "--include", "--max-time", "10", "--cacert", place / "certificate.pem", *words],
                capture_output=True, text=True).stdout
        self.assertIn("200 OK", curl(f"{address}/pair"))
        reply = curl(f"{address}/api/pair", "-H", f"Origin: {address}", "-H", "Content-Type: application/json", "-d", json.dumps({"code": code}))
        self.assertIn("; Secure", reply)
        self.assertEqual(curl(f"http://127.0.0.1:{port}/pair"), "")
        self.assertEqual(curl("--tls-max", "1.1", f"{address}/pair"), "")
        server.stdin.write("code observe\n")
        server.stdin.flush()
        again, code, link, role = lines_of(server).split()
        self.assertEqual((again, link, role), (address, f"{address}/pair#{code.replace('-', '')}", "observe"))
        server.stdin.close()
        self.assertEqual(server.wait(10), 0)

    def test_the_server_does_not_need_the_daemon(self):
        port = free_port()
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", f"127.0.0.1:{port}", "--print-address"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=dict(self.bench.environment, MARQUEE_SOCKET=str(self.bench.place / "nobody.sock")), text=True)
        address, _, link, role = lines_of(server).split()
        self.assertEqual(role, "control")
        page = self.context(paired=False).new_page()
        page.goto(link)
        page.get_by_text("cannot be reached").first.wait_for()
        page.screenshot(path=PICTURES / "phone-no-daemon-360-light.png")
        server.stdin.close()
        self.assertEqual(server.wait(10), 0)
        self.assertIn("No marqueed is running", server.stderr.read())
        server.stdout.close()
        server.stderr.close()

    def test_who_started_it_and_reads_no_more_ends_it(self):
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0", "--print-address"], env=self.bench.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines_of(server)
        server.stdout.close()
        server.stderr.close()
        server.stdin.write("code\n")
        server.stdin.flush()
        self.assertEqual(server.wait(20), 0)
        server.stdin.close()

    def test_a_second_server_leaves_the_codes_of_the_first_alone(self):
        second = subprocess.run(
            [PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0"], env=self.bench.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=30)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn("Another marquee-remote of this user answers", second.stderr)
        self.assertRegex(self.bench.code(), "^[A-Z0-9]{4}-[A-Z0-9]{4}$")

    def test_more_connections_than_files_end_nothing(self):
        server = subprocess.Popen(
            ["prlimit", "--nofile=100:100", PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0", "--print-address"],
            env=self.bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        address = lines_of(server).split()[0]
        port = int(address.rsplit(":", 1)[1])
        held = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(120)]
        for connection in held:
            connection.close()

        def is_served():
            return subprocess.run(["curl", "--silent", "--fail", "--max-time", "2", f"{address}/pair"], capture_output=True).returncode == 0
        until(is_served, "it serves again", 30)
        server.stdin.close()
        self.assertEqual(server.wait(10), 0)
        server.stdout.close()

    def test_wrong_options_say_what_is_wanted(self):
        def failure(*options):
            return subprocess.run([PROGRAMS / "marquee-remote", *options], capture_output=True, text=True, env=self.bench.environment)
        for options, words in (
            (["--listen", "localhost:80"], "no address and port"), (["--certificate", "/x"], "belong together"),
            (["--certificate", "/nowhere", "--key", "/nowhere"], "cannot be used"), (["--listen", "192.0.2.1:80"], "no address of this machine"),
            (["--listen", f"127.0.0.1:{self.bench.port}"], "in use by another program"),
        ):
            result = failure(*options)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(words, result.stderr)


if __name__ == "__main__":
    if not shutil.which("chromium"):
        sys.exit("test-remote: chromium is missing; `make test-remote` installs it")
    started = time.monotonic()
    result = unittest.main(exit=False, verbosity=2).result
    print(f"remote: {result.testsRun} tests in {time.monotonic() - started:.0f} s; screenshots are in out/remote")
    os._exit(0 if result.wasSuccessful() else 1)
