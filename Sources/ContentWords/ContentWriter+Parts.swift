import ControlProtocol
import DisplayTypes

extension ContentWriter {
  static func value(of playlist: PlaylistDescription) -> JSONValue {
    let plain = PlaylistDescription(items: [])
    var fields = ContentFields(["items": .array(playlist.items.map(value))])
    fields.set("duration", milliseconds: playlist.itemMilliseconds, unless: plain.itemMilliseconds)
    fields.set("shuffle", playlist.isShuffled)
    switch playlist.repeats {
    case .forever: break
    case .times(let rounds): fields.set("repeat", .integer(Int64(rounds)))
    }
    fields.set("start", playlist.start?.description)
    fields.set("transition", playlist.transition)
    return fields.json
  }

  private static func value(of item: PlaylistItem) -> JSONValue {
    var fields = ContentFields([item.content.kind.rawValue: value(of: item.content)])
    fields.set("name", item.name)
    fields.set("duration", milliseconds: item.milliseconds, unless: nil)
    fields.set("transition", item.transition, unless: nil)
    return fields.json
  }

  static func value(of schedule: ScheduleDescription) -> JSONValue {
    let plain = ScheduleDescription(entries: [])
    var fields = ContentFields(["entries": .array(schedule.entries.map(value))])
    fields.set("zone", schedule.zone)
    if schedule.fallback != plain.fallback {
      fields.set("fallback", .object([schedule.fallback.kind.rawValue: value(of: schedule.fallback)]))
    }
    fields.set("transition", schedule.transition)
    return fields.json
  }

  private static func value(of entry: ScheduleEntry) -> JSONValue {
    var fields: ContentFields
    switch entry.action {
    case .show(let content): fields = ContentFields([content.kind.rawValue: value(of: content)])
    case .powerOff: fields = ContentFields(["power": .string("off")])
    }
    fields.set("name", entry.name)
    if entry.priority != 0 { fields.set("priority", .integer(Int64(entry.priority))) }
    fields.set("alarm", entry.isAlarm)
    fields.set("firstDay", entry.firstDay?.description)
    fields.set("lastDay", entry.lastDay?.description)
    if !entry.weekdays.isEmpty {
      fields.set("weekdays", .array(Weekday.allCases.filter(entry.weekdays.contains).map { .string($0.word) }))
    }
    if entry.from != .midnight || entry.to != .midnight {
      fields.set("from", entry.from.description)
      fields.set("to", entry.to.description)
    }
    return fields.json
  }

  static func value(of layout: LayoutDescription) -> JSONValue {
    let plain = LayoutDescription(regions: [])
    var fields = ContentFields(["regions": .array(layout.regions.map(value))])
    fields.set("background", layout.background, unless: plain.background)
    return fields.json
  }

  private static func value(of region: LayoutRegion) -> JSONValue {
    var fields = ContentFields([region.content.kind.rawValue: value(of: region.content)])
    fields.set("name", region.name)
    for (name, share) in [("x", region.x), ("y", region.y), ("width", region.width), ("height", region.height)] {
      fields.set(name, .number(share))
    }
    return fields.json
  }
}
