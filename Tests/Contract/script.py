"""Calls in an order, each an entry of a page with its answer."""
import json

from masking import Masker, compact, parse


class Script:
    def __init__(self, rig, page, keeps_hashes=False, user=None):
        self.rig, self.page, self.user = rig, page, user
        self.mask = Masker([(rig.place, "PLACE")], keeps_hashes)

    def asked(self, method, parameters):
        """The call as a reader sees it."""
        words = "" if parameters is None else " " + compact(self.mask.value(parse(json.dumps(parameters, ensure_ascii=False))))
        return f"{method}{words if len(words) < 600 else words[:200] + '…'}"

    def call(self, what, method, parameters=None, **words):
        """Calls on its own connection and keeps the answer; returns its parameters."""
        message = self.rig.call(method, parameters, self.user, **words)
        self.page.add(f"{method}: {what}", f"{self.asked(method, parameters)}\n{self.mask.reply(message)}")
        return json.loads(message).get("parameters", {}) if message else {}

    def calls(self, method, *calls):
        for what, parameters in calls:
            self.call(what, method, parameters)

    def stream(self, method, parameters=None):
        return self.rig.stream(method, parameters)

    def drain(self, connection):
        """All messages on a stream at this moment. Some come only after the earlier ones were read."""
        messages = []
        while True:
            self.rig.settle()
            before = len(messages)
            while (message := connection.take()) is not None:
                messages.append(message)
            if len(messages) == before:
                return messages

    def keep(self, title, connection, write=None):
        """Keeps the messages of a stream; returns their parameters."""
        messages = self.drain(connection)
        lines = [self.mask.reply(message, *([write] if write else [])) for message in messages]
        self.page.add(title, "\n".join([*lines, *(["the end"] if connection.ended else [])]) or "nothing")
        return [json.loads(message).get("parameters", {}) for message in messages]


def pass_time(rig, seconds):
    """Lets time pass, with everything that is due in it."""
    end = rig.passed + seconds
    while end - rig.passed > 1e-6:
        rig.advance(end - rig.passed, False)
