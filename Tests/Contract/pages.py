"""A page: entries with a title and the recorded text below it."""
import difflib
import re

TITLE = "=== "


class Page:
    def __init__(self, name):
        self.name = name
        self.entries = {}

    def add(self, title, text):
        if title in self.entries:
            raise ValueError(f"{self.name}: two entries have the title {title!r}")
        # Blanks at the end of a line would be lost in a file of the tree.
        if re.search(r"[ \t]$|^" + TITLE, text, re.MULTILINE):
            text = "\n".join(repr(line) for line in text.splitlines())
        self.entries[title] = text.strip("\n")

    def write(self):
        return "\n".join(f"{TITLE}{title}\n{text}\n" for title, text in self.entries.items())

    @staticmethod
    def read(name, text):
        page = Page(name)
        for part in re.split(f"^{TITLE}", text, flags=re.MULTILINE)[1:]:
            title, _, body = part.partition("\n")
            page.entries[title] = body.strip("\n")
        return page

    def differences(self, expected):
        """The title of each entry, and its difference from the expected text; None without a difference."""
        for title in {**expected.entries, **self.entries}:
            wanted, found = expected.entries.get(title), self.entries.get(title)
            if wanted == found:
                yield title, None
            elif wanted is None or found is None:
                yield title, "it is new" if wanted is None else "it is gone"
            else:
                lines = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "expected", "found", lineterm="")
                yield title, "\n".join(lines)
