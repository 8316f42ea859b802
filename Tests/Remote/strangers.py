"""Pairing, roles, and requests without permission."""
import http.server
import threading

from bench import free_port
from case import PICTURES


class Strangers:
    def test_codes(self):
        page = self.open("/pair", paired=False)
        page.fill("#code", "aaaa-aaaa")
        page.keyboard.press("Enter")
        page.get_by_text("The code is wrong").wait_for()
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

    def test_a_pairing_link_is_obeyed_in_a_tab_that_shows_the_pair_page(self):
        page = self.open("/pair", paired=False)
        page.evaluate("window.isSamePage = true")
        page.goto(f"{self.bench.url}/pair#AAAAAAAA")
        page.get_by_text("The code is wrong").wait_for()
        self.assertTrue(page.evaluate("window.isSamePage"), "nothing was loaded")
        self.assertEqual(page.evaluate("location.hash"), "")
        page.goto(f"{self.bench.url}/pair#{self.bench.code().replace('-', '')}")
        page.wait_for_url(f"{self.bench.url}/")
        page.wait_for_selector("#stage img")

    def test_a_newer_pairing_link_is_obeyed_while_the_last_code_is_asked_for(self):
        page = self.open("/pair", paired=False)
        held = []
        page.route("**/api/pair", lambda route: route.continue_() if held else held.append(route))
        page.goto(f"{self.bench.url}/pair#BBBBBBBB")
        page.locator("#go", has_text="Pairing").wait_for()
        page.goto(f"{self.bench.url}/pair#{self.bench.code().replace('-', '')}")
        page.wait_for_function("() => !location.hash")
        held[0].continue_()
        page.wait_for_url(f"{self.bench.url}/")

    def test_the_pair_page_says_where_codes_come_from(self):
        page = self.open("/pair", paired=False)
        said = page.locator("#how").inner_text()
        for words in ("on the display", "Pair a device", "marquee-remote code"):
            self.assertIn(words, said)
        # A device that is paired has such a button on each page.
        for path, size in (("/", (360, 740)), ("/console", (1280, 800)), ("/screens", (360, 740))):
            with self.subTest(path):
                paired = self.context(size=size).new_page()
                paired.goto(self.bench.url + path)
                paired.get_by_role("button", name={"/": "More", "/console": "This talk", "/screens": "This device"}[path]).click()
                paired.get_by_role("button", name="Pair a device").last.click()
                paired.get_by_role("button", name="View only").click()
                paired.locator(".bigcode", has_text="-").wait_for()
                if path != "/":
                    continue
                code = paired.locator(".bigcode").inner_text()
                page.fill("#code", code)
                page.keyboard.press("Enter")
                page.wait_for_url(f"{self.bench.url}/")

    def test_an_unknown_path_is_a_page_for_a_person_and_json_for_a_program(self):
        for paired in (True, False):
            context = self.context(paired=paired)
            page = context.new_page()
            for path in ("/screen", "/assets/nowhere.js", "/api/nothing"):
                with self.subTest(path, paired=paired):
                    self.assertEqual(page.goto(self.bench.url + path).status, 404)
                    page.get_by_text("There is no page here").wait_for()
            if paired:
                page.screenshot(path=PICTURES / "nothing-360-light.png")
            for accept in ("application/json", "*/*"):
                reply = context.request.get(self.bench.url + "/screen", headers={"Accept": accept})
                self.assertEqual(reply.status, 404 if paired else 401)
                self.assertIn("error", reply.json())
            page.get_by_role("link", name="To the first page").click()
            page.wait_for_url(self.bench.url + ("/" if paired else "/pair"))

    def test_an_observer_sees_the_slide_and_no_button(self):
        page = self.open("/", observer=True)
        self.assertEqual(page.locator("button:visible").count(), 0)
        page.keyboard.press("ArrowRight")
        self.assertEqual(page.evaluate("""() => fetch("/api/act", {method: "POST", headers: {"Content-Type": "application/json"},
            body: '{"action": "next"}'}).then(reply => reply.status)"""), 403)
        self.assertEqual(self.bench.talk()["page"], 1)
        page.screenshot(path=PICTURES / "phone-observer-360-light.png")
        # The speaker's own picture is not there.
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        self.bench.act("freeze", on=True)
        self.bench.act("goto", page=4)
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
        # A frame of this server stays empty, and a frame of a server that allows frames does not.
        for url, is_shown in ((f"{self.bench.url}/pair", False), (f"http://127.0.0.1:{port}/framed", True)):
            page.evaluate("""url => new Promise(done => { const frame = document.createElement("iframe"); frame.src = url;
                frame.onload = done; document.body.append(frame); })""", url)
            self.assertEqual(page.frames[-1].url == url, is_shown, page.frames[-1].url)
        self.assertEqual(self.bench.talk()["page"], 1)

    def test_a_page_that_floods_is_refused_and_others_are_served(self):
        page = self.open("/")
        other = self.open("/")
        seconds, statuses = page.evaluate("""async () => { const start = performance.now(); const statuses = await Promise.all(Array.from({length: 200}, () => fetch("/api/act", {method: "POST",
            headers: {"Content-Type": "application/json"}, body: '{"action": "freeze"}'}).then(reply => reply.status)));
            return [(performance.now() - start) / 1000, statuses]; }""")
        # 30 at once and 15 more each second (RemoteAccess.swift).
        self.assertLessEqual(statuses.count(200), 30 + 15 * seconds + 1)
        self.assertEqual(set(statuses) - {200, 429}, set())
        before = self.bench.talk()["page"]
        other.tap("[data-act=next]")
        self.bench.expect(lambda talk: talk["page"] == before + 1, "the other page is served")
