import DisplayRig
import DisplayTypes
import EDID
import EventLoop
import SimulatedBackend
import Testing

@testable import Composition
@testable import Presentation

/// A simulated device with a clock that is stopped at 1 s, and its events.
final class SimulatedRig {
  let backend: SimulatedBackend
  var clock: SimulatedClock { backend.simulatedClock }
  private(set) var events: [BackendEvent] = []
  private let loop: EventLoop
  private var lastToken: UInt64 = 0

  static let millisecond: UInt64 = 1_000_000
  static let start = MonotonicTime(nanoseconds: 1_000_000_000)

  init(setup: SimulatedSetup = SimulatedSetup(), starts: Bool = true) throws {
    let simulated = try SimulatedLoop(setup: setup)
    (loop, backend) = (simulated.loop, simulated.backend)
    if starts { begin() }
  }

  func begin() {
    backend.start { [unowned self] in events.append($0) }
    advance(milliseconds: 0)
  }

  /// Executes a command, and its immediate consequences.
  @discardableResult
  func perform(_ command: SimulatedCommand) throws -> SimulatedStatus {
    let status = try backend.perform(command).get()
    advance(milliseconds: 0)
    return status
  }

  func plug(_ name: String, _ mode: String = "1920x1080@60") throws {
    try perform(.plug(name, .synthesized(try #require(SynthesizedDisplay(modeName: mode)))))
  }

  func advance(milliseconds: UInt64) {
    clock.advance(by: milliseconds * Self.millisecond)
  }

  /// Milliseconds since the start.
  var elapsed: UInt64 { clock.now.nanoseconds(since: Self.start) / Self.millisecond }

  /// The events since the last call.
  func takeEvents() -> [BackendEvent] {
    defer { events = [] }
    return events
  }

  /// Changes of screens since the last call, as `-HDMI-A-1`, `+`, or `~`; others are dropped.
  func takeChanges() -> [String] {
    takeEvents().flatMap { event in
      guard case .screens(let changes) = event else { return [String]() }
      return changes.map { change in
        switch change {
        case .disconnected(let id): "-\(names[id] ?? "?")"
        case .connected(let screen): "+\(note(screen))"
        case .changed(let screen): "~\(note(screen))"
        }
      }
    }
  }

  func takeFlips() -> [FlipCompletion] {
    takeEvents().compactMap { event in
      guard case .flipped(let flip) = event else { return nil }
      return flip
    }
  }

  func takeEndings() -> [(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)] {
    takeEvents().compactMap { event in
      guard case .finished(let id, let token, let result) = event else { return nil }
      return (id, token, result)
    }
  }

  /// The last reported snapshot of each screen.
  private(set) var screens: [String: ScreenSnapshot] = [:]
  private var names: [ScreenID: String] = [:]

  private func note(_ screen: ScreenSnapshot) -> String {
    screens[screen.name] = screen
    names[screen.id] = screen.name
    return screen.name
  }

  func status(_ name: String) throws -> SimulatedConnectorStatus {
    try #require(backend.status[name])
  }

  func token() -> CommitToken {
    lastToken += 1
    return CommitToken(rawValue: lastToken)
  }

  func mode(_ name: String) throws -> ScreenMode {
    let display = try #require(SynthesizedDisplay(modeName: name))
    return try #require(
      ScreenMode.standard(
        width: display.size.width, height: display.size.height, refreshMillihertz: display.refreshMillihertz))
  }

  /// A picture of one colour, with a square of another colour at `square`.
  static func frame(_ color: Color, size: PixelSize, square: (PixelRect, Color)? = nil) -> ResolvedFrame {
    let whole = PixelRect(size: size)
    let layers = square.map { rect, color in
      [
        ResolvedLayer(
          contents: .solid(color), destination: rect, clip: whole, contentsRect: .whole, sampling: .sharp, opacity: 255)
      ]
    }
    return ResolvedFrame(size: size, pictureArea: whole, background: color, layers: layers ?? [])
  }

  /// Asks for a mode, carrying a picture of one colour.
  @discardableResult
  func configure(
    _ name: String, _ mode: ScreenMode, color: Color = .black, buffers: Int = 2, capture: FrameCapture = .none,
    testOnly: Bool = false
  ) throws -> CommitToken {
    let token = token()
    let whole = DamageRegion(PixelRect(size: mode.size))
    try backend.commit(
      ScreenCommit(
        screen: status(name).screen, token: token, action: .configure(mode, bufferCount: buffers),
        frame: Self.frame(color, size: mode.size), frameDamage: whole, bufferDamage: whole, capture: capture),
      testOnly: testOnly)
    return token
  }

  /// Plugs, configures and forgets the events.
  func light(_ name: String, _ modeName: String = "640x480@60", color: Color = .black) throws {
    try plug(name, modeName)
    try configure(name, mode(modeName), color: color)
    advance(milliseconds: 0)
    _ = try #require(backend.status[name]?.mode)
    _ = takeEvents()
  }

  /// Flips to a buffer with a picture of one colour, or of two.
  @discardableResult
  func flip(
    _ name: String, to buffer: Int, color: Color, square: (PixelRect, Color)? = nil, damage: DamageRegion? = nil,
    bufferDamage: DamageRegion? = nil, capture: FrameCapture = .none, inPlace: Bool = false
  ) throws -> (token: CommitToken, receipt: CommitReceipt) {
    let status = try status(name)
    let size = try #require(status.mode).size
    let whole = DamageRegion(PixelRect(size: size))
    let token = token()
    let receipt = try backend.commit(
      ScreenCommit(
        screen: status.screen, token: token, action: inPlace ? .update(buffer: buffer) : .flip(buffer: buffer),
        frame: Self.frame(color, size: size, square: square), frameDamage: damage ?? whole,
        bufferDamage: bufferDamage ?? damage ?? whole, capture: capture), testOnly: false)
    return (token, receipt)
  }

  /// The colour of one pixel of the monitor; nil if it is dark.
  func color(_ name: String, x: Int = 0, y: Int = 0) throws -> Color? {
    guard let pixels = try backend.photograph(name)?.pixels else { return nil }
    let offset = (y * pixels.size.width + x) * 3
    try #require(offset + 2 < pixels.rgb.count)
    return Color(red: pixels.rgb[offset], green: pixels.rgb[offset + 1], blue: pixels.rgb[offset + 2])
  }
}
