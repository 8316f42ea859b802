/// The number of a frame as a row of black and white cells, for pictures whose frames a program reads again. Pure.
///
/// A white and a black cell come first: they give the two levels of the row. Then follow six digits of base 16, the highest first. Each digit
/// is a word of eight cells of the extended Hamming code (8, 4), so a row with up to three wrong cells in a digit has no number.
package enum FrameCode {
  package static let digitCount = 6
  package static let cellsPerDigit = 8
  package static let cellCount = 2 + digitCount * cellsPerDigit
  /// The number after the highest one is 0 again.
  package static let limit: UInt32 = 1 << 24

  /// The smallest difference of the two levels, of 255.
  private static let leastContrast = 64

  /// The words of the digits 0 to 15. The highest bit is the cell on the left.
  package static let words: [UInt8] = (0..<16).map { digit in
    let data = (0..<4).map { UInt8(digit) >> (3 - $0) & 1 }
    let checks = [data[0] ^ data[1] ^ data[3], data[0] ^ data[2] ^ data[3], data[1] ^ data[2] ^ data[3]]
    let bits = [checks[0], checks[1], data[0], checks[2], data[1], data[2], data[3]]
    return (bits + [bits.reduce(0, ^)]).reduce(0) { $0 << 1 | $1 }
  }

  /// The cells of a number; true is white.
  package static func cells(of number: UInt32) -> [Bool] {
    let digits = (0..<digitCount).map { place in words[Int(number >> UInt32(4 * (digitCount - 1 - place)) & 15)] }
    return [true, false] + digits.flatMap { word in (0..<8).map { word >> (7 - UInt8($0)) & 1 == 1 } }
  }

  /// The number of a row; nil if a cell is neither black nor white, or if a digit is no word of the code.
  ///
  /// - Parameter luma: the brightness of each cell.
  package static func number(luma: [UInt8]) -> UInt32? {
    guard luma.count == cellCount, let white = luma.first, let black = luma.dropFirst().first else { return nil }
    let contrast = Int(white) - Int(black)
    guard contrast >= leastContrast else { return nil }
    var number: UInt32 = 0
    var word: UInt8 = 0
    for (index, level) in luma.dropFirst(2).enumerated() {
      // Twice the distance from the middle of the two levels.
      let distance = 2 * (Int(level) - Int(black)) - contrast
      guard abs(distance) > contrast / 4 else { return nil }
      word = word << 1 | (distance > 0 ? 1 : 0)
      guard index % cellsPerDigit == cellsPerDigit - 1 else { continue }
      guard let digit = words.firstIndex(of: word) else { return nil }
      number = number << 4 | UInt32(digit)
      word = 0
    }
    return number
  }
}

/// The places of the code and of the colour patches in a picture of any size. The code is there three times: at the top, in the middle and
/// at the bottom.
package struct FrameCodeLayout: Hashable, Sendable {
  package let size: PixelSize

  package init(size: PixelSize) { self.size = size }

  /// The upper edges and the height of the bands, and of the rows of patches between them, as shares of the height.
  private static let bandTops = [0.02, 0.46, 0.90]
  private static let patchTops = [0.20, 0.64]
  private static let height = 0.08
  private static let patchHeight = 0.16
  /// The cells of a row, and a free column on both sides.
  private static let columns = FrameCode.cellCount + 2

  /// The colours of the patches. Each level of a channel is between others, so a wrong range or a wrong matrix changes some of them.
  package static let colors = [
    Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0), Color(red: 0, green: 0, blue: 255),
    Color(red: 0, green: 255, blue: 255), Color(red: 255, green: 0, blue: 255), Color(red: 255, green: 255, blue: 0),
    Color.white, Color(red: 192, green: 192, blue: 192), Color(red: 128, green: 128, blue: 128),
    Color(red: 64, green: 64, blue: 64), .black, Color(red: 192, green: 96, blue: 32),
  ]

  package static var bandCount: Int { bandTops.count }

  /// The patches with their colours. The second row has them in the other order.
  package var patches: [(rect: PixelRect, color: Color)] {
    let count = Self.colors.count
    return Self.patchTops.enumerated().flatMap { row, top in
      (row == 0 ? Self.colors : Self.colors.reversed()).enumerated().map { place, color in
        let edges = (0...1).map { x(Double(place + $0 + 1) / Double(count + 2)) }
        return (rect(from: edges[0], to: edges[1], top, Self.patchHeight), color)
      }
    }
  }

  /// A cell of the white and black levels (0 and 1), or of the digits (2 and higher).
  package func cell(_ index: Int, band: Int) -> PixelRect { cells(index..<index + 1, band: band) }

  /// The eight cells of a digit, of which the first is the highest.
  package func digit(_ place: Int, band: Int) -> PixelRect {
    let first = 2 + place * FrameCode.cellsPerDigit
    return cells(first..<first + FrameCode.cellsPerDigit, band: band)
  }

  private func cells(_ indices: Range<Int>, band: Int) -> PixelRect {
    rect(
      from: x(Double(indices.lowerBound + 1) / Double(Self.columns)),
      to: x(Double(indices.upperBound + 1) / Double(Self.columns)), Self.bandTops[band], Self.height)
  }

  /// The rows in which the code is read: two of each band.
  package var readRows: [Int] {
    Self.bandTops.flatMap { top in [0.25, 0.75].map { y(top + $0 * Self.height) } }
  }

  private func rect(from left: Int, to right: Int, _ top: Double, _ height: Double) -> PixelRect {
    PixelRect(x: left, y: y(top), width: right - left, height: y(top + height) - y(top))
  }

  private func x(_ share: Double) -> Int { Int((Double(size.width) * share).rounded()) }
  private func y(_ share: Double) -> Int { Int((Double(size.height) * share).rounded()) }
}

/// The contents of a frame with a code, as a program reads it from pixels.
package struct FrameReading: Hashable, Sendable {
  /// A patch that has another colour.
  package struct WrongPatch: Hashable, Sendable {
    package var place: PixelRect
    package var expected: Color
    package var found: Color
  }

  package enum Number: Hashable, Sendable {
    /// No row has a number.
    case none
    /// Some rows have the number, and others have none.
    case damaged(UInt32)
    /// Rows have different numbers, which are in the order of the rows.
    case torn([UInt32])
    case whole(UInt32)
  }

  package var number: Number
  package var wrongPatches: [WrongPatch]

  /// Reads a frame.
  ///
  /// - Parameters:
  ///   - tolerance: the greatest difference of a channel that is not wrong.
  ///   - pixel: the colour at a column and a row of the picture.
  package init(of size: PixelSize, tolerance: Int, pixel: (Int, Int) -> Color) {
    let layout = FrameCodeLayout(size: size)
    let rows = layout.readRows.enumerated().map { index, row in
      FrameCode.number(
        luma: (0..<FrameCode.cellCount).map { cell in
          let rect = layout.cell(cell, band: index / 2)
          return Self.mean(Self.points(rect.x, rect.width).map { pixel($0, row) }).luma
        })
    }
    var numbers: [UInt32] = []
    for case let found? in rows where !numbers.contains(found) { numbers.append(found) }
    number =
      switch numbers.count {
      case 0: .none
      case 1: rows.contains(nil) ? .damaged(numbers[0]) : .whole(numbers[0])
      default: .torn(numbers)
      }
    wrongPatches = layout.patches.compactMap { rect, color in
      let found = Self.mean(
        Self.points(rect.y, rect.height).flatMap { y in Self.points(rect.x, rect.width).map { pixel($0, y) } })
      return found.difference(from: color) > tolerance ? WrongPatch(place: rect, expected: color, found: found) : nil
    }
  }

  /// Three points around the middle.
  private static func points(_ start: Int, _ length: Int) -> [Int] {
    let middle = start + length / 2
    return [middle - length / 8, middle, middle + length / 8]
  }

  private static func mean(_ colors: [Color]) -> Color {
    func channel(_ value: (Color) -> UInt8) -> UInt8 {
      UInt8(clamping: (colors.reduce(0) { $0 + Int(value($1)) } + colors.count / 2) / max(1, colors.count))
    }
    return Color(red: channel(\.red), green: channel(\.green), blue: channel(\.blue))
  }
}

extension Color {
  /// The brightness, with the weights of ITU-R BT.601.
  package var luma: UInt8 { UInt8(clamping: (77 * Int(red) + 150 * Int(green) + 29 * Int(blue) + 128) >> 8) }

  /// The greatest difference of red, green and blue.
  package func difference(from other: Color) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue)))
  }
}
