import Composition
import DamagedFiles
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

/// Pages of PDF files.
@Suite(.serialized) struct PageTests {
  private let room = PictureRoom(size: PixelSize(width: 320, height: 200))

  private func count(_ bench: DocumentTestBench, _ file: MediaFile) throws -> Result<Int, RasterError> {
    var answer: Result<Int, RasterError>?
    bench.pool.countPages(of: file) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return try #require(answer)
  }

  @Test func eachPageIsDrawnByTheSameProcess() throws {
    let bench = try DocumentTestBench()
    let file = try TestFile.make(TestDocument.pages(500))
    #expect(try count(bench, file).get() == 500)
    for page in [1, 2, 99, 250, 500] {
      let image = try bench.draw(file, page: page, room).get()
      #expect(image.rect == PixelRect(x: 0, y: 10, width: 320, height: 180))
      #expect(image.pageCount == 500)
      #expect(image.bitmap.isOpaque)
      #expect(isNear(image.pixel(160, 90), TestDocument.color(ofPage: page), within: 1), "page \(page)")
    }
    // The document's and the spare one.
    #expect(bench.pool.statistics.starts <= 2)
  }

  @Test func beyondTheLastPageTheLastOneIsDrawn() throws {
    let image = try DocumentTestBench().draw(try TestFile.make(TestDocument.pages(3)), page: 9, room).get()
    #expect(isNear(image.pixel(160, 90), TestDocument.color(ofPage: 3), within: 1))
  }

  @Test func paperIsWhite() throws {
    let empty = TestDocument.make([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 160 90] >>",
    ])
    #expect(try DocumentTestBench().draw(try TestFile.make(empty), room).get().pixel(5, 5) == 0xFFFF_FFFF)
  }

  @Test func aPasswordIsNamedAsTheReason() throws {
    let error = try DocumentTestBench().draw(try TestFile.sample("locked.pdf"), room).error
    #expect(error == .encrypted)
    #expect(error?.description.contains("password") == true)
  }

  @Test func aDocumentWithoutPagesIsReported() throws {
    #expect(try DocumentTestBench().draw(try TestFile.make(TestDocument.pages(0)), room).error == .noPages)
    let bench = try DocumentTestBench()
    guard case .failure(.noPages) = try count(bench, try TestFile.make(TestDocument.pages(0))) else {
      Issue.record("pages were counted")
      return
    }
  }

  @Test func aDamagedDocumentIsReported() throws {
    let bytes = Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 0x20, count: 1000)
    guard case .damaged = try DocumentTestBench().draw(try TestFile.make(bytes), room).error else {
      Issue.record("it was drawn")
      return
    }
  }

  @Test func anIncompleteCopyIsRefused() throws {
    let whole = TestDocument.pages(200)
    let cut = Array(whole.prefix(whole.count - 6_000))
    #expect(try DocumentTestBench().draw(try TestFile.make(cut), room).error == .damaged("it ends too early"))
  }

  @Test func aDocumentWithPaddingIsDrawn() throws {
    let filled = TestDocument.pages(3) + [UInt8](repeating: 0, count: 10_000) + [0x0A]
    #expect(try DocumentTestBench().draw(try TestFile.make(filled), room).error == nil)
  }

  @Test func aPictureIsNoDocument() throws {
    let error = try DocumentTestBench().draw(try TestFile.make(TestPicture.gradientPNG), room).error
    #expect(error == .unsupportedFormat(found: "a PNG picture"))
  }

  @Test func aRealDeckIsDrawn() throws {
    let image = try DocumentTestBench().draw(try TestFile.ofTheTree("Examples/sample/deck-landscape.pdf"), room).get()
    #expect(image.pageCount > 1)
    let colors = Set((0..<320).map { image.pixel($0, 60) })
    #expect(colors.count > 3)
  }
}
