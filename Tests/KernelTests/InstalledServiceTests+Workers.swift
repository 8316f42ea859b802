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
    // A stopped process does not end by itself. Its score is set before it reads anything.
    let worker = try machine.wait(
      for: """
        worker=$(pgrep -o -x marquee-picture) && grep -qx 800 /proc/$worker/oom_score_adj && kill -s STOP $worker && echo $worker
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
