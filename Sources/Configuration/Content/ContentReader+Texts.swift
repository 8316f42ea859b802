import DisplayTypes
import Timeline

extension ContentReader {
  func banner(in parent: ConfigurationSection) -> BannerDescription? {
    let keys = ["text", "background", "foreground", "font", "alignment", "markup"]
    guard
      let section = section(.banner, main: "text", keys: keys, in: parent, expected: "{ text: \"Welcome\" }"),
      let text = text("text", in: section)
    else { return nil }
    let plain = BannerDescription(text: text)
    return BannerDescription(
      text: text, foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section),
      alignment: section.word("alignment", BannerDescription.Alignment.self)?.value ?? plain.alignment,
      usesMarkup: section.flag("markup")?.value ?? plain.usesMarkup)
  }

  func ticker(in parent: ConfigurationSection) -> TickerDescription? {
    let keys = ["text", "foreground", "background", "font", "speed"]
    guard
      let section = section(
        .ticker, main: "text", keys: keys, in: parent, expected: "{ text: \"Trains leave from platform 3\" }"),
      let text = text("text", in: section, isEmptyAllowed: false)
    else { return nil }
    let plain = TickerDescription(text: text)
    return TickerDescription(
      text: text, foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section),
      speed: section.number(
        "speed", in: 0.001...TickerDescription.highestSpeed, what: "a speed in widths a second") ?? plain.speed)
  }

  func clock(in parent: ConfigurationSection) -> ClockDescription? {
    let keys = ["format", "zone", "foreground", "background", "font"]
    let plain = ClockDescription()
    // All of a clock may be left out, so that `clock: {}` is one, which has no main key.
    let expected = "{ format: \"%H:%M\", zone: Europe/Berlin }; {} for the time in hours and minutes"
    guard let entry = parent.entry("clock") else { return nil }
    let isShort = if case .scalar = entry.value.value, !entry.value.isNull { true } else { false }
    let section =
      isShort
      ? section(.clock, main: "format", keys: keys, in: parent, expected: expected)
      : parent.section("clock", keys: keys, expected: expected)
    guard let section else { return nil }
    let format = format(in: section)
    guard format != nil || section.entry("format") == nil else { return nil }
    return ClockDescription(
      format: format ?? plain.format,
      zone: zone(in: section), foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section))
  }

  func countdown(in parent: ConfigurationSection) -> CountdownDescription? {
    let keys = ["end", "title", "ended", "foreground", "background", "font"]
    guard
      let section = section(
        .countdown, main: "end", keys: keys, in: parent, expected: "{ end: 2026-12-31T18:00+01:00 }"),
      let end = moment("end", in: section)
    else { return nil }
    let plain = CountdownDescription(end: end)
    return CountdownDescription(
      end: end, title: caption("title", in: section), ended: caption("ended", in: section),
      foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background, font: font(in: section))
  }

  func qrCode(in parent: ConfigurationSection) -> QRCodeDescription? {
    let keys = ["text", "caption", "foreground", "background"]
    guard
      let section = section(
        .qrCode, main: "text", keys: keys, in: parent, expected: "{ text: \"https://example.org\" }"),
      let text = text("text", in: section, maximum: QRCodeDescription.mostBytes, isEmptyAllowed: false)
    else { return nil }
    let plain = QRCodeDescription(text: text)
    return QRCodeDescription(
      text: text, caption: caption("caption", in: section),
      foreground: Self.color("foreground", in: section) ?? plain.foreground,
      background: Self.color("background", in: section) ?? plain.background)
  }

  func setup(in parent: ConfigurationSection) -> SetupDescription? {
    guard
      let section = parent.section(
        "setup", keys: ["pairing"], expected: "{ pairing: false }; {} for a card with a code")
    else { return nil }
    return SetupDescription(offersPairing: section.flag("pairing")?.value ?? true)
  }

  private func format(in section: ConfigurationSection) -> String? {
    let expected = "a way to write the time, as \"%H:%M\" or \"%A, %e %B\""
    guard let format = text("format", in: section, expected: expected, maximum: 256, isEmptyAllowed: false) else {
      return nil
    }
    guard let unknown = ClockFormat(format).unknownConversion else { return format }
    section.errors.add(
      section.entry("format")?.value.mark ?? section.mark, section.path("format"),
      "“\(Quoting.short(unknown))” stands for nothing that a clock shows", expected: ClockFormat.conversions,
      fault: .value(unknown))
    return nil
  }

  private func font(in section: ConfigurationSection) -> String? {
    text("font", in: section, expected: "a font's family, as \"DejaVu Sans\"", maximum: 256)
  }

  private func caption(_ key: String, in section: ConfigurationSection) -> String? {
    text(key, in: section, maximum: 1_024)
  }
}
