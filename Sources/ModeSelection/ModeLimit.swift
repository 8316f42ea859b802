public import DisplayTypes

/// The most that a mode may have.
///
/// What is nil has no limit.
public struct ModeLimit: Hashable, Sendable, CustomStringConvertible {
  /// Pixels in a line.
  public var width: Int?
  /// Lines.
  public var height: Int?
  /// Refreshes a second.
  public var refresh: WishedRefresh?

  /// Makes one from its parts.
  public init(width: Int? = nil, height: Int? = nil, refresh: WishedRefresh? = nil) {
    self.width = width
    self.height = height
    self.refresh = refresh
  }

  /// No limit.
  public static let none = ModeLimit()

  /// Whether nothing is limited.
  public var isNone: Bool { self == .none }

  /// Whether the mode stays within.
  ///
  /// A refresh that rounds to the limit does: `60` admits the 60.32 Hz of 800x600.
  public func admits(_ mode: ScreenMode) -> Bool {
    if let width, mode.size.width > width { return false }
    if let height, mode.size.height > height { return false }
    if let refresh, mode.refreshMillihertz > refresh.millihertz, refresh.distance(to: mode.refreshMillihertz) == nil {
      return false
    }
    return true
  }

  /// `<=1920x1080@60`, `<=60`; a side alone is written `<=1920 wide`.
  ///
  /// Empty without a limit.
  public var description: String {
    var parts: [String] = []
    let rate = refresh.map { "@\($0)" } ?? ""
    switch (width, height) {
    case (let width?, let height?): parts.append("<=\(width)x\(height)\(rate)")
    case (let width?, nil): parts.append("<=\(width) wide")
    case (nil, let height?): parts.append("<=\(height) high")
    case (nil, nil): break
    }
    if let refresh, width == nil || height == nil { parts.append("<=\(refresh)") }
    return parts.joined(separator: " ")
  }
}
