import DisplayTypes
import Timeline

/// Reads `schedule:`: contents and the times at which they are shown.
struct ScheduleReader {
  private static let keys = ["zone", "entries", "fallback", "transition"]
  private static let entryKeys =
    ContentReader.kinds + ["power", "name", "priority", "alarm", "firstDay", "lastDay", "weekdays", "from", "to"]
  private static let expected = "{ entries: [{ image: lunch.png, from: \"11:30\", to: \"14:00\" }], fallback: { … } }"

  let contents: ContentReader
  let place: ContentPlace

  func read(from parent: ConfigurationSection) -> ScheduleDescription? {
    guard let section = parent.section("schedule", keys: Self.keys, expected: Self.expected) else { return nil }
    guard let nodes = section.list("entries", expected: "a list of entries") else {
      if section.entry("entries") == nil {
        section.errors.add(
          section.mark, section.path, "the schedule has no entries", expected: Self.expected,
          fault: .missing("entries"))
      }
      return nil
    }
    guard (1...ScheduleDescription.mostEntries).contains(nodes.count) else {
      section.errors.add(
        section.entry("entries")?.value.mark ?? section.mark, section.path("entries"),
        nodes.isEmpty ? "the schedule is empty" : "the schedule has \(nodes.count) entries",
        expected: "1 to \(ScheduleDescription.mostEntries) entries", fault: .value("\(nodes.count) entries"))
      return nil
    }
    let entries = nodes.map { entry($0.node, path: $0.path, errors: section.errors) }
    var schedule = ScheduleDescription(entries: entries.compactMap(\.self))
    if section.entry("fallback") != nil {
      let fallback = section.section("fallback", keys: ContentReader.kinds, expected: ContentReader.expected)
        .flatMap { contents.content(in: $0, at: place.timed) }
      guard let fallback else { return nil }
      schedule.fallback = fallback
    }
    schedule.zone = contents.zone(in: section)
    if let transition = TransitionReader.read("transition", in: section) { schedule.transition = transition }
    guard schedule.entries.count == entries.count else { return nil }
    if contents.context.checksMachine { report(schedule.contradictions(), of: schedule, nodes, errors: section.errors) }
    return schedule
  }

  /// Says where the schedule does not say what is to be shown.
  private func report(
    _ contradictions: [ScheduleContradiction], of schedule: ScheduleDescription,
    _ nodes: [(node: YAMLNode, path: String)],
    errors: ErrorList
  ) {
    func name(_ index: Int) -> String {
      let place =
        nodes[index].node.mark == .start ? "entry \(index)" : "the entry in line \(nodes[index].node.mark.line)"
      return schedule.entries[index].name.map { "“\(Quoting.short($0))”" } ?? place
    }
    for contradiction in contradictions {
      switch contradiction {
      case .overlap(let first, let second, let day, let weekday, let time):
        let day = day.map { ", \($0)," } ?? ""
        errors.add(
          nodes[second].node.mark, nodes[second].path,
          "contradicts \(name(first)): on \(weekday.word)\(day) at \(time) both are to be shown",
          hint: "give one of them a higher priority, or other times")
      case .never(let entry):
        errors.add(
          nodes[entry].node.mark, nodes[entry].path,
          "never counts: none of its weekdays is between its first and last day",
          hint: "change them, or remove the entry")
      }
    }
  }

  private func entry(_ node: YAMLNode, path: String, errors: ErrorList) -> ScheduleEntry? {
    let expected = "an entry, as { image: lunch.png, weekdays: mon-fri, from: \"11:30\", to: \"14:00\" }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: Self.entryKeys, expected: expected),
      let action = action(in: section)
    else { return nil }
    // An entry without a value that was given could contradict others, which is no second mistake.
    let errorsBefore = errors.errors.count
    var entry = ScheduleEntry(action, name: contents.name(in: section))
    if let priority = section.whole("priority", in: -1_000...1_000, what: "a priority") { entry.priority = priority }
    if let isAlarm = section.flag("alarm")?.value { entry.isAlarm = isAlarm }
    entry.firstDay = day("firstDay", in: section)
    entry.lastDay = day("lastDay", in: section)
    if let first = entry.firstDay, let last = entry.lastDay, last < first {
      section.errors.add(
        section.entry("lastDay")?.value.mark ?? section.mark, section.path("lastDay"),
        "\(last) is before the first day, \(first)", expected: "the same day or a later one", fault: .value("\(last)"))
      return nil
    }
    if section.entry("weekdays") != nil {
      guard let weekdays = WeekdayReader.read("weekdays", in: section) else { return nil }
      entry.weekdays = weekdays
    }
    if let from = time("from", in: section) { entry.from = from }
    if let to = time("to", in: section) { entry.to = to }
    return errors.errors.count == errorsBefore ? entry : nil
  }

  private func action(in section: ConfigurationSection) -> ScheduleEntry.Action? {
    guard let power = section.entry("power") else {
      return contents.content(in: section, at: place.timed).map { .show($0) }
    }
    guard
      let isOn = section.value(
        "power", what: "what an entry does", expected: "off", read: { $0 == "off" ? false : nil })
    else { return nil }
    guard !isOn.value, !section.entries.contains(where: { ContentReader.kinds.contains($0.key) }) else {
      section.errors.add(
        power.mark, section.path("power"), "the entry shows something, and switches the power off",
        expected: "one of both")
      return nil
    }
    guard !place.isRegion else {
      section.errors.add(
        power.mark, section.path("power"), "a region of a layout cannot switch the power of its screen",
        hint: "put the layout into the schedule", fault: .value("off"))
      return nil
    }
    return .powerOff
  }

  private func day(_ key: String, in section: ConfigurationSection) -> CalendarDate? {
    section.value(key, what: "a day of the calendar", expected: "a day as 2026-12-24") { CalendarDate($0) }?.value
  }

  private func time(_ key: String, in section: ConfigurationSection) -> TimeOfDay? {
    section.value(key, what: "a time of day", expected: "a time from 00:00 to 24:00, as 18:30") { TimeOfDay($0) }?.value
  }
}
