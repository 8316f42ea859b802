"""Sheets over a page: their place in the document, and the browser's Back."""

# Opens and closes each sheet of a module, then reports the ids that two elements have, and the number of headers.
STRUCTURE = """async ([module, screen]) => {
    const { names, open } = await import(module);
    if (module.endsWith("screen-sheets.js")) await import("/assets/playlist.js");
    for (const name of typeof names === "function" ? names() : names) {
        open(name, screen);
        document.querySelector("dialog[open]").close();
    }
    const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
    return [ids.filter((id, place) => ids.indexOf(id) !== place), document.querySelectorAll("header").length];
}"""


class Sheets:
    """Sheets of the pages of a talk."""

    def test_each_id_is_of_one_element_and_a_page_has_one_header(self):
        for path in ("/", "/console"):
            with self.subTest(path):
                page = self.open(path)
                self.assertEqual(page.evaluate(STRUCTURE, ["/assets/talk-sheets.js", None]), [[], 1])

    def test_back_closes_a_sheet_of_a_talk_and_stays_on_the_page(self):
        page = self.context().new_page()
        page.goto(self.bench.url + "/pair")
        page.goto(self.bench.url)
        page.wait_for_selector("#stage img")
        page.tap("[data-open=menu]")
        page.wait_for_selector("#menu[open]")
        # From one sheet to another is one step.
        page.get_by_role("button", name="Keys").tap()
        page.wait_for_selector("#help[open]")
        page.go_back()
        self.closed(page)
        self.assertEqual(page.url, self.bench.url + "/")
        page.go_back()
        page.wait_for_url("**/pair")


class ScreenSheets:
    """Sheets of the screens page."""

    def test_each_id_of_the_screens_page_is_of_one_element_and_it_has_one_header(self):
        page = self.open_screens()
        self.assertEqual(page.evaluate(STRUCTURE, ["/assets/screen-sheets.js", "HDMI-A-1"]), [[], 1])

    def test_back_closes_a_sheet_of_the_screens_page_and_stays_on_it(self):
        page = self.context(size=(360, 740)).new_page()
        page.goto(self.bench.url + "/pair")
        page.goto(self.bench.url + "/screens")
        content = page.get_by_role("button", name="Content", exact=True)
        content.tap()
        self.sheet(page, "content")
        page.go_back()
        self.closed(page)
        self.assertEqual(page.url, self.bench.url + "/screens")
        # A sheet that was closed in another way leaves no step behind.
        for close in (lambda: page.keyboard.press("Escape"), lambda: page.get_by_role("button", name="Close").tap()):
            content.tap()
            self.sheet(page, "content")
            close()
            self.closed(page)
            page.wait_for_function("() => !history.state")
        # Neither does a page that is loaded again while a sheet is open.
        content.tap()
        self.sheet(page, "content")
        page.reload()
        content.wait_for()
        page.wait_for_function("() => !history.state")
        page.go_back()
        page.wait_for_url("**/pair")
