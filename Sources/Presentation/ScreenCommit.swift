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
