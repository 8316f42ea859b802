public import DisplayTypes

/// A reason for which a schedule does not say what is to be shown.
public enum ScheduleContradiction: Hashable, Sendable {
  /// Two entries of the same priority, by their places from 0, that count at the same time and do different things: when they
  /// first do, on clocks of the schedule's zone. The day is nil where neither has a first one.
  case overlap(first: Int, second: Int, day: CalendarDate?, weekday: Weekday, time: TimeOfDay)
  /// An entry that never counts: its last day is before its first one, or none of its weekdays is between them.
  case never(entry: Int)
}
