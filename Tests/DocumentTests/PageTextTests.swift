import Composition
import DamagedFiles
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

/// Words and halves of the pages of PDF files.
@Suite(.serialized) struct PageTextTests {
  private func text(_ words: String, x: Int, y: Int, size: Int = 12) -> String {
    "BT /F1 \(size) Tf \(x) \(y) Td (\(words)) Tj ET "
  }

  /// Two pages of 400 by 100 points: slide on the left half, notes on the right one; the second has an annotation and a label.
  private func document() -> [UInt8] {
    func stream(_ drawing: String) -> String { "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream" }
    let page = "/Type /Page /Parent 2 0 R /MediaBox [0 0 400 100] /Resources << /Font << /F1 9 0 R >> >>"
    let note = "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Say \\(slowly\\):\\rone, two) >>"
    let link = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Contents (a link) >>"
    let red = "1 0 0 rg 0 0 200 100 re f 0 0 1 rg 200 0 200 100 re f 0 g"
    return TestDocument.make([
      "<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [0 << /S /D >> 1 << /P (A-) /S /D >>] >> >>",
      "<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>",
      "<< \(page) /Contents 4 0 R >>",
      stream(
        "\(red) \(text("First  things first", x: 10, y: 80)) \(text("more", x: 10, y: 50)) \(text("Breathe", x: 210, y: 80))"
      ),
      "<< \(page) /Contents 6 0 R /Annots [7 0 R 8 0 R] >>", stream("\(red) \(text("The end", x: 10, y: 80))"), note,
      link,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ])
  }

  private func texts(
    _ bench: DocumentTestBench, _ file: MediaFile, first: Int = 1, count: Int = 50, part: PagePart = .whole
  ) throws -> Result<PageTexts, RasterError> {
    var answer: Result<PageTexts, RasterError>?
    bench.pool.readTexts(PageTextRequest(file: file, first: first, count: count, part: part)) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return try #require(answer)
  }

  @Test func titlesLabelsAndAnnotationsAreRead() throws {
    let pages = try texts(try DocumentTestBench(), try TestFile.make(document())).get().pages
    #expect(pages.map(\.title) == ["First things first", "The end"])
    #expect(pages.map(\.label) == ["1", "A-1"])
    #expect(pages.map(\.notes) == ["", "Say (slowly):\none, two"])
  }

  /// Pages of 400 by 300 points with these drawings, and an outline of titles and pages, each entry within the one before.
  private func deck(_ drawings: [String], labels: String = "", outline: [(title: String, page: Int)] = []) -> [UInt8] {
    let font = 3 + 2 * drawings.count
    func entry(_ index: Int) -> Int { font + 2 + index }
    let kids = drawings.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    let outlines = outline.isEmpty ? "" : "/Outlines \(font + 1) 0 R"
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R \(labels) \(outlines) >>",
      "<< /Type /Pages /Kids [\(kids)] /Count \(drawings.count) >>",
    ]
    for (index, drawing) in drawings.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Resources << /Font << /F1 \(font) 0 R >> >> "
          + "/Contents \(4 + 2 * index) 0 R >>")
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    guard !outline.isEmpty else { return TestDocument.make(objects) }
    objects.append("<< /Type /Outlines /First \(entry(0)) 0 R /Last \(entry(0)) 0 R /Count 1 >>")
    for (index, item) in outline.enumerated() {
      let child =
        index + 1 < outline.count ? "/First \(entry(index + 1)) 0 R /Last \(entry(index + 1)) 0 R /Count 1" : ""
      let parent = index == 0 ? font + 1 : entry(index - 1)
      objects.append(
        "<< /Title (\(item.title)) /Parent \(parent) 0 R /Dest [\(1 + 2 * item.page) 0 R /Fit] \(child) >>")
    }
    return TestDocument.make(objects)
  }

  private func titles(_ document: [UInt8]) throws -> [String] {
    try texts(try DocumentTestBench(), try TestFile.make(document)).get().pages.map(\.title)
  }

  @Test func aTitleIsTheLineInTheLargestLettersWithoutTheHeaderThatMostPagesHave() throws {
    let names = ["Growing pines", "What owls say", "Three owls", "Questions"]
    let pages = names.enumerated().map { index, name in
      // As beamer's: a header in larger letters than the title of the frame, and the page's number below.
      text("Forests of the north", x: 10, y: 280, size: 30) + text(name, x: 10, y: 230, size: 20)
        + text("one or two words", x: 10, y: 180, size: 14)
        + text("A. Author, \(index + 1) of 4", x: 10, y: 10, size: 22)
    }
    #expect(try titles(deck(pages)) == names)
    let body = text("small words", x: 10, y: 280, size: 12) + text("The largest", x: 10, y: 100, size: 24)
    #expect(try titles(deck([body])) == ["The largest"])
  }

  @Test func aTitleOfTwoLinesIsBothAndAStatementOfOneSizeItsFirst() throws {
    let long = text("A title that", x: 10, y: 280, size: 24) + text("goes on", x: 10, y: 250, size: 24)
    #expect(
      try titles(deck([long + text("words", x: 10, y: 100, size: 12), long])) == [
        "A title that goes on", "A title that",
      ])
  }

  @Test func stepsOfOneSlideKeepTheTitleThatTheyShare() throws {
    let step = text("What owls say", x: 10, y: 280, size: 24) + text("words", x: 10, y: 100, size: 12)
    let other = text("Three owls", x: 10, y: 280, size: 24) + text("other words", x: 10, y: 100, size: 12)
    let last = text("The end", x: 10, y: 280, size: 24)
    let labels = "/PageLabels << /Nums [0 << /P (1) >> 4 << /P (2) >> 5 << /P (3) >>] >>"
    #expect(
      try titles(deck([step, step, step, step, other, last], labels: labels))
        == [String](repeating: "What owls say", count: 4) + ["Three owls", "The end"])
  }

  @Test func aPageOfNothingButTheHeaderIsCalledByThat() throws {
    let header = text("Forests of the north", x: 10, y: 280, size: 12)
    let pages = ["One", "Two", "Three"].map { header + text($0, x: 10, y: 200, size: 20) }
    #expect(try titles(deck(pages + [header, ""])) == ["One", "Two", "Three", "Forests of the north", ""])
  }

  @Test func theOutlineGoesBeforeTheLetters() throws {
    let pages = (1...4).map { text("Line \($0)", x: 10, y: 280, size: 24) }
    let outline = [("Part one", 1), ("Growing pines", 1), ("What owls say", 3), ("Slide 4", 4)]
    // The innermost entry counts. Entries that only count pages do not.
    #expect(try titles(deck(pages, outline: outline)) == ["Growing pines", "Line 2", "What owls say", "Line 4"])
  }

  @Test func anOutlineThatIsItsOwnBranchEnds() throws {
    var text = String(decoding: deck([self.text("One", x: 10, y: 280)], outline: [("a", 1), ("b", 1)]), as: UTF8.self)
    // The inner entry has the outer one as its child and as its neighbour.
    text = text.replacing("/Title (b) ", with: "/Title (b) /First 7 0 R /Next 7 0 R ")
    #expect(try titles(Array(text.utf8)).count == 1)
  }

  @Test func allWordsOfAPageAreRead() throws {
    let page = text("Growing pines", x: 10, y: 280, size: 24) + text("in the  north", x: 10, y: 100)
    let pages = try texts(try DocumentTestBench(), try TestFile.make(deck([page]))).get().pages
    #expect(pages.map(\.text) == ["Growing pines in the north"])
  }

  @Test func theHalfThatIsNotShownHasTheNotesWhereNoAnnotationDoes() throws {
    let pages = try texts(try DocumentTestBench(), try TestFile.make(document()), part: .left).get().pages
    #expect(pages.map(\.title) == ["First things first", "The end"])
    #expect(pages.map(\.notes) == ["Breathe", "Say (slowly):\none, two"])
    #expect(pages.map(\.isOfRest) == [true, false])
  }

  @Test func onlyThoseThatThereAreAreAnswered() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(document())
    #expect(try texts(bench, file, first: 2).get().pages.count == 1)
    #expect(try texts(bench, file, first: 9).get().pages.isEmpty)
    guard case .failure(.invalidRequest) = try texts(bench, file, count: 51) else {
      Issue.record("51 pages were read")
      return
    }
  }

  @Test func aRealDeckHasTitles() throws {
    let file = try TestFile.ofTheTree("Examples/sample/deck-landscape.pdf")
    let texts = try texts(try DocumentTestBench(), file).get()
    #expect(texts.pages.contains { !$0.title.isEmpty })
  }

  @Test func aHalfIsDrawnAsAPageOfItsOwn() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(document())
    func draw(_ part: PagePart) throws -> RasterImage {
      var answer: Result<RasterImage, RasterError>?
      let room = PictureRoom(size: PixelSize(width: 400, height: 400))
      bench.pool.draw(PageRasterRequest(file: file, page: 2, room: room, part: part)) { answer = $0 }
      try bench.turn(until: { answer != nil })
      return try #require(answer).get()
    }
    #expect(try draw(.whole).rect.size == PixelSize(width: 400, height: 100))
    let (left, right, top) = (try draw(.left), try draw(.right), try draw(.top))
    #expect(left.rect.size == PixelSize(width: 400, height: 200))
    #expect([4, 200, 396].allSatisfy { isNear(left.pixel($0, 190), 0xFFFF_0000, within: 1) })
    #expect([4, 200, 396].allSatisfy { isNear(right.pixel($0, 100), 0xFF00_00FF, within: 1) })
    #expect(top.rect.size == PixelSize(width: 400, height: 50))
  }

  @Test func patientRequestsLetOthersOfTheDocumentGoFirst() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(TestDocument.pages(40))
    let room = PictureRoom(size: PixelSize(width: 320, height: 200))
    var order: [String] = []
    for page in 1...8 {
      bench.pool.draw(PageRasterRequest(file: file, page: page, room: room, isPatient: true)) { _ in
        order.append("thumbnail \(page)")
        // Somebody turns to another slide while pictures of all are made.
        guard page == 2 else { return }
        bench.pool.draw(PageRasterRequest(file: file, page: 30, room: room)) { _ in order.append("slide") }
      }
    }
    try bench.turn(until: { order.count == 9 })
    #expect(order.firstIndex(of: "slide") == 2)
  }

  @Test func picturesThatScreensWaitForGoBeforeThumbnails() throws {
    let bench = try DocumentTestBench(limit: 1)
    let room = PictureRoom(size: PixelSize(width: 32, height: 20))
    var order: [String] = []
    for name in ["thumbnail", "thumbnail", "screen"] {
      let request = ImageRasterRequest(
        file: try TestFile.make(TestPicture.gradientPNG), room: room, isPatient: name == "thumbnail")
      bench.pool.decode(request) { _ in order.append(name) }
    }
    try bench.turn(until: { order.count == 3 })
    #expect(order == ["screen", "thumbnail", "thumbnail"])
  }

  @Test func aPatientRequestThatBecomesUrgentGoesFirst() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(TestDocument.pages(40))
    let room = PictureRoom(size: PixelSize(width: 320, height: 200))
    var order: [Int] = []
    var tickets: [Int: RasterTicket] = [:]
    for page in 1...8 {
      let request = PageRasterRequest(file: file, page: page, room: room, isPatient: true)
      tickets[page] = bench.pool.draw(request) { _ in
        order.append(page)
        if page == 2 { tickets[8]?.hurry() }
      }
    }
    try bench.turn(until: { order.count == 8 })
    #expect(order == [1, 2, 8, 3, 4, 5, 6, 7])
  }
}
