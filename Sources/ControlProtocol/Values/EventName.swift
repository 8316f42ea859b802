/// The name of an event. It can be any text, so that a client also works with new events.
public struct EventName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name in the message.
  public var rawValue: String

  /// Takes the name in the message.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name in the message.
  public var description: String { rawValue }

  /// The full state. It is the first event of a stream that does not resume.
  public static let snapshot = EventName(rawValue: "snapshot")
  /// The first event of a stream that resumes an earlier one without missing events.
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
  /// A scene is visible, and no longer covered.
  public static let sceneDidBecomeActive = EventName(rawValue: "sceneDidBecomeActive")
  /// A scene's screen is blank or frozen from now on, or shows another content.
  public static let sceneWillResignActive = EventName(rawValue: "sceneWillResignActive")
  /// A scene's screen shows another content, or none. The scene stays connected.
  public static let sceneDidEnterBackground = EventName(rawValue: "sceneDidEnterBackground")
  /// A scene's first frame since it came to the foreground, or since a mode was set, is on the screen.
  public static let sceneDidPresent = EventName(rawValue: "sceneDidPresent")
  /// A scene's screen, mode, scale, orientation or insets changed.
  public static let sceneDidUpdate = EventName(rawValue: "sceneDidUpdate")
  /// A scene was disconnected from its screen.
  public static let sceneDidDisconnect = EventName(rawValue: "sceneDidDisconnect")
  /// The daemon asked an app again for the configuration of a session. The event has the reason.
  public static let sessionWasAskedAgain = EventName(rawValue: "sessionWasAskedAgain")
  /// A session was destroyed, or discarded because its display was not connected for a year.
  public static let sessionDidDiscard = EventName(rawValue: "sessionDidDiscard")
  /// An app became the foreground app of a screen.
  public static let appDidBecomeForeground = EventName(rawValue: "appDidBecomeForeground")
  /// A controller owns input for an app from now on, or no longer owns it. The reason is `owned` or `released`.
  public static let inputOwnerDidChange = EventName(rawValue: "inputOwnerDidChange")
  /// The application scenes of an app are on another screen, or there is no screen for them.
  public static let applicationsDidMove = EventName(rawValue: "applicationsDidMove")
  /// An app registered, or returned under its name.
  public static let appDidRegister = EventName(rawValue: "appDidRegister")
  /// A registered app has ended. Its sessions stay.
  public static let appDidUnregister = EventName(rawValue: "appDidUnregister")
  /// The connection of a registered app's controller has ended. The reason is the content of its screens: keep, fallback or blank.
  public static let appDidLoseController = EventName(rawValue: "appDidLoseController")
  /// An app did not answer a question about a session in time.
  public static let appDidNotAnswer = EventName(rawValue: "appDidNotAnswer")
  /// A display has replied to a request to change its power, for example over HDMI-CEC. The reason has its answer.
  public static let displayDidTellPower = EventName(rawValue: "displayDidTellPower")
  /// An alarm was raised. The reason is its name.
  public static let alarmDidRaise = EventName(rawValue: "alarmDidRaise")
  /// An alarm was cleared, or its time is over. The reason is its name.
  public static let alarmDidClear = EventName(rawValue: "alarmDidClear")
  /// Another configuration is in force. `Explain` has the settings of each screen.
  public static let configurationDidReload = EventName(rawValue: "configurationDidReload")
  /// A talk has begun. The reason is its deck's path.
  public static let talkDidBegin = EventName(rawValue: "talkDidBegin")
  /// The talk changed. The reason is the action, or `pages`, `trouble` or `notes`.
  public static let talkDidChange = EventName(rawValue: "talkDidChange")
  /// The talk has ended. The reason is its deck's path.
  public static let talkDidEnd = EventName(rawValue: "talkDidEnd")
}

extension EventName: Codable {}
