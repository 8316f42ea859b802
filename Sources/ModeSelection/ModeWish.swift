public import DisplayTypes

/// A mode that somebody asks for, before it is known what the display has.
///
///     wish   = target { aspect | limit | "#" N }
///     target = "preferred"                        the mode that the display prefers
///            | "highest" [ "@" refresh ]          the most pixels, then the highest refresh
///            | WIDTH "x" HEIGHT [ "i" | "p" ] [ "@" refresh ]
///     aspect = W ":" H                            the picture's shape, as 4:3 or 16:9
///     limit  = ("<=" | "max ") ( WIDTH "x" HEIGHT [ "@" refresh ] | refresh )
///     refresh = hertz with up to three decimals; `60` takes 60.000, then 59.94; `60.00` takes 60.00 only
///
/// A wish of limits alone means the highest mode within them. Every name of `ModeNames` is a wish for exactly that mode, ` #2`
/// included. Interlaced modes are meant only by `i`.
public struct ModeWish: Hashable, Sendable, CustomStringConvertible {
  /// What is asked for.
  public enum Target: Hashable, Sendable {
    /// The mode that the display prefers.
    case preferred
    /// The most pixels.
    case highest
    /// Exactly so many pixels.
    case size(PixelSize, interlaced: Bool)
  }

  /// What is asked for.
  public var target: Target
  /// The refresh that is asked for; nil for any.
  public var refresh: WishedRefresh?
  /// The picture's shape that is asked for; nil for any.
  public var aspect: WishedAspect?
  /// Which of several modes of one name is meant, from 2 on, as in `1024x768@60 #2`.
  public var ordinal: Int?
  /// What the mode must not exceed.
  public var limit: ModeLimit

  /// Makes one from its parts.
  public init(
    _ target: Target, refresh: WishedRefresh? = nil, aspect: WishedAspect? = nil, ordinal: Int? = nil,
    limit: ModeLimit = .none
  ) {
    self.target = target
    self.refresh = refresh
    self.aspect = aspect
    self.ordinal = ordinal
    self.limit = limit
  }

  /// The display's preferred mode.
  public static let preferred = ModeWish(.preferred)
  /// The most pixels, then the highest refresh.
  public static let highest = ModeWish(.highest)

  /// Reads a wish; the error says what was expected.
  public init(_ text: String) throws(ModeWishError) {
    var parser = ModeWishParser(text)
    self = try parser.parse()
  }

  /// The canonical text, which `init(_:)` reads.
  public var description: String {
    var text =
      switch target {
      case .preferred: "preferred"
      case .highest: "highest"
      case .size(let size, let interlaced): "\(size.width)x\(size.height)\(interlaced ? "i" : "")"
      }
    if let refresh { text += "@\(refresh)" }
    if let aspect { text += " \(aspect)" }
    if let ordinal { text += " #\(ordinal)" }
    if !limit.isNone { text += " \(limit)" }
    return text
  }

  /// Whether a size is asked for, not only the best of what there is.
  public var namesSize: Bool {
    switch target {
    case .size: true
    case .preferred, .highest: false
    }
  }
}
