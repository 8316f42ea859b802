import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// From a key of a real keyboard to the flip that shows another page, on a driver with a vblank.
struct KeyPresses {
  private static let presses = 40

  /// The ways of a key: out of marquee-keys, into the daemon, and from the display thread to the driver.
  private static let probes = [
    "p:sent unix_stream_sendmsg", "p:heard unix_stream_recvmsg", "p:committed drm_mode_atomic_ioctl",
  ]

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    let bench = try MachineBench(machine, kind: .vkms)
    defer { try? bench.reset() }
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/sample/deck-landscape.pdf")
    let deck = "/tmp/bench/deck.pdf"
    try machine.write([UInt8](Data(contentsOf: sample)), to: deck)
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "*" }, modes: [1920x1080@60] }]
        access: { control: { groups: [marquee] } }
        apps: { lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } } }

        """))
    try bench.plug(1, TestDisplay(1920, 1080))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    try machine.plug(.keyboard)
    defer { try? machine.unplug(.keyboard) }
    try bench.startKeys("devices: [{ kind: keyboard }]\n")
    try bench.waitForKeys(toSay: "is used")
    try bench.waitForKeys(toSay: "Connected to marqueed")
    guard let mode = try daemon.screen(1)?.currentMode else { throw FigureError("The screen has no mode.") }
    let refresh = 1000 / Double(mode.refreshMillihertz)
    // The first turns draw the pages, which are ready from then on.
    _ = try machine.timesOfKeys(["pgdn", "pgup", "pgdn", "pgup"])
    let keys = (0..<Self.presses).map { $0 % 2 == 0 ? "pgdn" : "pgup" }
    let timings = try machine.timesOfKeys(keys, probing: Self.probes)
    let times = timings.map { ($0.flip - $0.key) / refresh }
    let parts = Self.parts(timings, refresh)
    let within = times.count { $0 <= 2 }
    return [
      Figure(
        name: "key to changed pixels",
        values: [
          "medianRefreshes": times.median, "p90Refreshes": times.percentile(0.9), "maximumRefreshes": times.max() ?? 0,
          "withinTwo": Double(within), "presses": Double(times.count),
        ].merging(parts.map { ("\($0.name)MedianRefreshes", $0.median) }) { $1 },
        text: """
          median \(times.median.text(2)) refreshes, p90 \(times.percentile(0.9).text(2)), maximum \((times.max() ?? 0).text(2)); \
          \(within) of \(times.count) within two; of the median \
          \(parts.map { "\($0.words) \($0.median.text(2))" }.joined(separator: ", "))
          """, demand: "median at most 1.25, p90 at most 1.75",
        isMet: times.median <= 1.25 && times.percentile(0.9) <= 1.75,
        how: """
          a virtio keyboard, marquee-keys, a slide of a talk that is decoded ahead, vkms, 1920x1080@60; the kernel's input_event to \
          drm_vblank_event_delivered
          """)
    ]
  }

  /// How many refreshes each part of the way takes, in the middle of all keys.
  private static func parts(
    _ timings: [KeyTiming], _ refresh: Double
  ) -> [(name: String, words: String, median: Double)] {
    var found: [[Double]] = [[], [], [], []]
    for timing in timings {
      func first(_ function: String, of thread: String, after time: Double) -> Double? {
        timing.events.first { $0.function == function && $0.threadName == thread && $0.time >= time }?.time
      }
      guard let sent = first("sent", of: "marquee-keys", after: timing.key),
        let heard = first("heard", of: "marqueed", after: sent),
        let committed = first("committed", of: "display", after: heard)
      else { continue }
      for (index, (from, to)) in [(timing.key, sent), (sent, heard), (heard, committed), (committed, timing.flip)]
        .enumerated()
      {
        found[index].append((to - from) / refresh)
      }
    }
    return zip(
      [
        ("keys", "to marquee-keys' call"), ("socket", "to the daemon"), ("drawing", "to its commit"),
        ("flip", "to the flip"),
      ],
      found
    ).map { ($0.0, $0.1, $1.median) }
  }
}
