"""The list of what a display plays, and a talk from the page: as a shopkeeper does it, at a phone by touch and at a laptop by mouse."""
import time

from bench import DECK, TOP, until
from case import IS_LONG, PICTURES, long

SAMPLE = TOP / "Examples/sample"
SCREEN = "HDMI-A-1"
LAYOUT = {"layout": {"regions": [{"color": "#204060", "width": 0.5}, {"ticker": {"text": "Trains leave from platform 3"}, "y": 0.9}]}}


class PlaysSheet:
    def content(self):
        return self.bench.call("GetContent", screen=SCREEN)["content"]

    def items(self):
        """What each item of the list on the display is, with its time and hours."""
        def name(item):
            value = item.get("image") or item.get("deck")
            return value["file"].rpartition("/")[2] if value else next(iter(item))
        return [(name(item), item.get("duration") or item.get("deck", {}).get("duration"), item.get("from"), item.get("to"))
                for item in self.content()["playlist"]["items"]]

    def set_list(self):
        """Two files of the folder, one of them with an umlaut, and a layout that the page does not know."""
        folder = self.bench.place / "media"
        for name, source in (("Frühstück.svg", "menu-landscape.svg"), ("stage.svg", "stage-landscape.svg"), ("Später.svg", "menu-landscape.svg")):
            (folder / name).write_bytes((SAMPLE / source).read_bytes())
            self.addCleanup((folder / name).unlink, missing_ok=True)
        self.addCleanup(self.bench.control, "show", SCREEN, "--configured")
        self.bench.call("Show", screen=SCREEN, content={"playlist": {"duration": "10s", "items": [
            {"image": {"file": str(folder / "Frühstück.svg")}, "duration": "8s"}, LAYOUT, {"image": {"file": str(folder / "stage.svg")}}]}})

    def open_plays(self, **how):
        page = self.open_screens(**how)
        press = page.tap if how.get("size", (1280, 0))[0] < 1000 else page.click
        press(f"[aria-label='What plays: {SCREEN}']")
        self.sheet(page, "playlist")
        page.locator("#playlist .rows li").first.wait_for()
        return page, press

    def titles(self, page):
        return page.locator("#playlist .rows li strong").all_inner_texts()

    def drag(self, page, row, above):
        """A finger or the mouse takes a row at its handle, and lays it above another one."""
        handle = page.locator("#playlist .rows li", has_text=row).locator(".handle").bounding_box()
        target = page.locator("#playlist .rows li", has_text=above).bounding_box()
        x, y, end = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2, target["y"] + 4
        if page.evaluate("navigator.maxTouchPoints"):
            session, now = page.context.new_cdp_session(page), time.time()
            for step, (kind, at) in enumerate((("touchStart", y), ("touchMove", (y + end) / 2), ("touchMove", end))):
                session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}], "timestamp": now + step / 10})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": now + 0.4})
        else:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x, (y + end) / 2)
            page.mouse.move(x, end)
            page.mouse.up()

    def test_the_page_edits_what_plays(self):
        for size in ((360, 740), (1280, 800)) if IS_LONG else ((360, 740),):
            with self.subTest(size=size):
                self.edit_what_plays(size)

    def edit_what_plays(self, size):
        self.set_list()
        page, press = self.open_plays(size=size)
        self.assertEqual(self.titles(page), ["Frühstück.svg", "A layout with 2 parts", "stage.svg"])
        # The daemon draws a small picture of each row, also of a layout.
        for place in range(3):
            picture = page.locator("#playlist .rows li").nth(place).locator("img")
            picture.evaluate("image => image.scrollIntoView()")
            until(lambda: picture.evaluate("image => image.complete && image.naturalWidth") > 100, f"row {place} has a picture")
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / f"screens-plays-{size[0]}.png")
        # The order, by dragging and by buttons; a time; hours; a new file.
        self.drag(page, "stage.svg", "Frühstück.svg")
        until(lambda: self.titles(page) == ["stage.svg", "Frühstück.svg", "A layout with 2 parts"], "the row is first")
        press("[aria-label='Earlier: A layout with 2 parts']")
        until(lambda: self.titles(page) == ["stage.svg", "A layout with 2 parts", "Frühstück.svg"], "the layout is second")
        page.fill("[aria-label='Seconds: Frühstück.svg']", "25")
        page.keyboard.press("Tab")
        press("[aria-label='Hours: Always, stage.svg']")
        page.get_by_role("button", name="Sat", exact=True).click()
        page.get_by_label("From").fill("17:00")
        page.get_by_label("To", exact=True).fill("22:00")
        page.locator("[aria-label='Hours: Sat 17:00–22:00, stage.svg']").wait_for()
        press("[data-key=add]")
        press("[aria-label='Add Später.svg']")
        # Nothing has changed on the display yet.
        self.assertEqual(len(self.items()), 3)
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / f"screens-plays-changed-{size[0]}.png")
        press("#playlist .foot .main")
        self.messages(page, f"{SCREEN} plays this list.").wait_for()
        right = [("stage.svg", None, "17:00", "22:00"), ("layout", None, None, None), ("Frühstück.svg", "25s", None, None), ("Später.svg", None, None, None)]
        self.assertEqual(self.items(), right)
        self.assertEqual(self.content()["playlist"]["items"][1]["layout"]["regions"][1]["ticker"]["text"], "Trains leave from platform 3")
        # It is there when the page is opened again.
        page, press = self.open_plays(size=size)
        self.assertEqual(self.titles(page), ["stage.svg", "A layout with 2 parts", "Frühstück.svg", "Später.svg"])
        page.locator("[aria-label='Hours: Sat 17:00–22:00, stage.svg']").wait_for()
        press("[aria-label='Remove: Später.svg']")
        press("#playlist .foot .main")
        until(lambda: self.items() == right[:3], "the row is gone")

    def test_a_preview_shows_a_draft_at_a_time(self):
        self.set_list()
        page, press = self.open_plays(size=(360, 740))
        press("[aria-label='Remove: A layout with 2 parts']")
        press("[aria-label='Remove: Frühstück.svg']")
        press("[aria-label='Hours: Always, stage.svg']")
        page.get_by_label("From").fill("17:00")
        page.get_by_label("To", exact=True).fill("22:45")
        day = page.locator("#plays-day option", has_text="Saturday").first
        page.select_option("#plays-day", day.get_attribute("value"))
        page.fill("#plays-time", "22:30")
        page.locator("#playlist form button").tap()
        caption = page.locator("#playlist figcaption")
        caption.wait_for()
        self.assertEqual(caption.inner_text(), "Saturday 22:30: image stage.svg, until 22:30:10")
        self.assertGreater(page.locator("#playlist .preview img").evaluate("image => image.decode().then(() => image.naturalWidth)"), 300)
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / "screens-plays-preview-360.png")
        self.assertEqual(len(self.items()), 3)

    @long
    def test_a_list_of_another_device_is_not_overwritten_unasked(self):
        self.set_list()
        page, press = self.open_plays(size=(360, 740))
        press("[aria-label='Remove: stage.svg']")
        self.bench.call("Show", screen=SCREEN, content={"color": "#aa0000"})
        press("#playlist .foot .main")
        page.get_by_text("got another content in the meantime").wait_for()
        page.screenshot(path=PICTURES / "screens-plays-conflict-360.png")
        self.assertEqual(self.content(), {"color": "#aa0000"})
        press("[data-key=other]")
        page.get_by_text("Colour #aa0000").wait_for()
        # The next person replaces it.
        press("[data-key=add]")
        press("[aria-label='Add Später.svg']")
        self.bench.call("Show", screen=SCREEN, content={"color": "#00aa00"})
        press("#playlist .foot .main")
        press("[data-key=mine]")
        self.messages(page, f"{SCREEN} plays this list.").wait_for()
        self.assertEqual([name for name, *_ in self.items()], ["color", "Später.svg"])

    @long
    def test_changes_stay_while_the_sheet_is_closed(self):
        self.set_list()
        page, press = self.open_plays()
        press("[aria-label='Later: Frühstück.svg']")
        self.escape(page)
        press(f"[aria-label='What plays: {SCREEN}']")
        until(lambda: self.titles(page)[0] == "A layout with 2 parts", "the order of this person")
        page.get_by_role("button", name="Undo all").click()
        until(lambda: self.titles(page)[0] == "Frühstück.svg", "the order of the display")

    @long
    def test_an_uploaded_file_is_added_to_the_list(self):
        self.set_list()
        self.addCleanup((self.bench.place / "media/Größe.svg").unlink, missing_ok=True)
        page, press = self.open_plays(size=(360, 740))
        page.set_input_files("#plays-files", [{"name": "Größe.svg", "mimeType": "image/svg+xml", "buffer": (SAMPLE / "menu-landscape.svg").read_bytes()}])
        until(lambda: self.titles(page)[-1] == "Größe.svg", "the file is in the list")
        press("#playlist .foot .main")
        until(lambda: self.items()[-1][0] == "Größe.svg", "the display plays it")


class PresentSheet:
    def put(self, name, notes=None):
        folder = self.bench.place / "media"
        (folder / name).write_bytes(DECK.read_bytes())
        self.addCleanup((folder / name).unlink, missing_ok=True)
        if notes:
            file = folder / name.replace(".pdf", ".md")
            file.write_text(notes)
            self.addCleanup(file.unlink, missing_ok=True)

    def start_again(self):
        self.bench.start_talk()
        self.set_notes()

    def test_a_talk_begins_on_the_phone(self):
        self.addCleanup(self.start_again)
        self.put("Vorträge.pdf", "# 1\nGuten Tag\n")
        page = self.open(size=(360, 740))
        self.bench.call("EndTalk")
        # The pairing for that talk has ended with it.
        page.wait_for_url("**/pair*")
        page = self.context(size=(360, 740)).new_page()
        page.goto(self.bench.url)
        page.get_by_role("button", name="Present a PDF file").first.tap()
        page.wait_for_selector("#present[open]")
        page.locator("#present .deck", has_text="Vorträge.pdf").tap()
        page.locator("#present .deck img").wait_for()
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / "phone-present-360.png")
        page.locator("#present .foot .main").tap()
        self.closed(page)
        self.bench.expect(lambda talk: talk and talk["deck"].endswith("/media/Vorträge.pdf"), "the talk of that file")
        page.wait_for_selector("#stage img")
        page.locator("#notes", has_text="Guten Tag").wait_for()

    @long
    def test_a_running_talk_ends_only_if_the_person_agrees(self):
        self.addCleanup(self.start_again)
        self.put("other.pdf")
        for path, size in (("/", (360, 740)), ("/console", (1280, 800))):
            with self.subTest(path=path):
                self.start_again()
                page = self.open(path, size=size)
                page.click("[data-open=menu]")
                page.locator("#menu").get_by_role("button", name="Present a PDF file").click()
                page.locator("#present .deck", has_text="other.pdf").click()
                page.locator("#present .foot .main").click()
                page.get_by_text("A talk is going on").wait_for()
                page.screenshot(path=PICTURES / f"present-asks-{size[0]}.png")
                page.get_by_role("button", name="Keep that talk").click()
                self.assertTrue(self.bench.talk()["deck"].endswith("/deck.pdf"))
                page.locator("#present .foot .main").click()
                page.get_by_role("button", name="End it and present").click()
                self.closed(page)
                self.bench.expect(lambda talk: talk["deck"].endswith("/other.pdf"), "the other talk")
                # This device was paired for the talk before, and controls this one.
                page.keyboard.press("ArrowRight")
                self.bench.expect(lambda talk: talk["page"] == 2, "the slide is turned")
