import DisplayTypes

@testable import ContentModel

/// Short ways to write contents and times, shared by the suites.
enum Sample {
  static func image(_ name: String) -> ContentDescription { .image(ImageDescription(file: "/media/\(name)")) }

  static func item(_ name: String, _ milliseconds: Int? = nil) -> PlaylistItem {
    PlaylistItem(content: image(name), milliseconds: milliseconds)
  }

  /// A moment in UTC.
  static func utc(_ day: String, _ time: String = "00:00") -> WallTime {
    guard let date = CalendarDate(day), let time = TimeOfDay(time) else { fatalError("\(day) \(time)") }
    return WallTime(seconds: Int64(date.dayNumber) * 86_400 + Int64(time.seconds))
  }

  static func time(_ text: String) -> TimeOfDay {
    guard let time = TimeOfDay(text) else { fatalError(text) }
    return time
  }

  /// Clocks of Berlin from 2025 to 2027.
  static let berlin = ZoneRules(
    first: 3600,
    changes: [
      change("2025-03-30", 7200), change("2025-10-26", 3600), change("2026-03-29", 7200), change("2026-10-25", 3600),
      change("2027-03-28", 7200), change("2027-10-31", 3600),
    ])

  /// A zone that skips a whole day, as Samoa did, and one that repeats half an hour.
  static let odd = ZoneRules(
    first: -11 * 3600,
    changes: [
      .init(from: utc("2026-03-27", "10:00").seconds, offset: 13 * 3600),
      .init(from: utc("2026-04-04", "14:30").seconds, offset: 12 * 3600 + 1800),
    ])

  private static func change(_ day: String, _ offset: Int) -> ZoneRules.Change {
    .init(from: utc(day, "01:00").seconds, offset: offset)
  }

  static let context = TimelineContext(zones: [nil: .utc, "Europe/Berlin": berlin, "Odd": odd])

  /// The file name of the picture that is shown, otherwise the kind of the moment.
  static func shown(_ moment: TimelineMoment) -> String {
    switch moment.leaf {
    case .content(.image(let image)): String(image.file.dropFirst("/media/".count))
    case .content(.deck(let deck)): "\(deck.file) \(deck.page)"
    case .face(let face): face.text
    case .powerOff: "power off"
    case .nothing(let reasons): "nothing: \(reasons.joined(separator: ", "))"
    case .content(.color(let color)): "\(color)"
    case .content, .card: "\(moment.leaf)"
    }
  }
}
