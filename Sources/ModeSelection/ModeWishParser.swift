import DisplayTypes

/// Reads the grammar that `ModeWish` describes, word by word.
struct ModeWishParser {
  private let text: String
  private var words: ArraySlice<Substring>

  init(_ text: String) {
    // A wish is short; what a whole file says in its place is not split into a million words.
    self.text = text.utf8.count > 200 ? String(text.prefix(60)) + "…" : text
    words = text.utf8.count > 200 ? [] : text.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
  }

  mutating func parse() throws(ModeWishError) -> ModeWish {
    guard let first = words.first else {
      throw failure(text.hasSuffix("…") ? "“\(text)” is too long for a mode" : "the mode is empty")
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
        else { throw failure("“\(word)” names no mode: a number from #2 stands once, behind a size") }
        wish.ordinal = number
      } else if word.contains(":") {
        guard let aspect = WishedAspect(word), wish.aspect == nil else {
          throw failure(wish.aspect == nil ? "“\(word)” is no picture aspect" : "two picture aspects in “\(text)”")
        }
        wish.aspect = aspect
      } else {
        throw failure("“\(word)” means nothing behind a mode")
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
        throw failure("“preferred” takes no refresh: write “highest@\(parts.last ?? "")” or a size")
      }
      return .preferred
    case "highest":
      return ModeWish(.highest, refresh: refresh)
    default:
      let interlaced = name.hasSuffix("i")
      let progressive = name.hasSuffix("p")
      guard let size = Self.size(interlaced || progressive ? name.dropLast() : name) else {
        throw failure("“\(name)” is no size")
      }
      return ModeWish(.size(size, interlaced: interlaced), refresh: refresh)
    }
  }

  private func addLimit(_ word: Substring?, to wish: inout ModeWish) throws(ModeWishError) {
    guard let word else { throw failure("the limit in “\(text)” has no value") }
    if word.contains("x") || word.contains("×") {
      let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      guard let size = Self.size(parts.first ?? "") else { throw failure("“\(word)” is no size") }
      guard wish.limit.width == nil else { throw failure("two limits of size in “\(text)”") }
      wish.limit.width = size.width
      wish.limit.height = size.height
      guard parts.count == 2 else { return }
      guard wish.limit.refresh == nil else { throw failure("two limits of refresh in “\(text)”") }
      wish.limit.refresh = try refresh(parts.last ?? "")
    } else {
      guard wish.limit.refresh == nil else { throw failure("two limits of refresh in “\(text)”") }
      wish.limit.refresh = try refresh(word)
    }
  }

  private func refresh(_ word: Substring) throws(ModeWishError) -> WishedRefresh {
    guard let refresh = WishedRefresh(word) else { throw failure("“\(word)” is no refresh in hertz") }
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
    ModeWishError(text: text, problem: problem)
  }
}
