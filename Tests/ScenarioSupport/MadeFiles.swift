internal import VirtualMachine

/// Texts of picture files that a scenario makes itself.
enum MadeFiles {
  /// A drawing of one colour, such as `#c02020`.
  static func drawing(_ color: String, width: Int = 1600, height: Int = 900) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\
    <rect width="\(width)" height="\(height)" fill="\(color)"/></svg>

    """
  }

  /// A document with one page for each colour, 1600 points wide and 900 high.
  ///
  /// - Parameter entries: further entries of the dictionaries of the pages, from the first page on.
  static func document(_ colors: [RGB], entries: [String] = []) -> String {
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count \(colors.count) /Kids [\(colors.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " "))] >>",
    ]
    for (number, color) in colors.enumerated() {
      let entry = entries.indices.contains(number) ? entries[number] : ""
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1600 900] /Contents \(4 + 2 * number) 0 R \(entry) >>")
      let share = [color.red, color.green, color.blue].map { "\(Double($0) / 255)" }.joined(separator: " ")
      let drawing = "\(share) rg 0 0 1600 900 re f"
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    func tenDigits(_ number: Int) -> String {
      String(repeating: "0", count: max(0, 10 - "\(number)".count)) + "\(number)"
    }
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places { text += "\(tenDigits(place)) 00000 n \n" }
    return text + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
  }
}
