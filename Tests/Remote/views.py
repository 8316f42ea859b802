"""The pictures of the pages: in each state of the talk, at each size, in light and dark, and after a lost connection."""
import shutil

from axe_playwright_python.sync_playwright import Axe

from bench import TOP, Bench
from case import PICTURES, SCHEMES, long

SIZES = [(360, 740), (740, 360), (1280, 800)]


class Views:
    def test_a_finger_that_rests_on_the_slide_does_not_turn_it(self):
        page = self.open("/")
        self.hold_and_slip(page, -160, 3000)
        self.hold_and_slip(page, -160, 100)
        # The quick one came after the slow one, and had its effect.
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

    def test_presses_take_effect_in_their_order(self):
        """A request that is slow on its way is not overtaken by the next press."""
        page = self.open("/")
        held = []

        def pass_on(route):
            if held:
                return route.continue_()
            held.append(route)

        page.route("**/api/act", pass_on)
        for key in "ttrb":
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        self.assertEqual(self.bench.talk()["cover"], "none", "the last press waits for the first")
        held[0].continue_()
        page.wait_for_selector("[data-act=black][aria-pressed=true]")
        timer = self.bench.talk()["timer"]
        self.assertEqual((timer["running"], timer["elapsedSeconds"]), (False, 0), "started, paused, then back to zero")

    def test_letters_are_keys_only_where_that_is_wanted(self):
        page = self.open("/console", size=(1280, 800))
        page.keyboard.press("?")
        page.get_by_label("Letters and signs are shortcuts").press(" ")
        page.keyboard.press("Escape")
        self.closed(page)
        for key in ("b", "f", "t", ".", "m", "ArrowRight"):
            page.keyboard.press(key)
        self.bench.expect(lambda talk: talk["page"] == 2, "keys that are no letters still work")
        talk = self.bench.talk()
        self.assertEqual((talk["cover"], talk["frozen"], talk["timer"]["elapsedSeconds"] < 60), ("none", False, True))
        self.assertEqual(page.locator("dialog[open]").count(), 0)
        page.reload()
        page.wait_for_selector("#stage img")
        page.keyboard.press("b")
        page.keyboard.press("ArrowRight")
        self.bench.expect(lambda talk: talk["page"] == 3 and talk["cover"] == "none", "it is kept with the browser")

    def test_a_key_right_after_a_sheet_is_taken(self):
        page = self.open("/")
        page.keyboard.press("g")
        page.wait_for_selector("#overview[open]")
        page.evaluate("""() => {
            document.querySelector("#overview").close();
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "m", bubbles: true}));
        }""")
        page.wait_for_selector("#message[open]", timeout=60_000)

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
        # The dialog reports its end a moment after it.
        page.wait_for_function("""() =>
            document.querySelectorAll("body > [role=alert], body > [role=log], body > [role=status]").length === 3""")

    def test_a_deck_that_disappears_is_told_of(self):
        page = self.open("/")
        deck = self.bench.place / "deck.pdf"
        deck.rename(self.bench.place / "elsewhere.pdf")
        self.addCleanup(self.set_notes)
        self.addCleanup(self.bench.start_talk)
        self.addCleanup(lambda: (self.bench.place / "elsewhere.pdf").rename(deck))
        self.bench.expect(lambda talk: talk.get("trouble"), "the daemon sees that the deck is gone")
        page.locator("#messages .trouble").wait_for()
        self.assertEqual(page.locator("#messages .trouble").text_content(), self.bench.talk()["trouble"])
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
        page.focus("#overview [data-page='2']")
        (self.bench.place / "second.pdf").rename(deck)
        page.wait_for_function("before => document.querySelector('#stage').dataset.url !== before", arg=before[0])
        page.wait_for_function("before => document.querySelector(\"[data-thumb='2']\").dataset.url !== before", arg=before[1])
        page.wait_for_function("() => { const image = document.querySelector('#stage img'); return image.naturalHeight > image.naturalWidth; }")
        self.assertEqual(page.evaluate("document.activeElement.dataset.page"), "2", "the slide that had the focus")

    def test_a_sheet_keeps_the_focus_while_the_talk_changes(self):
        page = self.open("/console", size=(1280, 800))
        self.bench.control("simulate", "plug", "HDMI-A-2", "--display", "1920x1080@60")
        self.addCleanup(self.bench.control, "simulate", "unplug", "HDMI-A-2")
        for sheet, held in (("overview", "#overview [data-page='3']"), ("menu", "#menu [data-key='HDMI-A-2']")):
            page.click(f"[data-open={sheet}]")
            page.focus(held)
            for on in (True, False):
                self.bench.act("freeze", on=on)
                page.wait_for_selector(f"[data-act=freeze][aria-pressed={str(on).lower()}]", state="attached")
            self.assertTrue(page.evaluate("held => document.activeElement.matches(held)", held), f"the focus in {sheet}")
            page.keyboard.press("Escape")
            self.closed(page)

    # --- Sizes, light and dark, axe

    @long
    def test_each_page_at_each_size_has_no_serious_finding(self):
        self.bench.act("goto", page=2)
        axe = Axe()
        found = []
        for scheme in SCHEMES:
            for path, name in (("/pair", "pair"), ("/", "phone"), ("/console", "console")):
                page = self.open(path, scheme=scheme, paired=path != "/pair", reduced_motion="reduce")
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    self.is_laid_out(page)
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
                    self.is_laid_out(page)
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
        self.messages(page, "does not answer").wait_for()
        page.screenshot(path=PICTURES / "phone-daemon-away-360-light.png")
        self.bench.start_daemon()
        self.bench.plug("HDMI-A-1")
        self.messages(page, "does not answer").wait_for(state="detached")
        self.count(page, 3)
        page.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == 4, "the page drives the talk again")
        Bench.kill(self.bench.remote)
        self.messages(page, "Connection lost").wait_for()
        page.screenshot(path=PICTURES / "phone-lost-360-light.png")
        self.bench.act("goto", page=2)
        self.bench.start_remote()
        self.messages(page, "Connection lost").wait_for(state="detached", timeout=60_000)
        self.count(page, 2)
        page.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == 3, "the pairing outlived the server")
