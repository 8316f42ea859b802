import Foundation
import TestKit
import VirtualMachine

/// The refreshes that a video misses on vkms: the daemon and mpv play the same file in turn, each on its own.
struct VideoPeers {
  private static let seconds = 60.0
  private static let rounds = 2
  private static let file = "/tmp/figures/clip.webm"
  private static let mode = "640x480"

  /// The folder of the release build.
  let programs: String

  func measure() throws -> [Figure] {
    var options = BootOptions()
    options.isAlone = true
    options.drivers = [.vkms]
    options.buildDirectory = programs
    options.hasPeers = true
    let machine = try VirtualMachine(options)
    defer { machine.shutdown() }
    try Compositor.prepare(machine)
    try machine.check(
      """
      mkdir -p /mnt/peers
      mount -t erofs -o ro /dev/$(grep -lx peers /sys/block/*/serial | cut -d / -f 4) /mnt/peers
      """)
    try machine.write(Self.clip(), to: Self.file)
    try machine.write(Array(Self.configuration.utf8), to: "/tmp/figures/video.yaml")
    try machine.plugVKMS()
    let players = [Compositor.onVKMS("video.yaml"), .mpv(Self.file, mode: Self.mode)]
    var counts: [String: [VBlankCount]] = [:]
    for _ in 0..<Self.rounds {
      for player in players { counts[player.name, default: []].append(try count(player, on: machine)) }
    }
    return players.map { figure($0.name, counts[$0.name] ?? []) }
  }

  private func count(_ player: Compositor, on machine: VirtualMachine) throws -> VBlankCount {
    try player.launch(on: machine) { _ in
      try machine.startProbing([], events: VBlankCount.events)
      try machine.wait(
        for: "[ $(grep -c vblank_event_delivered /sys/kernel/tracing/trace) -gt 60 ]", within: .seconds(60))
      // The start of the program and of its decoder does not count.
      Thread.sleep(forTimeInterval: 5)
      try machine.startProbing([], events: VBlankCount.events)
      Thread.sleep(forTimeInterval: Self.seconds + 1)
      let events = try machine.stopProbing()
      guard let first = events.first?.time else { throw FigureError("Nothing is flipped.") }
      return VBlankCount(events.filter { $0.time < first + Self.seconds }, limit: .max)
    }
  }

  private func figure(_ name: String, _ counts: [VBlankCount]) -> Figure {
    let intervals = counts.flatMap(\.intervals)
    return Figure(
      name: "refreshes that a video misses: \(name)",
      values: [
        "missed": counts.map { Double($0.byProgram) }.mean, "flips": counts.map { Double($0.flips.count) }.mean,
        "passedOverByKernel": counts.map { Double($0.passedOver) }.mean, "meanMilliseconds": intervals.mean,
        "p99Milliseconds": intervals.percentile(0.99), "maximumMilliseconds": intervals.max() ?? 0,
      ],
      text: """
        \(counts.map { "\($0.byProgram) of \($0.flips.count + $0.missed)\($0.remark)" }.joined(separator: ", ")); interval \
        mean \(intervals.mean.text(2)) ms, p99 \(intervals.percentile(0.99).text(2)) ms
        """,
      how: """
        VP8 of 320x180 with 60 pictures a second on vkms, \(Self.mode)@60, \(Self.seconds.text()) s each, in turn; vblanks \
        without a flip by the kernel's drm_vblank_event_delivered
        """)
  }

  /// A clip that is longer than a measurement with its start.
  private static func clip() throws -> [UInt8] {
    let folder = try TemporaryFolder("video-peers")
    let path = "\(folder.path)/clip.webm"
    let script = """
      gst-launch-1.0 -q videotestsrc num-buffers=7200 pattern=ball ! \
      video/x-raw,format=I420,width=320,height=180,framerate=60/1 ! vp8enc deadline=1 keyframe-max-dist=60 ! webmmux ! \
      filesink location=\(path)
      """
    let result = try StartedProgram.run(["/bin/bash", "-c", "{ \(script); } 2>&1"])
    guard result.status == 0 else { throw FigureError("\(script) ends with status \(result.status): \(result.output)") }
    return try Array(Data(contentsOf: URL(filePath: path)))
  }

  private static let configuration = """
    screens: [{ match: { connector: "*" }, modes: [\(mode)] }]
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive:
            - content: { video: { file: \(file), loop: false } }

    """
}
