"""The pages while marquee-remote runs as a user with the access level `remote` alone, as a service does."""
import os
import unittest

from bench import TOP, until
from screens import FIRST, Screens

# A user without a name, files or groups.
USER = 65534

# The picture is outside of the media folder.
CONFIGURATION = f"""
access: {{ remote: {{ users: ["{USER}"] }} }}
apps:
  lobby: {{ foreground: true, scenes: {{ externalDisplayNonInteractive: [{{ content: {{ playlist: [{{ color: "#204060" }}, {{ image: outside.svg }}] }} }}] }} }}
"""


class Rights:
    # The actions of a person on the screens page, without its tests.
    open_screens, press, sheet, escape = Screens.open_screens, Screens.press, Screens.sheet, Screens.escape
    screens, setting, is_set, card = Screens.screens, Screens.setting, Screens.is_set, Screens.card

    @classmethod
    def start(cls):
        if os.geteuid() != 0:
            raise unittest.SkipTest("marquee-remote runs as another user than the daemon: that needs root")
        cls.bench.become(USER)
        cls.bench.write("outside.svg", (TOP / "Examples/sample/menu-landscape.svg").read_text())
        cls.bench.start_daemon("--config", cls.bench.write("rights.yaml", CONFIGURATION))
        cls.bench.plug(FIRST)

    def setUp(self):
        """There is no talk yet."""

    def calls(self):
        """The methods of the user's calls that changed something."""
        return {call["method"] for call in self.bench.call("Audit")["calls"] if call["userID"] == USER}

    def test_the_pages_work_with_the_rights_of_the_service(self):
        page = self.open_screens()
        before = self.setting(FIRST, "blank")
        self.press(page, f"Black: {FIRST}")
        self.is_set("blank", "on")
        self.card(page).locator("[data-toggle=blank][aria-pressed=true]").wait_for()
        page.keyboard.press("Enter")
        self.is_set("blank", before)
        self.press(page, f"Picture: {FIRST}")
        self.press(page, "Upside down")
        self.is_set("rotation", "180")
        self.escape(page)
        self.bench.start_talk()
        phone = self.open()
        phone.keyboard.press("ArrowRight")
        self.bench.expect(lambda talk: talk["page"] == 2, "the slide is turned")
        self.count(phone, 2)
        until(lambda: {"Blank", "Rotate", "ControlTalk"} <= self.calls(), "the audit has the calls of the user")

    def test_an_item_outside_of_the_folder_stays_in_the_list(self):
        self.addCleanup(self.bench.control, "show", FIRST, "--configured")
        page = self.open_screens()
        self.press(page, f"What plays: {FIRST}")
        row = page.locator("#playlist .rows li", has_text="outside.svg")
        row.locator("img").wait_for()
        until(lambda: row.locator("img").evaluate("image => image.complete && image.naturalWidth"), "the daemon draws it")
        self.press(page, "Remove: Colour #204060")
        self.press(page, f"Show on {FIRST}")
        until(lambda: len(self.bench.call("GetContent", screen=FIRST)["content"]["playlist"]["items"]) == 1, "the colour is gone")
        # A call is noted with its answer, after the flip.
        until(lambda: "Show" in self.calls(), "the call is noted")

    def test_the_service_has_no_further_rights(self):
        page = self.open_screens()
        reply = page.evaluate("""async () => {
            const parameters = { command: "plug", screen: "HDMI-A-2" };
            const reply = await fetch("/api/call", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ method: "Simulate", parameters }) });
            return [reply.status, await reply.text()];
        }""")
        self.assertGreaterEqual(reply[0], 400, reply)
        self.assertEqual(list(self.screens()), [FIRST])
