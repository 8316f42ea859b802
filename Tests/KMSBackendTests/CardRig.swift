import DisplayTypes
import EventLoop
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend
@testable import KernelModeSetting
@testable import Presentation

/// A backend on a recorded card with two screens, its loop, and its events.
final class CardRig {
  let kernel: RecordingDRM
  let backend: KMSBackend
  private let loop: EventLoop
  private let file: WakeEvent
  private var screens: [String: ScreenID] = [:]
  private(set) var notices: [BackendNotice] = []
  /// The number of screens that were disconnected.
  private(set) var gone = 0
  private var connected = 0
  private var changed: [ScreenSnapshot] = []
  private var endings: [CommitToken: Result<CommitOutcome, DisplayError>] = [:]
  private var lastToken = CommitToken(rawValue: 0)

  init(_ kernel: RecordingDRM = TwoScreenCard.kernel(), forcesLegacy: Bool = false) throws {
    self.kernel = kernel
    let file = try WakeEvent()
    kernel.with { $0.descriptor = file.descriptor }
    self.file = file
    loop = try EventLoop()
    backend = KMSBackend(loop: loop, options: KMSBackendOptions(forcesLegacy: forcesLegacy))
    try backend.start(with: kernel.card()) { [unowned self] in note($0) }
    turn(until: { screens.count == 2 })
    notices = []
  }

  private func note(_ event: BackendEvent) {
    switch event {
    case .screens(let changes):
      for change in changes {
        switch change {
        case .connected(let snapshot):
          screens[snapshot.name] = snapshot.id
          connected += 1
        case .disconnected: gone += 1
        case .changed(let snapshot): changed.append(snapshot)
        }
      }
    case .finished(_, let token, let result): endings[token] = result
    case .notice(let notice): notices.append(notice)
    case .flipped: break
    }
  }

  /// The error of a commit, also if the card is lost before the commit ends; nil if the commit succeeds.
  func failure(of action: ScreenCommit.Action, on name: String = "HDMI-A-1", testOnly: Bool = false) throws
    -> DisplayError?
  {
    try commit(action, on: name, testOnly: testOnly)
    turn(until: { isLost || endings[lastToken] != nil })
    guard let result = endings[lastToken] else {
      return DisplayError(code: .deviceLost, operation: "commit", device: "the card")
    }
    return result.failure
  }

  /// The error of a flip; nil if the kernel has accepted it.
  func flip() throws -> DisplayError? {
    do {
      try commit(.flip(buffer: 1))
      return nil
    } catch let error as DisplayError {
      return error
    }
  }

  @discardableResult
  func commit(
    _ action: ScreenCommit.Action, on name: String = "HDMI-A-1", pointer: PointerOverlay? = nil, testOnly: Bool = false
  ) throws -> CommitReceipt {
    lastToken.rawValue += 1
    let screen = try #require(screens[name])
    return try backend.commit(
      ScreenCommit(
        screen: screen, token: lastToken, action: action, frame: TwoScreenCard.picture.frame, pointer: pointer),
      testOnly: testOnly)
  }

  /// The outcome of a modeset or of turning a screen off.
  @discardableResult
  func finish(_ action: ScreenCommit.Action) throws -> CommitOutcome {
    try commit(action)
    turn(until: { endings[lastToken] != nil })
    return try #require(try endings[lastToken]?.get())
  }

  var isLost: Bool { losses > 0 }

  /// The number of notices that the card is lost.
  var losses: Int { notices.count { if case .lost = $0 { true } else { false } } }

  func count(of call: String) -> Int { kernel.log.count { $0 == call || $0.hasPrefix("\(call) ") } }

  func fail(_ call: String, _ errno: Errno?) { kernel.with { $0.failures[call] = errno } }

  /// Makes the card's descriptor readable.
  func signal() { file.signal() }

  /// Plugs a display in or pulls it, and waits until that is known.
  func setPlugged(_ connector: UInt32, _ isPlugged: Bool) {
    kernel.with { $0.connectors[connector]?.connection = isPlugged ? 1 : 2 }
    let before = connected + gone
    backend.probeConnectors()
    turn(until: { connected + gone > before })
  }

  /// Waits for the next change of a screen.
  func change() throws -> ScreenSnapshot {
    let deadline = MonotonicTime.now.advanced(by: 60_000_000_000)
    let alarm = loop.makeTimer {}
    alarm.arm(at: deadline)
    defer { alarm.disarm() }
    turn(until: { !changed.isEmpty || MonotonicTime.now >= deadline })
    return try #require(changed.isEmpty ? nil : changed.removeFirst(), "no screen has changed within 60 s")
  }

  /// The value that the last commit sets for a connector's CRTC; nil if it sets none.
  func crtc(of connector: UInt32) -> UInt64? {
    kernel.with { $0.commits.last }?.settings.first { $0.object == connector && $0.property.rawValue == 1 }?.value
  }

  /// Turns the loop as often as a loop that spins would, without waiting.
  func turn(_ times: Int = 300) { for _ in 0..<times { loop.turn(waiting: false) } }

  func turn(until isDone: () -> Bool) { while !isDone() { loop.turn(waiting: true) } }

  /// Stops the backend. Returns the number of kernel objects that are left.
  func end() -> Int {
    kernel.with { $0.failures = [:] }
    backend.stop()
    // The jobs of a lost card end by themselves, on its probe thread.
    if isLost { while living > 0 { loop.turn(waiting: false) } }
    return living
  }

  private var living: Int {
    kernel.with { $0.framebuffers.count + $0.blobs.count + $0.handles.count + $0.mappings.count }
  }
}
