/// The pace of a talk: a pure function of the elapsed time, the time for the talk, the slide and the number of slides.
///
/// Slides are expected to take equal shares of the time. On slide p of n the speaker is **on time** until the share p/n has passed,
/// **late** up to a tenth of the whole time after that, **too late** beyond it or after the whole time, and **early** if more than a tenth
/// of the time is left before the slide's share begins, (p-1)/n.
public enum Pace: Hashable, Sendable {
  /// There is no time limit.
  case unknown
  /// Ahead of the slides by so many milliseconds.
  case early(Int)
  /// Within the slide's share.
  case onTime
  /// Behind by so many milliseconds, a tenth of the whole time at most.
  case late(Int)
  /// Behind by more.
  case tooLate(Int)
  /// The whole time has passed, and so many milliseconds more.
  case over(Int)

  /// Judges; times in milliseconds, slides from 1.
  public init(elapsed: Int, duration: Int?, page: Int, pages: Int) {
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

  /// Its colour: green, yellow or red; the terminal's own if nothing is known.
  var color: CellStyle.Color {
    switch self {
    case .unknown: .plain
    case .early, .onTime: .good
    case .late: .warning
    case .tooLate, .over: .bad
    }
  }

  /// In words, since not everybody sees colours.
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
