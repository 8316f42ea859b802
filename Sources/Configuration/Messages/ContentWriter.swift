import ContentModel
import ControlProtocol
import DisplayTypes

/// Writes contents in the words of the configuration file.
enum ContentWriter {
  /// What stands behind the kind.
  static func value(of content: ContentDescription) -> JSONValue {
    switch content {
    case .color(let color): .string(color.hexadecimal)
    case .pattern(let name): .string(name.rawValue)
    case .banner(let banner): value(of: banner)
    case .image(let image): value(of: image)
    case .slideshow(let slideshow): value(of: slideshow)
    case .playlist(let playlist): value(of: playlist)
    case .schedule(let schedule): value(of: schedule)
    case .deck(let deck): value(of: deck)
    case .ticker(let ticker): value(of: ticker)
    case .clock(let clock): value(of: clock)
    case .countdown(let countdown): value(of: countdown)
    case .qrCode(let code): value(of: code)
    case .layout(let layout): value(of: layout)
    case .setup(let setup): .object(setup.offersPairing ? [:] : ["pairing": .bool(false)])
    }
  }

  private static func value(of banner: BannerDescription) -> JSONValue {
    let plain = BannerDescription(text: "")
    var fields = ContentFields(["text": .string(banner.text)])
    fields.set("foreground", banner.foreground, unless: plain.foreground)
    fields.set("background", banner.background, unless: plain.background)
    fields.set("font", banner.font)
    fields.set("alignment", banner.alignment, unless: plain.alignment)
    fields.set("markup", banner.usesMarkup)
    return fields.json
  }

  private static func value(of image: ImageDescription) -> JSONValue {
    let plain = ImageDescription(file: "")
    var fields = ContentFields(["file": .string(image.file)])
    fields.set("portrait", image.portraitFile)
    fields.set("fit", image.fit, unless: plain.fit)
    fields.set("background", image.background, unless: plain.background)
    return fields.json
  }

  private static func value(of slideshow: SlideshowDescription) -> JSONValue {
    let plain = SlideshowDescription(folder: "")
    var fields = ContentFields(["folder": .string(slideshow.folder)])
    fields.set("duration", milliseconds: slideshow.itemMilliseconds, unless: plain.itemMilliseconds)
    fields.set("shuffle", slideshow.isShuffled)
    fields.set("fit", slideshow.fit, unless: plain.fit)
    fields.set("background", slideshow.background, unless: plain.background)
    fields.set("transition", slideshow.transition)
    return fields.json
  }

  private static func value(of deck: DeckDescription) -> JSONValue {
    let plain = DeckDescription(file: "")
    var fields = ContentFields(["file": .string(deck.file)])
    fields.set("portrait", deck.portraitFile)
    if deck.page != plain.page { fields.set("page", .integer(Int64(deck.page))) }
    fields.set("duration", milliseconds: deck.pageMilliseconds, unless: nil)
    if deck.pageMilliseconds != nil { fields.set("start", deck.start?.description) }
    fields.set("background", deck.background, unless: plain.background)
    fields.set("transition", deck.transition)
    return fields.json
  }

  private static func value(of ticker: TickerDescription) -> JSONValue {
    let plain = TickerDescription(text: "")
    var fields = ContentFields(["text": .string(ticker.text)])
    fields.set("foreground", ticker.foreground, unless: plain.foreground)
    fields.set("background", ticker.background, unless: plain.background)
    fields.set("font", ticker.font)
    if ticker.speed != plain.speed { fields.set("speed", .number(ticker.speed)) }
    return fields.json
  }

  private static func value(of clock: ClockDescription) -> JSONValue {
    let plain = ClockDescription()
    var fields = ContentFields([:])
    if clock.format != plain.format { fields.set("format", clock.format) }
    fields.set("zone", clock.zone)
    fields.set("foreground", clock.foreground, unless: plain.foreground)
    fields.set("background", clock.background, unless: plain.background)
    fields.set("font", clock.font)
    return fields.json
  }

  private static func value(of countdown: CountdownDescription) -> JSONValue {
    let plain = CountdownDescription(end: countdown.end)
    var fields = ContentFields(["end": .string(countdown.end.description)])
    fields.set("title", countdown.title)
    fields.set("ended", countdown.ended)
    fields.set("foreground", countdown.foreground, unless: plain.foreground)
    fields.set("background", countdown.background, unless: plain.background)
    fields.set("font", countdown.font)
    return fields.json
  }

  private static func value(of code: QRCodeDescription) -> JSONValue {
    let plain = QRCodeDescription(text: "")
    var fields = ContentFields(["text": .string(code.text)])
    fields.set("caption", code.caption)
    fields.set("foreground", code.foreground, unless: plain.foreground)
    fields.set("background", code.background, unless: plain.background)
    return fields.json
  }
}

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

/// The fields of a content as they are written: those that say nothing are left out.
struct ContentFields {
  private var fields: [String: JSONValue]

  init(_ fields: [String: JSONValue]) {
    self.fields = fields
  }

  var json: JSONValue { .object(fields) }

  mutating func set(_ name: String, _ value: JSONValue) {
    fields[name] = value
  }

  mutating func set(_ name: String, _ text: String?) {
    if let text { fields[name] = .string(text) }
  }

  /// A truth value, which is false by default.
  mutating func set(_ name: String, _ value: Bool) {
    if value { fields[name] = .bool(true) }
  }

  mutating func set(_ name: String, _ color: Color, unless usual: Color) {
    if color != usual { fields[name] = .string(color.hexadecimal) }
  }

  mutating func set<Word: RawRepresentable<String> & Equatable>(_ name: String, _ word: Word, unless usual: Word) {
    if word != usual { fields[name] = .string(word.rawValue) }
  }

  mutating func set(_ name: String, milliseconds: Int?, unless usual: Int?) {
    if let milliseconds, milliseconds != usual { fields[name] = .string(DurationText.text(milliseconds)) }
  }

  /// A transition in words, as `slide 800ms left`.
  mutating func set(_ name: String, _ transition: TransitionDescription?, unless usual: TransitionDescription? = .cut) {
    guard let transition, transition != usual else { return }
    let plain = TransitionDescription(transition.kind)
    var words = [transition.kind.rawValue]
    if transition.kind != .cut {
      if transition.milliseconds != plain.milliseconds { words.append(DurationText.text(transition.milliseconds)) }
      if transition.curve != plain.curve { words.append(transition.curve.rawValue) }
      let hasDirection = transition.kind != .crossfade
      if hasDirection, transition.direction != plain.direction { words.append(transition.direction.rawValue) }
    }
    fields[name] = .string(words.joined(separator: " "))
  }
}
