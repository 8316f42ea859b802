import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit
import VirtualMachine

/// From a tap on a phone to the flip that shows another page: on this machine itself, and on a driver with a vblank.
struct Tap {
  private static let taps = 40

  let machine: VirtualMachine
  let programs: String

  func measure() throws -> [Figure] { [try onHost(), try inGuest()] }

  private func inGuest() throws -> Figure {
    let remote = try GuestRemote(machine, content: "color: \"#204060\"")
    defer { remote.end() }
    // The first turns draw the pages, which are ready from then on.
    _ = try remote.taps(4)
    return try figure(
      "tap to changed pixels in the guest", remote.taps(Self.taps), remote.daemon,
      place: "the guest, under emulation, vkms")
  }

  private func onHost() throws -> Figure {
    let bench = try SimulatedBench(programs: programs)
    defer { try? bench.reset() }
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1920, 1080))
    try daemon.wait(1, .presented)
    let folder = FileManager.default.temporaryDirectory.appending(path: "tap-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/sample/deck-landscape.pdf")
    let deck = folder.appending(path: "deck.pdf")
    try FileManager.default.copyItem(at: sample, to: deck)
    _ = try daemon.client.call(StartTalkCall(deck: deck.path))

    let nowhere = StartedProgram.openLog("/dev/null")
    defer { close(nowhere) }
    let server = try StartedProgram.start(
      ["\(programs)/marquee-remote", "--listen", "127.0.0.1:0"],
      environment: ["MARQUEE_SOCKET=\(bench.socketPath)", "RUNTIME_DIRECTORY=\(folder.path)"], errors: nowhere)
    defer { StartedProgram.end(server) }
    let codes = folder.appending(path: "code.sock").path
    let deadline = Date(timeIntervalSinceNow: 30)
    while !FileManager.default.fileExists(atPath: codes) {
      guard Date() < deadline, kill(server, 0) == 0 else { throw FigureError("marquee-remote does not begin.") }
      Thread.sleep(forTimeInterval: 0.05)
    }
    _ = try taps(4, codes)
    return try figure(
      "tap to changed pixels", taps(Self.taps, codes), daemon, demand: "median at most 2",
      place: "this machine, simulated displays")
  }

  private func taps(_ count: Int, _ codes: String) throws -> [Double] {
    let said = try StartedProgram.run(["\(programs)/phones", codes, "tap", "\(count)"]).output
    let times = said.split(separator: "\n").compactMap { Double($0) }
    guard times.count == count else { throw FigureError("The phone says: \(said)") }
    return times
  }

  private func figure(
    _ name: String, _ milliseconds: [Double], _ daemon: DaemonHandle, demand: String? = nil, place: String
  )
    throws -> Figure
  {
    guard let mode = try daemon.screen(1)?.currentMode else { throw FigureError("The screen has no mode.") }
    let times = milliseconds.map { $0 * Double(mode.refreshMillihertz) / 1_000_000 }
    let within = times.count { $0 <= 2 }
    return Figure(
      name: name,
      values: [
        "medianRefreshes": times.median, "p90Refreshes": times.percentile(0.9), "maximumRefreshes": times.max() ?? 0,
        "withinTwo": Double(within), "taps": Double(times.count),
      ],
      text: """
        median \(times.median.text(2)) refreshes, p90 \(times.percentile(0.9).text(2)), maximum \((times.max() ?? 0).text(2)); \
        \(within) of \(times.count) within two
        """, demand: demand, isMet: demand.map { _ in times.median <= 2 },
      how: """
        \(place), 1920x1080@60: an HTTP request to marquee-remote on a kept connection, a slide of a talk that is decoded ahead; from \
        before the request to the flip, as the daemon tells it
        """)
  }
}
