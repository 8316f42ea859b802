"""Checks real output with docs/schema.json: each answer of the socket, and the output of each subcommand with --json."""
import functools
import json
import pathlib

try:
    from jsonschema import Draft202012Validator
except ImportError:
    raise SystemExit("contract: the Debian package python3-jsonschema is missing; tools/install-packages tools/packages-fast installs it") from None

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs/schema.json"
SCHEMA = json.loads(FILE.read_text())
INTERFACE = "org.marquee.Display."
# The subcommands that end with 1 if a check fails; their output is the result.
CHECKS = ("compare", "verify")


class Mismatch(Exception):
    """Output that the schema does not allow."""


@functools.cache
def validator(group, name):
    part = SCHEMA[group][name] if group else {"$ref": f"#/$defs/{name}"}
    return Draft202012Validator({**part, "$defs": SCHEMA["$defs"]})


def check(value, group, name):
    """Throws for the first difference between a value and its schema."""
    for error in validator(group, name).iter_errors(value):
        # Of alternatives, the deepest difference says more than "not valid under any".
        while error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
        raise Mismatch(f"{name}{place}: {error.message[:600]} (docs/schema.json)")


def check_answer(method, message):
    """Checks an answer of the socket to a call of `method`; the answers of other interfaces are not in the schema."""
    answer = json.loads(message)
    name = answer.get("error", method)
    if not name.startswith(INTERFACE):
        return
    group, name = ("errors" if "error" in answer else "replies"), name.removeprefix(INTERFACE)
    if name in SCHEMA[group]:
        check(answer.get("parameters", {}), group, name)


def leaves(command, before=()):
    """The subcommands that do something, with their options."""
    for inner in command.get("subcommands", []):
        path = (*before, inner["commandName"])
        if inner.get("subcommands"):
            yield from leaves(inner, path)
        elif path[-1] != "help":
            yield " ".join(path), {name["name"] for argument in inner.get("arguments", []) for name in argument.get("names", [])}


class Commands:
    """The subcommands of marqueectl, and which of them have printed output that was checked."""

    def __init__(self, rig):
        tree = json.loads(rig.run("--experimental-dump-help")[1])["command"]
        self.options = dict(leaves(tree))
        self.checked, self.failed = set(), 0

    def find(self, words):
        """The subcommand of a command line; `session ID` is `session show ID`."""
        words = [str(word) for word in words if not str(word).startswith("-")]
        for count in (2, 1):
            if (name := " ".join(words[:count])) in self.options:
                return name
        return "session show" if words[:1] == ["session"] else None

    def check(self, words, status, output, errors):
        """Checks what a command with --json has printed: one object, or one a line of a stream."""
        name = self.find(words)
        # A stream that a signal has ended has a negative status.
        if status > 0:
            lines = errors.splitlines()
            if lines:
                check(self.parse(lines[-1], words), "", "CommandError")
                self.failed += 1
            elif not output or name not in CHECKS:
                raise Mismatch(f"{' '.join(map(str, words))} ends with {status} and prints no error")
            # `edid` also prints the files that could be read.
            if not output:
                return
        if name is None:
            raise Mismatch(f"{' '.join(map(str, words))} is no subcommand, and succeeds")
        # A picture on standard output has no text beside it.
        for text in output.splitlines() if name in ("events", "on-trouble") else [output]:
            check(self.parse(text, words), "commands", name)
        self.checked.add(name)

    @staticmethod
    def parse(text, words):
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise Mismatch(f"{' '.join(map(str, words))} prints no JSON object: {text[:200]}")
        return value

    def check_all(self):
        """Throws if a subcommand has no --json, no schema, or printed nothing that was checked."""
        for problem, names in (
            ("has no --json", [name for name, options in self.options.items() if "json" not in options]),
            ("is not in the schema", set(self.options) - set(SCHEMA["commands"])), ("is in the schema and does not exist", set(SCHEMA["commands"]) - set(self.options)),
            ("was not checked with --json", set(self.options) - self.checked - {"edid"}),
        ):
            if names:
                raise Mismatch(f"{', '.join(sorted(names))} {problem}")
