"""A display that a schedule has off, on the screens page."""
import datetime

from case import PICTURES
from screens import FIRST

NIGHT = {"schedule": {"zone": "UTC", "fallback": {"color": "#a04020"}, "entries": [
    {"from": "06:00", "to": "22:00", "color": "#205030"}, {"from": "22:00", "to": "06:00", "power": "off"}]}}
WEEKEND = {"schedule": {"zone": "UTC", "entries": [{"weekdays": "sat-sun", "power": "off"}]}}
# The colour in the middle of the canvas, to compare with another.
HAS_COLOR = """([name, right]) => {
    const canvas = document.querySelector(`[data-screen="${name}"] canvas`);
    const pixel = [...canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.slice(0, 3)];
    return pixel.every((value, place) => Math.abs(value - right[place]) < 3);
}"""


class Scheduled:
    def test_a_display_in_its_off_hours_says_until_when_and_is_turned_on(self):
        self.addCleanup(self.to_now)
        self.bench.call("Simulate", command="time", time="2026-12-01T23:00:00Z")
        page = self.open_screens(timezone_id="UTC")
        page.clock.set_fixed_time("2026-12-01T23:00:00Z")
        self.bench.call("Show", screen=FIRST, content=NIGHT, noWait=True)
        card = self.card(page)
        card.get_by_text("Off until 06:00 (schedule)").wait_for()
        self.assertEqual(card.locator("[data-toggle=power]").get_attribute("aria-pressed"), "false")
        page.screenshot(path=PICTURES / "screens-scheduled-off-1280-light.png")
        self.press(page, f"Turn on now: {FIRST}")
        self.messages(page, f"{FIRST} is on until 2026-12-02 06:00 (UTC)").wait_for()
        card.get_by_text("On until 06:00 (schedule)").wait_for()
        card.get_by_role("button", name=f"Power: {FIRST}").and_(page.locator("[aria-pressed=true]")).wait_for()
        self.assertEqual(self.screens()[FIRST]["currentMode"]["name"], "1920x1080@60")
        page.wait_for_function(HAS_COLOR, arg=[FIRST, [160, 64, 32]])
        # The schedule goes on with its next entry, in the morning and in the next night.
        self.bench.call("Simulate", command="advance", seconds=7 * 3600 + 60)
        page.wait_for_function(HAS_COLOR, arg=[FIRST, [32, 80, 48]])
        page.clock.set_fixed_time("2026-12-02T06:01:00Z")
        card.get_by_text("(schedule)").wait_for(state="detached")
        page.clock.set_fixed_time("2026-12-02T22:01:00Z")
        self.bench.call("Simulate", command="advance", seconds=16 * 3600)
        card.get_by_text("Off until 06:00 (schedule)").wait_for()
        # The command line agrees.
        self.assertIn(f"{FIRST} is on until 2026-12-03 06:00 (UTC), when its off hours end", self.bench.control("power", FIRST, "on"))
        card.get_by_text("On until 06:00 (schedule)").wait_for()

    def test_off_hours_of_several_days_have_their_day(self):
        self.addCleanup(self.to_now)
        self.bench.call("Simulate", command="time", time="2026-12-05T12:00:00Z")
        page = self.open_screens(timezone_id="UTC", locale="en-GB")
        page.clock.set_fixed_time("2026-12-05T12:00:00Z")
        self.bench.call("Show", screen=FIRST, content=WEEKEND, noWait=True)
        self.card(page).get_by_text("Off until Mon 00:00 (schedule)").wait_for()

    def to_now(self):
        self.bench.call("Show", screen=FIRST, configured=True, noWait=True)
        self.bench.call("Simulate", command="time", time=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
