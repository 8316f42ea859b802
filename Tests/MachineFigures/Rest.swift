import ControlClient
import ControlProtocol
import Foundation
import VirtualMachine

/// The cost of a banner that does not change: memory, threads and wakeups.
struct Rest {
  private static let seconds = 20

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    defer { try? machine.unplug(monitor: 1) }
    return try Compositor.marqueed.run(on: machine) { _ in try figures() }
  }

  private func figures() throws -> [Figure] {
    try machine.plug(monitor: 1, width: 1920, height: 1080)
    _ = try Compositor.connect(machine).call(
      WaitCall(screen: "Virtual-1", condition: .presented, timeoutSeconds: 20), timeoutSeconds: 30)
    let worker = try rasterizer()
    try machine.wait(for: "! pidof marquee-rasterizer", within: .seconds(120))
    // The kernel keeps the vblank timer for 5 s after the last flip.
    Thread.sleep(forTimeInterval: 6)
    let process = try Compositor.marqueed.process(in: machine)
    let memory = try daemon(process)
    let before = try machine.threads(of: process)
    Thread.sleep(forTimeInterval: Double(Self.seconds))
    let after = try machine.threads(of: process)
    let switches = after.reduce(0) { $0 + $1.voluntarySwitches } - before.reduce(0) { $0 + $1.voluntarySwitches }
    return [
      memory, worker,
      Figure(
        name: "threads of the daemon", values: ["threads": Double(after.count)],
        text: "\(after.count): \(after.map(\.name).joined(separator: ", "))",
        demand: "main, display, one a card", isMet: after.count == 3, how: "/proc/PID/task"),
      Figure(
        name: "wakeups of a still scene", values: ["voluntarySwitches": Double(switches)], text: "\(switches)",
        demand: "0", isMet: switches == 0, how: "voluntary context switches of all threads in \(Self.seconds) s"),
    ]
  }

  private func daemon(_ process: Int) throws -> Figure {
    let mappings = try machine.mappings(of: process)
    let parts = MemoryParts(mappings, pixelBytes: 1920 * 1080 * 4)
    guard parts.shadowCount == 1 else {
      throw FigureError("The daemon has \(parts.shadowCount) mappings of a shadow's size, not 1: \(mappings)")
    }
    let own = Double(parts.ownKibibytes) * 1024 / 1e6
    return Figure(
      name: "memory of the daemon", values: parts.values, text: "\(own.text(1)) MB (\(parts.text))",
      demand: "at most 12 MB", isMet: own <= 12,
      how: """
        proportional set size at rest, banner at 1920x1080; without /dev/dri mappings (\(parts.framebuffers) KiB) and the \
        shadow (\(parts.shadow) KiB), told by its size
        """)
  }

  private func rasterizer() throws -> Figure {
    guard let process = Int(try machine.run("pidof -s marquee-rasterizer").output.prefix { $0.isNumber }) else {
      throw FigureError("The rasteriser is gone before it could be measured.")
    }
    let own = Double(try machine.proportionalKibibytes(of: process)) * 1024 / 1e6
    return Figure(
      name: "memory of the rasteriser", values: ["megabytes": own], text: "\(own.text(1)) MB, then gone",
      demand: "gone when idle", isMet: true,
      how: "proportional set size once the banner was shown; awaited until it ended")
  }
}
