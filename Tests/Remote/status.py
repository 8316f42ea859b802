"""The warnings of `status` on the page of screens."""
import shutil

from bench import TOP, Bench
from case import PICTURES
from screens import FIRST, SECOND

CONFIGURATION = """apps:
  lobby:
    foreground: true
    scenes: { externalDisplayNonInteractive: [{ name: lobby, content: { color: "#205030" } }] }
  offers:
    scenes: { externalDisplayNonInteractive: [{ name: offers, content: { image: offers.svg } }] }
"""
# Whether the text of an element is amber: red has less green, green has less red.
IS_AMBER = """element => {
    const [red, green, blue] = getComputedStyle(element).color.match(/[\\d.]+/g).map(Number);
    return red > green && green > 1.5 * blue;
}"""


class Status:
    def test_a_missing_file_of_the_configuration_has_an_amber_line_until_it_is_there(self):
        self.bench = Bench()
        self.addCleanup(self.bench.end)
        configuration, picture = self.bench.place / "marquee.yaml", self.bench.place / "offers.svg"
        configuration.write_text(CONFIGURATION)
        self.bench.start_daemon("--config", configuration)
        self.bench.plug(FIRST)
        self.bench.start_remote()
        page = self.open_screens()
        line = page.locator("#warnings.warn", has_text=str(picture))
        line.wait_for()
        self.assertTrue(line.evaluate(IS_AMBER))
        self.assertEqual(page.locator(".bad:visible, .trouble:visible").count(), 0)
        self.is_laid_out(page)
        page.screenshot(path=PICTURES / "screens-warning-1280-light.png")
        # The file is no event: the page asks again while a warning stands.
        shutil.copy(TOP / "Examples/sample/menu-landscape.svg", picture)
        line.wait_for(state="detached")
        # An event makes the page ask too.
        picture.unlink()
        self.bench.plug(SECOND)
        line.wait_for()
