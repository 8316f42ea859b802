import CYAML
internal import ContentModel

/// Owns a libyaml parser over a copy of a file's bytes (`yaml_parser_initialize`, `yaml_parser_parse`, `yaml_parser_delete`).
@safe struct YAMLEventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let errors: ErrorList

  /// Throws if libyaml gets no memory.
  init(_ input: [UInt8], errors: ErrorList) throws(ConfigurationError) {
    unsafe parser = .allocate(capacity: 1)
    // The parser keeps a pointer to its input, so the copy must stay in its place.
    unsafe bytes = .allocate(capacity: max(1, input.count))
    _ = unsafe bytes.initialize(from: input)
    self.errors = errors
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.initialize(to: yaml_parser_t())
      throw errors.error(.start, "", "there is not enough memory to read the file")
    }
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// Returns the next event. Throws an error of the YAML with its place.
  mutating func next() throws(ConfigurationError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    var tag: String?
    let kind: YAMLEvent.Kind
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_ALIAS_EVENT: kind = .alias(unsafe Self.text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let buffer = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      kind = .scalar(unsafe String(decoding: buffer, as: UTF8.self), isPlain: isPlain)
      tag = unsafe Self.text(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      tag = unsafe Self.text(event.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      tag = unsafe Self.text(event.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    default: kind = .other
    }
    return YAMLEvent(kind: kind, mark: Self.mark(unsafe event.start_mark), tag: tag)
  }

  private static func mark(_ mark: yaml_mark_t) -> ValueMark {
    ValueMark(line: Int(clamping: mark.line) &+ 1, column: Int(clamping: mark.column) &+ 1)
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  private func failure() -> ConfigurationError {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) } ?? ""
    switch unsafe parser.pointee.error {
    case YAML_MEMORY_ERROR:
      return errors.error(.start, "", "there is not enough memory to read the file")
    case YAML_READER_ERROR:
      let mark = place(ofByte: unsafe parser.pointee.problem_offset)
      return problem == "control characters are not allowed"
        ? errors.error(mark, "", "not readable text: a control character is here", hint: "remove it")
        : errors.error(mark, "", "not readable text: a byte is not UTF-8", hint: "save the file as UTF-8")
    default:
      let failure = YAMLExplanation.Failure(
        problem: problem, mark: Self.mark(unsafe parser.pointee.problem_mark), context: context,
        contextMark: Self.mark(unsafe parser.pointee.context_mark))
      let mistake = YAMLExplanation(failure, in: unsafe Array(bytes)).mistake
      return errors.error(
        mistake.mark, "", "not valid YAML: \(mistake.problem)", expected: mistake.expected, hint: mistake.hint)
    }
  }

  /// libyaml's reader counts bytes, not lines.
  private func place(ofByte offset: Int) -> ValueMark {
    var mark = ValueMark.start
    for byte in unsafe Array(bytes.prefix(max(0, offset))) {
      if byte == UInt8(ascii: "\n") {
        mark = ValueMark(line: mark.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        mark.column += 1
      }
    }
    return mark
  }
}

/// An event of libyaml's parser.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case streamEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    /// The start of the stream, or the end of a document.
    case other
  }

  let kind: Kind
  let mark: ValueMark
  /// As `tag:yaml.org,2002:str`; nil without one.
  let tag: String?
}
