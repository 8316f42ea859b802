/// Reads the PNG files of screenshots: 8 bits a channel, with or without opacity, not interlaced.
public enum PNGReader {
  /// The picture; throws if the bytes are no such file.
  public static func picture(_ file: [UInt8]) throws -> Photograph {
    var position = 8
    var stream: [UInt8] = []
    var (width, height, channels) = (0, 0, 0)
    while position + 12 <= file.count {
      let length = number(file, position)
      let type = String(decoding: file[(position + 4)..<(position + 8)], as: UTF8.self)
      guard length >= 0, position + 12 + length <= file.count else { break }
      if type == "IHDR", length == 13 {
        (width, height) = (number(file, position + 8), number(file, position + 12))
        // 8 bits a channel; colour type 2 is RGB, 6 has opacity too.
        channels = file[position + 16] == 8 ? [2: 3, 6: 4][file[position + 17]] ?? 0 : 0
      }
      if type == "IDAT" { stream += file[(position + 8)..<(position + 8 + length)] }
      position += 12 + length
    }
    let rowBytes = width * channels + 1
    // A zlib stream has a head of two bytes (RFC 1950).
    guard channels > 0, (1...16384).contains(width), (1...16384).contains(height), stream.count > 2,
      let rows = Inflate.bytes(Array(stream[2...]), limit: rowBytes * height), rows.count == rowBytes * height
    else { throw PictureError("The screenshot is no PNG file that can be read.") }
    return Photograph(width: width, height: height, pixels: unfiltered(rows, width, height, channels))
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Undoes the filter of each row (PNG specification, section 9) and leaves out opacity.
  private static func unfiltered(_ rows: [UInt8], _ width: Int, _ height: Int, _ channels: Int) -> [UInt8] {
    let count = width * channels
    var above = [UInt8](repeating: 0, count: count)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      let start = y * (count + 1)
      let filter = rows[start]
      var row = Array(rows[(start + 1)..<(start + 1 + count)])
      for x in 0..<(filter == 0 ? 0 : count) {
        let left = x < channels ? 0 : Int(row[x - channels])
        let up = Int(above[x])
        let corner = x < channels ? 0 : Int(above[x - channels])
        let guess =
          switch filter {
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          default: paeth(left, up, corner)
          }
        row[x] &+= UInt8(truncatingIfNeeded: guess)
      }
      if channels == 3 {
        pixels += row
      } else {
        for x in 0..<width { pixels += row[(x * 4)..<(x * 4 + 3)] }
      }
      above = row
    }
    return pixels
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let guess = left + up - corner
    let (a, b, c) = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
}
