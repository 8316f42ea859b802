import Foundation

/// A PDF file with pages of text and lines.
enum LargeDeck {
  static func write(_ path: String, pages: Int) throws {
    let kids = (0..<pages).map { "\($0 * 2 + 4) 0 R" }.joined(separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for page in 1...pages {
      let lines = (0..<20).map { "BT /F1 24 Tf 60 \(480 - $0 * 22) Td (Page \(page), line \($0)) Tj ET" }
      let strokes = (0..<200).map { "\($0 * 4) 0 m \(960 - $0 * 4) 540 l S" }
      let drawing = (lines + strokes).joined(separator: "\n")
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents \(page * 2 + 3) 0 R "
          + "/Resources << /Font << /F1 3 0 R >> >> >>")
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    var bytes = Data("%PDF-1.4\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      table += String(format: "%010d 00000 n \n", bytes.count)
      bytes += Data("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let start = bytes.count
    bytes += Data((table + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n").utf8)
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}
