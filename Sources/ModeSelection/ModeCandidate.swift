public import DisplayTypes

/// A mode to try, and why.
public struct ModeCandidate: Hashable, Sendable {
  /// The full timing.
  public var mode: ScreenMode
  /// Its name among the screen's modes.
  public var name: String
  /// Who or what named it.
  public var source: ModeChoiceSource
  /// The wish as it was written; nil where nobody asked.
  public var wish: String?
  /// Why it stands here, as a plain sentence without a full stop.
  public var reason: String

  /// Makes one from its parts.
  public init(mode: ScreenMode, name: String, source: ModeChoiceSource, wish: String? = nil, reason: String) {
    self.mode = mode
    self.name = name
    self.source = source
    self.wish = wish
    self.reason = reason
  }
}
