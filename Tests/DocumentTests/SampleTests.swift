import DisplayTypes
import Foundation
import Rasterizing
import Testing

/// The sample of the project, as a screen shows it: its letters can be read from the back of a room.
@Suite(.serialized) struct SampleTests {
  /// A text in `letters.json`, with the place of its outlines, in pixels of a picture with 1080 on the shorter side.
  struct Letters: Decodable {
    let text: String
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
  }

  private static let names = [
    "welcome-landscape.svg", "menu-landscape.svg", "stage-landscape.svg", "ways-landscape.svg", "deck-landscape.pdf",
    "welcome-portrait.svg", "menu-portrait.svg", "stage-portrait.svg", "ways-portrait.svg", "deck-portrait.pdf",
  ]
  /// No letters are smaller, as a share of the picture's height.
  private static let smallest = 1.0 / 22
  /// Web Content Accessibility Guidelines 2.2, 1.4.6 (enhanced).
  private static let contrast = 7.0

  @Test(arguments: SampleTests.names) func lettersAreLargeAndStandOut(name: String) throws {
    let pages = try #require(try Self.letters()[name])
    let size =
      name.contains("portrait") ? PixelSize(width: 1080, height: 1920) : PixelSize(width: 1920, height: 1080)
    let bench = try DocumentTestBench()
    let file = try TestFile.open(Self.folder.appending(path: name).path)
    for (number, letters) in pages.enumerated() {
      let room = PictureRoom(size: size)
      let image =
        name.hasSuffix(".pdf")
        ? try bench.draw(file, page: number + 1, room).get() : try bench.decode(file, room).get()
      #expect(image.rect == PixelRect(size: size), "\(name) fills the screen")
      #expect(!letters.isEmpty)
      for text in letters { expectLegible(text, in: image, size, "\(name) \(number + 1), \"\(text.text)\"") }
    }
    if name.hasSuffix(".pdf") {
      #expect(try bench.draw(file, page: 99, PictureRoom(size: size)).get().pageCount == pages.count)
    }
  }

  /// The list of texts belongs to the pictures, so a new drawing of a picture needs a new list.
  @Test func everyPictureIsListed() throws {
    let listed = try Set(Self.letters().keys)
    let there = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".svg") || $0.hasSuffix(".pdf") }
    #expect(listed == Set(there))
    #expect(listed == Set(Self.names))
  }

  private func expectLegible(_ text: Letters, in image: RasterImage, _ size: PixelSize, _ what: String) {
    // One pixel more on each side, which is background.
    let columns = max(0, Int(text.left) - 2)..<min(size.width, Int(text.right) + 3)
    let rows = max(0, Int(text.top) - 2)..<min(size.height, Int(text.bottom) + 3)
    var counts: [UInt32: Int] = [:]
    for y in rows { for x in columns { counts[image.pixel(x, y) & 0xFF_FFFF, default: 0] += 1 } }
    let common = counts.sorted { $0.value > $1.value }.prefix(2).map(\.key)
    guard common.count == 2 else {
      Issue.record("\(what): there is one colour only")
      return
    }
    // Which of the two is the letters' does not matter to the contrast.
    let ratio = Self.ratio(common[0], common[1])
    #expect(ratio >= Self.contrast, "\(what): contrast \(ratio)")
    // Letters are the colour that does not touch the upper corners of the place.
    let ground = image.pixel(columns.lowerBound, rows.lowerBound) & 0xFF_FFFF
    let ink = common[0] == ground ? common[1] : common[0]
    let inked = rows.filter { y in columns.contains { image.pixel($0, y) & 0xFF_FFFF == ink } }
    let height = Double((inked.last ?? 0) - (inked.first ?? 0) + 1) / Double(size.height)
    #expect(height >= Self.smallest, "\(what): \(height) of the height")
  }

  /// Relative luminances as the guidelines define them.
  private static func ratio(_ left: UInt32, _ right: UInt32) -> Double {
    func luminance(_ color: UInt32) -> Double {
      func linear(_ shift: UInt32) -> Double {
        let value = Double(color >> shift & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
    let (first, second) = (luminance(left), luminance(right))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private static func letters() throws -> [String: [[Letters]]] {
    try JSONDecoder().decode(
      [String: [[Letters]]].self, from: Data(contentsOf: folder.appending(path: "letters.json")))
  }

  private static var folder: URL {
    URL(filePath: String(describing: #filePath)).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/sample")
  }
}
