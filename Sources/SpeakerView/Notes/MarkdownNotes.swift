internal import CMark

/// Notes in a Markdown file. A heading of the first level with a number, such as `# 3` or `# 3 Title`, begins the notes for the slide with
/// this label in the deck. With `(hidden)` at its end, as `# 3 (hidden)`, turns skip that slide. A file without such headings has the notes in the order of slides, with a line `---` between two slides.
enum MarkdownNotes {
  static func file(_ text: String, name: String) -> NotesFile {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let blocks = MarkdownBlock.blocks(of: text)
    let headings = blocks.compactMap { block in
      block.kind == .heading(1) ? label(lines, block).map { (block: block, label: $0) } : nil
    }
    guard headings.isEmpty else {
      let ends = headings.dropFirst().map(\.block.firstLine) + [lines.count + 1]
      let sections = zip(headings, ends).map { heading, end in
        NotesSection(
          place: .label(heading.label), text: joined(lines, from: heading.block.lastLine + 1, to: end),
          line: heading.block.firstLine, isHidden: isHidden(lines, heading.block))
      }
      return NotesFile(name: name, sections: sections)
    }
    var sections: [NotesSection] = []
    var start = 1
    var number = 1
    for end in blocks.compactMap({ separator(lines, $0) }) + [lines.count + 1] {
      let text = joined(lines, from: start, to: end)
      // A line --- at the beginning of the file is no separator.
      if !(text.isEmpty && end == 1) {
        if !text.isEmpty { sections.append(NotesSection(place: .slide(number), text: text, line: start)) }
        number += 1
      }
      start = end + 1
    }
    return NotesFile(name: name, sections: sections)
  }

  /// Whether a heading ends with `(hidden)`.
  private static func isHidden(_ lines: [String], _ block: MarkdownBlock) -> Bool {
    guard lines.indices.contains(block.firstLine - 1) else { return false }
    let words = lines[block.firstLine - 1].split(whereSeparator: \.isWhitespace)
    return words.last?.lowercased() == "(hidden)"
  }

  /// The number with which a heading begins.
  private static func label(_ lines: [String], _ block: MarkdownBlock) -> String? {
    guard lines.indices.contains(block.firstLine - 1) else { return nil }
    let heading = lines[block.firstLine - 1].drop { $0 == " " }.drop { $0 == "#" }
    let words = heading.drop { $0 == " " || $0 == "\t" }
    let digits = words.prefix { ("0"..."9").contains($0) }
    let next = words.dropFirst(digits.count).first
    guard (1...6).contains(digits.count), next.map({ " \t:.#".contains($0) }) ?? true else { return nil }
    return Int(digits).map(String.init)
  }

  /// The line that divides slides. In Markdown, a line `---` directly below a text turns the text into a heading. Here it is a separator
  /// too.
  private static func separator(_ lines: [String], _ block: MarkdownBlock) -> Int? {
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

/// An outermost block of a Markdown text, with its lines counted from 1.
private struct MarkdownBlock {
  enum Kind: Hashable {
    case heading(Int)
    case rule, other
  }

  var kind: Kind
  var firstLine: Int
  var lastLine: Int

  static func blocks(of text: String) -> [MarkdownBlock] {
    guard let document = unsafe cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else { return [] }
    defer { unsafe cmark_node_free(document) }
    var blocks: [MarkdownBlock] = []
    var node = unsafe cmark_node_first_child(document)
    while let block = unsafe node {
      let kind: Kind =
        switch unsafe cmark_node_get_type(block) {
        case CMARK_NODE_HEADING: unsafe .heading(Int(cmark_node_get_heading_level(block)))
        case CMARK_NODE_THEMATIC_BREAK: .rule
        default: .other
        }
      blocks.append(
        unsafe MarkdownBlock(
          kind: kind, firstLine: Int(cmark_node_get_start_line(block)), lastLine: Int(cmark_node_get_end_line(block))))
      unsafe node = cmark_node_next(block)
    }
    return blocks
  }
}
