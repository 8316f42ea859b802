internal import CMark

/// Markdown as blocks of text (CommonMark, by cmark). Line breaks stay, because speakers write one cue per line. HTML appears unchanged,
/// and pictures appear as their alternative texts.
struct MarkdownText {
  private(set) var blocks: [NoteBlock] = []
  private var isTight = false

  init(_ text: String) {
    guard let document = unsafe cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8)
    else { return }
    defer { unsafe cmark_node_free(document) }
    unsafe addChildren(of: document, indent: 0, mark: "", depth: 0)
  }

  /// Returns the Markdown source that shows exactly this text.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isASCII, character.isPunctuation || character.isSymbol { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private mutating func addChildren(of parent: OpaquePointer, indent: Int, mark: String, depth: Int) {
    // cmark accepts any depth. No readable notes are nested deeper than this.
    guard depth < 12 else { return }
    var mark = mark
    var number = unsafe Int(cmark_node_get_list_start(parent))
    var node = unsafe cmark_node_first_child(parent)
    while let block = unsafe node {
      unsafe add(block, of: parent, indent: indent, mark: mark, number: number, depth: depth)
      number += 1
      mark = String(repeating: " ", count: mark.count)
      unsafe node = cmark_node_next(block)
    }
  }

  private mutating func add(
    _ block: OpaquePointer, of parent: OpaquePointer, indent: Int, mark: String, number: Int, depth: Int
  ) {
    switch unsafe cmark_node_get_type(block) {
    case CMARK_NODE_PARAGRAPH: unsafe append(mark, indent, spans(of: block, []))
    case CMARK_NODE_HEADING: unsafe append(mark, indent, spans(of: block, .bold), isHeading: true)
    case CMARK_NODE_LIST:
      let wasTight = isTight
      let first = blocks.count
      isTight = unsafe cmark_node_get_list_tight(block) != 0
      unsafe addChildren(of: block, indent: indent, mark: mark, depth: depth + 1)
      if !wasTight, first > 0, blocks.indices.contains(first) { blocks[first].isApart = true }
      isTight = wasTight
    case CMARK_NODE_ITEM:
      let isOrdered = unsafe cmark_node_get_list_type(parent) == CMARK_ORDERED_LIST
      let own = isOrdered ? "\(number). " : "• "
      let lead = String(repeating: " ", count: mark.count)
      unsafe addChildren(of: block, indent: indent + own.count, mark: lead + own, depth: depth + 1)
    case CMARK_NODE_BLOCK_QUOTE:
      unsafe addChildren(of: block, indent: indent + 2, mark: "│ ", depth: depth + 1)
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
      var text = unsafe Self.literal(block)
      if text.hasSuffix("\n") { text.removeLast() }
      append(mark, indent, [NoteSpan(text: text, style: .code)])
    case CMARK_NODE_THEMATIC_BREAK: append("", indent, [], isRule: true)
    default: break
    }
  }

  private mutating func append(
    _ mark: String, _ indent: Int, _ spans: [NoteSpan], isHeading: Bool = false, isRule: Bool = false
  ) {
    blocks.append(
      NoteBlock(
        mark: mark, indent: indent, spans: spans, isApart: !blocks.isEmpty && !isTight, isHeading: isHeading,
        isRule: isRule))
  }

  private func spans(of parent: OpaquePointer, _ style: NoteSpan.Style, depth: Int = 0) -> [NoteSpan] {
    guard depth < 12 else { return [] }
    var spans: [NoteSpan] = []
    var node = unsafe cmark_node_first_child(parent)
    while let inline = unsafe node {
      switch unsafe cmark_node_get_type(inline) {
      case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE:
        unsafe spans.append(NoteSpan(text: Self.literal(inline), style: style))
      case CMARK_NODE_CODE: unsafe spans.append(NoteSpan(text: Self.literal(inline), style: style.union(.code)))
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: spans.append(NoteSpan(text: "\n", style: style))
      case CMARK_NODE_EMPH: unsafe spans += self.spans(of: inline, style.union(.italic), depth: depth + 1)
      case CMARK_NODE_STRONG: unsafe spans += self.spans(of: inline, style.union(.bold), depth: depth + 1)
      default: unsafe spans += self.spans(of: inline, style, depth: depth + 1)
      }
      unsafe node = cmark_node_next(inline)
    }
    return spans
  }

  private static func literal(_ node: OpaquePointer) -> String {
    guard let text = unsafe cmark_node_get_literal(node) else { return "" }
    return unsafe String(cString: text)
  }
}

/// A paragraph, heading, list item or code block in notes.
struct NoteBlock {
  /// The prefix of its first line, as `• `.
  var mark: String
  /// The indent of its lines in columns, including the mark.
  var indent: Int
  var spans: [NoteSpan]
  /// Whether an empty line precedes it.
  var isApart: Bool
  var isHeading: Bool
  /// Whether it is a thematic break.
  var isRule: Bool
}

/// A run of letters of notes in one style.
struct NoteSpan: Hashable {
  struct Style: OptionSet, Hashable {
    let rawValue: Int

    static let bold = Style(rawValue: 1)
    static let italic = Style(rawValue: 2)
    static let code = Style(rawValue: 4)
  }

  var text: String
  var style: Style = []
}
