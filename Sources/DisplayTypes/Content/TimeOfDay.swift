/// A time on the clock's face, without a day or a time zone.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since midnight, 0 to 86,399.
  public let seconds: Int

  /// Nil where a day has no such time.
  public init?(seconds: Int) {
    guard (0..<86_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  private init(known seconds: Int) {
    self.seconds = seconds
  }

  /// Reads `18:30` or `18:30:15`, and `24:00` as midnight; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({
        $0.utf8.count == 2 && $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60 else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    self.init(seconds: seconds == 86_400 ? 0 : seconds)
  }

  /// 00:00.
  public static let midnight = TimeOfDay(known: 0)

  /// The earlier one is less.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }

  /// `18:30`, with seconds where there are any.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = "\(two(seconds / 3600)):\(two(seconds / 60 % 60))"
    return seconds % 60 == 0 ? minutes : "\(minutes):\(two(seconds % 60))"
  }
}
