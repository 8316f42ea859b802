/// A day of the week, from Monday as ISO 8601 counts them.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The first three letters of its English name, in small letters, as files have it.
  public var word: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }

  /// The day of that word; nil for any other.
  public init?(word: String) {
    guard let day = Weekday.allCases.first(where: { $0.word == word }) else { return nil }
    self = day
  }

  /// The weekday of the day so many days after 1970-01-01, a Thursday.
  public init(dayNumber: Int) {
    let place = ((dayNumber % 7) + 10) % 7
    self = Weekday.allCases[place]
  }
}
