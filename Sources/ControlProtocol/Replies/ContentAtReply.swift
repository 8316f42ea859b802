/// Answers `ContentAt`.
public struct ContentAtReply: ControlReply, Hashable {
  /// The time that was asked for, in UTC.
  public var time: String
  /// What is shown: one, or one for each region of a layout; on a frozen screen what plays beneath.
  public var moments: [ContentMomentInfo]
  /// Why files and folders of the content cannot be shown at present.
  public var troubles: [String]
  /// Whether the machine's clock is known to be right; nil where no daemon was asked.
  public var clockRight: Bool?
  /// Why something else is seen than what was asked for, a sentence each.
  public var notes: [String]

  /// Makes one from its fields.
  public init(
    time: String, moments: [ContentMomentInfo], troubles: [String] = [], clockRight: Bool? = nil, notes: [String] = []
  ) {
    self.time = time
    self.moments = moments
    self.troubles = troubles
    self.clockRight = clockRight
    self.notes = notes
  }
}
