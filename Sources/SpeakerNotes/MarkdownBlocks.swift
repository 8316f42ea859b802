internal import CMark

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
