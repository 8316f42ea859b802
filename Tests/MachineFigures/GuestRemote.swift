import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// `marquee-remote` in the guest, beside a daemon whose talk has the sample deck. Phones use the guest's own network.
struct GuestRemote {
  private static let codes = "/tmp/remote/code.sock"

  let bench: MachineBench
  let daemon: DaemonHandle
  private let server: BackgroundCommand

  /// Lights the display of vkms with a content, and starts a talk that covers it.
  ///
  /// A talk that is not shown is on no display: the content stays on this one, which is the main screen.
  init(_ machine: VirtualMachine, content: String, isTalkShown: Bool = true) throws {
    bench = try MachineBench(machine, kind: .vkms)
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Examples/sample/deck-landscape.pdf")
    let deck = "/tmp/bench/deck.pdf"
    try machine.write([UInt8](Data(contentsOf: sample)), to: deck)
    daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "*" }, modes: [1920x1080@60]\(isTalkShown ? "" : ", use: main") }]
        access: { control: { groups: [marquee] } }
        apps:
          lobby:
            alarm: \(!isTalkShown)
            scenes: { externalDisplayNonInteractive: [{ content: { \(content) } }] }

        """))
    try bench.plug(1, TestDisplay(1920, 1080))
    try daemon.wait(1, .presented, within: 30)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
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

  /// Runs `body` while this number of phones follow the talk, each after its first picture; throws if a phone ends before.
  @discardableResult
  func follow(_ phones: Int, while body: () throws -> Void) throws -> PhoneRound {
    // They are elsewhere as a rule, with processors of their own.
    let command = try bench.machine.start("nice -n 19 /marquee/build/phones \(Self.codes) follow \(phones)")
    do {
      let deadline = Date(timeIntervalSinceNow: 120)
      while !(try command.output().contains("ready")) {
        guard Date() < deadline else { throw FigureError("The phones say: \(try command.output())") }
        Thread.sleep(forTimeInterval: 0.5)
      }
      // The work for the first pictures is over.
      Thread.sleep(forTimeInterval: 2)
      try body()
      try command.stop()
    } catch {
      try? command.stop()
      throw error
    }
    return try PhoneRound(command.output(), phones: phones)
  }

  /// Ends it, and the daemon.
  func end() {
    try? server.stop()
    try? bench.reset()
  }
}
