"""Tests of a display: how a test engineer would write them. docs/testing-displays.md explains each step.

    pytest Examples/rig --junitxml=out/rig/rig.xml
"""
import json
import pathlib
import re

import edid
from conftest import SCREEN

HERE = pathlib.Path(__file__).resolve().parent
PROJECTOR = edid.make("RIG", "Projector 7", "1280x720@60")


def test_a_display_is_found_by_its_own_edid(rig):
    rig.plug(PROJECTOR)
    (screen,) = rig.call("Screens")["screens"]
    assert (screen["make"], screen["model"]) == ("RIG", "Projector 7")
    assert screen["currentMode"]["name"] == "1280x720@60"


def test_the_picture_is_the_reference(rig):
    rig.plug(PROJECTOR)
    rig.run("wait", SCREEN, "stable", "--for", "500ms", "--timeout", "20s")
    shot = rig.photograph("bars.png")
    rig.run("compare", shot, HERE / "bars-720p.png", "--tolerance", 2, "--difference", rig.folder / "bars-difference.png")


def test_another_picture_is_not_the_reference(rig):
    """A comparison that cannot fail would prove nothing."""
    rig.plug(PROJECTOR)
    rig.run("show", SCREEN, "pattern", "grid", "--for", "20s")
    shot = rig.photograph("grid.png")
    found = json.loads(rig.run("compare", shot, HERE / "bars-720p.png", "--json", status=1))
    assert found["different"] > 0.5 * found["pixels"]
    # Status 6 is neither equal nor different: the comparison could not be made.
    rig.run("compare", shot, HERE / "missing.png", status=6)


def test_a_colour_is_waited_for(rig):
    rig.plug(PROJECTOR)
    rig.run("show", SCREEN, "color", "#204060", "--no-wait")
    rig.run("wait", SCREEN, "pixel=640,360,#204060", "--tolerance", "2", "--timeout", "20s")
    rig.run("wait", SCREEN, "pixel=640,360,#ffffff", "--timeout", "1s", status=5)


def test_a_display_that_refuses_its_mode_keeps_a_picture(rig):
    rig.run("simulate", "fault", "refuseMode", "--mode", "1280x720", "--error", "EINVAL")
    rig.call("Simulate", command="plug", screen=SCREEN, display="1280x720@60", make="RIG")
    rig.run("wait", SCREEN, "presented", "--timeout", "20s")
    (screen,) = rig.call("Screens")["screens"]
    assert screen["currentMode"]["name"] != "1280x720@60"


def test_a_display_is_unplugged_and_returns(rig):
    rig.plug(PROJECTOR)
    rig.run("simulate", "unplug", SCREEN)
    rig.run("wait", SCREEN, "disconnected", "--timeout", "20s")
    assert rig.call("Screens")["screens"] == []
    rig.plug(PROJECTOR)
    rig.run("wait", SCREEN, "mode=1280x720@60", "--timeout", "20s")


def test_a_moving_picture_has_a_code(rig):
    rig.plug(PROJECTOR)
    rig.run("show", SCREEN, "pattern", "coded")
    shots = [rig.photograph(f"coded-{number}.png") for number in range(3)]
    # These pictures are not of each refresh, so only tears and colours can be checked.
    said = rig.run("verify", *shots, "--without", "late", "--without", "dropped", "--without", "repeated")
    assert re.match(r"3 frames, numbers \d+ to \d+: 0 dropped, 0 repeated, 0 late, 0 torn, 0 wrongly coloured\n$", said)
