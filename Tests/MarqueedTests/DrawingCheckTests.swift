import Composition
import Configuration
import ContentModel
import DisplayTypes
import EventLoop
import Foundation
import Rasterizing
import TestKit
import Testing

@testable import Content
@testable import marqueed

/// The check for drawings that are shown without a part.
@MainActor @Suite struct DrawingCheckTests {
  /// Answers each question with the same warning, at once or later.
  private final class Drawer: DocumentRasterizer {
    var warning: String?
    var isSlow = false
    private(set) var count = 0
    private var delayed: [() -> Void] = []

    func finish() { for answer in delayed { answer() } }

    func decode(
      _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
    ) -> RasterTicket {
      count += 1
      let size = PixelSize(width: 1, height: 1)
      guard let bitmap = Bitmap(size: size, format: .argb32, draw: { _, _ in }) else { return RasterTicket {} }
      let image = RasterImage(bitmap: bitmap, rect: PixelRect(size: size), warning: warning)
      if isSlow { delayed.append { completion(.success(image)) } } else { completion(.success(image)) }
      return RasterTicket {}
    }

    func draw(
      _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
    ) -> RasterTicket { RasterTicket {} }

    func countPages(
      of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
    ) -> RasterTicket { RasterTicket {} }

    func readVideos(
      of file: MediaFile, completion: @escaping (Result<PageVideos, RasterError>) -> Void
    ) -> RasterTicket { RasterTicket {} }

    func readTexts(
      _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
    ) -> RasterTicket { RasterTicket {} }
  }

  private func references(_ path: String) -> [Sourced<MediaReference>] {
    [Sourced(MediaReference(path, .picture), at: SourceLocation(file: "m.yaml", line: 3, column: 7))]
  }

  @Test func eachVersionOfADrawingIsDrawnOnce() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/menu.svg"
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>"
    try Data(drawing.utf8).write(to: URL(filePath: path))
    let drawer = Drawer()
    drawer.warning = "the drawing refers to logo.png"
    let check = DrawingCheck(documents: drawer)
    func find() -> MediaWarnings {
      var warnings = MediaWarnings.find(references(path))
      check.check(warnings.drawings) { warnings.incomplete = $0 }
      return warnings
    }
    for _ in 0..<2 {
      let warnings = find()
      #expect(warnings.lines == ["m.yaml:3:7: \(path): the drawing refers to logo.png"])
      #expect(warnings.errors.isEmpty && warnings.count == nil, "the file can be shown")
    }
    #expect(drawer.count == 1)
    drawer.warning = nil
    try Data((drawing + " ").utf8).write(to: URL(filePath: path))
    #expect(find().lines.isEmpty)
    #expect(drawer.count == 2)
  }

  @Test func aDrawingThatTakesLongDelaysNoCaller() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/menu.svg"
    try Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).write(to: URL(filePath: path))
    let configuration = try Configuration.parse(Array("content: { image: \(path) }".utf8), file: "m.yaml")
    let drawer = Drawer()
    (drawer.warning, drawer.isSlow) = ("the drawing refers to logo.png", true)
    let loop = try EventLoop()
    let inspector = MediaInspector(loop: loop, drawings: DrawingCheck(documents: drawer))
    func warnings(waitsForDrawings: Bool = false, turning turn: () -> Void) -> [String]? {
      var answer: [String]?
      inspector.warn(of: configuration, waitsForDrawings: waitsForDrawings) {
        answer = $0
        loop.stop()
      }
      turn()
      return answer
    }
    for _ in 0..<2 { #expect(warnings(turning: loop.run) == [DrawingCheck.noAnswer]) }
    #expect(drawer.count == 1, "a drawing is requested once")
    let patient = warnings(waitsForDrawings: true) {
      while inspector.pending > 0 { loop.turn(waiting: true) }
      drawer.finish()
    }
    #expect(patient?.count == 1 && patient?.first?.hasSuffix("the drawing refers to logo.png") == true)
    #expect(warnings(turning: loop.run) == patient)
  }

  @Test func aFolderOfDrawingsIsCheckedUpToALimit() throws {
    let folder = try TemporaryFolder()
    for index in 0..<(DrawingCheck.most + 5) {
      try Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).write(to: URL(filePath: "\(folder.path)/\(index).svg"))
    }
    let media = Sourced(
      MediaReference(folder.path, .folder), at: SourceLocation(file: "m.yaml", line: 3, column: 7))
    #expect(MediaWarnings.find([media]).drawings.count == DrawingCheck.most)
  }
}
