#!/usr/bin/env python3
# Shows each line of the standard input on every display. Run `controller.py`, and end it with Ctrl-D.
import json, os, socket, sys

daemon = socket.socket(socket.AF_UNIX)
if daemon.connect_ex(os.environ.get("MARQUEE_SOCKET", "/run/marquee/marquee.sock")): sys.exit("controller: no daemon answers; start marqueed, or set MARQUEE_SOCKET")
replies = daemon.makefile("rb")
def call(method, **parameters):
    daemon.sendall(json.dumps({"method": "org.marquee.Display." + method, "parameters": parameters}).encode() + b"\0")
    return json.loads(b"".join(iter(lambda: replies.read(1) or sys.exit("the daemon has gone"), b"\0")))
for line in sys.stdin:
    for screen in call("Screens")["parameters"]["screens"]:
        reply = call("Show", screen=screen["name"], content={"banner": {"text": line.strip()}})
        print(screen["name"], reply.get("error", "shows it:"), reply["parameters"], flush=True)
