internal import CPoppler

/// A line of a page.
struct PageLine: Equatable {
  var text: String
  /// The size of most of its letters, in points.
  var fontSize: Double
}

/// Chooses the title of a page: the line in the largest letters, except lines that most pages share.
enum PageTitle {
  /// The maximum number of lines of a title.
  private static let mostLines = 3
  /// The ratio below which sizes count as equal, because programs round them.
  private static let sameSize = 0.04

  /// Returns the title; empty if there are no lines.
  ///
  /// - Parameter shared: lines of most pages, in the form of `key(_:)`.
  static func choose(from lines: [PageLine], without shared: Set<String>) -> String {
    let worded = lines.filter { line in line.text.unicodeScalars.contains { $0.properties.isAlphabetic } }
    let own = worded.filter { !shared.contains(key($0.text)) }
    // A page with only shared lines gets one of them.
    let candidates = own.isEmpty ? worded.isEmpty ? lines : worded : own
    guard let largest = candidates.map(\.fontSize).max(),
      let first = candidates.firstIndex(where: { isSame($0.fontSize, largest) })
    else { return "" }
    var title = candidates[first].text
    guard candidates.contains(where: { !isSame($0.fontSize, largest) }) else { return title }
    for line in candidates[(first + 1)...].prefix(mostLines - 1) {
      guard isSame(line.fontSize, largest) else { break }
      title += " " + line.text
    }
    return title
  }

  /// A line without its numbers, because numbers such as the page's differ between pages.
  static func key(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.numericType == nil }))
  }

  /// The lines that more than half of the pages have; none for fewer than three pages.
  static func shared(by pages: [[PageLine]]) -> Set<String> {
    guard pages.count >= 3 else { return [] }
    var counts: [String: Int] = [:]
    for page in pages {
      for key in Set(page.map { key($0.text) }) { counts[key, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value * 2 > pages.count }.keys)
  }

  private static func isSame(_ size: Double, _ largest: Double) -> Bool { size >= largest * (1 - sameSize) }
}

/// The outline of a PDF document as titles of its pages.
@safe enum PageOutline {
  private static let mostEntries = 5_000
  private static let mostLevels = 8

  /// The titles by page, from 1. Of several entries for one page it takes the innermost.
  ///
  /// - Parameters:
  ///   - document: the open document.
  ///   - line: makes one line of an entry's title.
  static func titles(of document: OpaquePointer, line: (String) -> String) -> [Int: String] {
    guard let first = unsafe poppler_index_iter_new(document) else { return [:] }
    defer { unsafe poppler_index_iter_free(first) }
    var found: [Int: (title: String, level: Int)] = [:]
    var entries = 0
    unsafe visit(first, of: document, level: 1, entries: &entries) { page, text, level in
      let title = line(text)
      guard !title.isEmpty, !isNumber(title, of: page), level > found[page]?.level ?? 0 else { return }
      found[page] = (title, level)
    }
    return found.mapValues(\.title)
  }

  private static func visit(
    _ iterator: OpaquePointer, of document: OpaquePointer, level: Int, entries: inout Int,
    _ body: (_ page: Int, _ title: String, _ level: Int) -> Void
  ) {
    repeat {
      entries += 1
      guard entries <= mostEntries else { return }
      if let action = unsafe poppler_index_iter_get_action(iterator) {
        if unsafe action.pointee.type == POPPLER_ACTION_GOTO_DEST,
          let title = unsafe action.pointee.goto_dest.title, let page = unsafe page(of: action, in: document)
        {
          unsafe body(page, String(cString: title), level)
        }
        unsafe poppler_action_free(action)
      }
      if level < mostLevels, let child = unsafe poppler_index_iter_get_child(iterator) {
        unsafe visit(child, of: document, level: level + 1, entries: &entries, body)
        unsafe poppler_index_iter_free(child)
      }
    } while unsafe poppler_index_iter_next(iterator) != 0
  }

  private static func page(of action: UnsafeMutablePointer<PopplerAction>, in document: OpaquePointer) -> Int? {
    guard let place = unsafe action.pointee.goto_dest.dest else { return nil }
    guard unsafe place.pointee.type == POPPLER_DEST_NAMED else { return unsafe Int(place.pointee.page_num) }
    guard let name = unsafe place.pointee.named_dest, let found = unsafe poppler_document_find_dest(document, name)
    else { return nil }
    defer { unsafe poppler_dest_free(found) }
    return unsafe Int(found.pointee.page_num)
  }

  /// Whether a title is only the number of its page, such as "Slide 3", which some programs write for each page.
  private static func isNumber(_ title: String, of page: Int) -> Bool {
    let words = title.split(separator: " ")
    return words.count <= 2 && words.last.map { $0 == "\(page)" } == true
  }
}
