/// Pictures as runs of equal pixels: a count of two bytes (least first), red, green and blue.
///
/// Most pictures are areas of one colour, so their runs are a thousandth of their pixels.
extension Photograph {
  /// Reads runs; throws if their number of pixels does not match the size.
  public init(width: Int, height: Int, runs: [UInt8]) throws {
    let size = width * height * 3
    var (filled, isTooLong) = (0, false)
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      for start in stride(from: 0, to: runs.count - 4, by: 5) {
        let length = 3 * (Int(runs[start]) | Int(runs[start + 1]) << 8)
        guard filled + length <= size else {
          isTooLong = true
          break
        }
        let (red, green, blue) = (runs[start + 2], runs[start + 3], runs[start + 4])
        for place in stride(from: filled, to: filled + length, by: 3) {
          buffer.initializeElement(at: place, to: red)
          buffer.initializeElement(at: place + 1, to: green)
          buffer.initializeElement(at: place + 2, to: blue)
        }
        filled += length
      }
      count = filled
    }
    guard !isTooLong, pixels.count == size else {
      throw PictureError("The runs of a picture of \(width)x\(height) have another number of pixels.")
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  /// Its runs.
  public var runs: [UInt8] {
    var runs: [UInt8] = []
    var position = 0
    while position + 2 < pixels.count {
      let (red, green, blue) = (pixels[position], pixels[position + 1], pixels[position + 2])
      var count = 1
      var next = position + 3
      while count < 0xFFFF, next + 2 < pixels.count, pixels[next] == red, pixels[next + 1] == green,
        pixels[next + 2] == blue
      {
        count += 1
        next += 3
      }
      runs += [UInt8(count & 0xFF), UInt8(count >> 8), red, green, blue]
      position = next
    }
    return runs
  }
}
