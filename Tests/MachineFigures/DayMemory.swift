import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport

/// The memory of the daemon after a day of playlists, talks and replugs, on simulated displays whose clock jumps to each event.
struct DayMemory {
  private static let hours = 24
  private static let turns = 20
  /// The framebuffers and shadows of the two displays are anonymous memory here: two and one each.
  private static let buffers = 6
  private static let display = TestDisplay(320, 180)

  let programs: String

  func measure() throws -> [Figure] {
    let bench = try SimulatedBench(programs: programs, clockStands: true)
    defer { try? bench.reset() }
    let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/sample").path
    let daemon = try bench.start(DaemonSetup(Self.configuration(samples)))
    try bench.plug(1, Self.display)
    try bench.plug(2, Self.display)
    try daemon.wait(1, .presented)
    var sizes: [Double] = []
    for hour in 1...Self.hours {
      try talk("\(samples)/deck-landscape.pdf", daemon)
      try bench.unplug(2)
      bench.time?.pass(seconds: 10)
      try bench.plug(2, Self.display)
      try daemon.wait(2, .presented)
      bench.time?.pass(seconds: 3600)
      sizes.append(try Double(ProcessFiles.anonymousKibibytes(of: daemon.status().processID)) / 1024)
      printProgress("hour \(hour): \(sizes[hour - 1].text(2)) MiB")
    }
    let flips = try daemon.status().counters.flips
    let process = try daemon.status().processID
    // The simulated clock stands. The workers end when they have been idle for some seconds of real time.
    for _ in 0..<300 where try !ProcessFiles.children(of: process, named: "marquee-").isEmpty {
      Thread.sleep(forTimeInterval: 0.2)
    }
    Thread.sleep(forTimeInterval: 2)
    let last = Double(ProcessFiles.anonymousKibibytes(of: process)) / 1024
    let pixels = Double(Self.buffers * 320 * 180 * 4) / 1_048_576
    let own = last - pixels
    return [
      Figure(
        name: "anonymous memory after a day",
        values: [
          "mebibytes": own, "withFramebuffers": last, "afterAnHour": sizes[0], "maximum": sizes.max() ?? 0,
          "flips": Double(flips),
        ],
        text: """
          \(own.text(2)) MiB; while it plays \(sizes[0].text(2)) after the first hour and at most \((sizes.max() ?? 0).text(2)) with \
          framebuffers and shadows (\(pixels.text(2))); \(flips) flips
          """, demand: "at most 3 MiB", isMet: own <= 3,
        how: """
          simulated displays and clock, \(Self.hours) hours; two displays of 320x180 with playlists of pictures, texts and clocks; each hour a \
          talk of \(Self.turns) turns and a replug; memory without a file behind it, after the workers have ended
          """)
    ]
  }

  private func talk(_ deck: String, _ daemon: DaemonHandle) throws {
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    for turn in 0..<Self.turns {
      _ = try daemon.client.call(ControlTalkCall(action: turn % 2 == 0 ? .next : .previous))
    }
    _ = try daemon.client.call(EndTalkCall())
  }

  private static func configuration(_ folder: String) -> String {
    """
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive:
            - content:
                playlist:
                  transition: crossfade
                  items:
                    - { image: \(folder)/stage-landscape.svg, duration: 20s }
                    - { banner: { text: Welcome }, duration: 10s }
                    - { image: \(folder)/menu-landscape.svg, duration: 20s }
                    - { clock: {}, duration: 30s }
                    - { color: "#204060", duration: 5s }

    """
  }
}
