"""Files that are put into the folder from the screens page: judged as they arrive, in one list."""
import subprocess

from bench import TOP, until
from case import PICTURES, long
from screens import FIRST

SAMPLE = TOP / "Examples/sample"
LOCKED = TOP / "Tests/DocumentTests/Samples/locked.pdf"


class Uploads:
    def open_content(self, **how):
        page = self.open_screens(**how)
        page.get_by_role("button", name="Content", exact=True).click()
        self.sheet(page, "content")
        return page

    def line(self, page, name):
        return page.locator("#content .files li").filter(has=page.get_by_text(name, exact=True))

    def test_uploads_are_judged_when_they_arrive(self):
        folder = self.bench.place / "media"
        names = ["whole.svg", "deck.pdf", "locked.pdf", "cut.pdf", "text.png", "notes.txt", "empty.png"]
        self.addCleanup(lambda: [(folder / name).unlink(missing_ok=True) for name in names])
        deck = (SAMPLE / "deck-landscape.pdf").read_bytes()
        bytes_of = {"whole.svg": (SAMPLE / "menu-landscape.svg").read_bytes(), "deck.pdf": deck, "locked.pdf": LOCKED.read_bytes(),
                    "cut.pdf": deck[:len(deck) // 2], "text.png": b"no picture", "notes.txt": b"x", "empty.png": b""}
        page = self.open_content(size=(360, 740))
        page.set_input_files("#files", [{"name": name, "mimeType": "application/octet-stream", "buffer": bytes_of[name]} for name in names])
        reasons = {"locked.pdf": "protected by a password", "cut.pdf": "Cannot be shown", "text.png": "an image is a PNG",
                   "notes.txt": "This type of file cannot be shown", "empty.png": "The file is empty"}
        for name, reason in reasons.items():
            self.line(page, name).get_by_text(reason).wait_for()
            self.assertEqual(self.line(page, name).locator("img").count(), 0, name)
            self.assertEqual(self.line(page, name).get_by_role("button", name=f"Add {name}").count(), 0, name)
        for name in ("whole.svg", "deck.pdf"):
            self.line(page, name).get_by_role("button", name=f"Add {name}").wait_for()
            image = self.line(page, name).locator("img")
            image.wait_for()
            until(lambda: image.evaluate("image => image.complete && image.naturalWidth") == 320, f"{name} has a thumbnail")
        self.assertEqual(page.locator("#content progress").count(), 0)
        # Files that can be opened on a display are marked too.
        places = dict(page.locator("#tiles .file").evaluate_all(
            "tiles => tiles.map(tile => [tile.querySelector('strong').textContent, tile.querySelector('.location').textContent])"))
        self.assertEqual([places[name] for name in ("whole.svg", "locked.pdf", "text.png")], ["a file", "cannot be shown", "cannot be shown"])
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / "screens-uploads-360-light.png")
        # A refused file stays in the list until its reason was read.
        self.assertFalse((folder / "notes.txt").exists())
        page.get_by_role("button", name="Remove from the list: notes.txt").click()
        self.line(page, "notes.txt").wait_for(state="detached")
        # The next page knows it too.
        page.reload()
        page.get_by_role("button", name="Content", exact=True).click()
        self.line(page, "locked.pdf").get_by_text("protected by a password").wait_for()
        # A file is looked at when its line is seen.
        self.line(page, "whole.svg").evaluate("line => line.scrollIntoView()")
        self.line(page, "whole.svg").locator("img").wait_for()

    def test_a_video_is_uploaded_and_shown(self):
        media = self.bench.place / "media"
        self.addCleanup(lambda: [(media / name).unlink(missing_ok=True) for name in ("film.webm", "text.mp4")])
        # The next tests find the configured content.
        self.addCleanup(self.bench.control, "show", FIRST, "--configured")
        film = self.bench.place / "film"
        form = "video/x-raw,width=320,height=180,framerate=30/1"
        subprocess.run(["gst-launch-1.0", "-q", *f"videotestsrc num-buffers=30 ! {form} ! vp8enc ! webmmux ! filesink location={film}".split()], check=True)
        page = self.open_content()
        page.set_input_files("#files", [{"name": name, "mimeType": "application/octet-stream", "buffer": buffer}
                                        for name, buffer in (("film.webm", film.read_bytes()), ("text.mp4", b"no video"))])
        self.line(page, "text.mp4").get_by_text("it is no video file").wait_for()
        image = self.line(page, "film.webm").locator("img")
        image.wait_for()
        until(lambda: image.evaluate("image => image.complete && image.naturalWidth") == 320, "the video has a poster")
        self.line(page, "film.webm").get_by_role("button", name="Add film.webm").click()
        self.press(page, f"Show on {FIRST}")
        until(lambda: "decoded by vp8dec" in self.bench.control("content", FIRST), "the video plays")

    def test_a_file_is_not_replaced_by_a_broken_one(self):
        name = "kept.svg"
        file = self.bench.place / "media" / name
        self.addCleanup(file.unlink, missing_ok=True)
        whole = (SAMPLE / "menu-landscape.svg").read_bytes()
        page = self.open_content()
        for content, words in ((whole, "Add"), (whole[:len(whole) // 2], "The file is unchanged, because the new one cannot be shown (")):
            page.set_input_files("#files", {"name": name, "mimeType": "image/svg+xml", "buffer": content})
            self.line(page, name).get_by_text(words).first.wait_for()
            self.assertEqual(file.read_bytes(), whole)
        # Another good one is taken.
        other = (SAMPLE / "stage-landscape.svg").read_bytes()
        page.set_input_files("#files", {"name": name, "mimeType": "image/svg+xml", "buffer": other})
        until(lambda: file.read_bytes() == other, "the file is replaced")

    @long
    def test_a_line_stays_in_its_place_while_others_change(self):
        media = self.bench.place / "media"
        names = ["one.svg", "two.svg"]
        self.addCleanup(lambda: [(media / name).unlink(missing_ok=True) for name in names])
        (media / names[0]).write_bytes((SAMPLE / "menu-landscape.svg").read_bytes())
        page = self.open_content()
        self.line(page, names[0]).locator("img").wait_for()
        kept = self.line(page, names[0]).element_handle()
        page.set_input_files("#files", {
            "name": names[1], "mimeType": "image/svg+xml", "buffer": (SAMPLE / "stage-landscape.svg").read_bytes()})
        self.line(page, names[1]).locator("img").wait_for()
        self.assertTrue(kept.evaluate("line => line.isConnected"))

    def test_the_file_chooser_offers_the_types_that_are_shown(self):
        page = self.open_content()
        page.locator("#files[accept*='.pdf']").wait_for(state="attached")
        accepted = page.get_attribute("#files", "accept").split(",")
        for type in (".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".heic", ".svg", ".pdf", "image/jpeg", "image/heic", "image/svg+xml", "application/pdf"):
            self.assertIn(type, accepted)

    @long
    def test_an_upload_has_its_progress_in_the_list(self):
        name = "slow.svg"
        self.addCleanup((self.bench.place / "media" / name).unlink, missing_ok=True)
        page = self.open_content()
        page.locator("#files[accept*='.pdf']").wait_for(state="attached")
        held = []

        def hold(route):
            if "at=0&" in route.request.url or held:
                route.continue_()
            else:
                held.append(route)

        page.route("**/api/upload?*", hold)
        picture = (SAMPLE / "menu-landscape.svg").read_bytes()
        padding = b"<!-- " + b"x" * 60_000 + b" -->"
        page.set_input_files("#files", {"name": name, "mimeType": "image/svg+xml", "buffer": picture + padding})
        progress = self.line(page, name).locator("progress")
        progress.wait_for()
        until(lambda: 0.1 < progress.evaluate("progress => progress.value") < 0.9, "a part is sent")
        self.line(page, name).get_by_text("%").wait_for()
        held[0].continue_()
        progress.wait_for(state="detached")
        self.line(page, name).locator("img").wait_for()
