/// A wished mode, before the modes of the display are known.
///
///     wish   = target { aspect | limit | "#" N }
///     target = "preferred"                        the mode that the display prefers
///            | "highest" [ "@" refresh ]          the most pixels, then the highest refresh
///            | WIDTH "x" HEIGHT [ "i" | "p" ] [ "@" refresh ]
///            | ( "720p" | "1080p" | "1080i" | "1440p" | "2160p" | "4k" ) [ [ "@" ] refresh ]
///     aspect = W ":" H                            the picture's shape, as 4:3 or 16:9
///     limit  = ("<=" | "max ") ( WIDTH "x" HEIGHT [ "@" refresh ] | refresh )
///     refresh = hertz with up to three decimals; `60` takes 60.000, then 59.94; `60.00` takes 60.00 only
///
/// A wish of limits alone means the highest mode within them.
///
/// Every name of `ModeNames` is a wish for exactly that mode, including ` #2`. Only `i` requests an interlaced mode.
public struct ModeWish: Hashable, Sendable, CustomStringConvertible {
  package enum Target: Hashable, Sendable {
    case preferred, highest
    case size(PixelSize, interlaced: Bool)
  }

  package var target: Target
  package var refresh: WishedRefresh?
  package var aspect: WishedAspect?
  /// The number among several modes of one name, starting at 2, as in `1024x768@60 #2`.
  package var ordinal: Int?
  package var limit: ModeLimit

  package init(
    _ target: Target, refresh: WishedRefresh? = nil, aspect: WishedAspect? = nil, ordinal: Int? = nil,
    limit: ModeLimit = .none
  ) {
    self.target = target
    self.refresh = refresh
    self.aspect = aspect
    self.ordinal = ordinal
    self.limit = limit
  }

  /// The mode that the display prefers.
  public static let preferred = ModeWish(.preferred)
  /// The most pixels, then the highest refresh.
  public static let highest = ModeWish(.highest)

  /// Reads a wish, such as `1920x1080@60`.
  public init(_ text: String) throws(ModeWishError) {
    var parser = ModeWishParser(text)
    self = try parser.parse()
  }

  /// The canonical text, which `init(_:)` can read.
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

  /// Whether the wish has a size, and not only the best mode.
  var namesSize: Bool { if case .size = target { true } else { false } }
}

/// A text that is not a `ModeWish`.
public struct ModeWishError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error, such as ""1920x" is no size".
  package var problem: String

  package static let expected =
    "WIDTHxHEIGHT, optionally with @HERTZ, as 1920x1080@59.94, 1920x1080i@60 or \"720x480@59.94 4:3\"; 720p, 1080p, 1440p, "
    + "2160p or 4k, optionally as 1080p60; preferred; highest; and limits after it, as \"highest <=1920x1080@60\" or \"preferred 16:9\""

  /// The error, and the expected form.
  public var description: String { "\(problem); expected \(Self.expected)" }
}

/// Reads the grammar of `ModeWish`, word by word.
struct ModeWishParser {
  private let text: String
  private var words: ArraySlice<Substring>

  init(_ text: String) {
    // A wish is short. Do not split a whole file that stands in its place into a million words.
    self.text = text.utf8.count > 200 ? String(text.prefix(60)) + "…" : text
    words = text.utf8.count > 200 ? [] : text.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
  }

  mutating func parse() throws(ModeWishError) -> ModeWish {
    guard let first = words.first else {
      throw failure(text.hasSuffix("…") ? "\"\(text)\" is too long for a mode" : "the mode is empty")
    }
    var wish = ModeWish.highest
    if !Self.beginsLimit(first) {
      words.removeFirst()
      wish = try target(String(first))
    }
    while let word = words.popFirst() {
      if word.hasPrefix("<=") {
        try addLimit(word.dropFirst(2).isEmpty ? words.popFirst() : word.dropFirst(2), to: &wish)
      } else if word.lowercased() == "max" {
        try addLimit(words.popFirst(), to: &wish)
      } else if word.hasPrefix("#") {
        guard wish.namesSize, wish.ordinal == nil, let number = DecimalDigits.value(of: word.dropFirst(), upTo: 9999),
          number >= 2
        else { throw failure("\"\(word)\" names no mode: a number from #2 is allowed once, after a size") }
        wish.ordinal = number
      } else if word.contains(":") {
        guard let aspect = WishedAspect(word), wish.aspect == nil else {
          throw failure(wish.aspect == nil ? "\"\(word)\" is no picture aspect" : "two picture aspects in \"\(text)\"")
        }
        wish.aspect = aspect
      } else {
        throw failure("\"\(word)\" is not allowed after a mode")
      }
    }
    return wish
  }

  private static func beginsLimit(_ word: Substring) -> Bool {
    word.hasPrefix("<=") || word.lowercased() == "max"
  }

  private func target(_ word: String) throws(ModeWishError) -> ModeWish {
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first ?? ""
    let refresh = try parts.count == 2 ? refresh(parts.last ?? "") : nil
    switch name.lowercased() {
    case "preferred":
      guard refresh == nil else {
        throw failure("\"preferred\" takes no refresh: write \"highest@\(parts.last ?? "")\" or a size")
      }
      return .preferred
    case "highest":
      return ModeWish(.highest, refresh: refresh)
    default:
      if let (format, rest) = VideoFormat.named(name) {
        guard rest.isEmpty || refresh == nil else { throw failure("two refreshes in \"\(text)\"") }
        let refresh = try rest.isEmpty ? refresh : self.refresh(rest)
        return ModeWish(.size(format.size, interlaced: format.isInterlaced), refresh: refresh)
      }
      let interlaced = name.hasSuffix("i")
      let progressive = name.hasSuffix("p")
      guard let size = Self.size(interlaced || progressive ? name.dropLast() : name) else {
        throw failure("\"\(name)\" is no size")
      }
      return ModeWish(.size(size, interlaced: interlaced), refresh: refresh)
    }
  }

  private func addLimit(_ word: Substring?, to wish: inout ModeWish) throws(ModeWishError) {
    guard let word else { throw failure("the limit in \"\(text)\" has no value") }
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let format = parts.first.flatMap { VideoFormat.named($0) }.flatMap { $0.rest.isEmpty ? $0.format : nil }
    if format != nil || word.contains("x") || word.contains("×") {
      guard let size = format?.size ?? Self.size(parts.first ?? "") else { throw failure("\"\(word)\" is no size") }
      guard wish.limit.width == nil else { throw failure("two limits of size in \"\(text)\"") }
      wish.limit.width = size.width
      wish.limit.height = size.height
      guard parts.count == 2 else { return }
      guard wish.limit.refresh == nil else { throw failure("two limits of refresh in \"\(text)\"") }
      wish.limit.refresh = try refresh(parts.last ?? "")
    } else {
      guard wish.limit.refresh == nil else { throw failure("two limits of refresh in \"\(text)\"") }
      wish.limit.refresh = try refresh(word)
    }
  }

  private func refresh(_ word: Substring) throws(ModeWishError) -> WishedRefresh {
    guard let refresh = WishedRefresh(word) else { throw failure("\"\(word)\" is no refresh in hertz") }
    return refresh
  }

  /// Reads `1920x1080`; a mode of the kernel has at most 65535 pixels a side.
  private static func size(_ word: Substring) -> PixelSize? {
    let parts = word.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "X" || $0 == "×" })
    guard parts.count == 2, let width = DecimalDigits.value(of: parts.first ?? "", upTo: 65535),
      let height = DecimalDigits.value(of: parts.last ?? "", upTo: 65535), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private func failure(_ problem: String) -> ModeWishError {
    ModeWishError(problem: problem)
  }
}

/// A size under the name that televisions and shops use.
package struct VideoFormat: Sendable {
  let size: PixelSize
  var isInterlaced = false

  private static let all: [(name: String, format: VideoFormat)] = [
    ("720p", VideoFormat(size: PixelSize(width: 1280, height: 720))),
    ("1080p", VideoFormat(size: PixelSize(width: 1920, height: 1080))),
    ("1080i", VideoFormat(size: PixelSize(width: 1920, height: 1080), isInterlaced: true)),
    ("1440p", VideoFormat(size: PixelSize(width: 2560, height: 1440))),
    ("2160p", VideoFormat(size: PixelSize(width: 3840, height: 2160))),
    ("4k", VideoFormat(size: PixelSize(width: 3840, height: 2160))),
  ]

  /// The format at the beginning of a word in any case, and the rest of the word: a refresh, as in `1080p60`, or nothing.
  static func named(_ word: Substring) -> (format: VideoFormat, rest: Substring)? {
    let small = word.lowercased()
    guard let (name, format) = all.first(where: { small.hasPrefix($0.name) }) else { return nil }
    return (format, word.dropFirst(name.count))
  }

  /// `1920x1080@60` for `1080p60`, and `3840x2160` for `4k`; any other text stays as it is.
  package static func spelledOut(_ text: String) -> String {
    guard let (format, rest) = named(text[...]) else { return text }
    let refresh = rest.isEmpty || rest.hasPrefix("@") ? rest : "@\(rest)"
    return "\(format.size.width)x\(format.size.height)\(format.isInterlaced ? "i" : "")\(refresh)"
  }
}

/// A refresh rate as the user wrote it; the number of decimals decides how exact it is. `60` matches all rates that round to 60 Hz, nearest
/// first: 60.000, then 59.94 (1000/1001), but also the 60.32 Hz of 800x600. `59.94` matches only 59.94, and `60.00` does not match 59.94.
public struct WishedRefresh: Hashable, Sendable, CustomStringConvertible {
  /// The number of refreshes (fields if interlaced) in a thousand seconds.
  package var millihertz: Int
  /// The number of decimals in the text, 0 to 3.
  package var decimals: Int

  /// Makes a wish; both numbers are clamped to their valid range.
  package init(millihertz: Int, decimals: Int) {
    self.millihertz = min(max(0, millihertz), Self.maximumMillihertz)
    self.decimals = min(max(0, decimals), 3)
  }

  private static let maximumMillihertz = 9_999_999

  /// Parses `60`, `59.94` or `23.976`, with or without `Hz`; nil for anything else, and from 10 kHz.
  public init?(_ text: some StringProtocol) {
    var digits = text[...]
    if digits.lowercased().hasSuffix("hz") { digits = digits.dropLast(2) }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 2, let whole = parts.first,
      let hertz = DecimalDigits.value(of: whole, upTo: 9999)
    else { return nil }
    guard parts.count == 2, let fraction = parts.last else {
      self.init(millihertz: hertz * 1000, decimals: 0)
      return
    }
    guard fraction.utf8.count <= 3, let value = DecimalDigits.value(of: fraction, upTo: 999) else { return nil }
    let scale = [1000, 100, 10, 1][min(fraction.utf8.count, 3)]
    self.init(millihertz: hertz * 1000 + value * scale, decimals: fraction.utf8.count)
  }

  /// The distance of `refresh` from the wish in millihertz; nil if it does not match at all.
  package func distance(to refresh: Int) -> Int? {
    guard refresh >= 0, refresh <= 100_000_000 else { return nil }
    let distance = abs(refresh - millihertz)
    return distance <= [500, 50, 5, 1][min(max(0, decimals), 3)] ? distance : nil
  }

  /// The number as the user wrote it, without a unit.
  public var description: String {
    guard decimals > 0 else { return "\((millihertz + 500) / 1000)" }
    let fraction = "\(1000 + millihertz % 1000)".dropFirst().prefix(decimals)
    return "\(millihertz / 1000).\(fraction)"
  }
}

/// A wished shape of the picture, such as `16:9`.
public struct WishedAspect: Hashable, Sendable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  /// Parses two whole numbers from 1 to 999 with a colon between them; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last,
      let width = DecimalDigits.value(of: first, upTo: 999), let height = DecimalDigits.value(of: last, upTo: 999),
      width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
  }

  /// Whether the mode's picture has this shape, by its announced aspect, or otherwise by its pixels as squares. It may differ by 2.5 %:
  /// displays sold as 16:9 have 1366x768, and displays sold as 21:9 have 3440x1440.
  package func fits(_ mode: ScreenMode) -> Bool {
    abs(mode.pictureShape / (Double(width) / Double(height)) - 1) <= 0.025
  }

  /// The aspect as the user wrote it, such as `16:9`.
  public var description: String { "\(width):\(height)" }
}

/// Reads plain decimal numbers; `Int.init` would also take signs.
enum DecimalDigits {
  /// The number in `text`, which must have ASCII digits only; nil for anything else and above `limit`.
  static func value(of text: some StringProtocol, upTo limit: Int) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Int(text), value <= limit
    else { return nil }
    return value
  }
}
