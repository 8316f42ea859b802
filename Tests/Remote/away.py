"""The screens page while the daemon does not answer, and when it is back."""
import signal

from bench import Bench
from case import PICTURES, long
from screens import FIRST, HAS_PICTURE

# Whether the colour of the light is red, green or something else.
LIGHT = """() => {
    const [red, green] = getComputedStyle(document.querySelector(".light")).backgroundColor.match(/[\\d.]+/g).map(Number);
    return red > 1.5 * green ? "red" : green > 1.5 * red ? "green" : "other";
}"""


class Away:
    def is_away(self, page):
        self.messages(page, "does not answer").wait_for()
        self.messages(page, "The picture on a display may stay").wait_for()
        page.wait_for_function(f"() => ({LIGHT})() === 'red'")
        page.get_by_text("No answer", exact=True).wait_for()
        self.assertEqual(page.locator("main button:enabled, header [data-open=content]:enabled, header [data-open=plug]:enabled").count(), 0)
        self.card(page).get_by_text("Old picture").wait_for()
        self.assertIn("grayscale", self.card(page).locator("canvas").evaluate("canvas => getComputedStyle(canvas).filter"))

    def is_there(self, page):
        page.wait_for_function(f"() => ({LIGHT})() === 'green'")
        self.messages(page, "does not answer").wait_for(state="detached")
        page.get_by_text("1 display", exact=True).wait_for()
        self.card(page).get_by_role("button", name=f"Power: {FIRST}").and_(page.locator(":enabled")).wait_for()
        self.card(page).get_by_text("Old picture").wait_for(state="detached")
        self.assertEqual(page.locator("button:disabled").count(), 0)
        self.assertEqual(self.card(page).locator("canvas").evaluate("canvas => getComputedStyle(canvas).filter"), "none")
        # The picture is that of now.
        self.bench.control("blank", FIRST, "on")
        page.wait_for_function(f"name => !({HAS_PICTURE})(name)", arg=FIRST)
        self.bench.control("blank", FIRST, "off")
        page.wait_for_function(HAS_PICTURE, arg=FIRST)

    def test_a_daemon_that_is_stopped_killed_and_started_is_seen_on_the_screens_page(self):
        page = self.open_screens()
        page.wait_for_function(HAS_PICTURE, arg=FIRST)
        page.evaluate("window.isSamePage = true")
        self.is_there(page)
        self.addCleanup(self.bench.daemon.send_signal, signal.SIGCONT)
        page.get_by_role("button", name=f"Freeze: {FIRST}").focus()
        self.bench.daemon.send_signal(signal.SIGSTOP)
        self.is_away(page)
        page.screenshot(path=PICTURES / "screens-away-1280-light.png")
        self.bench.daemon.send_signal(signal.SIGCONT)
        self.is_there(page)
        page.wait_for_function("name => document.activeElement.ariaLabel === name", arg=f"Freeze: {FIRST}")
        # The same in a sheet.
        page.get_by_role("button", name=f"Mode: {FIRST}").click()
        self.sheet(page, "mode")
        self.bench.daemon.send_signal(signal.SIGKILL)
        self.bench.daemon.wait()
        self.is_away(page)
        self.assertEqual(page.locator("#mode button:enabled").evaluate_all("buttons => buttons.map(button => button.ariaLabel)"), ["Close"])
        self.escape(page)
        # Actions without the daemon continue.
        page.get_by_role("button", name="This device").click()
        page.get_by_role("button", name="Pair a device").click()
        page.get_by_role("button", name="View only").click()
        page.locator(".bigcode", has_text="-").wait_for()
        self.escape(page)
        # A new page also shows that.
        other = self.context().new_page()
        other.goto(self.bench.url + "/screens")
        self.messages(other, "does not answer").wait_for()
        other.wait_for_function(f"() => ({LIGHT})() === 'red'")
        self.start()
        self.is_there(page)
        self.assertTrue(page.evaluate("window.isSamePage"))
        self.card(other).wait_for()
        other.wait_for_function(f"() => ({LIGHT})() === 'green'")

    @long
    def test_a_stopped_daemon_is_noticed_without_a_picture_to_look_at(self):
        self.addCleanup(self.start_again)
        page = self.open_screens()
        self.bench.control("simulate", "unplug", FIRST)
        self.card(page).wait_for(state="detached")
        self.bench.daemon.send_signal(signal.SIGSTOP)
        page.wait_for_function(f"() => ({LIGHT})() === 'red'")
        self.bench.daemon.send_signal(signal.SIGCONT)
        page.wait_for_function(f"() => ({LIGHT})() === 'green'")

    def start_again(self):
        Bench.kill(self.bench.daemon)
        self.start()
