import Composition
import DamagedFiles
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

/// The result of each kind of file: pixels, or an error message.
@Suite struct PictureFormatTests {
  private static let red: UInt32 = 0xFFFF_0000
  private static let green: UInt32 = 0xFF00_FF00
  private static let blue: UInt32 = 0xFF00_00FF
  private static let white: UInt32 = 0xFFFF_FFFF
  private let natural = PictureRoom(size: PixelSize(width: 64, height: 48), fit: .center)

  private func expectQuadrants(_ image: RasterImage, within tolerance: Int) {
    #expect(image.bitmap.size == PixelSize(width: 64, height: 48))
    for (x, y, color) in [(10, 10, Self.red), (50, 10, Self.green), (10, 40, Self.blue), (50, 40, Self.white)] {
      #expect(isNear(image.pixel(x, y), color, within: tolerance), "\(String(image.pixel(x, y), radix: 16))")
    }
  }

  /// The tolerance is the loss of the compression: JPEG and AVIF lose three of 255 in an even area.
  @Test(arguments: [
    ("quadrants.jpg", 3), ("progressive.jpg", 3), ("quadrants.avif", 3), ("cmyk.jpg", 8),
    // The second has ten bits, and the matrix and the range of television.
    ("quadrants.heic", 3), ("deep.heic", 3),
  ])
  func aPictureKeepsItsColours(_ name: String, _ tolerance: Int) throws {
    let image = try DocumentTestBench().decode(try TestFile.sample(name), natural).get()
    expectQuadrants(image, within: tolerance)
    #expect(image.bitmap.isOpaque)
    #expect(image.frames.isEmpty)
  }

  @Test func translucentPixelsArePremultiplied() throws {
    let image = try DocumentTestBench().decode(try TestFile.sample("quadrants.webp"), natural).get()
    #expect(image.pixel(10, 10) == Self.red)
    #expect(isNear(image.pixel(50, 10), 0x8000_8000, within: 1))
    #expect(image.pixel(10, 40) == 0)
    #expect(image.pixel(50, 40) == Self.white)
    #expect(!image.bitmap.isOpaque)
  }

  @Test func aLargeJPEGIsReducedToItsRoom() throws {
    let room = PictureRoom(size: PixelSize(width: 64, height: 64))
    let image = try DocumentTestBench().decode(try TestFile.sample("large.jpg"), room).get()
    #expect(image.rect == PixelRect(x: 0, y: 8, width: 64, height: 48))
    expectQuadrants(image, within: 6)
  }

  @Test(arguments: [("moving.gif", Int?.some(3)), ("moving.webp", 3)])
  func framesStandSideBySideWithTheirTimes(_ name: String, _ plays: Int?) throws {
    let room = PictureRoom(size: PixelSize(width: 80, height: 80))
    let image = try DocumentTestBench().decode(try TestFile.sample(name), room).get()
    #expect(image.rect == PixelRect(x: 0, y: 10, width: 80, height: 60))
    #expect(image.frames.map(\.milliseconds) == [100, 200, 300])
    #expect(image.plays == plays)
    #expect(image.warning == nil)
    for (frame, color) in zip(image.frames, [Self.red, Self.green, Self.blue]) {
      #expect(frame.part.size == PixelSize(width: 80, height: 60))
      #expect(image.pixel(frame.part.x + 40, frame.part.y + 30) == color)
    }
  }

  @Test func anAnimationThatIsTooLargeIsKeptSmallerAndThenShortened() throws {
    let room = PictureRoom(size: PixelSize(width: 80, height: 60))
    let bench = try DocumentTestBench()
    let file = try TestFile.sample("moving.gif")
    // Three frames of 80x60 take 57,600 bytes; at their own size, 40x30, 14,400, and at half of it 3,600.
    let smaller = try bench.decode(file, room, maximumBytes: 20_000).get()
    #expect(smaller.frames.count == 3)
    #expect(smaller.warning == nil)
    #expect(smaller.byteCount <= 20_000)
    #expect(smaller.rect.size == room.size)
    let shorter = try bench.decode(file, room, maximumBytes: 2_600).get()
    #expect(shorter.frames.count == 2)
    #expect(shorter.warning?.contains("2 of the animation's 3 frames") == true)
    let still = try bench.decode(file, room, maximumBytes: 1_000).get()
    #expect(still.frames.isEmpty)
    #expect(still.bitmap.size == room.size)
  }

  @Test func aDrawingIsDrawnAtTheSizeOfItsRoom() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#f00"/>\
      <rect x="2" width="2" height="1.5" fill="#0f0"/></svg>
      """
    let room = PictureRoom(size: PixelSize(width: 400, height: 400))
    let image = try DocumentTestBench().decode(try TestFile.make(Array(drawing.utf8)), room).get()
    #expect(image.rect == PixelRect(x: 0, y: 50, width: 400, height: 300))
    #expect(image.pixel(199, 149) == Self.red)
    #expect(image.pixel(200, 149) == Self.green)
    #expect(image.pixel(200, 150) == Self.red)
  }

  @Test func aDrawingSeesNoOtherFile() throws {
    let bench = try DocumentTestBench()
    let red = try TestPath.make(TestPicture.png(PixelSize(width: 8, height: 8)) { _, _ in [255, 0, 0] })
    defer { TestPath.remove(red) }
    let references = ["file://\(red)", red, "http://127.0.0.1/red.png"]
    for reference in references {
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">\
        <rect width="8" height="8" fill="#00f"/><image width="8" height="8" xlink:href="\(reference)"/></svg>
        """
      let image = try bench.decode(
        try TestFile.make(Array(drawing.utf8)), PictureRoom(size: PixelSize(width: 8, height: 8))
      ).get()
      #expect(image.pixel(4, 4) == Self.blue, "\(reference)")
    }
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 90), "an office document or a ZIP archive"),
      (Array("II*\u{0}".utf8) + [8, 0, 0, 0], "a TIFF picture"), (Array("hello\n".utf8), "a text"),
      (Array("%PDF-1.7\n".utf8), "a PDF document"), (Array("<!DOCTYPE html><html>".utf8), "a web page"),
      ([0, 1, 2, 3], "of an unknown kind"),
    ] as [([UInt8], String)])
  func otherFilesAreNamed(_ bytes: [UInt8], _ found: String) throws {
    let error = try DocumentTestBench().decode(try TestFile.make(bytes), natural).error
    #expect(error == .unsupportedFormat(found: found))
    #expect(error?.description.contains("PNG, JPEG, WebP") == true)
  }

  /// Files that decoders would show in part: the first scan of a progressive JPEG, or grey rows.
  private static let whole = [
    "quadrants.jpg", "progressive.jpg", "large.jpg", "cmyk.jpg", "quadrants.avif", "quadrants.heic", "quadrants.webp",
    "moving.webp", "moving.gif",
  ]

  @Test(arguments: whole, [0.67, 0.97]) func aFileThatWasNotCopiedWholeIsRefused(_ name: String, _ part: Double) throws
  {
    let bytes = try TestFile.bytes(ofSample: name)
    try expectDamaged(Array(bytes.prefix(Int(Double(bytes.count) * part))), name)
  }

  /// Sequential files of one scan; with 4:2:0, and large enough to be reduced.
  @Test(arguments: ["quadrants.jpg", "large.jpg", "cmyk.jpg"]) func aJPEGWithoutItsLastMarkerIsShown(_ name: String)
    throws
  {
    let bytes = try TestFile.bytes(ofSample: name)
    try #require(bytes.suffix(2) == [0xFF, 0xD9])
    let whole = try DocumentTestBench().decode(try TestFile.make(bytes), natural).get()
    let image = try DocumentTestBench().decode(try TestFile.make(bytes.dropLast(2)), natural).get()
    #expect(whole.warning == nil)
    #expect(image.warning?.contains("its last marker (EOI) is missing") == true, "\(image.warning ?? "")")
    #expect(image.bitmap.size == whole.bitmap.size)
    let differs = (0..<image.bitmap.size.height).contains { y in
      (0..<image.bitmap.size.width).contains { x in image.pixel(x, y) != whole.pixel(x, y) }
    }
    #expect(!differs, "every pixel is that of the whole file")
  }

  @Test(arguments: ["quadrants.jpg", "large.jpg", "cmyk.jpg"], [8, 40]) func aJPEGWithoutItsLastBlocksIsRefused(
    _ name: String, _ missing: Int
  ) throws {
    try expectDamaged(try TestFile.bytes(ofSample: name).dropLast(2 + missing), "\(name), \(missing) bytes too short")
  }

  private static let jpegs = ["quadrants.jpg", "progressive.jpg", "large.jpg", "cmyk.jpg"]

  /// libjpeg invents the missing pixels, and gdk-pixbuf does not report that.
  @Test(arguments: jpegs, [0.5, 0.8, 0.97]) func aJPEGWithItsLastMarkerButNotAllOfItsDataIsRefused(
    _ name: String, _ part: Double
  ) throws {
    let bytes = try TestFile.bytes(ofSample: name)
    let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
    try expectDamaged(cut + [0xFF, 0xD9], "\(name), cut at \(part), with a marker")
  }

  /// A power cut leaves the length of a copy, and zeros at its end.
  @Test(arguments: jpegs, [0.5, 0.8, 0.97]) func aJPEGWithZerosAtItsEndIsRefused(_ name: String, _ part: Double) throws
  {
    let bytes = try TestFile.bytes(ofSample: name)
    let cut = bytes.prefix(Int(Double(bytes.count) * part))
    try expectDamaged(
      cut + [UInt8](repeating: 0, count: bytes.count - cut.count), "\(name), zeros from \(part) on")
  }

  /// The markers count the blocks: libjpeg searches for the next marker that fits, and leaves blocks grey.
  @Test func aJPEGWithoutARestartIntervalIsRefused() throws {
    let bytes = try TestFile.bytes(ofSample: "restarts.jpg")
    #expect(try DocumentTestBench().decode(try TestFile.make(bytes), natural).get().warning == nil)
    let markers = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
    try #require(markers.count > 4)
    try expectDamaged(Array(bytes[..<markers[1]] + bytes[markers[2]...]), "without the blocks between two markers")
  }

  @Test func aProgressiveJPEGWithoutItsLastMarkerIsRefused() throws {
    try expectDamaged(try TestFile.bytes(ofSample: "progressive.jpg").dropLast(2), "no marker")
  }

  @Test(arguments: [5, 12, 30]) func aPNGWithoutItsEndIsRefused(_ missing: Int) throws {
    try expectDamaged(TestPicture.gradientPNG.dropLast(missing), "\(missing) bytes too short")
  }

  @Test(arguments: whole.filter { !$0.hasSuffix("avif") }) func bytesAfterThePictureDoNotMatter(_ name: String)
    throws
  {
    let bytes = try TestFile.bytes(ofSample: name) + [UInt8](repeating: 0, count: 999)
    #expect(try DocumentTestBench().decode(try TestFile.make(bytes), natural).error == nil)
    let picture = TestPicture.gradientPNG + [1, 2, 3]
    #expect(try DocumentTestBench().decode(try TestFile.make(picture), natural).error == nil)
  }

  /// The library skips bytes that begin no block, and so does our check of a file before it.
  @Test func aGIFWithStrayBytesBetweenItsBlocksIsWhole() throws {
    var bytes = try TestFile.bytes(ofSample: "moving.gif")
    let colors = bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)
    bytes.insert(contentsOf: [0, 0], at: 13 + colors)
    let bench = try DocumentTestBench()
    let plain = try bench.decode(try TestFile.make(TestFile.bytes(ofSample: "moving.gif")), natural).get()
    #expect(try bench.decode(try TestFile.make(bytes), natural).get().frames.count == plain.frames.count)
    #expect(plain.frames.count > 1)
  }

  @Test func aDrawingWithAPageInItIsADrawing() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#00f"/>\
      <foreignObject width="1" height="1"><html xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>
      """
    #expect(try DocumentTestBench().decode(try TestFile.make(Array(drawing.utf8)), natural).error == nil)
  }

  private func expectDamaged(_ bytes: [UInt8], _ what: String) throws {
    let error = try DocumentTestBench().decode(try TestFile.make(bytes), natural).error
    guard case .damaged = error else {
      Issue.record("\(what): \(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["width='0' height='0'", "width='1e30' height='4'", "viewBox='0 0 1e9 1'", "viewBox='0 0 0 0'"])
  func aDrawingOfAnImpossibleSizeIsReported(_ size: String) throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' \(size)><rect width='9' height='9'/></svg>"
    let error = try DocumentTestBench().decode(try TestFile.make(Array(drawing.utf8)), natural).error
    #expect(error?.description.contains("the drawing has the size") == true, "\(String(describing: error))")
  }

  @Test func aDrawingMayBeginWithALongComment() throws {
    let comment = "<?xml version='1.0'?><!--" + String(repeating: " a word", count: 9_000) + "-->"
    let square = "<rect width='8' height='8'/>"
    let drawing = comment + "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>\(square)</svg>"
    let image = try DocumentTestBench().decode(try TestFile.make(Array(drawing.utf8)), natural).get()
    #expect(image.pixel(4, 4) == 0xFF00_0000)
  }

  @Test func aLargeWebPIsReducedToItsRoom() throws {
    let room = PictureRoom(size: PixelSize(width: 16, height: 16))
    let image = try DocumentTestBench().decode(try TestFile.sample("quadrants.webp"), room).get()
    #expect(image.rect == PixelRect(x: 0, y: 2, width: 16, height: 12))
    #expect(isNear(image.pixel(3, 3), Self.red, within: 2))
    #expect(isNear(image.pixel(12, 3), 0x8000_8000, within: 2))
    #expect(image.pixel(3, 9) == 0)
    #expect(!image.bitmap.isOpaque)
  }

  @Test func tooManyPixelsAreRefusedBeforeMemoryIsTaken() throws {
    let size = PixelSize(width: 65_535, height: 65_535)
    let header =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]
      + TestPicture.chunk("IHDR", TestPicture.big(size.width) + TestPicture.big(size.height) + [8, 2, 0, 0, 0])
    let bench = try DocumentTestBench()
    #expect(
      try bench.decode(
        try TestFile.make(header + TestPicture.chunk("IDAT", []) + TestPicture.chunk("IEND", [])), natural
      ).error == .tooManyPixels(size)
    )
    #expect(bench.pool.statistics.deaths == 0)
  }

  @Test func aFileThatWasWrittenToSinceIsRefused() throws {
    let file = try TestFile.make(TestPicture.gradientPNG)
    let older = TestFile.aged(file)
    #expect(try DocumentTestBench().decode(older, natural).error == .fileChanged)
  }
}
