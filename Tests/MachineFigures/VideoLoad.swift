import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit

/// The memory and the processor time of one and of four videos on this machine itself. Each fills a simulated display of its size.
struct VideoLoad {
  private static let seconds = 10.0
  private static let rate = 30
  private static let length = 8

  let programs: String

  func measure() throws -> [Figure] {
    let folder = try TemporaryFolder("video-load")
    var figures: [Figure] = []
    for (width, height) in [(1920, 1080), (3840, 2160)] {
      let clip = "\(folder.path)/\(height).mp4"
      try make(clip, width, height)
      for count in [1, 4] { figures.append(try measure(clip, count, TestDisplay(width, height))) }
    }
    return figures
  }

  private func measure(_ clip: String, _ count: Int, _ display: TestDisplay) throws -> Figure {
    let bench = try SimulatedBench(programs: programs)
    defer { try? bench.reset() }
    // A file for each display, so that each clip is another one.
    let clips = try (1...count).map { number in
      let copy = "\(clip).\(number).mp4"
      if !FileManager.default.fileExists(atPath: copy) { try FileManager.default.copyItem(atPath: clip, toPath: copy) }
      return copy
    }
    let daemon = try bench.start(
      DaemonSetup(Self.configuration(clips.enumerated().map { (bench.connector($0 + 1), $1) })))
    for number in 1...count {
      try bench.plug(number, display)
      // A clip that is refused gives no frame.
      let wait = WaitCall(screen: bench.connector(number), condition: .presented, timeoutSeconds: 15)
      _ = try? daemon.client.call(wait, timeoutSeconds: 30)
    }
    Thread.sleep(forTimeInterval: 5)
    let process = try daemon.status().processID
    let before = try (daemon.status().videos, times(of: process))
    Thread.sleep(forTimeInterval: Self.seconds)
    let after = try (daemon.status().videos, times(of: process))
    let players = try ProcessFiles.children(of: process, named: "marquee-video")
    let shown = Double(after.0?.shown ?? 0) - Double(before.0?.shown ?? 0)
    return try figure(
      "\(count) \(count == 1 ? "video" : "videos") on displays of \(display.modeName)", count, shown: shown,
      daemon: after.1.daemon - before.1.daemon, players: after.1.players - before.1.players,
      memory: ProcessFiles.proportionalSetSize(of: process) ?? 0,
      playersMemory: players.compactMap { ProcessFiles.proportionalSetSize(of: $0) },
      warnings: Self.warnings(bench.log()))
  }

  private func figure(
    _ name: String, _ count: Int, shown: Double, daemon: Double, players: Double, memory: Double,
    playersMemory: [Double], warnings: [String]
  ) -> Figure {
    let wanted = Double(Self.rate * count) * Self.seconds
    func share(_ nanoseconds: Double) -> Double { nanoseconds / 1e9 / Self.seconds }
    let sizes = playersMemory.sorted().map { ($0 / 1e6).text() }.joined(separator: ", ")
    return Figure(
      name: name,
      values: [
        "shown": shown, "wanted": wanted, "daemonMegabytes": memory / 1e6,
        "playersMegabytes": playersMemory.reduce(0, +) / 1e6, "players": Double(playersMemory.count),
        "daemonProcessors": share(daemon), "playersProcessors": share(players),
      ],
      text: """
        memory: marqueed \((memory / 1e6).text()) MB, each marquee-video \(sizes) MB; processors: marqueed \
        \(share(daemon).text(2)), marquee-video \(share(players).text(2)); \(shown.text()) of \(wanted.text()) pictures \
        shown\(warnings.map { "; \($0)" }.joined())
        """,
      how: """
        simulated displays of that size at 60 Hz on the host itself, a clip each, H.264 with \(Self.rate) pictures a second; \
        proportional set size, and processor time by /proc in \(Self.seconds.text()) s
        """)
  }

  /// The reasons why clips are refused or slow, each once.
  private static func warnings(_ log: String) -> [String] {
    let reasons = log.split(separator: "\n").filter { $0.contains("warning: ") && $0.contains(".mp4") }.map { line in
      String(line.split(separator: ": ").last ?? line)
    }
    return reasons.enumerated().filter { !reasons[..<$0.offset].contains($0.element) }.map(\.element)
  }

  private func times(of daemon: Int) throws -> (daemon: Double, players: Double) {
    func time(_ process: Int) throws -> Double { try ProcessFiles.threads(of: process).reduce(0) { $0 + $1.time } }
    // A player may end meanwhile.
    let players = try ProcessFiles.children(of: daemon, named: "marquee-video").map { (try? time($0)) ?? 0 }
    return try (time(daemon), players.reduce(0, +))
  }

  private func make(_ path: String, _ width: Int, _ height: Int) throws {
    let script = """
      gst-launch-1.0 -q videotestsrc num-buffers=\(Self.rate * Self.length) pattern=zone-plate kx2=8 ky2=8 kt=2 ! \
      video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(Self.rate)/1 ! \
      x264enc speed-preset=ultrafast bitrate=\(width * height / 250) key-int-max=50 ! mp4mux ! filesink location=\(path)
      """
    let result = try StartedProgram.run(["/bin/bash", "-c", "{ \(script); } 2>&1"])
    guard result.status == 0 else { throw FigureError("\(script) ends with status \(result.status): \(result.output)") }
  }

  private static func configuration(_ clips: [(connector: String, path: String)]) -> String {
    let scenes = clips.map {
      "        - { name: \($0.connector), match: { connector: \($0.connector) }, content: { video: \($0.path) } }\n"
    }
    return "apps:\n  lobby:\n    scenes:\n      externalDisplayNonInteractive:\n" + scenes.joined()
  }
}
