/// Answers `Explain`.
public struct ExplainReply: ControlReply, Hashable {
  /// How the screen came to its mode and its picture.
  public var record: DecisionRecord

  /// Makes one from its fields.
  public init(record: DecisionRecord) {
    self.record = record
  }
}
