"""The metrics of the daemon, read by the parser of Prometheus's own client."""
import re
import subprocess

from prometheus_client.parser import text_string_to_metric_families

from bench import PROGRAMS


class Metrics:
    def test_metrics_are_what_a_scraper_reads(self):
        families = {family.name: family for family in text_string_to_metric_families(self.bench.control("metrics"))}
        for name, family in families.items():
            self.assertRegex(name, r"^marquee_[a-z_]+$")
            self.assertTrue(family.documentation, name)
            # The parser takes _total from a counter's name, and calls one without it a gauge of unknown type.
            self.assertIn(family.type, ("counter", "gauge"), name)
        for name in ("screens", "screen_info", "screen_last_frame_age_seconds", "frames", "missed_refreshes", "modesets",
                     "rasterizer_deaths", "reader_deaths", "screen_flips"):
            self.assertIn(f"marquee_{name}", families)
        self.assertEqual([sample.value for sample in families["marquee_screens"].samples], [1])
        info = families["marquee_screen_info"].samples[0]
        self.assertEqual((info.labels["screen"], info.labels["mode"]), ("HDMI-A-1", "1920x1080@60"))
        age = families["marquee_screen_last_frame_age_seconds"].samples[0].value
        self.assertGreater(age, 0)
        # Counters grow.
        before = families["marquee_control_requests"].samples[0].value
        again = {family.name: family for family in text_string_to_metric_families(self.bench.control("metrics"))}
        self.assertGreater(again["marquee_control_requests"].samples[0].value, before)

    def test_metrics_answer_a_scraper(self):
        def ask(request):
            return subprocess.run(
                [PROGRAMS / "marqueectl", "metrics", "--http"], env=self.bench.environment, input=request, check=True,
                capture_output=True, timeout=60).stdout.decode()
        head, body = ask(b"GET /metrics HTTP/1.1\r\nHost: box\r\n\r\n").split("\r\n\r\n", 1)
        self.assertTrue(head.startswith("HTTP/1.1 200 "), head)
        self.assertEqual(int(re.search(r"Content-Length: (\d+)", head)[1]), len(body.encode()))
        self.assertGreater(len(list(text_string_to_metric_families(body))), 10)
        self.assertTrue(ask(b"GET /other HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 404 "))
        self.assertTrue(ask(b"\x16\x03\x01" * 4000).startswith("HTTP/1.1 400 "))
