import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// `marquee-remote` in the guest, beside a daemon whose talk has the sample deck; phones reach it over the guest's own network.
struct GuestRemote {
  private static let codes = "/tmp/remote/code.sock"

  let bench: MachineBench
  let daemon: DaemonHandle
  private let server: BackgroundCommand

  /// Lights the display of vkms, or two of virtio-gpu, with a content, and starts a talk over it on the last of them.
  init(_ machine: VirtualMachine, _ kind: BenchKind = .vkms, content: String) throws {
    bench = try MachineBench(machine, kind: kind)
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/sample/deck-landscape.pdf")
    let deck = "/tmp/bench/deck.pdf"
    try machine.write([UInt8](Data(contentsOf: sample)), to: deck)
    daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "*" }, modes: [\(kind == .vkms ? "1920x1080@60" : "1280x720@60")] }]
        access: { control: { groups: [marquee] } }
        apps: { lobby: { scenes: { externalDisplayNonInteractive: [{ content: { \(content) } }] } } }

        """))
    let displays = kind == .vkms ? 1 : 2
    for display in 1...displays {
      try bench.plug(display, kind == .vkms ? TestDisplay(1920, 1080) : TestDisplay(1280, 720))
      try daemon.wait(display, .presented, within: 30)
    }
    _ = try daemon.client.call(StartTalkCall(deck: deck, screen: bench.connector(displays)))
    try machine.check("rm -rf /tmp/remote; install -d -o presenter /tmp/remote")
    server = try machine.start(
      "setpriv --reuid presenter --regid presenter --groups marquee env MARQUEE_SOCKET=/run/marquee/marquee.sock "
        + "RUNTIME_DIRECTORY=/tmp/remote /marquee/build/marquee-remote --listen 127.0.0.1:8484")
    try machine.wait(for: "test -S \(Self.codes)", within: .seconds(30))
  }

  /// Milliseconds from a phone's request to the flip that shows another slide.
  func taps(_ count: Int) throws -> [Double] {
    let said = try bench.machine.check("/marquee/build/phones \(Self.codes) tap \(count)", timeout: .seconds(120))
    let times = said.split(separator: "\n").compactMap { Double($0) }
    guard times.count == count else { throw FigureError("The phone says: \(said)") }
    return times
  }

  /// Has so many phones follow the talk; returns when each has its first picture.
  func connect(_ phones: Int, seconds: Int) throws -> BackgroundCommand {
    // They are elsewhere as a rule, with processors of their own.
    let command = try bench.machine.start("nice -n 19 /marquee/build/phones \(Self.codes) follow \(phones) \(seconds)")
    let deadline = Date(timeIntervalSinceNow: 120)
    while !(try command.output().contains("ready")) {
      guard Date() < deadline else { throw FigureError("The phones say: \(try command.output())") }
      Thread.sleep(forTimeInterval: 0.5)
    }
    return command
  }

  /// Ends it, and the daemon.
  func end() {
    try? server.stop()
    try? bench.reset()
  }
}
