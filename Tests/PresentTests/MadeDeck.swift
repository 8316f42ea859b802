/// A PDF file with a line of text on each page.
enum MadeDeck {
  static func text(_ titles: [String]) -> String {
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count \(titles.count) /Kids [\(titles.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))] >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for (number, title) in titles.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1600 900] /Resources << /Font << /F 3 0 R >> >> "
          + "/Contents \(5 + 2 * number) 0 R >>")
      let drawing = "0.\(number % 10) 0.3 0.5 rg 0 0 1600 900 re f 1 1 1 rg BT /F 96 Tf 100 600 Td (\(title)) Tj ET"
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      text += String(repeating: "0", count: max(0, 10 - "\(place)".count)) + "\(place) 00000 n \n"
    }
    return text + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
  }
}
