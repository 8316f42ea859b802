/// The pace of a talk, compared with a plan in which all slides take equal shares of the time.
enum Pace: Hashable {
  /// There is no time limit.
  case unknown
  /// The milliseconds until the slide's share begins, if they are more than a tenth of the whole time.
  case early(Int)
  case onTime
  /// The milliseconds since the end of the slide's share, if they are at most a tenth of the whole time.
  case late(Int)
  /// The milliseconds since the end of the slide's share, if they are more than a tenth of the whole time.
  case tooLate(Int)
  /// The milliseconds since the end of the whole time.
  case over(Int)

  /// Compares the progress with the plan. Times are milliseconds, and slides count from 1.
  init(elapsed: Int, duration: Int?, page: Int, pages: Int) {
    guard let duration, duration > 0, pages > 0 else {
      self = .unknown
      return
    }
    guard elapsed < duration else {
      self = .over(elapsed - duration)
      return
    }
    let page = min(max(page, 1), pages)
    let tenth = Double(duration) / 10
    let begin = Double(duration) * Double(page - 1) / Double(pages)
    let end = Double(duration) * Double(page) / Double(pages)
    let behind = Double(elapsed) - end
    if behind > tenth {
      self = .tooLate(Int(behind))
    } else if behind > 0 {
      self = .late(Int(behind))
    } else if begin - Double(elapsed) > tenth {
      self = .early(Int(begin) - elapsed)
    } else {
      self = .onTime
    }
  }

  var color: CellStyle.CellColor {
    switch self {
    case .unknown: .plain
    case .early, .onTime: .good
    case .late: .warning
    case .tooLate, .over: .bad
    }
  }

  /// The pace in words, for people who cannot distinguish the colours.
  var text: String {
    switch self {
    case .unknown: ""
    case .early(let time): "\(TimeText.rough(time)) ahead"
    case .onTime: "on time"
    case .late(let time): "\(TimeText.rough(time)) behind"
    case .tooLate(let time): "\(TimeText.rough(time)) behind!"
    case .over(let time): "over by \(TimeText.clock(time))"
    }
  }
}

/// Times in milliseconds as texts for people.
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
