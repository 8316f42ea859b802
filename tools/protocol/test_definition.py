"""Tests of the reader: what it refuses, and that it names the line."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from protocol.definition import Interface, Mistake  # noqa: E402

TYPE = "#@ swift TInfo: A t.\n#@ .a: An a.\ntype T (a: int)\n"
METHOD = "#@ access observe: Looks.\n#@ call observe screens: Does it.\n#@ .x: An x.\n#@ reply: Answers `M`.\n#@ >t: A t.\nmethod M(x: int) -> (t: T)\n"


def read(text):
    return Interface("interface a.b\n" + text)


class DefinitionTests(unittest.TestCase):
    def test_annotations_are_read_and_taken_out(self):
        found = read(TYPE + METHOD)
        self.assertEqual(found.stripped, "interface a.b\ntype T (a: int)\nmethod M(x: int) -> (t: T)\n")
        method = found.of("method")[0]
        self.assertEqual((method.access, method.handler, method.reply_name), ("observe", "screens", "MReply"))

    def test_a_field_is_described_by_its_name(self):
        text = TYPE + METHOD.replace("#@ .x: An x.\n", "")
        self.assertEqual(Interface("interface a.b\n#@ field x: Any x.\n" + text).of("method")[0].fields[0].text, "Any x.")

    def test_settings_of_a_field_are_read(self):
        field = read('#@ swift T: A t.\n#@ .a String! = "0px" ?? "1px": An a.\ntype T (a: ?string)\n').members[0].fields[0]
        self.assertEqual((field.swift, field.unwrapped, field.init, field.absent, field.text), ("String", True, '"0px"', '"1px"', "An a."))

    def test_mistakes_are_named_with_their_line(self):
        for text, line, words in [
            (TYPE.replace("#@ .a: An a.\n", ""), 3, "T.a has no description"),
            (TYPE.replace("#@ swift TInfo: A t.\n", ""), 3, "T has no description"),
            (TYPE.replace(".a:", ".b:"), 3, "T has no field b"),
            (TYPE.replace("swift TInfo", "swift TInfo lenient"), 2, "unknown word `lenient`"),
            (TYPE.replace("#@ .a", "#@ about a"), 3, "unknown annotation `about`"),
            (TYPE.replace("a: int)", "a: int"), 4, "the member ends too early"),
            (TYPE.replace("a: int)", "a: int, a: int)"), 4, "there are two fields named a"),
            (TYPE.replace("a: int)", "a: (on, off))"), 4, "the enumeration T.a has no `#@ enum`"),
            (TYPE + TYPE, 7, "there are two members named T"),
            (TYPE + METHOD.replace("call observe", "call anybody"), 6, "unknown word in `anybody screens`"),
            (METHOD.replace("observe:", "observe none:"), 2,
             "expected `#@ access LEVEL [EARLIER LEVEL…]: TEXT` instead of `#@ access observe none: Looks.`"),
            (TYPE + METHOD.replace("#@ call observe screens: Does it.\n", ""), 9, "M has no description"),
            (TYPE + METHOD.replace("t: T)", "t: U)"), 10, "M.t: there is no type U with a Swift name"),
            (TYPE + METHOD.replace("#@ .x", "#@ audit x y.z\n#@ .x"), 7, "M has no field y.z"),
            ("error E ()\n", 2, "E has no description"),
            (TYPE + "#@ swift U: A u.\n", 5, "the annotation stands before no member"),
        ]:
            with self.subTest(words), self.assertRaises(Mistake) as caught:
                read(text)
            self.assertEqual((str(caught.exception), caught.exception.line), (words, line))


if __name__ == "__main__":
    unittest.main()
