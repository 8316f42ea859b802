"""Tests of pages: differences are found and named."""
import unittest

from pages import Page


def page(**entries):
    found = Page("x")
    for title, text in entries.items():
        found.add(title, text)
    return found


class PageTests(unittest.TestCase):
    def test_a_page_is_read_as_it_was_written(self):
        found = page(a="one\n\ntwo", b="=== no title", c="a blank at the end \n", d="")
        self.assertEqual(Page.read("x", found.write()).entries, found.entries)

    def test_a_page_of_the_tree_has_no_blanks_at_the_end_of_a_line(self):
        self.assertNotRegex(page(a="one \ntwo\t\n").write(), r"(?m)[ \t]$")

    def test_another_byte_is_a_difference(self):
        differences = dict(page(a="1", b="2").differences(page(a="1", b="3")))
        self.assertIsNone(differences["a"])
        self.assertEqual(differences["b"].splitlines()[-2:], ["-3", "+2"])

    def test_what_is_gone_and_what_is_new_are_differences(self):
        self.assertEqual(dict(page(a="1").differences(page(b="1"))), {"b": "it is gone", "a": "it is new"})

    def test_two_entries_have_two_titles(self):
        self.assertRaises(ValueError, page(a="1").add, "a", "2")
