/// A mode that was considered, in the order of trial.
public struct CandidateInfo: Codable, Hashable, Sendable {
  /// The mode's short name.
  public var mode: String
  /// Where the wish came from: `trialChoice`, `runtimeChoice`, `sceneWish`, `rule`, `history`, `preferred` or `fallback`.
  public var source: String
  /// The wish that it answers, as it was written; nil where there was none.
  public var wish: String?
  /// Why it stands here, as a sentence.
  public var reason: String

  /// Makes one from its fields.
  public init(mode: String, source: String, wish: String? = nil, reason: String) {
    self.mode = mode
    self.source = source
    self.wish = wish
    self.reason = reason
  }
}
