public import DisplayTypes

/// The state that a daemon at rest reports.
public struct Observation: Sendable {
  /// A session, as it is listed.
  public struct Session: Hashable, Sendable {
    /// Its app.
    public var app: String
    /// Its display's serial number.
    public var serial: String
    /// The last connector of its scene.
    public var connector: String
    /// Its state's name.
    public var state: String
    /// The value in its user information.
    public var value: Int64?

    /// Makes one.
    public init(app: String, serial: String, connector: String, state: String, value: Int64?) {
      self.app = app
      self.serial = serial
      self.connector = connector
      self.state = state
      self.value = value
    }
  }

  /// A connected screen.
  public struct ObservedScreen: Hashable, Sendable {
    /// The rule that decided its picture.
    public var rule: String
    /// The serial number of its display.
    public var serial: String
    /// It has the second of its two lists of modes.
    public var hasOtherModes: Bool
    /// The colour on the monitor: the inner nil is a dark monitor, the outer nil an unread one.
    public var color: Color??

    /// Makes one.
    public init(rule: String, serial: String, hasOtherModes: Bool, color: Color?? = nil) {
      self.rule = rule
      self.serial = serial
      self.hasOtherModes = hasOtherModes
      self.color = color
    }
  }

  /// By connector.
  public var screens: [String: ObservedScreen]
  /// By identifier.
  public var sessions: [String: Session]

  /// Makes one.
  public init(screens: [String: ObservedScreen], sessions: [String: Session]) {
    self.screens = screens
    self.sessions = sessions
  }
}
