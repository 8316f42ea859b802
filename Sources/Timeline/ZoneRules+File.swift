internal import DisplayTypes

extension ZoneRules {
  /// Reads a file of the time zone database (TZif, RFC 9636); nil where it is none, is damaged, or counts leap seconds.
  public init?(file bytes: [UInt8]) {
    guard let file = ZoneFile(bytes) else { return nil }
    self = file.rules
  }

  /// Reads rules as the variable `TZ` has them, `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2024, XBD 8.3); nil for anything else.
  public init?(posix text: String) {
    guard let footer = ZoneFooter(Array(text.utf8)[...]), !text.isEmpty else { return nil }
    self.init(first: footer.standard)
    add(footer, until: 2100)
  }

  /// Adds the changes that go on by rules after the last one.
  mutating func add(_ footer: ZoneFooter, until lastYear: Int) {
    let last = changes.last?.from ?? .min
    guard let summer = footer.summer else {
      if !footer.isEmpty, changes.isEmpty { first = footer.standard }
      return
    }
    let firstYear =
      changes.isEmpty ? 1970 : CalendarDate(dayNumber: Int(last.dividedDown(by: 86_400)))?.year ?? 1970
    guard firstYear <= lastYear else { return }
    for year in firstYear...lastYear {
      guard let newYear = CalendarDate(year: year, month: 1, day: 1)?.dayNumber else { continue }
      let begin = summer.begin.seconds(inYearOf: newYear) - Int64(footer.standard)
      let end = summer.end.seconds(inYearOf: newYear) - Int64(summer.offset)
      let both = [Change(from: begin, offset: summer.offset), Change(from: end, offset: footer.standard)]
      for change in begin < end ? both : both.reversed() where change.from > last {
        if (changes.last?.offset ?? first) != change.offset { changes.append(change) }
      }
    }
  }
}
