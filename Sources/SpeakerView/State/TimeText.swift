/// Times in milliseconds as people read them.
enum TimeText {
  /// `12:41`, `1:02:03`.
  static func clock(_ milliseconds: Int) -> String {
    let seconds = max(0, milliseconds) / 1000
    let rest = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return seconds >= 3600 ? "\(seconds / 3600):\(rest)" : rest
  }

  /// `40 s`, `3 min`.
  static func rough(_ milliseconds: Int) -> String {
    let seconds = max(0, milliseconds) / 1000
    return seconds < 60 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
