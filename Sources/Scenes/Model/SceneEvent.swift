public import DisplayTypes
public import Presentation

/// Something that changed, in order, with its number and time.
public nonisolated struct SceneEvent: Sendable {
  /// What changed.
  ///
  /// Screens are named by their connector.
  public enum Kind: Sendable {
    case screenDidConnect(ScreenSnapshot)
    case screenDidDisconnect(name: String)
    /// No external display is connected: scenes live on with the modes of the last one.
    case standInDidBegin(name: String)
    /// They live on with a display, or have ended.
    case standInDidEnd(name: String)
    /// The list of modes, or the identity behind it, is another one.
    case screenModesDidChange(ScreenSnapshot)
    /// The mode in force is another one; nil where the screen went dark.
    case screenModeDidChange(name: String, mode: ScreenMode?)
    case sceneWillConnect(SceneLabel)
    case sceneWillEnterForeground(SceneLabel)
    case sceneDidBecomeActive(SceneLabel)
    case sceneWillResignActive(SceneLabel)
    case sceneDidEnterBackground(SceneLabel)
    /// The first frame of a scene since it came to the foreground, or since a mode was set, is on the screen.
    case sceneDidPresent(SceneLabel, FlipRecord)
    case sceneDidUpdate(SceneLabel)
    case sceneDidDisconnect(SceneLabel, DisconnectReason)
    /// An app was asked again which configuration a session gets, or, where it decides nothing, its manifest was.
    case sessionWasAskedAgain(SceneLabel, AskReason)
    /// A session is no more: it was destroyed, or its display was not seen for a year.
    case sessionDidDiscard(SceneLabel)
    case appDidBecomeForeground(app: String, screen: String?)
    /// A controller owns input for an app from now on, or none does.
    case inputOwnerDidChange(app: String, isOwned: Bool)
    /// The application scenes of an app are on another display; nil where there is none for them.
    case applicationsDidMove(app: String, screen: String?)
    /// An app registered, or returned under its name.
    case appDidRegister(app: String)
    /// A registered app is no more; its sessions stay.
    case appDidUnregister(app: String)
    /// The controller of a registered app has gone.
    case appDidLoseController(app: String, ControllerLoss)
    /// An app was asked about a session and took too long: that gets the manifest's default.
    case appDidNotAnswer(SceneLabel)
    /// Content could not be shown; the last picture stays.
    case contentDidFail(SceneLabel, message: String)
    case talk(TalkKind)
    /// A display has told of its own power, or has not; a sentence.
    case displayDidTellPower(screen: String, message: String)
    /// A screen or device is in trouble, or has come out of it.
    case trouble(screen: String?, message: String)
  }

  /// What became of a talk.
  public enum TalkKind: Hashable, Sendable {
    /// One has begun, with this deck.
    case didBegin(deck: String)
    /// Something is another than it was: the name of what was done, or what it was.
    case didChange(String)
    /// It has ended.
    case didEnd(deck: String)
  }

  /// Counted from 1, without gaps.
  public var sequence: UInt64
  /// When it happened, on the monotonic clock.
  public var time: MonotonicTime
  /// What happened.
  public var kind: Kind
}

/// The names of a scene, as events carry them.
public nonisolated struct SceneLabel: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// The app's name.
  public var app: String
  /// What kind of scene it is.
  public var role: SceneRole
  /// The scene configuration's name.
  public var configuration: String
  /// The screen's name.
  public var screen: String

  init(session: String, app: String, role: SceneRole, configuration: String, screen: String) {
    self.session = session
    self.app = app
    self.role = role
    self.configuration = configuration
    self.screen = screen
  }
}
