/// What is shown of a content, and what of it cannot be.
public nonisolated struct ContentReport: Hashable, Sendable {
  /// What is shown: one, or one for each region of a layout; none before there is anything.
  public var moments: [ShownMoment]
  /// Why files and folders cannot be shown at present, a sentence each, in the order of their names; then why texts cannot.
  ///
  /// A file that is broken inside is known for that once it was its turn.
  public var troubles: [String]
  /// Why what was asked for is not what is seen; nil where it is.
  public var wait: String?

  /// Makes a report.
  public init(moments: [ShownMoment] = [], troubles: [String] = [], wait: String? = nil) {
    self.moments = moments
    self.troubles = troubles
    self.wait = wait
  }
}
