"""The page of screens: everything by keyboard alone, its cost while nobody watches, and its appearance."""
import pathlib

from axe_playwright_python.sync_playwright import Axe

from bench import TOP, until
from case import IS_LONG, PICTURES, SCHEMES, long
from views import SIZES, Views

# Tells of each operation and each sheet as the page gets it done.
LISTEN = """async () => {
    const { operations } = await import("/assets/operations.js");
    const { names } = await import("/assets/screen-sheets.js");
    await import("/assets/playlist.js");
    window.done = { operations: new Set(), sheets: new Set() };
    for (const [name, real] of Object.entries(operations)) operations[name] = (...all) => { window.done.operations.add(name); return real(...all); };
    const showModal = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () { window.done.sheets.add(this.id); return showModal.call(this); };
    window.known = { operations: Object.keys(operations), sheets: names() };
}"""
FIRST, SECOND = "HDMI-A-1", "HDMI-A-2"
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# Whether there is something else than one colour on the canvas.
HAS_PICTURE = """name => {
    const canvas = document.querySelector(`[data-screen="${name}"] canvas`);
    if (!canvas?.width) return false;
    const words = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return words.some(word => word !== words[0]);
}"""

# The canvas with few pixels, whatever its shape.
SMALL = """name => {
    const small = new OffscreenCanvas(32, 32).getContext("2d");
    small.drawImage(document.querySelector(`[data-screen="${name}"] canvas`), 0, 0, 32, 32);
    return [...small.getImageData(0, 0, 32, 32).data];
}"""

# Whether the canvas shows the pixels of another picture in SMALL, as seen by eye.
IS_LIKE = f"""([name, right]) => {{
    const now = ({SMALL})(name);
    return now.reduce((apart, value, place) => apart + Math.abs(value - right[place]), 0) < 6 * now.length;
}}"""


class Screens:
    @classmethod
    def start(cls):
        """A daemon with the sample's pictures on a display, and no talk."""
        cls.bench.start_daemon("--config", TOP / "Examples/sample/sample.yaml")
        cls.bench.plug(FIRST)
        cls.bench.control("foreground", "playlist", "--screen", FIRST)

    def setUp(self):
        self.bench.control("foreground", "playlist", "--screen", FIRST)

    def open_screens(self, **how):
        how.setdefault("size", (1280, 800))
        page = self.context(**how).new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if "Content Security" in line.text else None)
        self.addCleanup(lambda: self.assertEqual(page.errors, []))
        page.goto(self.bench.url + "/screens")
        page.wait_for_selector(f"[data-screen='{FIRST}']")
        return page

    def screens(self):
        return {screen["name"]: screen for screen in self.bench.call("Screens")["screens"]}

    def setting(self, screen, name):
        settings = self.bench.call("Explain", screen=screen)["record"]["settings"]
        return next((one["value"] for one in settings if one["name"] == name), None)

    def is_set(self, name, value, screen=FIRST):
        until(lambda: self.setting(screen, name) == value, f"{name} of {screen} is {value}")

    def card(self, page, screen=FIRST):
        return page.locator(f"[data-screen='{screen}']")

    def press(self, page, name):
        """A button, found with the Tab key and pressed with Enter."""
        self.tab_to(page, name)
        page.keyboard.press("Enter")

    def sheet(self, page, name):
        page.wait_for_selector(f"#{name}[open]")

    def escape(self, page):
        page.keyboard.press("Escape")
        self.closed(page)

    def without_others(self):
        for name in self.screens():
            if name != FIRST:
                self.bench.control("simulate", "unplug", name)
        until(lambda: list(self.screens()) == [FIRST], "one display is left")

    # --- Everything, by keyboard alone

    def test_each_operation_of_the_screens_page_by_keyboard_alone(self):
        for size in ((1280, 800), (360, 740)) if IS_LONG else ((1280, 800),):
            with self.subTest(size=size):
                self.operations_by_keyboard(size)

    def operations_by_keyboard(self, size):
        self.addCleanup(self.without_others)
        page = self.open_screens(size=size)
        page.evaluate(LISTEN)
        sent = set()
        page.on("request", lambda request: sent.add(request.post_data_json["method"]) if request.url.endswith("/api/call") else None)
        # The modes: one is tried and kept.
        self.press(page, f"Mode: {FIRST}")
        self.sheet(page, "mode")
        other = next(mode["name"] for mode in self.screens()[FIRST]["availableModes"] if mode["name"] != self.screens()[FIRST]["currentMode"]["name"])
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.key") == other:
                break
        page.keyboard.press("Enter")
        self.sheet(page, "keep")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "Keep this mode")
        page.keyboard.press("Enter")
        self.closed(page)
        self.assertEqual(self.screens()[FIRST]["currentMode"]["name"], other)
        self.press(page, f"Mode: {FIRST}")
        self.press(page, "Forget all choices for this screen")
        until(lambda: self.screens()[FIRST]["currentMode"]["name"] != other, "the mode is the usual one again")
        self.escape(page)
        for label, name in (("Power", "power"), ("Black", "blank"), ("Freeze", "freeze")):
            before = self.setting(FIRST, name)
            self.press(page, f"{label}: {FIRST}")
            self.is_set(name, "off" if before == "on" else "on")
            self.card(page).locator(f"[data-toggle={name}][aria-pressed={'false' if before == 'on' else 'true'}]").wait_for()
            page.keyboard.press("Enter")
            self.is_set(name, before)
            self.card(page).locator(f"[data-toggle={name}][aria-pressed={'true' if before == 'on' else 'false'}]").wait_for()
        self.press(page, f"Identify: {FIRST}")
        # Turned, and the corners.
        self.press(page, f"Picture: {FIRST}")
        self.press(page, "Upside down")
        self.is_set("rotation", "180")
        page.locator("[data-key='turn-180'][aria-pressed=true]").wait_for()
        self.press(page, "Not rotated")
        self.is_set("rotation", "0")
        page.locator("[data-key='turn-0'][aria-pressed=true]").wait_for()
        self.press(page, "Mirrored")
        self.is_set("rotation", "flipped")
        page.locator("[data-key=turn-mirrored][aria-pressed=true]").wait_for()
        page.keyboard.press("Enter")
        self.is_set("rotation", "0")
        self.press(page, "All edges: in")
        self.is_set("overscan", "top 0.5%, right 0.5%, bottom 0.5%, left 0.5%")
        page.get_by_text("Left 0.5 %").wait_for()
        self.press(page, "Left: in")
        self.is_set("overscan", "top 0.5%, right 0.5%, bottom 0.5%, left 1%")
        page.get_by_text("Left 1 %").wait_for()
        self.press(page, "All edges: out")
        self.is_set("overscan", "top 0%, right 0%, bottom 0%, left 0.5%")
        page.get_by_text("Left 0.5 %").wait_for()
        self.press(page, "Top: out")
        self.messages(page, "cannot go further out").wait_for()
        self.escape(page)
        # The purpose of the screen.
        self.press(page, f"Shows: {FIRST}")
        for label, value in (("Mirror", "mirror"), ("Off", "off"), ("Scenes", "external"), ("As configured", "external")):
            self.press(page, label)
            self.is_set("support", value)
        self.press(page, "welcome")
        self.is_set("foreground", "welcome")
        self.escape(page)
        self.press(page, f"Why: {FIRST}")
        self.sheet(page, "why")
        self.escape(page)
        self.press(page, f"What plays: {FIRST}")
        self.sheet(page, "playlist")
        self.escape(page)
        # Displays that are plugged in and out, and one that is loose.
        self.press(page, "Plug")
        self.press(page, "A 720p display")
        until(lambda: SECOND in self.screens(), "the second display")
        self.press(page, f"Unplug {SECOND}")
        until(lambda: SECOND not in self.screens(), "the second display is gone")
        # The list is the daemon's, and a panel is added by its first plug.
        rows = page.locator("#plug ul.list li")
        self.assertEqual([row.split()[0] for row in rows.all_inner_texts()], ["HDMI-A-1", "HDMI-A-2", "DP-1", "DP-2"])
        self.press(page, "Add an internal panel: eDP-1")
        until(lambda: "eDP-1" in self.screens(), "the panel")
        self.press(page, "Unplug eDP-1")
        until(lambda: "eDP-1" not in self.screens(), "the panel is gone")
        before = self.bench.call("Status")["counters"]["events"]
        self.press(page, "Simulate a loose plug")
        page.locator("#messages", has_text="was unplugged six times").wait_for()
        self.assertGreater(self.bench.call("Status")["counters"]["events"], before)
        until(lambda: FIRST in self.screens() and self.screens()[FIRST]["currentMode"], "it is lit again")
        self.press(page, "A 1080p display")
        until(lambda: SECOND in self.screens(), "the second display")
        self.escape(page)
        # A session on its own screen, on another one, and ended.
        self.card(page, SECOND).wait_for()
        session = self.open_item(page, "welcome", FIRST)
        self.press(page, f"Open on {FIRST}")
        self.closed(page)
        self.open_item(page, "welcome", FIRST)
        self.press(page, f"Open on {SECOND}")
        self.closed(page)
        self.is_set("foreground", "welcome", SECOND)
        self.open_item(page, "welcome", FIRST)
        self.press(page, "End this session")
        self.closed(page)
        until(lambda: session not in [one["identifier"] for one in self.bench.call("Sessions")["sessions"]], "the session is no more")
        self.press(page, "Show")
        page.locator("#played > *").first.wait_for()
        self.content_by_keyboard(page)
        # An app with windows of its own, which another program is.
        with self.bench.app("sketch"):
            page.locator("#tiles", has_text="sketch").wait_for()
            self.open_item(page, "sketch")
            self.press(page, "+ Another scene of sketch")
            until(lambda: any(one["app"] == "sketch" for one in self.bench.call("Sessions")["sessions"]), "a scene of the app")
            self.escape(page)
            page.locator("#tiles li", has_text="sketch").filter(has_not_text="not open").first.wait_for()
            self.open_item(page, "sketch")
            self.press(page, f"Open on {SECOND}")
            self.closed(page)
        for kind in ("operations", "sheets"):
            self.assertEqual(set(page.evaluate(f"[...window.done.{kind}]")) | ({"device", "menu"} if kind == "sheets" else set()),
                             set(page.evaluate(f"window.known.{kind}")), kind)
        self.assertIn("Plays", sent)
        self.press(page, "This device")
        self.press(page, "Unpair this device")
        page.wait_for_url(f"{self.bench.url}/pair?to=screens")

    @long
    def test_a_storm_brings_the_same_display_back(self):
        self.addCleanup(self.without_others)

        def seen():
            screen = self.screens().get("DP-1", {})
            edid = self.bench.call("Explain", screen="DP-1")["record"]["edid"] if screen else None
            sessions = [one["identifier"] for one in self.bench.call("Sessions")["sessions"] if one["screen"] == "DP-1"]
            return screen, edid, sessions

        def is_settled():
            screen = self.screens().get("DP-1", {})
            mode = screen.get("currentMode")
            return screen.get("scene") and mode and (screen.get("guessed") or mode == screen["preferredMode"])

        kinds = (["--display", "1080x1920@60"], ["--display", "1920x1080@59.94"], ["--unreadable"],
                 ["--display", "1280x720@50", "--edid-after", "6s", "--modes", "guessed"])
        for kind in kinds:
            with self.subTest(kind=kind):
                # A page that has no words of the storm before.
                page = self.open_screens()
                self.bench.control("simulate", "plug", "DP-1", *kind)
                self.bench.control("wait", "DP-1", "presented", "--timeout", "60")
                if "--edid-after" in kind:
                    until(lambda: not seen()[0].get("guessed"), "the late EDID is there")
                until(is_settled, "its scene is on it, in the mode that it prefers if that is known")
                before = seen()
                self.card(page, "DP-1").wait_for()
                page.get_by_role("button", name="Plug", exact=True).click()
                page.get_by_role("button", name="Simulate a loose plug").click()
                self.messages(page, "DP-1 was unplugged six times, and is plugged in again.").wait_for()
                if "--edid-after" in kind:
                    until(lambda: seen()[0].get("guessed"), "its EDID is late again")
                until(lambda: seen() == before, f"{before} is there again")
                self.escape(page)
                self.bench.control("simulate", "unplug", "DP-1")
                self.card(page, "DP-1").wait_for(state="detached")

    def content_by_keyboard(self, page):
        """Files into the folder, in an order, onto a screen, and away."""
        folder = self.bench.place / "media"
        self.press(page, "Content")
        self.sheet(page, "content")
        page.set_input_files("#files", [TOP / f"Examples/sample/{name}.svg" for name in ("menu-landscape", "stage-landscape")])
        # A file can be added once it is judged.
        for name in ("menu", "stage"):
            page.get_by_role("button", name=f"Add {name}-landscape.svg").wait_for()
        self.assertEqual((folder / "menu-landscape.svg").read_bytes(), (TOP / "Examples/sample/menu-landscape.svg").read_bytes())
        for name in ("menu", "stage"):
            self.press(page, f"Add {name}-landscape.svg")
        self.press(page, "Earlier: stage-landscape.svg")
        page.get_by_text("1. stage-landscape.svg").wait_for()
        page.fill("#seconds", "0")
        self.press(page, f"Show on {SECOND}")
        self.messages(page, "a whole number from 1 to 86400").wait_for()
        page.fill("#seconds", "8")
        self.press(page, f"Show on {SECOND}")
        page.locator("#messages", has_text=f"{SECOND} shows 2 files").wait_for()
        session = next(one for one in self.bench.call("Sessions")["sessions"] if one["screen"] == SECOND and one["state"] == "foregroundActive")
        items = self.bench.call("GetSession", session=session["identifier"])["content"]["playlist"]["items"]
        self.assertEqual([pathlib.Path(item["image"]["file"]).name for item in items], ["stage-landscape.svg", "menu-landscape.svg"])
        # Content that replaces the configured one is taken back.
        self.escape(page)
        self.press(page, f"Shows: {SECOND}")
        self.press(page, "Show the configured content")
        until(lambda: "playlist" not in (self.bench.call("GetSession", session=session["identifier"]).get("content") or {}), "what is configured")
        self.escape(page)
        self.press(page, "Content")
        for name in ("menu", "stage"):
            self.press(page, f"Remove from the order: {name}-landscape.svg")
            # Nothing is gone at one press.
            self.press(page, f"Delete {name}-landscape.svg")
            page.get_by_role("button", name=f"Really delete {name}-landscape.svg").wait_for()
            self.assertTrue((folder / f"{name}-landscape.svg").exists())
            page.keyboard.press("Enter")
            until(lambda: not (folder / f"{name}-landscape.svg").exists(), "the file is gone")
        # Ten gigabytes: nothing of them is sent.
        large = self.bench.place / "large.png"
        with open(large, "wb") as file:
            file.truncate(10 << 30)
        sent = []
        page.on("request", lambda request: sent.append(request.url) if "/api/upload" in request.url else None)
        page.set_input_files("#files", large)
        self.line(page, "large.png").get_by_text("The limit is").wait_for()
        self.assertEqual(sent, [])
        self.press(page, "Remove from the list: large.png")
        self.escape(page)

    def test_files_are_told_of_by_the_names_that_they_have(self):
        page = self.open_screens()
        page.get_by_role("button", name="Content", exact=True).click()
        self.sheet(page, "content")
        source = TOP / "Examples/sample/menu-landscape.svg"
        names = ["Summer 2026 + more.svg", "a & b=c #1?.svg", "100%25 %2f.svg", "Straße <b>.svg"]
        page.set_input_files("#files", [{"name": name, "mimeType": "image/svg+xml", "buffer": source.read_bytes()} for name in names])
        until(lambda: all((self.bench.place / "media" / name).exists() for name in names), f"{names} are there")
        self.addCleanup(lambda: [(self.bench.place / "media" / name).unlink(missing_ok=True) for name in names])
        for name in names:
            self.assertEqual((self.bench.place / "media" / name).read_bytes(), source.read_bytes(), name)
        # Each that is refused is named.
        page.set_input_files("#files", [{"name": name, "mimeType": "text/plain", "buffer": b"" if name == "empty.png" else b"x"}
                                        for name in ("notes.txt", "empty.png", ".hidden.png")])
        for name, words in (("notes.txt", "This type of file cannot be shown"), ("empty.png", "The file is empty."), (".hidden.png", "A file whose name begins with a dot")):
            self.line(page, name).get_by_text(words).wait_for()

    @long
    def test_a_held_enter_deletes_nothing(self):
        file = self.bench.place / "media/held.svg"
        file.write_bytes((TOP / "Examples/sample/menu-landscape.svg").read_bytes())
        self.addCleanup(file.unlink, missing_ok=True)
        page = self.open_screens()
        page.get_by_role("button", name="Content", exact=True).click()
        page.get_by_role("button", name="Delete held.svg", exact=True).focus()
        for _ in range(5):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        really = page.get_by_role("button", name="Really delete held.svg")
        really.wait_for()
        # A wrong request would be visible after the next answer of the same server.
        page.evaluate("fetch('/api/media').then(reply => reply.json())")
        self.assertTrue(file.exists())
        really.press("Enter")
        until(lambda: not file.exists(), "the file is gone")

    @long
    def test_a_file_waits_for_the_first_look_into_the_folder(self):
        page = self.open_screens()
        self.addCleanup((self.bench.place / "media/quick.svg").unlink, missing_ok=True)
        self.assertTrue(page.evaluate("""async () => {
            const { media, uploadFile } = await import("/assets/media.js");
            Object.assign(media, { fileBytes: 0, kinds: [] });
            return uploadFile(new File(["<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>"], "quick.svg"));
        }"""))
        self.assertTrue((self.bench.place / "media/quick.svg").exists())

    def test_a_sentence_stands_as_long_as_it_is_its_turn(self):
        page = self.open_screens()
        page.clock.install()
        page.evaluate("""async () => {
            const { showMessage } = await import("/assets/page.js");
            showMessage("the first", { key: "k", seconds: 0.2 });
            showMessage("the second", { key: "k", seconds: 60 });
            showMessage("twice", { seconds: 60 });
            showMessage("twice", { seconds: 60 });
        }""")
        page.clock.run_for(1000)
        self.assertEqual(page.locator("#messages > *").all_inner_texts(), ["the second", "twice"])

    @long
    def test_what_comes_later_stands_in_its_place(self):
        self.addCleanup(self.without_others)
        (self.bench.place / "media/there.svg").write_bytes((TOP / "Examples/sample/menu-landscape.svg").read_bytes())
        self.addCleanup((self.bench.place / "media/there.svg").unlink)
        page = self.open_screens()
        page.locator("#tiles .file").first.wait_for()
        self.bench.plug(SECOND)
        page.locator("#tiles button", has_text=SECOND).first.wait_for()
        files = page.locator("#tiles li").evaluate_all("tiles => tiles.map(tile => Boolean(tile.querySelector('.file')))")
        self.assertEqual(files, sorted(files), "sessions first, then files")
        # A display that was off and is on again does not change places.
        self.bench.control("simulate", "unplug", FIRST)
        self.card(page).wait_for(state="detached")
        self.bench.plug(FIRST)
        self.card(page).wait_for()
        self.assertEqual(page.locator("#cards [data-screen]").evaluate_all("cards => cards.map(card => card.dataset.screen)"), [FIRST, SECOND])

    def test_the_log_has_what_a_person_sees_on_a_display_with_its_name(self):
        page = self.open_screens()
        self.bench.control("simulate", "plug", SECOND, "--display", "1280x720@60", "--model", "Theke")
        self.bench.control("wait", SECOND, "presented", "--timeout", "60")
        for on in ("off", "on"):
            self.bench.control("power", SECOND, on)
        self.bench.control("simulate", "unplug", SECOND)
        own = page.locator("#lines li", has_text="Theke")
        own.filter(has_text="was unplugged").wait_for()
        words = [text.rpartition(") ")[2] for text in own.all_inner_texts()]
        self.assertEqual(words[:5], ["was unplugged", "is on", "is off", "is on", "was plugged in"])
        kinds = ("was plugged in", "was unplugged", "is on", "is off", "cannot show something")
        for line in page.locator("#lines li").all_inner_texts():
            self.assertTrue(any(kind in line for kind in kinds), line)

    def test_a_long_line_of_the_log_is_broken_and_not_cut_off(self):
        self.addCleanup(self.bench.control, "show", FIRST, "--configured")
        missing = self.bench.place / f"{'a_picture_without_a_blank_in_its_name_' * 3}.png"
        self.bench.call("Show", screen=FIRST, content={"playlist": {"duration": "1s", "items": [{"color": "#204060"}, {"image": {"file": str(missing)}}]}})
        for width in (1280, 1100, 360):
            page = self.open_screens(size=(width, 800))
            page.locator("#lines li").get_by_text(missing.name).first.wait_for()
            self.is_laid_out(page)
            page.locator("#lines").screenshot(path=PICTURES / f"screens-log-{width}.png")
            seen, whole = page.locator("#lines").evaluate("list => [list.clientWidth, list.scrollWidth]")
            self.assertLessEqual(whole, seen, f"at {width}")

    def test_a_dark_display_has_no_reason_for_a_mode(self):
        self.addCleanup(self.bench.control, "power", FIRST, "on")
        page = self.open_screens()
        why = self.card(page).locator(".why")
        why.filter(has_text="prefers").wait_for()
        self.bench.control("power", FIRST, "off")
        self.card(page).get_by_text("No mode", exact=True).wait_for()
        self.assertEqual(why.text_content(), "")

    def open_item(self, page, app, screen=None):
        """The sheet of a session, by its tile."""
        key = next((one["identifier"] for one in self.bench.call("Sessions")["sessions"] if one["app"] == app and one["screen"] == screen), None)
        tile = page.locator("#tiles button", has_text=app)
        if screen:
            tile = tile.filter(has_text=screen)
        tile.first.wait_for()
        handle = tile.first.element_handle()
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("tile => document.activeElement === tile", handle):
                page.keyboard.press("Enter")
                self.sheet(page, "item")
                return key
        raise AssertionError(f"the Tab key does not lead to {app}")

    def test_a_session_is_dragged_onto_a_screen(self):
        self.addCleanup(self.without_others)
        self.bench.plug(SECOND)
        page = self.open_screens()
        self.card(page, SECOND).wait_for()
        tile = page.locator("#tiles button", has_text="welcome").first
        tile.drag_to(self.card(page, SECOND).locator("canvas"))
        self.is_set("foreground", "welcome", SECOND)

    # --- Costs

    @long
    def test_a_preview_costs_nothing_while_nobody_looks(self):
        def requests():
            return self.bench.call("Status")["counters"]["requests"]

        def is_look(request):
            return "/look?" in request.url

        page = self.open_screens()
        page.clock.install()
        looks, ended, failed = [], [], []
        page.on("request", lambda request: looks.append(request) if is_look(request) else None)
        for event in ("requestfinished", "requestfailed"):
            page.on(event, lambda request: ended.append(request) if is_look(request) else None)
        page.on("requestfailed", lambda request: failed.append(request) if is_look(request) else None)
        page.reload()
        page.wait_for_function(HAS_PICTURE, arg=FIRST)
        for _ in range(3):
            page.wait_for_event("request", is_look)
        page.evaluate(HIDE, True)
        while len(ended) < len(looks):
            page.evaluate("new Promise(drawn => requestAnimationFrame(drawn))")
        del looks[:], ended[:]
        before = requests()
        # A quarter of a minute by the page's clock.
        page.clock.run_for(15_000)
        # Of a look that the page gave up when it was hidden, the server may ask the daemon a moment later.
        self.assertEqual(looks, [], "a page that is hidden")
        self.assertIn(requests() - before, range(1, 2 + len(failed)), "requests of a page that is hidden")
        page.evaluate(HIDE, False)
        page.wait_for_event("request", is_look)
        page.evaluate(HIDE, True)
        while len(ended) < len(looks):
            page.evaluate("new Promise(drawn => requestAnimationFrame(drawn))")
        page.close()
        before = requests()
        stranger = self.context(paired=False).new_page()
        stranger.goto(self.bench.url + "/pair", wait_until="networkidle")
        self.assertEqual(requests() - before, 1, "no page but that of a stranger")

    def test_the_picture_follows_what_is_shown(self):
        page = self.open_screens()
        page.wait_for_function(HAS_PICTURE, arg=FIRST)
        self.bench.control("blank", FIRST, "on")
        self.addCleanup(lambda: self.bench.control("blank", FIRST, "off"))
        page.wait_for_function(f"name => !({HAS_PICTURE})(name)", arg=FIRST)
        page.locator(".chip", has_text="Black").wait_for()

    def test_the_picture_stays_while_the_daemon_is_busy(self):
        page = self.open_screens()
        page.wait_for_function(HAS_PICTURE, arg=FIRST)
        busy = []

        def refuse(route):
            busy.append(route.request.url)
            route.fulfill(status=503, json={"error": "marqueed was busy for too long: that was not done. Try again."})

        page.route("**/look?screen=*", refuse)
        # The second one begins when the first was refused.
        while len(busy) < 2:
            page.wait_for_event("request", lambda request: "/look?screen=" in request.url)
        self.assertTrue(page.evaluate(HAS_PICTURE, FIRST))
        self.assertTrue(self.card(page).locator(".empty").is_hidden())
        page.unroute("**/look?screen=*")
        self.bench.control("blank", FIRST, "on")
        self.addCleanup(lambda: self.bench.control("blank", FIRST, "off"))
        page.wait_for_function(f"name => !({HAS_PICTURE})(name)", arg=FIRST)

    @long
    def test_a_panel_that_hangs_turned_is_seen_upright(self):
        self.addCleanup(self.without_others)
        self.addCleanup(lambda: self.bench.control("rotate", FIRST, "0"))
        self.bench.plug(SECOND, "1080x1920@60")
        for screen in (FIRST, SECOND):
            self.bench.control("foreground", "welcome", "--screen", screen)
        page = self.open_screens()

        def seen(screen):
            page.wait_for_function(HAS_PICTURE, arg=screen)
            return page.evaluate(SMALL, screen)

        upright, high = seen(FIRST), seen(SECOND)
        for rotation in ("90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"):
            self.bench.control("rotate", FIRST, rotation)
            right = high if rotation.endswith("90") or rotation.endswith("270") else upright
            with self.subTest(rotation):
                page.wait_for_function(IS_LIKE, arg=[FIRST, right])

    # --- Observers

    def test_an_observer_of_the_screens_sees_and_does_nothing(self):
        page = self.open_screens(observer=True)
        page.wait_for_function(HAS_PICTURE, arg=FIRST)
        self.assertEqual([button for button in page.locator("button:visible").all_inner_texts() if button], [])
        status = """method => fetch("/api/call", {method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({method, parameters: {screen: "HDMI-A-1", on: false}})}).then(reply => reply.status)"""
        for method in ("Power", "Sessions", "Plays"):
            self.assertEqual(page.evaluate(status, method), 403)
        page.screenshot(path=PICTURES / "screens-observer-1280-light.png")

    def test_the_link_of_make_run_leads_to_the_screens(self):
        page = self.context(paired=False, size=(1280, 800)).new_page()
        page.goto(f"{self.bench.url}/pair?to=screens#{self.bench.code().replace('-', '')}")
        page.wait_for_url(f"{self.bench.url}/screens")
        page.wait_for_selector(f"[data-screen='{FIRST}']")

    # --- Sizes, light and dark, axe

    @long
    def test_the_screens_page_at_each_size_has_no_serious_finding(self):
        self.addCleanup(self.without_others)
        self.bench.plug(SECOND, "1080x1920@60")
        axe = Axe()
        found = []
        for scheme in SCHEMES:
            page = self.open_screens(scheme=scheme)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for name in (FIRST, SECOND):
                    self.card(page, name).scroll_into_view_if_needed()
                    page.wait_for_function(HAS_PICTURE, arg=name)
                page.evaluate("scrollTo(0, 0)")
                self.is_laid_out(page)
                page.screenshot(path=PICTURES / f"screens-{width}-{scheme}.png", full_page=True)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"wider than {width}")
                found += Views.findings(axe, page, f"screens-{width}-{scheme}") + Views.small_targets(page, f"screens-{width}-{scheme}")
            page.set_viewport_size({"width": 360, "height": 740})
            for sheet, button in (("mode", f"Mode: {FIRST}"), ("picture", f"Picture: {FIRST}"), ("shows", f"Shows: {FIRST}"), ("why", f"Why: {FIRST}"),
                                  ("plug", "Plug"), ("content", "Content"), ("menu", "This device")):
                page.get_by_role("button", name=button, exact=True).click()
                self.sheet(page, sheet)
                self.is_laid_out(page)
                page.screenshot(path=PICTURES / f"screens-{sheet}-{scheme}.png")
                found += Views.findings(axe, page, f"screens-{sheet}-{scheme}") + Views.small_targets(page, f"screens-{sheet}-{scheme}")
                self.escape(page)
        self.assertEqual(found, [])

    def test_the_first_load_of_the_screens_page_is_below_100_kilobytes(self):
        page = self.context(size=(1280, 800)).new_page()
        replies = []
        page.on("response", lambda reply: replies.append(reply) if "/assets/" in reply.url or reply.url.endswith("/screens") else None)
        page.goto(self.bench.url + "/screens")
        page.wait_for_selector(f"[data-screen='{FIRST}']")
        size = sum(len(reply.body()) for reply in replies if reply.url.startswith(self.bench.url) and "/api/" not in reply.url)
        self.assertGreater(size, 20_000)
        self.assertLess(size, 100_000)
