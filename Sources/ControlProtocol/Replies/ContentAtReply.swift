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

  /// Reads one; what an older daemon does not tell is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      time: try container.decode(String.self, forKey: .time),
      moments: try container.decode([ContentMomentInfo].self, forKey: .moments),
      troubles: try container.decodeIfPresent([String].self, forKey: .troubles) ?? [],
      clockRight: try container.decodeIfPresent(Bool.self, forKey: .clockRight),
      notes: try container.decodeIfPresent([String].self, forKey: .notes) ?? [])
  }
}
