import DisplayTypes
import TestKit

@testable import ContentModel

/// Random contents and facts about their files, made from a seed.
struct RandomContent {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(exactly: seed) }

  static let files = (0..<8).map { "/media/\($0).png" }
  static let decks = (0..<3).map { "/media/\($0).pdf" }
  static let folders = (0..<3).map { "/media/\($0)" }

  mutating func context() -> TimelineContext {
    var context = Sample.context
    for file in Self.files + Self.decks + Self.folders where random.chance(25) {
      context.troubles[file] = "\(file) is missing"
    }
    for (index, deck) in Self.decks.enumerated() where index < 2 {
      context.pageCounts[deck] = .random(in: 1...5, using: &random)
    }
    for (index, folder) in Self.folders.enumerated() where index < 2 {
      context.folders[folder] = Self.files.filter { _ in random.chance(50) }
    }
    context.isClockRight = random.chance(90)
    return context
  }

  mutating func content(depth: Int = 3) -> ContentDescription {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0, 1: .image(ImageDescription(file: pick(Self.files)))
    case 2:
      .deck(
        DeckDescription(
          file: pick(Self.decks), page: .random(in: 1...6, using: &random),
          pageMilliseconds: random.chance(60) ? .random(in: 1000...9000, using: &random) : nil,
          transition: TransitionDescription(.push)))
    case 3:
      .slideshow(
        SlideshowDescription(
          folder: pick(Self.folders), itemMilliseconds: .random(in: 500...5000, using: &random),
          isShuffled: random.chance(50),
          transition: TransitionDescription(.wipe)))
    case 4:
      .clock(
        ClockDescription(format: pick(["%H:%M", "%A", "%T", "%p", "now"]), zone: pick([nil, "Europe/Berlin", "Odd"])))
    case 5: .countdown(CountdownDescription(end: time(), ended: random.chance(50) ? "over" : nil))
    case 6, 7: .playlist(playlist(depth: depth - 1))
    default: .schedule(schedule(depth: depth - 1))
    }
  }

  mutating func playlist(depth: Int) -> PlaylistDescription {
    let count = Int.random(in: 1...6, using: &random)
    let items = (0..<count).map { _ in
      PlaylistItem(
        content: content(depth: depth),
        milliseconds: random.chance(50) ? .random(in: 100...20_000, using: &random) : nil,
        transition: random.chance(30) ? TransitionDescription(.slide) : nil,
        weekdays: random.chance(80) ? [] : [.monday, .friday], from: random.chance(80) ? .midnight : timeOfDay(),
        to: random.chance(80) ? .midnight : timeOfDay())
    }
    return PlaylistDescription(
      items: items, itemMilliseconds: .random(in: 1000...15_000, using: &random), isShuffled: random.chance(50),
      repeats: random.chance(70) ? .forever : .times(.random(in: 1...4, using: &random)),
      start: random.chance(30) ? time() : nil, transition: TransitionDescription(.crossfade))
  }

  mutating func schedule(depth: Int) -> ScheduleDescription {
    let count = Int.random(in: 0...5, using: &random)
    let entries = (0..<count).map { _ in
      ScheduleEntry(
        action: random.chance(15) ? .powerOff : .show(content(depth: depth)),
        priority: .random(in: 0...2, using: &random),
        isAlarm: random.chance(10), firstDay: random.chance(30) ? day() : nil, lastDay: random.chance(30) ? day() : nil,
        weekdays: random.chance(50) ? [] : Set(Weekday.allCases.filter { _ in random.chance(40) }), from: timeOfDay(),
        to: timeOfDay())
    }
    return ScheduleDescription(
      zone: pick([nil, "Europe/Berlin", "Odd"]), entries: entries, fallback: content(depth: 0),
      transition: TransitionDescription(.slide))
  }

  /// Around the nights in which clocks are changed.
  mutating func time() -> WallTime {
    let day = pick(["2026-03-27", "2026-03-28", "2026-03-29", "2026-04-04", "2026-10-24", "2026-10-25"])
    return Sample.utc(day).advanced(by: .random(in: 0..<86_400_000_000_000, using: &random))
  }

  private mutating func day() -> CalendarDate? {
    CalendarDate(dayNumber: Int(time().seconds / 86_400) + .random(in: -8...8, using: &random))
  }

  private mutating func timeOfDay() -> TimeOfDay {
    random.chance(30)
      ? .midnight : TimeOfDay(seconds: .random(in: 0..<24, using: &random) * 3600 + pick([0, 900, 1800])) ?? .midnight
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
