/// Reads the parts of a zone's rule.
struct ZoneText {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  /// Goes past a character; false where another one stands there.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Goes past a zone's abbreviation: three letters or more, or anything in angle brackets.
  mutating func name() -> Bool {
    if take("<") {
      rest = rest.drop { $0 != UInt8(ascii: ">") }
      return take(">")
    }
    let before = rest.count
    rest = rest.drop { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }
    return before - rest.count >= 3
  }

  /// A time as `-3:30` or `26`, in seconds.
  mutating func time() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(upTo: 167) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(":") {
      guard let part = number(upTo: 59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// A day as `M3.5.0`, `J60` or `59`, with a time where it is another than 02:00.
  mutating func day() -> ZoneDay? {
    let day: ZoneDay.Day
    if take("M") {
      guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0, take("."),
        let weekday = number(upTo: 6)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    } else if take("J") {
      guard let number = number(upTo: 365), number > 0 else { return nil }
      day = .julian(number)
    } else {
      guard let number = number(upTo: 365) else { return nil }
      day = .ofYear(number)
    }
    guard take("/") else { return ZoneDay(day: day, time: 7200) }
    return time().map { ZoneDay(day: day, time: $0) }
  }

  private mutating func number(upTo largest: Int) -> Int? {
    var value: Int?
    while let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
      let next = (value ?? 0) * 10 + Int(digit - UInt8(ascii: "0"))
      guard next <= largest else { return nil }
      value = next
      rest.removeFirst()
    }
    return value
  }
}
