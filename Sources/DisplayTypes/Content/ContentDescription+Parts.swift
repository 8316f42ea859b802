extension ContentDescription {
  /// The most contents that a content holds, itself and those in its parts included.
  public static let mostContents = 5_000
  /// How deep contents stand in each other: a picture in a playlist in a schedule is at the third level.
  public static let mostLevels = 6

  /// The contents that it plays or arranges, in its own order; empty for one that holds no other.
  public var parts: [ContentDescription] {
    switch self {
    case .color, .pattern, .banner, .image, .slideshow, .deck, .ticker, .clock, .countdown, .qrCode, .setup: []
    case .playlist(let playlist): playlist.items.map(\.content)
    case .schedule(let schedule):
      schedule.entries.compactMap { entry in
        switch entry.action {
        case .show(let content): content
        case .powerOff: nil
        }
      } + [schedule.fallback]
    case .layout(let layout): layout.regions.map(\.content)
    }
  }

  /// Whether it or one in it, however deep, is so.
  public func holds(_ isSo: (ContentDescription) -> Bool) -> Bool {
    isSo(self) || parts.contains { $0.holds(isSo) }
  }

  /// The same, but entries of schedules that switch the power off do not count before a time: what has less priority is shown instead.
  public func kept(onUntil time: WallTime) -> ContentDescription {
    guard case .schedule(var schedule) = self else { return self }
    if switchesPower { schedule.onUntil = time }
    schedule.entries = schedule.entries.map { entry in
      var entry = entry
      if case .show(let content) = entry.action { entry.action = .show(content.kept(onUntil: time)) }
      return entry
    }
    schedule.fallback = schedule.fallback.kept(onUntil: time)
    return .schedule(schedule)
  }

  /// Whether it is a schedule that switches the power.
  public var switchesPower: Bool {
    guard case .schedule(let schedule) = self else { return false }
    return schedule.entries.contains { $0.action == .powerOff }
  }
}
