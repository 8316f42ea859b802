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
