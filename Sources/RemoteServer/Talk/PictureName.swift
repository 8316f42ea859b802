/// How pictures are called: `IDENTIFIER.GENERATION/PAGE/WIDTH`.
struct PictureName: Hashable, Sendable {
  /// The widths that there are, so that there are few pictures of a slide.
  static let widths = [320, 640, 960, 1280, 1920]

  let place: String
  let page: Int
  let width: Int
  let isNotes: Bool

  /// Where the pictures of a talk are.
  static func place(_ identifier: String, generation: Int) -> String {
    "\(identifier.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }).\(generation)"
  }

  /// Reads the end of a path; nil where it names none.
  init?(path: Substring, isNotes: Bool) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let page = Int(parts[1]), (1...100_000).contains(page), let width = Int(parts[2]),
      PictureName.widths.contains(width)
    else { return nil }
    place = String(parts[0])
    self.page = page
    self.width = width
    self.isNotes = isNotes
  }

  /// As tall as a slide of 5:4, the tallest that is usual, and within what the daemon draws.
  var height: Int { min(1200, width * 4 / 5) }
}
