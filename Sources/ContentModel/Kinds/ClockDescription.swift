package import DisplayTypes

/// The time of day, as large as possible.
public struct ClockDescription: Hashable, Sendable {
  /// A format of `strftime(3)`, such as `%H:%M` or `%A, %e %B%n%H:%M:%S`.
  package var format = "%H:%M"
  /// The time zone, such as `Europe/Berlin`; nil for the machine's.
  package var zone: String?
  /// The colour of the letters; nil for the layout's, otherwise white.
  package var foreground: Color?
  package var background: Color?
  package var font: String?
}

extension ClockDescription: ContentMapping, StyledContent {
  // All fields are optional, so that `clock: {}` is a clock.
  package static let form = ContentForm(
    kind: .clock, main: .optionalText("format"),
    sample: "{ format: \"%H:%M\", zone: Europe/Berlin }; {} for the time in hours and minutes",
    example: "'%A%n%H:%M' --zone Europe/Berlin")
  package var content: ContentDescription { .clock(self) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("format", &format, .clockFormat)
    fields.field("zone", &zone, .zone, help: "the time zone, as Europe/Berlin")
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
  }

  package func add(to needs: inout ContentNeeds) {
    needs.addTime(zone: zone)
    needs.texts = true
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    let format = ClockFormat(format)
    let names = query.context.names
    let template = format.template(names)
    func face(_ text: String) -> DueContent {
      .face(
        ClockFace(
          text: text, template: template, foreground: shownForeground, background: shownBackground, font: font))
    }
    guard let unit = format.seconds else { return TimelineMoment(leaf: face(template)) }
    guard query.context.isClockRight else { return TimelineMoment(leaf: face(format.placeholder)) }
    let seconds = query.time.seconds
    guard let rules = query.context.zones[zone], let local = LocalTime(seconds: seconds, in: rules) else {
      return TimelineMoment(leaf: face(format.placeholder), skipped: [TimelineContext.ignorance(ofZone: zone)])
    }
    // Minutes and days begin by local time, and begin again when clocks are changed.
    let offset = Int64(local.offset)
    let begin = (seconds + offset).dividedDown(by: unit) * unit - offset
    let span = rules.span(around: seconds)
    return TimelineMoment(
      leaf: face(format.text(of: local, names)), since: WallTime(seconds: max(begin, span.lowerBound)),
      until: WallTime(seconds: min(begin + unit, span.upperBound)))
  }
}

extension FieldType where Value == String {
  /// A format in which all conversions are known.
  fileprivate static var clockFormat: Self {
    let text = text("a way to write the time, as \"%H:%M\" or \"%A, %e %B\"", maximum: 256, isEmptyAllowed: false)
    return Self { section, key, context in
      guard let format = text.read(section, key, context) else { return nil }
      guard let unknown = ClockFormat(format).unknownConversion else { return format }
      section.report(
        key, "\"\(Quoting.short(unknown))\" is not supported by a clock", expected: ClockFormat.conversions,
        fault: .value(unknown))
      return nil
    }
  }
}

/// The conversions of `strftime(3)` that a clock supports; names are in a given language. `%-d` has no padding, as in glibc.
package struct ClockFormat: Sendable {
  private enum Piece {
    case text(String)
    case field(ClockField, isPadded: Bool)
  }

  package static let conversions =
    "%H %I %M %S %p %P %k %l %R %T %r %A %a %d %e %j %B %b %m %Y %y %F %D %V %G %u %w %s %z %n %t %%"

  private var pieces: [Piece] = []

  /// The first unknown conversion, such as `%Q`; nil for a valid format.
  package private(set) var unknownConversion: String?

  /// Parses a format; an unknown conversion stays in the text.
  package init(_ format: String) {
    var text = ""
    var rest = Substring(format).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let isPadded = rest.first != "-"
      if !isPadded { rest.removeFirst() }
      let letter = rest.popFirst()
      if let literal = Self.literal(letter) {
        text += literal
      } else if let fields = Self.fields(letter) {
        pieces.append(.text(text))
        text = ""
        for (before, field) in fields { pieces += [.text(before), .field(field, isPadded: isPadded)] }
      } else {
        let conversion = "%" + (isPadded ? "" : "-") + (letter.map { String(Character($0)) } ?? "")
        unknownConversion = unknownConversion ?? conversion
        text += conversion
      }
    }
    pieces.append(.text(text))
  }

  /// The longest time in seconds without a change of the text; nil if the format has no time.
  var seconds: Int64? {
    pieces.compactMap { if case .field(let field, _) = $0 { field.seconds } else { nil } }.min()
  }

  func text(of time: LocalTime, _ names: CalendarNames) -> String {
    joined { $0.text(of: time, names, isPadded: $1) }
  }

  /// The text that takes the most room.
  func template(_ names: CalendarNames) -> String { joined { field, _ in field.template(names) } }

  /// The text while the time is unknown.
  var placeholder: String { joined { field, _ in field.placeholder } }

  private func joined(_ write: (ClockField, Bool) -> String) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .field(let field, let isPadded): text += write(field, isPadded)
      }
    }
  }

  private static func literal(_ letter: Unicode.Scalar?) -> String? {
    switch letter {
    case "%": "%"
    case "n": "\n"
    case "t": "\t"
    default: nil
    }
  }

  /// The fields of a letter, each with the text in front of it.
  private static func fields(_ letter: Unicode.Scalar?) -> [(String, ClockField)]? {
    switch letter {
    case "R": [("", .hour), (":", .minute)]
    case "T": [("", .hour), (":", .minute), (":", .second)]
    case "r": [("", .shortHour), (":", .minute), (":", .second), (" ", .half)]
    case "F": [("", .year), ("-", .monthNumber), ("-", .day)]
    case "D": [("", .monthNumber), ("/", .day), ("/", .shortYear)]
    case "h": [("", .shortMonth)]
    default: letter.flatMap { ClockField(rawValue: Character($0)) }.map { [("", $0)] }
    }
  }
}

/// A part of the time, with its letter in `strftime(3)`.
enum ClockField: Character {
  case shortWeekday = "a"
  case weekday = "A"
  case shortMonth = "b"
  case month = "B"
  case day = "d"
  case spacedDay = "e"
  case weekYear = "G"
  case hour = "H"
  case shortHour = "I"
  case dayOfYear = "j"
  case spacedHour = "k"
  case spacedShortHour = "l"
  case monthNumber = "m"
  case minute = "M"
  case half = "p"
  case smallHalf = "P"
  case epochSeconds = "s"
  case second = "S"
  case weekdayNumber = "u"
  case week = "V"
  case weekdayFromSunday = "w"
  case shortYear = "y"
  case year = "Y"
  case offset = "z"

  var seconds: Int64 {
    switch self {
    case .second, .epochSeconds: 1
    case .minute, .offset: 60
    case .hour, .shortHour, .spacedHour, .spacedShortHour, .half, .smallHalf: 3600
    case .shortWeekday, .weekday, .shortMonth, .month, .day, .spacedDay, .weekYear, .dayOfYear, .monthNumber,
      .weekdayNumber, .week, .weekdayFromSunday, .shortYear, .year:
      86_400
    }
  }

  /// - Parameter isPadded: whether numbers have leading zeros or spaces.
  func text(of time: LocalTime, _ names: CalendarNames, isPadded: Bool) -> String {
    func number(_ value: Int, _ width: Int, with filler: Character = "0") -> String {
      value.padded(isPadded ? width : 0, with: filler)
    }
    let shortHour = (time.hour + 11) % 12 + 1
    switch self {
    case .shortWeekday: return names.shortWeekdays[time.date.weekday.rawValue - 1]
    case .weekday: return names.weekdays[time.date.weekday.rawValue - 1]
    case .shortMonth: return names.shortMonths[time.date.month - 1]
    case .month: return names.months[time.date.month - 1]
    case .day: return number(time.date.day, 2)
    case .spacedDay: return number(time.date.day, 2, with: " ")
    case .weekYear: return number(time.week.year, 4)
    case .hour: return number(time.hour, 2)
    case .shortHour: return number(shortHour, 2)
    case .dayOfYear: return number(time.dayOfYear, 3)
    case .spacedHour: return number(time.hour, 2, with: " ")
    case .spacedShortHour: return number(shortHour, 2, with: " ")
    case .monthNumber: return number(time.date.month, 2)
    case .minute: return number(time.minute, 2)
    case .half: return names.halves[time.hour < 12 ? 0 : 1]
    case .smallHalf: return names.halves[time.hour < 12 ? 0 : 1].lowercased()
    case .epochSeconds: return "\(time.seconds)"
    case .second: return number(time.second, 2)
    case .weekdayNumber: return "\(time.date.weekday.rawValue)"
    case .week: return number(time.week.number, 2)
    case .weekdayFromSunday: return "\(time.date.weekday.rawValue % 7)"
    case .shortYear: return number(time.date.year % 100, 2)
    case .year: return number(time.date.year, 4)
    case .offset:
      let minutes = abs(time.offset) / 60
      return (time.offset < 0 ? "-" : "+") + number(minutes / 60, 2) + number(minutes % 60, 2)
    }
  }

  func template(_ names: CalendarNames) -> String {
    switch self {
    // Of English names of equal length, these are the widest.
    case .shortWeekday: names == .english ? "Wed" : CalendarNames.longest(of: names.shortWeekdays)
    case .weekday: CalendarNames.longest(of: names.weekdays)
    case .shortMonth: names == .english ? "May" : CalendarNames.longest(of: names.shortMonths)
    case .month: CalendarNames.longest(of: names.months)
    case .half: names.halves[0]
    case .smallHalf: names.halves[0].lowercased()
    case .weekdayNumber, .weekdayFromSunday: "0"
    case .day, .spacedDay, .hour, .shortHour, .spacedHour, .spacedShortHour, .monthNumber, .minute, .second, .week,
      .shortYear:
      "00"
    case .dayOfYear: "000"
    case .weekYear, .year: "0000"
    case .offset: "+0000"
    case .epochSeconds: "0000000000"
    }
  }

  var placeholder: String { self == .half || self == .smallHalf ? "" : "--" }
}

package struct ClockFace: Hashable, Sendable {
  package var text: String
  /// The text that takes the most room, so that letters always have the same size.
  package var template: String
  package var foreground: Color
  package var background: Color
  package var font: String?
}
