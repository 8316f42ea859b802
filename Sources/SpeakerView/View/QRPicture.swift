internal import CQREncode
internal import Glibc

/// Texts as QR codes of half blocks, two modules a cell (QRcode_encodeString8bit).
enum QRPicture {
  /// Rows of letters, to be drawn dark on light: a cell's letter is where the code is dark.
  ///
  /// Empty where the text is too long.
  static func lines(of text: String) -> [String] {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return [] }
    defer { unsafe QRcode_free(code) }
    let size = unsafe Int(code.pointee.width)
    guard size > 0, let data = unsafe code.pointee.data else { return [] }
    // Two light modules around it; four are asked for (ISO/IEC 18004), and the terminal's own paper is the rest.
    let margin = 2
    func isDark(_ column: Int, _ row: Int) -> Bool {
      guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
      return unsafe data[row * size + column] & 1 == 1
    }
    let whole = size + 2 * margin
    return stride(from: -margin, to: whole - margin, by: 2).map { row in
      (-margin..<(whole - margin)).map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
