public import Composition
public import DisplayTypes

/// A commit of a backend for one screen.
///
/// Test and commit are the same value with a flag.
public struct ScreenCommit: Sendable {
  /// The kind of change.
  public enum Action: Sendable {
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

  /// Its screen.
  public var screen: ScreenID
  /// Names it in the events that follow.
  public var token: CommitToken
  /// The action.
  public var action: Action
  /// The whole picture.
  ///
  /// Not kept by the backend beyond the call.
  public var frame: ResolvedFrame
  /// The difference between `frame` and the last frame whose commit was not refused.
  public var frameDamage: DamageRegion
  /// The difference between the buffer and `frame`: all changes since it was last written, including `frameDamage`.
  public var bufferDamage: DamageRegion
  /// Whether the picture is returned.
  public var capture: FrameCapture

  /// Makes a commit.
  public init(
    screen: ScreenID, token: CommitToken, action: Action, frame: ResolvedFrame = ResolvedFrame(),
    frameDamage: DamageRegion = DamageRegion(), bufferDamage: DamageRegion = DamageRegion(),
    capture: FrameCapture = .none
  ) {
    self.screen = screen
    self.token = token
    self.action = action
    self.frame = frame
    self.frameDamage = frameDamage
    self.bufferDamage = bufferDamage
    self.capture = capture
  }
}

/// Identifies a commit, to distinguish its end from that of an older one on the same screen.
///
/// Assigned in rising order.
public struct CommitToken: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number that the kernel hands back with the flip.
  public var rawValue: UInt64

  /// Makes a token of its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether the left one was given out first.
  public static func < (left: CommitToken, right: CommitToken) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The immediate result of `DisplayBackend.commit`.
public struct CommitReceipt: Sendable {
  /// When an update in place was done; nil for everything that ends later.
  public var presented: MonotonicTime?
  /// The requested data of a flip's or an update's frame.
  public var captured: CapturedFrame?

  /// Makes a receipt.
  public init(presented: MonotonicTime? = nil, captured: CapturedFrame? = nil) {
    self.presented = presented
    self.captured = captured
  }
}

/// How a test, a modeset or a turn-off ended well.
public struct CommitOutcome: Hashable, Sendable {
  /// The capabilities of the output in its new mode.
  public var capabilities: OutputCapabilities
  /// The time of the call to the kernel (or its simulation).
  public var started: MonotonicTime
  /// When it answered.
  public var ended: MonotonicTime
  /// Whether a real modeset was necessary; not if the screen had this mode already when the daemon took it over.
  public var wasModeset: Bool
  /// Whether a test found the screen in this mode already: from an earlier process, a boot splash or a console.
  public var showsMode: Bool
  /// The shown picture, if the commit asked for it.
  public var captured: CapturedFrame?

  /// Makes an outcome.
  public init(
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
