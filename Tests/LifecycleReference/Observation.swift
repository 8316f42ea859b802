public import DisplayTypes

/// What can be asked of a daemon at rest.
public struct Observation: Sendable {
  /// A session, as it is listed.
  public struct Session: Hashable, Sendable {
    /// Whose it is.
    public var app: String
    /// Its display's serial number.
    public var serial: String
    /// Where that was last.
    public var connector: String
    /// Its state's name.
    public var state: String
    /// What is kept with it.
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
    /// The rule by which it was decided what it shows.
    public var rule: String
    /// The serial number of its display.
    public var serial: String
    /// It has the second of its two lists of modes.
    public var hasOtherModes: Bool
    /// What the monitor shows, inwardly nil while it is dark; outwardly nil where nobody has looked.
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
