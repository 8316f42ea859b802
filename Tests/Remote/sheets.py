"""Sheets over a page: their place in the document."""

# Opens and closes each sheet of a module, then reports the ids that two elements have, and the number of headers.
STRUCTURE = """async ([module, screen]) => {
    const { names, open } = await import(module);
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
                self.assertEqual(page.evaluate(STRUCTURE, ["/assets/sheets.js", None]), [[], 1])


class ScreenSheets:
    """Sheets of the screens page."""

    def test_each_id_of_the_screens_page_is_of_one_element_and_it_has_one_header(self):
        page = self.open_screens()
        self.assertEqual(page.evaluate(STRUCTURE, ["/assets/care.js", "HDMI-A-1"]), [[], 1])
