/// The format of a file by its first bytes. The name of the file does not matter.
package enum FileFormat: Hashable, Sendable {
  case png, jpeg, gif, webp, avif, heic, svg, pdf
  /// A phrase that fits after `it is`.
  case other(String)

  /// The phrase for a video.
  package static let video = "a video"

  /// The number of examined bytes. It is large, because a drawing may begin with long comments.
  package static let examinedBytes = 1 << 16

  /// - Parameter bytes: the first bytes of the file.
  package init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webp
    } else if let brand = FileFormat.brand(bytes) {
      self = brand
    } else if FileFormat.find("%PDF-", in: bytes.prefix(1024)) {
      self = .pdf
    } else if FileFormat.isDrawing(bytes) {
      self = .svg
    } else {
      self = .other(FileFormat.guess(bytes))
    }
  }

  /// A phrase that fits after `it is`.
  package var phrase: String {
    switch self {
    case .png: "a PNG picture"
    case .jpeg: "a JPEG picture"
    case .gif: "a GIF picture"
    case .webp: "a WebP picture"
    case .avif: "an AVIF picture"
    case .heic: "a HEIC picture"
    case .svg: "an SVG drawing"
    case .pdf: "a PDF document"
    case .other(let phrase): phrase
    }
  }

  /// The format by the brands in the file type box (ISO 14496-12, section 4.3).
  private static func brand(_ bytes: [UInt8]) -> FileFormat? {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    let length = min(bytes.count, Int(bytes[2]) << 8 | Int(bytes[3]), 256)
    var brands: [String] = [String(decoding: bytes[8..<12], as: UTF8.self)]
    var offset = 16
    while offset + 4 <= length {
      brands.append(String(decoding: bytes[offset..<offset + 4], as: UTF8.self))
      offset += 4
    }
    if brands.contains("avif") || brands.contains("avis") { return .avif }
    if brands.contains(where: { $0.hasPrefix("hei") || $0.hasPrefix("hev") || $0 == "mif1" }) { return .heic }
    return .other(video)
  }

  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    // gzip (RFC 1952): a drawing (.svgz), the only compressed format that is shown.
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) { return true }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let first = text.first(where: { !blanks.contains($0) }), first == UInt8(ascii: "<"), !isWebPage(bytes) else {
      return false
    }
    return find("<svg", in: text) || find(":svg", in: text)
  }

  private static func guess(_ bytes: [UInt8]) -> String {
    for (start, phrase) in others where bytes.starts(with: start) { return phrase }
    if isWebPage(bytes) { return "a web page" }
    let isText = !bytes.isEmpty && bytes.allSatisfy { $0 >= 32 || blanks.contains($0) }
    return isText ? "a text" : "of an unknown kind"
  }

  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let lower = bytes.prefix(512).map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    // A drawing may contain such words, so only words before `<svg` count.
    let drawing = (0..<lower.count).first { lower[$0...].starts(with: "<svg".utf8) } ?? lower.count
    return find("<html", in: lower[..<drawing]) || find("<!doctype html", in: lower[..<drawing])
  }

  private static let blanks: [UInt8] = [0x09, 0x0A, 0x0C, 0x0D, 0x20]

  private static let others: [([UInt8], String)] = [
    ([0x49, 0x49, 0x2A, 0x00], "a TIFF picture"), ([0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture"),
    (Array("BM".utf8), "a BMP picture"), ([0x00, 0x00, 0x01, 0x00], "an icon (ICO)"),
    (Array("8BPS".utf8), "a Photoshop document"), ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"),
    ([0x50, 0x4B, 0x03, 0x04], "an office document or a ZIP archive"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an office document"),
    (Array("%!PS".utf8), "a PostScript document"), ([0x1A, 0x45, 0xDF, 0xA3], video),
    (Array("ID3".utf8), "a sound file"), (Array("OggS".utf8), "a sound file or a video"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
  ]

  private static func find(_ word: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, bytes.count >= word.count else { return false }
    var start = bytes.startIndex
    while let place = bytes[start...].firstIndex(of: first) {
      if bytes[place...].starts(with: word) { return true }
      start = place + 1
    }
    return false
  }
}
