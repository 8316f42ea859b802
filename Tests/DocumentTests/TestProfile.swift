import DamagedFiles

/// ICC profiles made here (ICC.1:2001-04): three primaries and a gamma of 2.2.
enum TestProfile {
  /// sRGB's primaries under D50, as X, Y and Z in 65,536ths (IEC 61966-2-1, adapted).
  static let red = [0x6FA2, 0x38F5, 0x0390]
  static let green = [0x6299, 0xB785, 0x18DA]
  static let blue = [0x24A0, 0x0F84, 0xB6CF]

  static func make(red: [Int], green: [Int], blue: [Int]) -> [UInt8] {
    let xyz = [red, green, blue, [0xF6D6, 0x10000, 0xD32D]].map { color in
      Array("XYZ ".utf8) + [0, 0, 0, 0] + color.flatMap(TestPicture.big)
    }
    let curve: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0x02, 0x33, 0, 0]
    let tags = ["rXYZ", "gXYZ", "bXYZ", "wtpt", "rTRC", "gTRC", "bTRC"]
    let start = 128 + 4 + tags.count * 12
    var table = TestPicture.big(tags.count)
    for (index, tag) in tags.enumerated() {
      let isCurve = index > 3
      table +=
        Array(tag.utf8) + TestPicture.big(start + (isCurve ? 80 : index * 20))
        + TestPicture.big(isCurve ? 14 : 20)
    }
    let body = table + xyz.flatMap { $0 } + curve
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put(TestPicture.big(128 + body.count), at: 0)
    put([2, 0x10, 0, 0], at: 8)
    put(Array("mntrRGB XYZ ".utf8), at: 12)
    put([0x07, 0xD0, 0, 1, 0, 1], at: 24)
    put(Array("acsp".utf8), at: 36)
    put(TestPicture.big(0xF6D6) + TestPicture.big(0x10000) + TestPicture.big(0xD32D), at: 68)
    return header + body
  }
}
