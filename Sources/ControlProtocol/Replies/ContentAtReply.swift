/// Answers `ContentAt`.
public struct ContentAtReply: ControlReply, Hashable {
  /// The time that was asked for, in UTC.
  public var time: String
  /// What is shown: one, or one for each region of a layout.
  public var moments: [ContentMomentInfo]

  /// Makes one from its fields.
  public init(time: String, moments: [ContentMomentInfo]) {
    self.time = time
    self.moments = moments
  }
}
