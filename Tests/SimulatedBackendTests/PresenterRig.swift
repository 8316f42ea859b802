import Composition
import DisplayRig
import DisplayTypes
import EventLoop
import Presentation
import SimulatedBackend
import Testing

/// A display actor over a simulated device, turned by the test's own thread. Its clock is stopped.
final class PresenterRig {
  let backend: SimulatedBackend
  private let loop: EventLoop
  private let display: DisplayActor
  private let log = ReportLog()
  private var lastToken: UInt64 = 0

  init() throws {
    let simulated = try SimulatedLoop()
    (loop, backend) = (simulated.loop, simulated.backend)
    display = DisplayActor(executor: loop.mailbox) { [log] in log.add($0) }
    display.start(on: backend)
    advance(milliseconds: 0)
  }

  func advance(milliseconds: UInt64) {
    backend.simulatedClock.advance(by: milliseconds * 1_000_000)
  }

  func perform(_ command: SimulatedCommand) throws {
    _ = try backend.perform(command).get()
    advance(milliseconds: 0)
  }

  func send(_ command: DisplayCommand) {
    display.assumeIsolated { $0.handle(command) }
    advance(milliseconds: 0)
  }

  func takeReports() -> [DisplayReport] { log.take() }

  var counters: PresentationCounters {
    display.assumeIsolated { $0.counters() }
  }

  /// How many screens are led.
  var screenCount: Int { display.assumeIsolated { $0.vitals().count } }

  var vitals: ScreenProgress? {
    display.assumeIsolated { $0.vitals() }.values.first
  }

  /// Frames that a display has got by a flip.
  func flips(_ connector: String) throws -> UInt64 {
    try #require(backend.status[connector]).counters.flips
  }

  /// Since the clock began.
  var milliseconds: UInt64 { backend.simulatedClock.now.nanoseconds / 1_000_000 }

  /// Plugs in a display of 640x480 and shows the tree there; returns the token for later trees.
  func light(
    _ tree: LayerTree, on connector: String = "HDMI-A-1", hertz: UInt32 = 60
  ) throws -> (screen: ScreenID, token: CommitToken, geometry: OutputGeometry) {
    try perform(.plug(connector, .synthesized(try #require(SynthesizedDisplay(modeName: "640x480@60")))))
    let lit = try relight(try #require(backend.status[connector]).screen, tree, on: connector, hertz: hertz)
    _ = takeReports()
    return lit
  }

  /// Sets the mode, again if it is set already.
  func relight(
    _ screen: ScreenID, _ tree: LayerTree, on connector: String = "HDMI-A-1", hertz: UInt32 = 60
  ) throws -> (screen: ScreenID, token: CommitToken, geometry: OutputGeometry) {
    let mode = ScreenMode.named640x480(hertz: hertz)
    lastToken += 1
    let token = CommitToken(rawValue: lastToken)
    let geometry = OutputGeometry(mode: mode.size)
    send(.configure(screen, token, mode, geometry, tree))
    try #require(backend.status[connector]?.mode?.size == mode.size)
    return (screen, token, geometry)
  }
}

extension ScreenMode {
  /// DMT's 640x480 at so many hertz exactly, so that counts of frames are round.
  fileprivate static func named640x480(hertz: UInt32) -> ScreenMode {
    ScreenMode(
      clockKilohertz: 420 * hertz, horizontal: ModeTiming(display: 640, syncStart: 656, syncEnd: 752, total: 800),
      vertical: ModeTiming(display: 480, syncStart: 490, syncEnd: 492, total: 525))
  }
}
