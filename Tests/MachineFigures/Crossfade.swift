import ControlClient
import ControlProtocol
import Foundation
import VirtualMachine

/// The cost of a crossfade of two pictures that fill 1920x1080, on a driver with a vblank.
///
/// An emulated processor mixes the pixels, so the figure shows how the daemon handles more work than it can do in time.
struct Crossfade {
  /// How long each picture fades in, in seconds; as long as it is shown, so that the fading never ends.
  private static let fadeSeconds = 8

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    defer { try? machine.unplugVKMS() }
    for (name, from, to) in [("first", "#c02020", "#20c020"), ("second", "#2020c0", "#c0c020")] {
      try machine.write(Array(Self.drawing(from, to).utf8), to: "/tmp/figures/\(name).svg")
    }
    try machine.write(Array(Self.configuration.utf8), to: "/tmp/figures/crossfade.yaml")
    return try Compositor.onVKMS("crossfade.yaml").run(on: machine) { _ in
      try machine.plugVKMS()
      let connection = try Compositor.connect(machine)
      let screen = try machine.awaitScreen(by: connection)
      _ = try connection.call(WaitCall(screen: screen, condition: .presented, timeoutSeconds: 30), timeoutSeconds: 40)
      Thread.sleep(forTimeInterval: 2)
      let process = try Compositor.marqueed.process(in: machine)
      let before = try machine.processorTicks(of: process)
      try machine.startProbing([], events: VBlankCount.events)
      Thread.sleep(forTimeInterval: Double(Self.fadeSeconds))
      let events = try machine.stopProbing()
      let ticks = try machine.processorTicks(of: process) - before
      return [figure(VBlankCount(events, limit: .max), ticks: ticks)]
    }
  }

  private func figure(_ count: VBlankCount, ticks: Int) -> Figure {
    let vblanks = count.flips.count + count.missed
    // USER_HZ is 100 on every Linux.
    let share = Double(ticks) / 100 / Double(Self.fadeSeconds)
    return Figure(
      name: "a crossfade of two pictures",
      values: [
        "flips": Double(count.flips.count), "missed": Double(count.missed),
        "passedOverByKernel": Double(count.passedOver),
        "processorShare": share,
      ],
      text: """
        \(count.byProgram) of \(vblanks) vblanks missed\(count.remark), \(Int((share * 100).rounded())) % of an emulated \
        processor
        """, demand: count.flips.isEmpty ? "flips" : nil, isMet: count.flips.isEmpty ? false : nil,
      how: "two full-screen pictures, vkms, 1920x1080@60; drm_vblank_event_delivered, and the daemon's processor time")
  }

  private static func drawing(_ from: String, _ to: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><defs><linearGradient id="g"><stop offset="0" \
    stop-color="\(from)"/><stop offset="1" stop-color="\(to)"/></linearGradient></defs><rect width="1920" height="1080" \
    fill="url(#g)"/></svg>

    """
  }

  private static let configuration = """
    screens: [{ match: { connector: "*" }, modes: [1920x1080@60] }]
    apps:
      lobby:
        scenes:
          externalDisplayNonInteractive:
            - content:
                playlist:
                  duration: \(fadeSeconds)s
                  transition: { kind: crossfade, duration: \(fadeSeconds)s, curve: linear }
                  items: [{ image: /tmp/figures/first.svg }, { image: /tmp/figures/second.svg }]

    """
}

extension VirtualMachine {
  /// The name of the first screen, when it appears. The connector numbers of vkms follow those of other cards.
  func awaitScreen(by connection: ControlClient) throws -> String {
    for _ in 0..<100 {
      if let screen = try connection.call(ScreensCall()).screens.first { return screen.name }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw FigureError("No screen has come.")
  }
}
