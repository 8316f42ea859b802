internal import CPoppler
internal import RasterWorker
internal import Rasterizing

/// What pages say in words.
extension PageFile {
  /// Reads so many pages, as far as there are such; one that cannot be read has no words.
  func read(from first: Int, count: Int, _ part: PagePart) throws(RasterError) -> WorkerAnswer {
    var texts = PageTexts(title: "", pages: [])
    texts.title = unsafe Self.line(
      Self.taken(poppler_document_get_title(document)), mostBytes: PageTexts.mostBytes.title)
    let last = min(pageCount, first - 1 + count)
    for number in first..<max(first, last + 1) { texts.pages.append(text(of: number, part)) }
    let bytes = texts.encoded
    let memory = try OutputMemory()
    try unsafe memory.withBytes(count: bytes.count) { start in
      unsafe start.copyMemory(from: bytes, byteCount: bytes.count)
    }
    try memory.seal()
    return WorkerAnswer(outcome: .file(byteCount: bytes.count), memory: memory)
  }

  private func text(of number: Int, _ part: PagePart) -> PageText {
    var text = PageText(label: "\(number)", title: "", notes: "")
    guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number - 1)) else { return text }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
    let label = unsafe Self.line(Self.taken(poppler_page_get_label(page)), mostBytes: PageTexts.mostBytes.label)
    if !label.isEmpty { text.label = label }
    let lines = unsafe Self.words(on: page, part).split(separator: "\n")
    text.title =
      lines.lazy.map { Self.line(String($0), mostBytes: PageTexts.mostBytes.title) }.first { !$0.isEmpty } ?? ""
    var notes = unsafe Self.annotations(of: page)
    if notes.isEmpty, part != .whole {
      notes = unsafe Self.words(on: page, part.rest)
      text.isOfRest = true
    }
    text.notes = Self.shortened(Self.trimmed(notes), mostBytes: PageTexts.mostBytes.notes)
    return text
  }

  private static func words(on page: OpaquePointer, _ part: PagePart) -> String {
    var (width, height) = (0.0, 0.0)
    unsafe poppler_page_get_size(page, &width, &height)
    let place = part.place(width: width, height: height)
    var area = PopplerRectangle(x1: place.x, y1: place.y, x2: place.x + place.width, y2: place.y + place.height)
    return unsafe taken(poppler_page_get_text_for_area(page, &area))
  }

  /// The contents of the text annotations, a paragraph each.
  private static func annotations(of page: OpaquePointer) -> String {
    var contents: [String] = []
    unsafe eachTextAnnotation(of: page) { annotation in
      let text = unsafe trimmed(taken(poppler_annot_get_contents(annotation)))
      if !text.isEmpty { contents.append(text) }
    }
    return contents.joined(separator: "\n\n")
  }

  /// Text annotations are for the speaker: they are no part of the picture, not even as a symbol.
  static func hideTextAnnotations(of page: OpaquePointer) {
    unsafe eachTextAnnotation(of: page) { annotation in
      unsafe poppler_annot_set_flags(
        annotation,
        PopplerAnnotFlag(
          rawValue: poppler_annot_get_flags(annotation).rawValue | POPPLER_ANNOT_FLAG_HIDDEN.rawValue))
    }
  }

  private static func eachTextAnnotation(of page: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    let list = unsafe poppler_page_get_annot_mapping(page)
    defer { unsafe poppler_page_free_annot_mapping(list) }
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.next
      guard let data = unsafe entry.pointee.data else { continue }
      let mapping = unsafe data.assumingMemoryBound(to: PopplerAnnotMapping.self)
      guard let annotation = unsafe mapping.pointee.annot,
        unsafe poppler_annot_get_annot_type(annotation) == POPPLER_ANNOT_TEXT
      else { continue }
      unsafe body(annotation)
    }
  }

  /// A text of poppler's, which becomes ours; what is no UTF-8 is mended.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// One line without blanks around it, and without characters that control something.
  private static func line(_ text: String, mostBytes: Int) -> String {
    let words = text.unicodeScalars.split { $0.value < 0x21 || (0x7F...0xA0).contains($0.value) }
    return shortened(words.map { String($0) }.joined(separator: " "), mostBytes: mostBytes)
  }

  /// Lines stay, other control characters become blanks, and there are none around it.
  private static func trimmed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      let isReturn = scalar == "\r" || scalar == "\u{0C}"
      let isBreak = scalar == "\n" || isReturn
      // A return and a line feed are one end of a line.
      if isBreak {
        if !(scalar == "\n" && wasReturn) { scalars.append("\n") }
      } else {
        scalars.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
      }
      wasReturn = scalar == "\r"
    }
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.drop(while: isBlank)))
  }

  private static func shortened(_ text: String, mostBytes: Int) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var count = 0
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= mostBytes else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
