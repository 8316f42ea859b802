/// What a schedule shows at some times.
public struct ScheduleEntry: Hashable, Sendable {
  /// What is done while it counts.
  public enum Action: Hashable, Sendable {
    case show(ContentDescription)
    /// The screen has no signal.
    case powerOff
  }

  /// What it is called in events, errors and the proof of play; nil for its place.
  public var name: String?
  /// What is done while it counts.
  public var action: Action
  /// Of the entries that count at a time, the one with the highest number is shown.
  public var priority: Int
  /// Whether it goes before every entry that is none, whatever their priorities.
  public var isAlarm: Bool
  /// The first day; nil for ever since.
  public var firstDay: CalendarDate?
  /// The last day, which counts too; nil without end.
  public var lastDay: CalendarDate?
  /// The days of the week on which it begins; empty for all.
  public var weekdays: Set<Weekday>
  /// When it begins on a day.
  public var from: TimeOfDay
  /// When it ends: on the same day, or on the next where that is not after `from`.
  ///
  /// Midnight to midnight is the whole day.
  public var to: TimeOfDay

  /// Makes an entry.
  public init(
    _ action: Action, name: String? = nil, priority: Int = 0, isAlarm: Bool = false, firstDay: CalendarDate? = nil,
    lastDay: CalendarDate? = nil, weekdays: Set<Weekday> = [], from: TimeOfDay = .midnight, to: TimeOfDay = .midnight
  ) {
    self.name = name
    self.action = action
    self.priority = priority
    self.isAlarm = isAlarm
    self.firstDay = firstDay
    self.lastDay = lastDay
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }
}
