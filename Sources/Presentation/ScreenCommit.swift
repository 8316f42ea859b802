public import Composition
public import DisplayTypes

/// What a backend is asked to put on one screen.
///
/// Test and commit are the same value with a flag.
public struct ScreenCommit: Sendable {
  /// The kind of change.
  public enum Action: Sendable {
    /// Sets a mode and shows the frame in it, in buffer 0 of `bufferCount` new ones. Everything inherited is reset. Answered
    /// by `BackendEvent.finished`; may take long and blocks nobody.
    case configure(ScreenMode, bufferCount: Int)
    /// Shows the frame from another buffer at the next refresh. Answered by `BackendEvent.flipped`.
    case flip(buffer: Int)
    /// Changes the buffer that is on the screen, where `OutputCapabilities.updatesInPlace`. Done when `commit` returns.
    case update(buffer: Int)
    /// Turns the screen dark and gives up what it used. Answered by `finished`.
    case turnOff
  }

  /// The screen that it is for.
  public var screen: ScreenID
  /// Names it in the events that follow.
  public var token: CommitToken
  /// What is to be done.
  public var action: Action
  /// The whole picture.
  ///
  /// Not kept by the backend beyond the call.
  public var frame: ResolvedFrame
  /// Where `frame` differs from the last frame whose commit was not refused.
  public var frameDamage: DamageRegion
  /// Where the buffer differs from `frame`: what it missed since it was last written, `frameDamage` included.
  public var bufferDamage: DamageRegion
  /// Whether the picture is wanted back.
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

/// Names one commit, so that its end can be told from that of an older one on the same screen.
///
/// Given out in rising order.
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

/// What `DisplayBackend.commit` knows at once.
public struct CommitReceipt: Sendable {
  /// When an update in place was done; nil for everything that ends later.
  public var presented: MonotonicTime?
  /// What was to be read of a flip's or an update's frame.
  public var captured: CapturedFrame?

  /// Makes a receipt.
  public init(presented: MonotonicTime? = nil, captured: CapturedFrame? = nil) {
    self.presented = presented
    self.captured = captured
  }
}

/// How a test, a modeset or a turn-off ended well.
public struct CommitOutcome: Hashable, Sendable {
  /// What the output can do in its new mode.
  public var capabilities: OutputCapabilities
  /// When the kernel (or what stands for it) was asked.
  public var started: MonotonicTime
  /// When it answered.
  public var ended: MonotonicTime
  /// Whether a real modeset was needed; not where the screen showed this mode already when the daemon took it over.
  public var wasModeset: Bool
  /// Whether a test found the screen in this mode already: with what the daemon's life before, a boot splash or a console has left.
  public var showsMode: Bool
  /// The picture that is shown, where the commit asked for it.
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
