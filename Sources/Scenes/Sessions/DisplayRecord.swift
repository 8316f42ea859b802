public import DisplayTypes

/// What is remembered of a display that was connected once.
public nonisolated struct DisplayRecord: Hashable, Sendable {
  /// Which display it is.
  public var identity: DisplayIdentity
  /// The connector on which it was last seen.
  public var connector: String
  /// The mode that it had there last.
  public var mode: ScreenMode?
  /// What was chosen for it at run time.
  public var choices: RuntimeChoices
  /// Its EDID was read there once, so that a missing one is late, not absent.
  public var hadEDID: Bool
  /// The day on which it was last seen, counted from 1970-01-01 in UTC; nil where the clock has never been right.
  public var lastSeenDay: Int?

  /// Makes a record.
  public init(
    identity: DisplayIdentity, connector: String, mode: ScreenMode? = nil, choices: RuntimeChoices = RuntimeChoices(),
    hadEDID: Bool = false, lastSeenDay: Int? = nil
  ) {
    self.identity = identity
    self.connector = connector
    self.mode = mode
    self.choices = choices
    self.hadEDID = hadEDID
    self.lastSeenDay = lastSeenDay
  }
}
