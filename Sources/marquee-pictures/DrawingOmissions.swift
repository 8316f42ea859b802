internal import CPictures
internal import CXML

/// The parts of a drawing that librsvg leaves out or replaces without an error: other files, and fonts that are not installed. A
/// compressed drawing is not examined.
struct DrawingOmissions {
  private static let mostNames = 100
  private static let drawing = "http://www.w3.org/2000/svg"
  private static let links = "http://www.w3.org/1999/xlink"
  /// The elements that draw the target of their `href`. A link of `a` draws nothing.
  private static let drawingElements: Set<String> = [
    "image", "feImage", "use", "linearGradient", "radialGradient", "pattern", "filter", "textPath", "tref",
  ]

  /// The references to other files, in the order of the drawing.
  private var files: [String] = []
  /// The lists of alternative font families.
  private var fonts: [[String]] = []
  private var hasText = false
  private var isInStyle = false

  init(_ bytes: [UInt8]) {
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let reader = unsafe xmlReaderForMemory(start, Int32(clamping: bytes.count), nil, nil, Int32(options)) else {
        return
      }
      defer { unsafe xmlFreeTextReader(reader) }
      while unsafe xmlTextReaderRead(reader) == 1 { unsafe read(reader) }
    }
  }

  /// The omissions as a sentence; nil if there are none.
  var warning: String? {
    let fonts = hasText ? missingFonts : []
    let sentences = [files.isEmpty ? nil : Self.sentence(about: files), fonts.isEmpty ? nil : Self.sentence(of: fonts)]
    let found = sentences.compactMap(\.self)
    return found.isEmpty ? nil : found.joined(separator: "; also, ")
  }

  private static func sentence(about files: [String]) -> String {
    let isOne = files.count == 1
    return
      "the drawing refers to \(list(files)), which Marquee does not load: \(isOne ? "it is" : "they are") missing on the "
      + "screen; embed \(isOne ? "it" : "them") in the SVG file (in Inkscape: Extensions > Images > Embed)"
  }

  private static func sentence(of fonts: [String]) -> String {
    let isOne = fonts.count == 1
    let substitute = FontFamily.substitute(for: fonts.first ?? "").map { "\($0) replaces" } ?? "another font replaces"
    return
      "the font\(isOne ? "" : "s") \(list(fonts)) \(isOne ? "is" : "are") not installed, so \(substitute) "
      + "\(isOne ? "it" : "them"); install \(isOne ? "it" : "them"), or convert the text to paths "
      + "(in Inkscape: Path > Object to Path)"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  private var missingFonts: [String] {
    var missing: [String] = []
    for alternatives in fonts {
      guard let first = alternatives.first, !missing.contains(first),
        !alternatives.contains(where: FontFamily.isInstalled)
      else { continue }
      missing.append(first)
    }
    return missing
  }

  private mutating func read(_ reader: xmlTextReaderPtr) {
    switch unsafe UInt32(clamping: xmlTextReaderNodeType(reader)) {
    case XML_READER_TYPE_ELEMENT.rawValue: unsafe readElement(reader)
    case XML_READER_TYPE_END_ELEMENT.rawValue: isInStyle = false
    case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
      if isInStyle, let text = unsafe Self.text(xmlTextReaderConstValue(reader)) { readSheet(text) }
    default: break
    }
  }

  private mutating func readElement(_ reader: xmlTextReaderPtr) {
    guard unsafe Self.text(xmlTextReaderConstNamespaceUri(reader)) == Self.drawing,
      let element = unsafe Self.text(xmlTextReaderConstLocalName(reader))
    else { return }
    isInStyle = unsafe element == "style" && xmlTextReaderIsEmptyElement(reader) == 0
    if element == "text" { hasText = true }
    while unsafe xmlTextReaderMoveToNextAttribute(reader) == 1 {
      guard let name = unsafe Self.text(xmlTextReaderConstLocalName(reader)),
        let value = unsafe Self.text(xmlTextReaderConstValue(reader))
      else { continue }
      let space = unsafe Self.text(xmlTextReaderConstNamespaceUri(reader))
      switch (name, space) {
      case ("href", nil), ("href", Self.links): if Self.drawingElements.contains(element) { add(reference: value) }
      case ("style", nil): readDeclarations(Array(value.utf8))
      case ("font-family", nil): add(families: Array(value.utf8))
      case (_, nil): addReferences(in: Array(value.utf8))
      default: break
      }
    }
  }

  /// Reads a style sheet without its rules for names and for fonts, which librsvg ignores.
  private mutating func readSheet(_ text: String) {
    var rest = ByteScanner(Array(text.utf8)).without(from: "/*", to: "*/")
    rest = ByteScanner(rest).without(from: "@namespace", to: ";")
    rest = ByteScanner(rest).without(from: "@font-face", to: "}")
    readDeclarations(rest)
  }

  private mutating func readDeclarations(_ style: [UInt8]) {
    addReferences(in: style)
    var scanner = ByteScanner(style)
    while scanner.skip(past: "font-family") {
      guard let value = scanner.upTo(";}") else { continue }
      // `font-family` may be the end of another word.
      let trimmed = ByteScanner.trimmed(value)
      if trimmed.first == UInt8(ascii: ":") { add(families: Array(trimmed.dropFirst())) }
    }
  }

  private mutating func addReferences(in value: [UInt8]) {
    var scanner = ByteScanner(value)
    while scanner.skip(past: "url(") {
      guard let target = scanner.upTo(")") else { return }
      add(reference: String(decoding: ByteScanner.unquoted(target), as: UTF8.self))
    }
  }

  private mutating func add(reference: String) {
    let lower = reference.lowercased()
    guard !reference.isEmpty, !reference.hasPrefix("#"), !lower.hasPrefix("data:"), files.count < Self.mostNames else {
      return
    }
    let file = reference.prefix { $0 != "#" }
    let isAddress = lower.hasPrefix("http:") || lower.hasPrefix("https:")
    let name = isAddress ? file : file.split { $0 == "/" || $0 == "\\" }.last ?? file
    let printable = Self.printable(name)
    if !files.contains(printable) { files.append(printable) }
  }

  private mutating func add(families value: [UInt8]) {
    let families = value.split(separator: UInt8(ascii: ",")).map {
      Self.printable(Substring(String(decoding: ByteScanner.unquoted(Array($0)), as: UTF8.self)))
    }.filter { !$0.isEmpty }
    if !families.isEmpty, !fonts.contains(families), fonts.count < Self.mostNames { fonts.append(families) }
  }

  private static func printable(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars.prefix(60)))
  }

  private static func text(_ value: UnsafePointer<xmlChar>?) -> String? {
    unsafe value.flatMap { unsafe String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
  }
}

/// The installed font families, by fontconfig.
enum FontFamily {
  /// The families of CSS and of Pango that each system has, and the values that name no family.
  private static let generic: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "mono", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
    "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "inherit", "initial", "unset",
    "-inkscape-font-specification",
  ]

  static func isInstalled(_ family: String) -> Bool {
    if generic.contains(family.lowercased()) { return true }
    guard let pattern = unsafe pattern(family) else { return true }
    defer { unsafe FcPatternDestroy(pattern) }
    guard let objects = unsafe FcObjectSetCreate() else { return true }
    defer { unsafe FcObjectSetDestroy(objects) }
    guard unsafe FcObjectSetAdd(objects, FC_FAMILY) != 0, let fonts = unsafe FcFontList(nil, pattern, objects) else {
      return true
    }
    defer { unsafe FcFontSetDestroy(fonts) }
    return unsafe fonts.pointee.nfont > 0
  }

  /// The family that replaces a missing one; nil if fontconfig finds none.
  static func substitute(for family: String) -> String? {
    guard let pattern = unsafe pattern(family) else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    _ = unsafe FcConfigSubstitute(nil, pattern, FcMatchPattern)
    unsafe FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = unsafe FcFontMatch(nil, pattern, &result) else { return nil }
    defer { unsafe FcPatternDestroy(match) }
    var name: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(match, FC_FAMILY, 0, &name) == FcResultMatch, let name = unsafe name else {
      return nil
    }
    return unsafe String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
  }

  private static func pattern(_ family: String) -> OpaquePointer? {
    guard let pattern = unsafe FcPatternCreate() else { return nil }
    let isAdded = unsafe family.withCString { name in
      unsafe FcPatternAddString(pattern, FC_FAMILY, UnsafeRawPointer(name).assumingMemoryBound(to: FcChar8.self)) != 0
    }
    guard isAdded else {
      unsafe FcPatternDestroy(pattern)
      return nil
    }
    return unsafe pattern
  }
}

/// Finds words in the text of a style.
struct ByteScanner {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Moves behind the next occurrence of a word. Returns false if there is none.
  mutating func skip(past word: String) -> Bool {
    let word = Array(word.utf8)
    while place + word.count <= bytes.count {
      if bytes[place..<place + word.count].elementsEqual(word) {
        place += word.count
        return true
      }
      place += 1
    }
    place = bytes.count
    return false
  }

  /// The bytes up to the next of these characters, or to the end; nil at the end.
  mutating func upTo(_ ends: String) -> [UInt8]? {
    guard place < bytes.count else { return nil }
    let ends = Array(ends.utf8)
    let end = bytes[place...].firstIndex { ends.contains($0) } ?? bytes.count
    defer { place = end }
    return Array(bytes[place..<end])
  }

  /// The text without each part from one word to another, or to the end.
  func without(from first: String, to last: String) -> [UInt8] {
    var (scanner, kept) = (self, [UInt8]())
    while true {
      let start = scanner.place
      guard scanner.skip(past: first) else { return kept + bytes[start...] }
      kept += bytes[start..<scanner.place - first.utf8.count]
      guard scanner.skip(past: last) else { return kept }
    }
  }

  static func trimmed(_ text: [UInt8]) -> [UInt8] {
    let blanks: [UInt8] = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
    let start = text.drop { blanks.contains($0) }
    return Array(start[..<(start.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? start.startIndex)])
  }

  /// The text without blanks and quotation marks around it.
  static func unquoted(_ text: [UInt8]) -> [UInt8] {
    let inner = trimmed(text)
    guard let first = inner.first, inner.count >= 2, first == inner.last,
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    else { return inner }
    return Array(inner.dropFirst().dropLast())
  }
}
