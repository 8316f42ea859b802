/// PDF files made here (ISO 32000-1), with their table of objects.
public enum TestDocument {
  /// Pages of one colour each, 160 by 90 points: page n is n 255ths red, and green by the hundreds.
  ///
  /// - Parameter entries: further entries of each page's dictionary, from the first page on.
  public static func pages(_ count: Int, entries: [String] = []) -> [UInt8] {
    let kids = (0..<count).map { "\($0 * 2 + 3) 0 R" }.joined(separator: " ")
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>"]
    for page in 1...max(count, 1) where count > 0 {
      let drawing = "\(Double(page % 100) * 2 / 255) \(Double(page / 100) * 20 / 255) 0 rg 0 0 160 90 re f"
      let entry = entries.indices.contains(page - 1) ? entries[page - 1] : ""
      objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 160 90] /Contents \(page * 2 + 2) 0 R \(entry) >>")
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    return make(objects)
  }

  /// The colour of one of its pages.
  public static func color(ofPage page: Int) -> UInt32 {
    0xFF00_0000 | UInt32(page % 100 * 2) << 16 | UInt32(page / 100 * 20) << 8
  }

  /// A file of these objects. The first object is the catalogue.
  public static func make(_ objects: [String]) -> [UInt8] {
    var bytes = Array("%PDF-1.4\n".utf8)
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(bytes.count)
      bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let table = bytes.count
    bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      let digits = String(offset)
      bytes += Array((String(repeating: "0", count: 10 - digits.utf8.count) + digits + " 00000 n \n").utf8)
    }
    bytes += Array("trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
    return bytes
  }
}
