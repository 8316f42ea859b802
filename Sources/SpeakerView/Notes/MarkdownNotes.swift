internal import CMark

/// Notes in a Markdown file.
///
/// A heading of the first level that begins with a number, as `# 3` or `# 3 Title`, begins the notes for the slide that the deck calls so.
/// A file without such a heading has the notes for slide after slide, with a line `---` between each.
enum MarkdownNotes {
  static func file(_ text: String, name: String) throws(NotesFileError) -> NotesFile {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let blocks = MarkdownBlocks.top(of: text)
    let headings = blocks.filter { $0.kind == .heading(1) && label(lines, $0) != nil }
    guard headings.isEmpty else {
      let starts = headings.map { (from: $0.firstLine, text: $0.lastLine + 1) }
      let sections = starts.indices.compactMap { index -> NotesSection? in
        guard let label = label(lines, headings[index]) else { return nil }
        let end = index + 1 < starts.count ? starts[index + 1].from : lines.count + 1
        return NotesSection(
          place: .label(label), text: joined(lines, from: starts[index].text, to: end), line: starts[index].from)
      }
      return NotesFile(name: name, sections: sections)
    }
    var sections: [NotesSection] = []
    var start = 1
    var number = 1
    for end in blocks.compactMap({ separator(lines, $0) }) + [lines.count + 1] {
      let text = joined(lines, from: start, to: end)
      // A line --- at the very beginning divides nothing.
      if !(text.isEmpty && end == 1) {
        if !text.isEmpty { sections.append(NotesSection(place: .slide(number), text: text, line: start)) }
        number += 1
      }
      start = end + 1
    }
    return NotesFile(name: name, sections: sections)
  }

  /// The number with which a heading begins.
  private static func label(_ lines: [String], _ block: MarkdownBlocks.Block) -> String? {
    guard lines.indices.contains(block.firstLine - 1) else { return nil }
    let words = lines[block.firstLine - 1].drop { $0 == " " }.drop { $0 == "#" }
    let digits = words.drop { $0 == " " || $0 == "\t" }.prefix { ("0"..."9").contains($0) }
    let next = words.drop { $0 == " " || $0 == "\t" }.dropFirst(digits.count).first
    guard (1...6).contains(digits.count), next.map({ " \t:.#".contains($0) }) ?? true else { return nil }
    return Int(digits).map(String.init)
  }

  /// The line that divides; a line `---` directly below a text makes a heading of it in Markdown, and is meant to divide just so.
  private static func separator(_ lines: [String], _ block: MarkdownBlocks.Block) -> Int? {
    switch block.kind {
    case .rule: block.firstLine
    case .heading(2) where !(lines.indices.contains(block.firstLine - 1) && lines[block.firstLine - 1].contains("##")):
      lines.indices.first { index in
        let line = lines[index].filter { !$0.isWhitespace }
        return index >= block.firstLine && !line.isEmpty && line.allSatisfy { $0 == "-" }
      }.map { $0 + 1 }
    case .heading, .other: nil
    }
  }

  private static func joined(_ lines: [String], from start: Int, to end: Int) -> String {
    guard start < end, lines.indices.contains(start - 1), end - 1 <= lines.count else { return "" }
    var part = lines[(start - 1)..<(end - 1)]
    while part.first?.allSatisfy(\.isWhitespace) == true { part.removeFirst() }
    while part.last?.allSatisfy(\.isWhitespace) == true { part.removeLast() }
    return part.joined(separator: "\n")
  }
}

/// The outermost blocks of a Markdown text and their lines, from 1 (cmark_parse_document).
enum MarkdownBlocks {
  enum Kind: Hashable {
    case heading(Int)
    case rule
    case other
  }

  struct Block: Hashable {
    var kind: Kind
    var firstLine: Int
    var lastLine: Int
  }

  static func top(of text: String) -> [Block] {
    guard let document = unsafe cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else { return [] }
    defer { unsafe cmark_node_free(document) }
    var blocks: [Block] = []
    var node = unsafe cmark_node_first_child(document)
    while let block = unsafe node {
      let kind: Kind =
        switch unsafe cmark_node_get_type(block) {
        case CMARK_NODE_HEADING: unsafe .heading(Int(cmark_node_get_heading_level(block)))
        case CMARK_NODE_THEMATIC_BREAK: .rule
        default: .other
        }
      blocks.append(
        unsafe Block(
          kind: kind, firstLine: Int(cmark_node_get_start_line(block)), lastLine: Int(cmark_node_get_end_line(block))))
      unsafe node = cmark_node_next(block)
    }
    return blocks
  }
}
