/// How many colours a terminal is given.
public enum ColorDepth: Hashable, Sendable {
  /// None: bold, underlined and reversed letters say the same.
  case none
  /// The eight of its own palette.
  case palette

  /// What the environment says: none with `NO_COLOR` that is not empty (https://no-color.org), or on a terminal that has none.
  public init(environment: [String: String]) {
    let kind = environment["TERM"] ?? ""
    let isPlain = kind.isEmpty || kind == "dumb" || kind.hasPrefix("vt1") || kind.hasPrefix("vt2")
    self = isPlain || environment["NO_COLOR"]?.isEmpty == false ? .none : .palette
  }
}
