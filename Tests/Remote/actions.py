"""Everything that can be done on a page, each by touch, by mouse and by keyboard."""
import re

from bench import TOP
from case import PICTURES, long

# Tells of each action and each sheet as the page gets it done.
LISTEN = """async () => {
    const { actions } = await import("/assets/keys.js");
    const { names } = await import("/assets/talk-sheets.js");
    window.done = { actions: new Set(), sheets: new Set() };
    for (const [name, real] of Object.entries(actions)) actions[name] = () => { window.done.actions.add(name); return real(); };
    const showModal = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () { window.done.sheets.add(this.id); return showModal.call(this); };
    window.known = { actions: Object.keys(actions), sheets: names };
}"""


class Actions:
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
        expect(lambda talk: talk["timer"]["elapsedSeconds"] == 0, "timer back to zero")
        before = self.bench.talk()["timer"].get("durationSeconds")
        for wrong in ("-5", "2000", "1.5"):
            page.fill("#minutes", wrong)
            page.get_by_role("button", name="Set", exact=True).tap()
            page.locator("#messages", has_text="a whole number from 0 to 1440").last.wait_for()
        self.assertEqual(self.bench.talk()["timer"].get("durationSeconds"), before, "minutes that are none")
        page.fill("#minutes", "25")
        page.get_by_role("button", name="Set", exact=True).tap()
        expect(lambda talk: talk["timer"]["durationSeconds"] == 1500, "25 minutes")
        page.get_by_role("button", name="Message").tap()
        page.fill("#message-text", "We go on at 10:45")
        page.get_by_role("button", name="Show", exact=True).tap()
        expect(lambda talk: talk.get("message") == "We go on at 10:45", "a message")
        self.closed(page)
        page.keyboard.press("m")
        page.get_by_role("button", name="Remove").tap()
        expect(lambda talk: not talk.get("message"), "the message taken away")

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
        page.fill("#search", "999")
        page.locator("#overview", has_text="There is no slide 999: the deck has").wait_for()
        page.fill("#search", "5")
        page.click("#overview [data-page='5']")
        expect(lambda talk: talk["page"] == 5, "search and go to slide 5")
        page.click("[data-act=reset]")
        page.click("[data-open=device]")
        page.get_by_role("button", name="View only").click()
        page.wait_for_selector(".bigcode")
        page.get_by_role("button", name="Show as a QR code to the audience").click()
        expect(lambda talk: "/pair#" in (talk.get("code") or ""), "the QR code on the display")
        page.get_by_role("button", name="Remove the QR code").click()
        expect(lambda talk: not talk.get("code"), "the QR code taken away")

    @long
    def test_each_action_by_keyboard_alone(self):
        for path, size in (("/console", (1280, 800)), ("/", (360, 740))):
            with self.subTest(page=path):
                self.setUp()
                self.by_keyboard(path, size)

    def by_keyboard(self, path, size):
        page = self.open(path, size=size)
        page.evaluate(LISTEN)
        sent = set()
        page.on("request", lambda request: sent.add(request.post_data_json["action"]) if request.url.endswith("/api/act") else None)
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
        expect(lambda talk: talk["timer"]["elapsedSeconds"] == 0, "the key r")
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
        press("g")
        page.keyboard.type("the lamp")
        found = page.locator("#overview li:only-child [data-page='3']")
        self.tab_to(page, found.text_content().strip())
        press("Enter")
        expect(lambda talk: talk["page"] == 3, "search words, and go to the slide that has them")
        self.closed(page)
        page.keyboard.type("g4")
        press("Enter")
        expect(lambda talk: talk["page"] == 4, "back to 4")
        self.closed(page)
        press("m")
        page.keyboard.type("Back soon")
        self.tab_to(page, "Show")
        press("Enter")
        expect(lambda talk: talk.get("message") == "Back soon", "a message")
        self.closed(page)
        press("m")
        self.tab_to(page, "Remove")
        press("Enter")
        expect(lambda talk: not talk.get("message"), "no message")
        self.closed(page)
        press("o")
        self.tab_to(page, "Set")
        press("Shift+Tab")
        press("Control+a")
        page.keyboard.type("30")
        press("Enter")
        expect(lambda talk: talk["timer"]["durationSeconds"] == 1800, "30 minutes")
        # The first turn of a page started it.
        self.bench.act("pauseTimer")
        page.locator("[data-timer-button][aria-label='Start the timer']").wait_for()
        self.tab_to(page, "Start or pause")
        press("Enter")
        expect(lambda talk: talk["timer"]["running"], "timer started in the menu")
        page.locator("[data-timer-button][aria-label='Pause the timer']").wait_for()
        press("Enter")
        expect(lambda talk: not talk["timer"]["running"], "timer paused in the menu")
        self.tab_to(page, "Back to zero")
        press("Enter")
        expect(lambda talk: talk["timer"]["elapsedSeconds"] == 0, "timer back to zero in the menu")
        self.tab_to(page, "Pair a device")
        press("Enter")
        self.tab_to(page, "View only")
        press("Enter")
        page.wait_for_selector(".bigcode")
        self.tab_to(page, "Show as a QR code to the audience")
        press("Enter")
        expect(lambda talk: "/pair#" in (talk.get("code") or ""), "the QR code on the display")
        self.tab_to(page, "Remove the QR code")
        press("Enter")
        expect(lambda talk: not talk.get("code"), "the QR code taken away")
        self.tab_to(page, "Control")
        press("Enter")
        page.get_by_role("button", name="Remove the QR code").wait_for(state="detached")
        press("Escape")
        self.closed(page)
        press("?")
        page.wait_for_selector("#help[open]")
        press("Escape")
        size_of_notes = "document.documentElement.style.getPropertyValue('--notes')"
        before = page.evaluate(size_of_notes)
        press("+")
        self.assertNotEqual(page.evaluate(size_of_notes), before)
        press("-")
        self.assertEqual(page.evaluate(size_of_notes), before)
        # And by the buttons themselves.
        self.tab_to(page, "Next" if path == "/console" else "Back")
        press("Enter")
        expect(lambda talk: talk["page"] == (5 if path == "/console" else 3), "a button with the Enter key")
        # Nothing that is new on the pages goes untried.
        for kind in ("actions", "sheets"):
            self.assertEqual(set(page.evaluate(f"[...window.done.{kind}]")), set(page.evaluate(f"window.known.{kind}")), kind)
        self.assertEqual(sent, self.what_pages_send() - {"show"}, "show: see test_a_display_that_was_never_seen_waits_for_a_button")
        press("o")
        self.tab_to(page, "Unpair this device")
        press("Enter")
        page.wait_for_url(f"{self.bench.url}/pair")
        self.assertEqual(page.context.cookies(), [])

    @staticmethod
    def what_pages_send():
        """The actions of ControlTalk that the pages' scripts name."""
        sources = TOP / "Sources"
        known = re.search(r"action: \(([\w,\s]+)\)", (sources / "ControlProtocol/org.marquee.Display.varlink").read_text())
        scripts = "".join(path.read_text() for path in (sources / "marquee-remote/Pages").glob("*.js"))
        return {action for action in re.findall(r"\w+", known[1]) if f'"{action}"' in scripts}

    def test_buttons_wait_for_a_talk(self):
        self.bench.call("EndTalk")
        self.addCleanup(self.set_notes)
        self.addCleanup(self.bench.start_talk)
        for path, size in (("/", (360, 740)), ("/console", (1280, 800))):
            with self.subTest(path):
                page = self.context(size=size).new_page()
                sent = []
                page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/api/act") else None)
                page.goto(self.bench.url + path)
                page.get_by_text("No talk is running.").wait_for()
                enabled = page.locator("button:enabled:visible").evaluate_all("buttons => buttons.map(button => button.ariaLabel || button.textContent)")
                self.assertEqual([name for name in enabled if "notes" not in name], {
                    "/": ["More", "Present a PDF file"],
                    "/console": ["Pair a device", "Keys", "This talk: displays, minutes, more", "Present a PDF file"]}[path])
                for key in ("ArrowRight", "b", "t", "l", "g", "m"):
                    page.keyboard.press(key)
                page.keyboard.press("o")
                page.wait_for_selector("#menu[open]")
                self.assertEqual(page.locator("#menu button:disabled").all_inner_texts(), ["Start or pause", "Back to zero", "Set", "Message"])
                self.assertEqual(page.locator("dialog[open]").count(), 1)
                self.assertEqual(sent, [])
                page.screenshot(path=PICTURES / f"{path.strip('/') or 'phone'}-no-talk-{size[0]}-light.png")
                # The same page has them when a talk begins.
                self.bench.start_talk()
                page.locator("#menu button:disabled").first.wait_for(state="detached")
                self.assertEqual(page.locator("button:disabled").count(), 0)
                self.bench.call("EndTalk")

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
        self.tab_to(page, "Show the talk")
        page.keyboard.press("Enter")
        self.bench.expect(lambda talk: all(item["state"] == "shown" for item in talk["screens"]), "it shows the talk")
        button.wait_for(state="detached")
