/// Texts as they come from people, files and programs → what can be drawn.
enum BannerText {
  /// One kind of line end; tabs are spaces; other control characters, which have no shape, are gone; so are blank lines and
  /// spaces at both ends, which would only push the text out of the middle.
  static func sanitized(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previousWasReturn = false
    for scalar in text.unicodeScalars {
      defer { previousWasReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where previousWasReturn: break
      // Line feed, vertical tab, form feed, carriage return, next line, line and paragraph separators.
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: scalars.append("\n")
      case 0x09: scalars.append(" ")
      // C0, DEL and C1; byte order mark; object and interlinear annotation characters; noncharacters.
      case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFF9...0xFFFC, 0xFDD0...0xFDEF: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default: scalars.append(scalar)
      }
    }
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == "\n" || $0 == " " || $0 == "\u{3000}" }
    let withoutStart = scalars.drop(while: isBlank)
    guard let last = withoutStart.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(String.UnicodeScalarView(withoutStart[...last]))
  }
}
