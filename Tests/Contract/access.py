"""Who may call what, by the access of the peer's user."""
import os

from masking import Masker, compact
from refusals import Description
from rig import INTERFACE, Rig, call_bytes

USER = 65534
LEVELS = {
    "none": "",
    "observe": f'access: {{ observe: {{ users: ["{USER}"] }} }}\n',
    "control": f'access: {{ control: {{ users: ["{USER}"] }} }}\n',
    "admin": f'access: {{ admin: {{ users: ["{USER}"] }} }}\n',
}


def record(page):
    with Rig() as rig:
        rig.start("idle: { color: \"#000000\" }\n")
        text = rig.tell("org.varlink.service.GetInterfaceDescription", interface=INTERFACE)["description"]
        page.add("the interface of the displays", without_comments(text))
        description = Description(text)
        service = rig.tell("org.varlink.service.GetInterfaceDescription", interface="org.varlink.service")["description"]
        page.add("the interface of the service", without_comments(service))
        if os.geteuid() != 0:
            return "only root becomes another user"
        mask = Masker([(rig.place, "PLACE")])
        for level, text in LEVELS.items():
            rig.write("marquee.yaml", text)
            rig.end()
            rig.start(text)
            if level == "none":
                message, ended = rig.raw(b"", user=USER)
                page.add("access none: at the connection", mask.reply(message) + ("\nand the end" if ended else ""))
                continue
            lines = []
            for method in description.methods:
                # A parameter that there is not, so that a call that is allowed does nothing.
                message, _ = rig.raw(call_bytes(method, {"nonsense": 1}, more=True), USER)
                reply = mask.reply(message, compact)
                lines.append(f"{method} -> {'allowed' if 'InvalidParameter' in reply else reply}")
            page.add(f"access {level}: what is allowed", "\n".join(lines))
    return None


def without_comments(text):
    return "\n".join(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
