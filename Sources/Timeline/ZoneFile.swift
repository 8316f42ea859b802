internal import DisplayTypes

/// A file of the time zone database (TZif, RFC 9636), as `/usr/share/zoneinfo` has them.
struct ZoneFile {
  let rules: ZoneRules

  /// Changes are worked out up to this year; nobody's law reaches further.
  private static let lastYear = 2100
  /// The largest one has four kilobytes.
  private static let mostBytes = 1 << 18

  /// Reads a file; nil where it is none, is damaged, or counts leap seconds.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, var counts = Counts(bytes, at: 0) else { return nil }
    var start = Counts.size
    var width = 4
    if counts.version >= UInt8(ascii: "2") {
      // The block for readers of the year 1986 stands before the real one.
      start += counts.bytes(ofTimes: 4)
      guard let real = Counts(bytes, at: start) else { return nil }
      counts = real
      start += Counts.size
      width = 8
    }
    let end = start + counts.bytes(ofTimes: width)
    guard end <= bytes.count, counts.types > 0, counts.leapSeconds == 0 else { return nil }
    let typesAt = start + counts.times * (width + 1)
    let offsets = (0..<counts.types).map { Int(Self.number(bytes, at: typesAt + $0 * 6, bytes: 4)) }
    guard offsets.allSatisfy({ abs($0) < 100_000 }) else { return nil }

    var rules = ZoneRules(first: offsets[0])
    var before = Int64.min
    for index in 0..<counts.times {
      let from = Self.number(bytes, at: start + index * width, bytes: width)
      let type = Int(bytes[start + counts.times * width + index])
      guard type < offsets.count, index == 0 || before < from else { return nil }
      before = from
      if (rules.changes.last?.offset ?? rules.first) != offsets[type] {
        rules.changes.append(ZoneRules.Change(from: from, offset: offsets[type]))
      }
    }
    if width == 8 {
      guard let footer = ZoneFooter(Self.line(bytes, at: end)) else { return nil }
      rules.add(footer, until: Self.lastYear)
    }
    self.rules = rules
  }

  /// What stands between the two line breaks at the end.
  private static func line(_ bytes: [UInt8], at start: Int) -> ArraySlice<UInt8> {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\n") else { return [] }
    return bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\n") }
  }

  /// A signed number, the highest byte first.
  private static func number(_ bytes: [UInt8], at start: Int, bytes width: Int) -> Int64 {
    let value = bytes[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  /// What a header says of the block behind it.
  private struct Counts {
    static let size = 44

    let version: UInt8
    let times: Int
    let types: Int
    let leapSeconds: Int
    private let letters: Int
    private let standard: Int
    private let universal: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start + Self.size <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
      version = bytes[start + 4]
      let numbers = (0..<6).map { ZoneFile.number(bytes, at: start + 20 + $0 * 4, bytes: 4) }
      guard numbers.allSatisfy({ (0...65_536).contains($0) }) else { return nil }
      universal = Int(numbers[0])
      standard = Int(numbers[1])
      leapSeconds = Int(numbers[2])
      times = Int(numbers[3])
      types = Int(numbers[4])
      letters = Int(numbers[5])
    }

    /// How long the block is, with times of so many bytes.
    func bytes(ofTimes width: Int) -> Int {
      times * (width + 1) + types * 6 + letters + leapSeconds * (width + 4) + standard + universal
    }
  }
}
