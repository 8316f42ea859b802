/// Reads small QR codes (versions 1 to 4 at error correction level M), by ISO/IEC 18004. It expects undamaged codes, so it corrects no
/// errors.
public struct QRCodeReader {
  private let side: Int
  private let isDark: (_ row: Int, _ column: Int) -> Bool

  /// Nil if no such code has this side.
  public init?(side: Int, isDark: @escaping (_ row: Int, _ column: Int) -> Bool) {
    guard [21, 25, 29, 33].contains(side) else { return nil }
    self.side = side
    self.isDark = isDark
  }

  /// The code's text; nil if it is not of level M with bytes, numbers or letters.
  public var text: String? {
    guard hasFinders, format >> 13 == 0 else { return nil }
    let bits = dataBits
    // Version 4 has two blocks of equal length with alternating bytes. The others have one. Data comes first.
    let count = [21: 16, 25: 28, 29: 44, 33: 64][side, default: 0]
    let words = (0..<count).map { Array(bits.dropFirst($0 * 8).prefix(8)) }
    let blocks = side == 33 ? 2 : 1
    var reader = Bits(
      bits: (0..<blocks).flatMap { block in stride(from: block, to: count, by: blocks).flatMap { words[$0] } })
    var bytes: [UInt8] = []
    while let mode = reader.take(4), mode != 0 {
      switch mode {
      case 4:
        guard let count = reader.take(8) else { return nil }
        for _ in 0..<count {
          guard let byte = reader.take(8) else { return nil }
          bytes.append(UInt8(byte))
        }
      case 1:
        guard var count = reader.take(10) else { return nil }
        while count > 0 {
          let digits = min(3, count)
          guard let number = reader.take([0, 4, 7, 10][digits]) else { return nil }
          let text = String(number)
          bytes += Array(repeating: UInt8(ascii: "0"), count: digits - text.count) + Array(text.utf8)
          count -= digits
        }
      case 2:
        guard var count = reader.take(9) else { return nil }
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        while count > 0 {
          guard let pair = reader.take(count > 1 ? 11 : 6) else { return nil }
          bytes += count > 1 ? [letters[pair / 45], letters[pair % 45]] : [letters[pair]]
          count -= min(2, count)
        }
      default: return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private struct Bits {
    let bits: [Bool]
    var position = 0

    mutating func take(_ count: Int) -> Int? {
      guard bits.count - position >= count else { return nil }
      defer { position += count }
      return bits[position..<position + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  private var hasFinders: Bool {
    [(0, 0), (0, side - 7), (side - 7, 0)].allSatisfy { top, left in
      (0..<7).allSatisfy { row in
        (0..<7).allSatisfy { column in
          let ring = max(abs(row - 3), abs(column - 3))
          return isDark(top + row, left + column) == (ring != 2)
        }
      }
    }
  }

  /// The 15 bits of format information, unmasked.
  private var format: Int {
    let places = (0...5).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (0...5).reversed().map { ($0, 8) }
    return places.reduce(0) { $0 << 1 | (isDark($1.0, $1.1) ? 1 : 0) } ^ 0b101_0100_0001_0010
  }

  private func isMasked(_ row: Int, _ column: Int) -> Bool {
    switch format >> 10 & 7 {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  private func isFunction(_ row: Int, _ column: Int) -> Bool {
    if row == 6 || column == 6 { return true }
    if row < 9, column < 9 || column >= side - 8 { return true }
    if row >= side - 8, column < 9 { return true }
    // The alignment pattern, from version 2 on.
    return side > 21 && abs(row - (side - 7)) <= 2 && abs(column - (side - 7)) <= 2
  }

  /// Two columns at a time from the right, upwards and downwards in turn.
  private var dataBits: [Bool] {
    var bits: [Bool] = []
    var right = side - 1
    var isUpward = true
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<side {
        let row = isUpward ? side - 1 - step : step
        for column in [right, right - 1] where !isFunction(row, column) {
          bits.append(isDark(row, column) != isMasked(row, column))
        }
      }
      isUpward.toggle()
      right -= 2
    }
    return bits
  }
}
