public import DisplayTypes

/// What is remembered of a display that was connected once.
public nonisolated struct DisplayRecord: Hashable, Sendable {
  public var identity: DisplayIdentity
  /// The connector on which it was last seen.
  public var connector: String
  /// The mode that it had there last.
  public var mode: ScreenMode?
  public var choices: RuntimeChoices
  /// Its EDID was read there once, so that a missing one is late, not absent.
  public var hadEDID: Bool

  public init(
    identity: DisplayIdentity, connector: String, mode: ScreenMode? = nil, choices: RuntimeChoices = RuntimeChoices(),
    hadEDID: Bool = false
  ) {
    self.identity = identity
    self.connector = connector
    self.mode = mode
    self.choices = choices
    self.hadEDID = hadEDID
  }
}
