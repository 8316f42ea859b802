import Foundation
import Testing
import VirtualMachine

/// Processes that read files, and their end in the installed service.
extension InstalledServiceTests {
  private static let media = "/var/lib/marquee/media"
  private static let colors = [
    "red": RGB(204, 51, 0), "green": RGB(51, 153, 0), "blue": RGB(0, 51, 204),
  ]

  /// By `sysrq f` the kernel kills the process with the highest score of the whole machine, as if memory were short.
  @Test func anOutOfMemoryKillTakesAWorkerAndNotThePicture() async throws {
    try makePictures()
    defer { removePictures() }
    let process = try mainProcess()
    try machine.check("marqueectl show Virtual-1 image \(Self.media)/red.svg")
    try shows("red")
    // The processes of before have nothing to do and end, so that one is left for the kernel to choose.
    try machine.wait(for: "! pgrep '^marquee-(raster|picture|pages)'", within: .seconds(60))
    let command = try machine.start("marqueectl show Virtual-1 image \(Self.media)/green.svg")
    // A stopped process does not end by itself. Its thread for the end of the connection starts before it reports and reads anything.
    let worker = try machine.wait(
      for: """
        worker=$(pgrep -o -x marquee-picture) && grep -qx 800 /proc/$worker/oom_score_adj && grep -qx hang-up /proc/$worker/task/*/comm && sleep 0.1 && kill -s STOP $worker && echo $worker
        """)
    try machine.check("echo f > /proc/sysrq-trigger")
    try machine.wait(
      for: "dmesg | grep 'Out of memory: Killed process \(Int(worker) ?? 0) (marquee-picture)'", within: .seconds(60))
    // Either picture is right until the next worker has decoded the second one, and no other.
    try shows("green", after: "red")
    try machine.wait(for: "! kill -0 \(command.processIdentifier)", within: .seconds(60))
    try machine.wait(for: "journalctl --output cat | grep 'killed by the OOM killer'", within: .seconds(60))
    #expect(try machine.check("marqueectl status --json").contains(/"readerDeaths" *: *1\b/))
    try machine.check("marqueectl show Virtual-1 image \(Self.media)/blue.svg")
    try shows("blue", after: "green")
    #expect(try mainProcess() == process)
    #expect(try property("NRestarts") == "0")
  }

  /// Each kind of worker is started by its unit, and gets its files only as descriptors.
  @Test func workersAreOfAnotherUser() async throws {
    try makePictures()
    defer { removePictures() }
    try machine.check("chmod 600 \(Self.media)/*.svg; chown marquee: \(Self.media)/*.svg")
    let deck = try machine.check("ls /usr/share/marquee/sample/*.pdf | head -n 1")
    for (content, program) in [
      ("image \(Self.media)/red.svg", "marquee-pictures"), ("banner 'A text'", "marquee-rasterizer"),
      ("deck \(deck)", "marquee-pages"),
    ] {
      try machine.check("marqueectl show Virtual-1 \(content)")
      // Names of processes have 15 characters at most.
      let worker = try machine.check("pgrep -n -x \(program.prefix(15))")
      #expect(try machine.check("ps -o user:20= -p \(worker)") == "marquee-worker")
      let status = try machine.check("cat /proc/\(worker)/status /proc/\(worker)/cgroup")
      for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2", "/\(program)@"] {
        #expect(status.contains(line), "\(status)")
      }
    }
    try machine.check("marqueectl show Virtual-1 image \(Self.media)/blue.svg")
    try shows("blue")
    // A worker's sandbox report exists only if a part of the sandbox is missing.
    let status = try machine.check("marqueectl status --json")
    #expect(!status.contains("own user") && !status.contains(/"worker" *:/), "\(status)")
    for file in ["/run/marquee/workers/marquee-pictures", "/run/marquee/workers/marquee-rasterizer"] {
      #expect(try machine.check("stat -c '%U %a' \(file)") == "marquee 600")
    }
  }

  /// The daemon cannot send such a worker a signal. Its own limit is 30 s of processor time.
  @Test func aWorkerThatDecodesForEverEndsWhenItIsGivenUp() async throws {
    try makePictures()
    defer { removePictures() }
    let levels = (1..<30).map { level in
      "<g id=\"u\(level)\">" + String(repeating: "<use href=\"#u\(level - 1)\"/>", count: 10) + "</g>"
    }
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="u0"><rect width="1" height="1"/></g>\(levels.joined())</svg>
      """
    try machine.write(Array(drawing.utf8), to: "\(Self.media)/endless.svg")
    try machine.check("marqueectl show Virtual-1 image \(Self.media)/red.svg")
    try machine.wait(for: "! pgrep -u marquee-worker", within: .seconds(60))
    let command = try machine.start("marqueectl show Virtual-1 image \(Self.media)/endless.svg")
    let worker = try machine.wait(for: "pgrep -u marquee-worker -o -x marquee-picture")
    try machine.wait(for: "! kill -0 \(command.processIdentifier)", within: .seconds(60))
    let answer = try command.output()
    #expect(answer.contains("did not answer within"), "\(answer)")
    try machine.wait(for: "! kill -0 \(worker)", within: .seconds(5))
    try shows("red")
  }

  @Test func aStopOfTheServiceEndsAllWorkers() async throws {
    try makePictures()
    defer { removePictures() }
    for signal in ["CONT", "STOP"] {
      try machine.check("systemctl start marqueed.service && marqueectl show Virtual-1 image \(Self.media)/red.svg")
      // A stopped process does not notice the end of its connection.
      try machine.check(
        "pkill --signal \(signal) -u marquee-worker -x marquee-picture && systemctl stop marqueed.service")
      try machine.wait(for: "! pgrep -u marquee-worker", within: .seconds(30))
      #expect(try machine.check("systemctl list-units --no-legend --state=failed") == "")
    }
    #expect(try machine.check("ls /run/marquee/workers") == "")
  }

  @Test func withoutAUnitTheDaemonStartsItsWorkersAndReportsIt() async throws {
    try makePictures()
    defer { removePictures() }
    try machine.check("systemctl stop marquee-pictures.socket")
    for picture in ["red", "green"] {
      try machine.check("marqueectl show Virtual-1 image \(Self.media)/\(picture).svg")
      try shows(picture)
      #expect(try machine.check("ps -o user:20= -p $(pgrep -n -x marquee-picture)") == "marquee")
    }
    let words = "marquee-pictures runs as this daemon's own user"
    #expect(try machine.check("marqueectl status").contains(words))
    let invocation = try property("InvocationID")
    #expect(
      try machine.check("journalctl _SYSTEMD_INVOCATION_ID=\(invocation) --output cat | grep -c \"\(words)\"") == "1")
  }

  /// Figures of this machine, which has no fixed speed: the unit's start beside that of a program that merely forks.
  @Test func theStartOfAWorkerIsMeasured() async throws {
    let forking = try machine.start(
      "systemd-socket-activate --accept --seqpacket --listen=/run/forking /usr/bin/marquee-pictures")
    defer { try? forking.stop() }
    try machine.wait(for: "test -S /run/forking", within: .seconds(60))
    let figures = try machine.check(
      """
      for way in /run/forking /run/marquee/workers/marquee-pictures; do
        for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
          before=$(date +%s%N)
          socat -u UNIX-CONNECT:$way,type=5,readbytes=8 - > /run/report && grep -q MAINPID= /run/report || exit 1
          echo $((($(date +%s%N) - before) / 10000))
        done | sort -n | sed -n '1p;6p;12p' | tr '\\n' ' '
      done
      """, timeout: .seconds(240))
    // Least, median and most, in hundredths of a millisecond.
    let numbers = try figures.split(separator: " ").map { try #require(Double($0)) / 100 }
    try #require(numbers.count == 6)
    print(
      "a worker's start: forked \(numbers[..<3]) ms, by its unit \(numbers[3...]) ms, \(numbers[4] / numbers[1]) times")
  }

  private func makePictures() throws {
    for (name, color) in Self.colors {
      let fill = "rgb(\(color.red), \(color.green), \(color.blue))"
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="\(fill)"/></svg>
        """
      try machine.write(Array(drawing.utf8), to: "\(Self.media)/\(name).svg")
    }
  }

  /// The other tests find the machine as it was.
  private func removePictures() {
    let end = """
      systemctl stop marqueed.service
      rm -f /var/lib/marquee/state.json /var/lib/marquee/state.json.previous \(Self.media)/*.svg
      systemctl start marqueed.service
      """
    do { try machine.check(end, timeout: .seconds(60)) } catch { Issue.record(error) }
  }

  /// The display shows one of the pictures; every photograph until then shows the one before.
  private func shows(_ name: String, after before: String? = nil) throws {
    let color = try #require(Self.colors[name])
    var others: [RGB?] = []
    _ = try machine.photograph(monitor: 1, within: .seconds(60)) { picture in
      let seen = picture.uniformColor
      if let before, seen != color, seen != Self.colors[before] { others.append(seen) }
      return seen == color
    }
    #expect(others.isEmpty, "\(others)")
  }
}
