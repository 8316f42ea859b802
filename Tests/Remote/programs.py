"""The program marquee-remote itself: its options, its files, and its start."""
import json
import shutil
import socket
import subprocess
import tempfile

from bench import PROGRAMS, free_port, lines_of, until
from case import PICTURES, long


class Programs:
    def test_tls_by_certificate_files(self):
        place = self.bench.place
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", place / "key.pem",
             "-out", place / "certificate.pem"], check=True, capture_output=True)
        port = free_port()
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", f"127.0.0.1:{port}", "--certificate", place / "certificate.pem", "--key",
             place / "key.pem", "--print-address"], env=self.bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        address, code = lines_of(server).split()[:2]
        self.assertEqual(address, f"https://127.0.0.1:{port}")

        def curl(*words):
            return subprocess.run(
                ["curl", "--silent", "--include", "--max-time", "60", "--cacert", place / "certificate.pem", *words],
                capture_output=True, text=True).stdout
        self.assertIn("200 OK", curl(f"{address}/pair"))
        reply = curl(f"{address}/api/pair", "-H", f"Origin: {address}", "-H", "Content-Type: application/json", "-d", json.dumps({"code": code}))
        self.assertIn("; Secure", reply)
        self.assertEqual(curl(f"http://127.0.0.1:{port}/pair"), "")
        self.assertEqual(curl("--tls-max", "1.1", f"{address}/pair"), "")
        server.stdin.write("code observe\n")
        server.stdin.flush()
        again, code, link, role = lines_of(server).split()
        self.assertEqual((again, link, role), (address, f"{address}/pair#{code.replace('-', '')}", "observe"))
        server.stdin.close()
        self.assertEqual(server.wait(60), 0)

    def test_the_server_does_not_need_the_daemon(self):
        port = free_port()
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", f"127.0.0.1:{port}", "--print-address"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=dict(self.bench.environment, MARQUEE_SOCKET=str(self.bench.place / "nobody.sock")), text=True)
        address, _, link, role = lines_of(server).split()
        self.assertEqual(role, "control")
        page = self.context(paired=False).new_page()
        page.goto(link)
        page.get_by_text("cannot be reached").first.wait_for()
        page.screenshot(path=PICTURES / "phone-no-daemon-360-light.png")
        server.stdin.close()
        self.assertEqual(server.wait(60), 0)
        self.assertIn("No marqueed is running", server.stderr.read())
        server.stdout.close()
        server.stderr.close()

    def test_who_started_it_and_reads_no_more_ends_it(self):
        server = subprocess.Popen(
            [PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0", "--print-address"], env=self.bench.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines_of(server)
        server.stdout.close()
        server.stderr.close()
        server.stdin.write("code\n")
        server.stdin.flush()
        self.assertEqual(server.wait(60), 0)
        server.stdin.close()

    def test_a_second_server_leaves_the_codes_of_the_first_alone(self):
        second = subprocess.run(
            [PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0"], env=self.bench.environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60)
        self.assertNotEqual(second.returncode, 0)
        # Its log writes there too, and may do so in the middle of the sentence.
        said = second.stderr.replace("marquee-remote: marqueed has ended the connection\n", "")
        self.assertIn("Another marquee-remote of this user answers", said)
        self.assertRegex(self.bench.code(), "^[A-Z0-9]{4}-[A-Z0-9]{4}$")

    @long
    def test_more_connections_than_files_end_nothing(self):
        server = subprocess.Popen(
            ["prlimit", "--nofile=100:100", PROGRAMS / "marquee-remote", "--listen", "127.0.0.1:0", "--print-address"],
            env=self.bench.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        address = lines_of(server).split()[0]
        port = int(address.rsplit(":", 1)[1])
        for _ in range(10):
            held = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(120)]
            for connection in held:
                connection.close()

        def is_served():
            return subprocess.run(["curl", "--silent", "--fail", "--max-time", "60", f"{address}/pair"], capture_output=True).returncode == 0
        until(is_served, "it serves again")
        server.stdin.close()
        self.assertEqual(server.wait(60), 0)
        server.stdout.close()

    def test_wrong_options_say_what_is_wanted(self):
        self.addCleanup(shutil.rmtree, other := tempfile.mkdtemp())

        def failure(*options, place=other):
            return subprocess.run(
                [PROGRAMS / "marquee-remote", *options], capture_output=True, text=True,
                env={**self.bench.environment, "XDG_RUNTIME_DIR": place})

        self.assertIn("Another marquee-remote of this user answers", failure(place=str(self.bench.place)).stderr)
        for options, words in (
            (["--listen", "localhost:80"], "no address and port"), (["--certificate", "/x"], "belong together"),
            (["--certificate", "/nowhere", "--key", "/nowhere"], "cannot be used"), (["--listen", "192.0.2.1:80"], "no address of this machine"),
            (["--listen", f"127.0.0.1:{self.bench.port}"], "in use by another program"),
        ):
            result = failure(*options)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(words, result.stderr)
