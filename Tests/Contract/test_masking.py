"""Tests of the masking: it hides exactly the values that change from run to run."""
import base64
import struct
import unittest

import masking
from masking import Masker


def reply(text, **words):
    return Masker(**words).reply(text.encode())


class MaskingTests(unittest.TestCase):
    def test_names_numbers_and_their_spelling_stay(self):
        text = '{"b":1,"a":1.0,"c":[true,null,"x y"],"count":3,"e":1e3}'
        self.assertEqual(reply(text), text)

    def test_another_order_of_keys_is_seen(self):
        self.assertNotEqual(reply('{"a":1,"b":2}'), reply('{"b":2,"a":1}'))

    def test_blanks_between_the_parts_are_seen(self):
        self.assertEqual(reply('{"a": 1}'), 'not compact: {"a":1}')

    def test_another_spelling_of_a_string_is_seen(self):
        self.assertEqual(reply('{"a":"\\u00e9"}'), 'not compact: {"a":"é"}')

    def test_what_is_no_json_is_told_as_it_is(self):
        self.assertEqual(Masker().reply(b"{'a"), "no JSON: b\"{'a\"")
        self.assertEqual(Masker().reply(b"\xff"), "no JSON: b'\\xff'")

    def test_sentences_are_masked_and_a_word_as_a_reason_is_not(self):
        text = '{"reason":"it was late","hint":"more","note":""}'
        self.assertEqual(reply(text), '{"reason":"<text>","hint":"<text>","note":""}')
        self.assertEqual(reply('{"reason":"tooOld"}'), '{"reason":"tooOld"}')

    def test_what_a_speaker_wrote_stays(self):
        text = '{"deck":"/a.pdf","message":"Any questions?","slides":[{"notes":"Hello all"}]}'
        self.assertEqual(reply(text), text)
        self.assertEqual(reply('{"message":"it failed","notes":["it is off"]}'), '{"message":"<text>","notes":["<text>"]}')

    def test_the_number_of_sentences_stays(self):
        self.assertEqual(reply('{"warnings":["a b","c d"]}'), '{"warnings":["<text>","<text>"]}')

    def test_a_problem_keeps_its_place_and_its_key(self):
        said = ["/x/a.yaml:12:5: screens[1].use: “x” is unknown", "/x/a.yaml:3:1: no YAML: at all", "/x/a.yaml:3: no column"]
        masked = [Masker([("/x", "PLACE")]).sentence(text) for text in said]
        self.assertEqual(masked, ["PLACE/a.yaml:12:5: screens[1].use: <text>", "PLACE/a.yaml:3:1: <text>", "PLACE/a.yaml:3: <text>"])

    def test_a_folder_is_masked_in_values_and_in_keys(self):
        self.assertEqual(reply('{"/x/a.yaml":"/x/b"}', folders=[("/x", "PLACE")]), '{"PLACE/a.yaml":"PLACE/b"}')

    def test_one_identifier_has_one_placeholder(self):
        one, two = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
        text = f'{{"session":"{two}","scene":"{one}","location":"x {two}"}}'
        self.assertEqual(reply(text), '{"session":"<identifier 1>","scene":"<identifier 2>","location":"x <identifier 1>"}')

    def test_times_are_masked_and_zero_is_not(self):
        text = '{"monotonicNanoseconds":12,"lastFlipNanoseconds":0,"uptimeSeconds":0.5,"seconds":0.5,"lastSeen":"2026-03-02"}'
        self.assertEqual(
            reply(text),
            '{"monotonicNanoseconds":"<nanoseconds>","lastFlipNanoseconds":0,"uptimeSeconds":"<seconds>","seconds":0.5,"lastSeen":"<day>"}')

    def test_a_moment_between_two_seconds_is_masked(self):
        text = '{"time":"2026-03-02T09:00:00.366666652Z","until":"2026-03-02T09:00:09Z","lastFlip":"2026-03-02T09:00:09Z"}'
        self.assertEqual(reply(text), '{"time":"<time>","until":"2026-03-02T09:00:09Z","lastFlip":"<time>"}')

    def test_what_the_kernel_can_do_is_masked(self):
        self.assertEqual(
            reply('{"sandboxes":[{"calls":true}],"warnings":["no Landlock"]}'), '{"sandboxes":"<sandboxes>","warnings":"<warnings>"}')

    def test_counts_are_masked_and_modesets_are_not(self):
        self.assertEqual(reply('{"flips":3,"modesets":1,"page":2}'), '{"flips":"<number>","modesets":1,"page":2}')

    def test_a_table_of_plays_is_masked_by_its_columns(self):
        text = "screen,first flip,end,first flip ns,flips,ending\nDP-1,2026-03-02T09:00:00Z,2026-03-02T09:00:00.5Z,123,4,blanked\n"
        self.assertEqual(
            Masker().table(text), "screen,first flip,end,first flip ns,flips,ending\nDP-1,<time>,<time>,<nanoseconds>,<number>,blanked")

    def test_a_picture_has_its_size(self):
        png = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(8) + struct.pack(">II", 32, 18) + b"...").decode()
        self.assertEqual(reply(f'{{"png":"{png}"}}'), '{"png":"<png 32x18>"}')
        self.assertEqual(reply('{"png":"AAAA"}'), '{"png":"<no picture>"}')

    def test_a_hash_is_kept_if_it_is_asked_for(self):
        text = '{"frame":"0123456789abcdef","other":{"frame":""}}'
        self.assertEqual(reply(text), '{"frame":"<hash>","other":{"frame":""}}')
        self.assertEqual(reply(text, keeps_hashes=True), text)

    def test_what_a_decision_shows_is_a_sentence_and_what_a_content_shows_is_not(self):
        self.assertEqual(reply('{"shows":"the idle frame","showsBecause":[]}'), '{"shows":"<text>","showsBecause":[]}')
        self.assertEqual(reply('{"shows":"color #204060"}'), '{"shows":"color #204060"}')

    def test_a_shape_has_keys_and_kinds(self):
        value = masking.parse('{"a":[{"b":1},{"b":2},{"c":"x"}],"d":null,"e":true}')
        self.assertEqual(
            masking.compact(masking.shape(value)), '{"a":[{"b":"<number>"},{"c":"<string>"}],"d":null,"e":"<bool>"}')

    def test_indented_is_what_json_makes_of_it(self):
        text = '{\n  "a": [],\n  "b": [\n    1,\n    {\n      "c": {}\n    }\n  ]\n}'
        self.assertEqual(masking.indented(masking.parse(text)), text)

    def test_readable_breaks_long_lines_only(self):
        value = masking.parse('{"a":["' + "x" * 100 + '","' + "y" * 100 + '"],"b":{"c":1}}')
        lines = masking.readable(value).splitlines()
        self.assertEqual(lines[1], '  "a":[')
        self.assertEqual(lines[-2], '  "b":{"c":1}')
