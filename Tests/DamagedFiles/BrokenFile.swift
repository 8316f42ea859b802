internal import Foundation
internal import TestKit

/// Files that were broken, by chance or on purpose.
public struct BrokenFile: Sendable {
  /// The kind of the good file, and the damage.
  public let name: String
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// Whether it is a PDF file, and no picture.
  public let isDocument: Bool

  /// Good files, each broken in this many ways, and the same in every run.
  ///
  /// Throws if a file of this tree cannot be read.
  public static func damaged(_ count: Int) throws -> [BrokenFile] {
    let samples = [
      "quadrants.jpg", "progressive.jpg", "large.jpg", "cmyk.jpg", "quadrants.webp", "moving.webp", "moving.gif",
      "quadrants.avif", "quadrants.heic", "locked.pdf",
    ]
    var good = try samples.map { (name: $0, bytes: try bytes(of: "Tests/DocumentTests/Samples/\($0)")) }
    good += try ["deck-landscape.pdf", "menu-portrait.svg"].map {
      (name: $0, bytes: try bytes(of: "Examples/sample/\($0)"))
    }
    good += [("gradient.png", TestPicture.gradientPNG), ("pages.pdf", TestDocument.pages(20))]
    var generator = SeededGenerator(seed: 20_261_121)
    return (0..<count).map { index in
      let (name, bytes) = good[index % good.count]
      let broken = damage(bytes, &generator)
      return BrokenFile(name: "\(name) #\(index)", bytes: broken, isDocument: name.hasSuffix(".pdf"))
    }
  }

  /// A file of this tree, by its path from the top.
  private static func bytes(of path: String) throws -> [UInt8] {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try [UInt8](Data(contentsOf: top.appending(path: path)))
  }

  private static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let length = max(bytes.count, 1)
    func place() -> Int { Int.random(in: 0..<length, using: &generator) }
    var bytes = bytes
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes = Array(bytes.prefix(place()))
    case 1:
      // The end of a file that was copied in the wrong order.
      let cut = place()
      bytes = Array(bytes[cut...]) + bytes[..<cut]
    case 2:
      // Sizes and lengths are near the beginning.
      for _ in 0..<4 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<min(64, bytes.count), using: &generator)] = 0xFF
      }
    case 3:
      let (from, to) = (place(), place())
      for index in 0..<min(32, bytes.count - max(from, to)) { bytes[to + index] = bytes[from + index] }
    default:
      for _ in 0...Int.random(in: 0...40, using: &generator) {
        bytes[place()] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    }
    return bytes
  }

  /// Files that are made to take all memory, all time or the whole stack.
  public static var hostile: [BrokenFile] {
    [
      BrokenFile(name: "PNG of 65535x65535", bytes: hugePNG, isDocument: false),
      BrokenFile(name: "GIF of 65535x65535", bytes: hugeGIF, isDocument: false),
      BrokenFile(name: "JPEG of 65500x65500", bytes: hugeJPEG(0xC0), isDocument: false),
      BrokenFile(name: "progressive JPEG of 65500x65500", bytes: hugeJPEG(0xC2), isDocument: false),
      BrokenFile(name: "JPEG of 16384x16384", bytes: hugeJPEG(0xC2, side: 0x4000), isDocument: false),
      drawing("entities", entities), drawing("groups", nested("<g>", "</g>", 200_000)),
      drawing("circles of uses", uses), drawing("a filter", filter), drawing("an endless pattern", patterns),
      drawing("a size without end", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e30\" height=\"1e30\"/>"),
      document("arrays", String(repeating: "[", count: 300_000)),
      document("dictionaries", String(repeating: "<< /A ", count: 300_000)),
      BrokenFile(name: "a tree of pages that is its own branch", bytes: pageCircle, isDocument: true),
      BrokenFile(name: "a form that draws itself", bytes: formCircle, isDocument: true),
      BrokenFile(name: "a page without end", bytes: hugePage, isDocument: true),
      BrokenFile(name: "a million pages", bytes: manyPages, isDocument: true),
    ]
  }

  /// The names of the files that use their whole time limit.
  public static let endless: Set = ["SVG: circles of uses", "SVG: a filter", "SVG: an endless pattern"]

  private static func drawing(_ name: String, _ text: String) -> BrokenFile {
    BrokenFile(name: "SVG: \(name)", bytes: Array(text.utf8), isDocument: false)
  }

  private static func document(_ name: String, _ object: String) -> BrokenFile {
    BrokenFile(
      name: "PDF: nested \(name)",
      bytes: TestDocument.make([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources \(object)", object,
      ]), isDocument: true)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let hugePNG =
    signature + TestPicture.chunk("IHDR", TestPicture.big(65_535) + TestPicture.big(65_535) + [8, 6, 0, 0, 0])
    + TestPicture.chunk("IDAT", TestPicture.zlib([UInt8](repeating: 0, count: 70_000)))
    + TestPicture.chunk("IEND", [])
  private static let hugeGIF =
    Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0, 0x3B]

  private static func hugeJPEG(_ kind: UInt8, side: Int = 65_500) -> [UInt8] {
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    let tables: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [
      0xFF, kind, 0, 17, 8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0,
    ]
    let codes: [UInt8] = [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, kind == 0xC2 ? 0 : 63, 0]
    return [0xFF, 0xD8] + tables + frame + codes + scan + [UInt8](repeating: 0, count: 4096) + [0xFF, 0xD9]
  }

  private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">" + String(repeating: open, count: depth)
      + String(repeating: close, count: depth) + "</svg>"
  }

  private static let entities =
    "<!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaa\">"
    + (1..<20).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }.joined()
    + "]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><text>&a19;</text></svg>"

  private static let uses =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><g id=\"u0\"><rect width=\"1\" height=\"1\"/></g>"
    + (1..<30).map { number in
      "<g id=\"u\(number)\">" + String(repeating: "<use href=\"#u\(number - 1)\"/>", count: 10) + "</g>"
    }.joined() + "</svg>"

  private static let filter =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3000\" height=\"3000\"><filter id=\"f\" filterUnits=\"userSpaceOnUse\" "
    + "x=\"-1e5\" y=\"-1e5\" width=\"2e5\" height=\"2e5\">"
    + String(
      repeating: "<feMorphology operator=\"dilate\" radius=\"9000\"/><feGaussianBlur stdDeviation=\"5000\"/>",
      count: 200)
    + "</filter><rect width=\"3000\" height=\"3000\" filter=\"url(#f)\"/></svg>"

  private static let patterns =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3000\" height=\"3000\">"
    + (0..<12).map { number in
      "<pattern id=\"p\(number)\" width=\"0.01\" height=\"0.01\" patternUnits=\"userSpaceOnUse\">"
        + "<rect width=\"3000\" height=\"3000\" fill=\"url(#p\(number + 1))\"/></pattern>"
    }.joined() + "<rect width=\"3000\" height=\"3000\" fill=\"url(#p0)\"/></svg>"

  private static let pageCircle = TestDocument.make([
    "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>",
  ])
  private static let formCircle: [UInt8] = {
    let form =
      "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 4 0 R >> >> /Length 11 >>\n"
      + "stream\n/F Do /F Do\nendstream"
    return TestDocument.make([
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F 4 0 R >> >> >>",
      form,
    ])
  }()
  private static let hugePage = TestDocument.make([
    "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e30 1e30] >>",
  ])
  private static let manyPages = TestDocument.make([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [" + String(repeating: "3 0 R ", count: 200_000) + "] /Count 1000000 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
  ])
}
