package import Composition
package import DisplayTypes

/// A commit of a backend for one screen.
///
/// Test and commit are the same value with a flag.
public struct ScreenCommit: Sendable {
  package enum Action: Sendable {
    /// Sets a mode and shows the frame in it, in buffer 0 of `bufferCount` new ones. Inherited settings are reset. The reply is
    /// `BackendEvent.finished`; it may take long and blocks nothing.
    case configure(ScreenMode, bufferCount: Int)
    /// Shows the frame from another buffer at the next refresh. Answered by `BackendEvent.flipped`.
    case flip(buffer: Int)
    /// Changes the buffer on the screen, if `OutputCapabilities.updatesInPlace`. Done when `commit` returns.
    case update(buffer: Int)
    /// Turns the screen dark and releases its resources. The reply is `finished`.
    case turnOff
  }

  package var screen: ScreenID
  /// Names it in the events that follow.
  package var token: CommitToken
  package var action: Action
  /// The whole picture; the backend does not keep it beyond the call.
  package var frame = ResolvedFrame()
  /// The difference between `frame` and the last frame whose commit was not refused.
  package var frameDamage = DamageRegion()
  /// The difference between the buffer and `frame`: all changes since it was last written, including `frameDamage`.
  package var bufferDamage = DamageRegion()
  package var capture = FrameCapture.none
}

/// Identifies a commit, to distinguish its end from that of an older one on the same screen.
///
/// Assigned in rising order.
public struct CommitToken: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number that the kernel hands back with the flip.
  public var rawValue: UInt64

  /// Makes a token of its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether the left one was given out first.
  public static func < (left: CommitToken, right: CommitToken) -> Bool { left.rawValue < right.rawValue }
}

/// The immediate result of `DisplayBackend.commit`.
public struct CommitReceipt: Sendable {
  /// For an update in place.
  package var presented: MonotonicTime?
  package var captured: CapturedFrame?

  package init(presented: MonotonicTime? = nil, captured: CapturedFrame? = nil) {
    self.presented = presented
    self.captured = captured
  }
}

/// How a test, a modeset or a turn-off ended well.
public struct CommitOutcome: Hashable, Sendable {
  /// The capabilities of the output in its new mode.
  package var capabilities: OutputCapabilities
  package var started: MonotonicTime
  /// When the kernel, or its simulation, answered.
  package var ended: MonotonicTime
  /// False if the screen already had this mode when the daemon took it over.
  package var wasModeset: Bool
  /// A test found the screen in this mode already: from an earlier process, a boot splash or a console.
  package var showsMode: Bool
  package var captured: CapturedFrame?

  package init(
    capabilities: OutputCapabilities, started: MonotonicTime, ended: MonotonicTime, wasModeset: Bool,
    showsMode: Bool = false, captured: CapturedFrame? = nil
  ) {
    self.capabilities = capabilities
    self.started = started
    self.ended = ended
    self.wasModeset = wasModeset
    self.showsMode = showsMode
    self.captured = captured
  }
}
