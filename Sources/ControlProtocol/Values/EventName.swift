/// The name of an event; open, so that a client outlives a new one.
public struct EventName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name in the message.
  public var rawValue: String

  /// Takes the name in the message.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name in the message.
  public var description: String { rawValue }

  /// The full state: the first event of a stream that does not resume.
  public static let snapshot = EventName(rawValue: "snapshot")
  /// The first event of a stream that resumes an earlier one: nothing was missed.
  public static let resumed = EventName(rawValue: "resumed")
  /// A display was plugged in.
  public static let screenDidConnect = EventName(rawValue: "screenDidConnect")
  /// A display was unplugged.
  public static let screenDidDisconnect = EventName(rawValue: "screenDidDisconnect")
  /// No external display is connected, and scenes continue with the modes of the last one.
  public static let standInDidBegin = EventName(rawValue: "standInDidBegin")
  /// Such scenes continue with a display, or have ended.
  public static let standInDidEnd = EventName(rawValue: "standInDidEnd")
  /// The list of a screen's modes changed.
  public static let screenModesDidChange = EventName(rawValue: "screenModesDidChange")
  /// A screen's current mode changed.
  public static let screenModeDidChange = EventName(rawValue: "screenModeDidChange")
  /// A scene was connected to a screen.
  public static let sceneWillConnect = EventName(rawValue: "sceneWillConnect")
  /// A screen shows a scene from now on.
  public static let sceneWillEnterForeground = EventName(rawValue: "sceneWillEnterForeground")
  /// A scene is visible: nothing covers it any more.
  public static let sceneDidBecomeActive = EventName(rawValue: "sceneDidBecomeActive")
  /// A scene's screen is blank or frozen from now on, or shows something else.
  public static let sceneWillResignActive = EventName(rawValue: "sceneWillResignActive")
  /// A scene's screen shows something else, or nothing; the scene stays connected.
  public static let sceneDidEnterBackground = EventName(rawValue: "sceneDidEnterBackground")
  /// A scene's first frame since it came to the foreground, or since a mode was set, is on the screen.
  public static let sceneDidPresent = EventName(rawValue: "sceneDidPresent")
  /// A scene's screen, mode, scale, orientation or insets changed.
  public static let sceneDidUpdate = EventName(rawValue: "sceneDidUpdate")
  /// A scene was taken from its screen.
  public static let sceneDidDisconnect = EventName(rawValue: "sceneDidDisconnect")
  /// An app was asked again for the configuration of a session; the reason says why.
  public static let sessionWasAskedAgain = EventName(rawValue: "sessionWasAskedAgain")
  /// A session was destroyed, or forgotten because its display was not connected for a year.
  public static let sessionDidDiscard = EventName(rawValue: "sessionDidDiscard")
  /// An app became the foreground app of a screen.
  public static let appDidBecomeForeground = EventName(rawValue: "appDidBecomeForeground")
  /// A controller owns input for an app from now on, or none does: the reason is `owned` or `released`.
  public static let inputOwnerDidChange = EventName(rawValue: "inputOwnerDidChange")
  /// The application scenes of an app are on another screen, or there is none for them.
  public static let applicationsDidMove = EventName(rawValue: "applicationsDidMove")
  /// An app registered, or returned under its name.
  public static let appDidRegister = EventName(rawValue: "appDidRegister")
  /// A registered app has ended; its sessions stay.
  public static let appDidUnregister = EventName(rawValue: "appDidUnregister")
  /// The connection of a registered app's controller has ended; the reason says what its screens show: keep, fallback or blank.
  public static let appDidLoseController = EventName(rawValue: "appDidLoseController")
  /// An app was asked about a session and did not answer in time.
  public static let appDidNotAnswer = EventName(rawValue: "appDidNotAnswer")
  /// A display was asked to change its power, as by HDMI-CEC; the reason has its answer.
  public static let displayDidTellPower = EventName(rawValue: "displayDidTellPower")
  /// A talk has begun; the reason is its deck's path.
  public static let talkDidBegin = EventName(rawValue: "talkDidBegin")
  /// The talk changed: the reason is the action, or `pages`, `trouble` or `notes`.
  public static let talkDidChange = EventName(rawValue: "talkDidChange")
  /// The talk has ended; the reason is its deck's path.
  public static let talkDidEnd = EventName(rawValue: "talkDidEnd")
}

extension EventName: Codable {}
