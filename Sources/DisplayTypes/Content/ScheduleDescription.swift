/// Contents and the times at which they are shown.
///
/// Which one is shown is a function of the time alone (`Timeline`).
public struct ScheduleDescription: Hashable, Sendable {
  /// The most entries of one schedule.
  public static let mostEntries = 1_000

  /// The time zone in which all its times are meant, as `Europe/Berlin`; nil for the machine's.
  public var zone: String?
  /// In the file's order, which decides nothing.
  public var entries: [ScheduleEntry]
  /// What is shown while no entry counts, and until the machine's clock is known to be right.
  public var fallback: ContentDescription
  /// How one entry's content gives way to another's.
  public var transition: TransitionDescription
  /// Until then entries that switch the power off do not count: chosen at run time, and in no file.
  public var onUntil: WallTime?

  /// Makes a schedule.
  public init(
    zone: String? = nil, entries: [ScheduleEntry], fallback: ContentDescription = .color(.black),
    transition: TransitionDescription = .cut, onUntil: WallTime? = nil
  ) {
    self.zone = zone
    self.entries = entries
    self.fallback = fallback
    self.transition = transition
    self.onUntil = onUntil
  }
}
