import DisplayTypes

/// Content as JSON says it: one key and its value, the same words as `show` and the configuration.
nonisolated struct ContentRecord: Codable {
  nonisolated struct Banner: Codable {
    var text: String
    var foreground: String
    var background: String
    var font: String?
    var alignment: String
    var markup: Bool
  }

  var color: String?
  var pattern: String?
  var banner: Banner?

  init(_ content: ContentDescription) {
    switch content {
    case .color(let value): color = value.hexadecimal
    case .pattern(let name): pattern = name.rawValue
    case .image, .slideshow, .playlist, .schedule, .deck, .ticker, .clock, .countdown, .qrCode, .layout: break
    case .banner(let description):
      banner = Banner(
        text: description.text, foreground: description.foreground.hexadecimal,
        background: description.background.hexadecimal, font: description.font,
        alignment: description.alignment.rawValue, markup: description.usesMarkup)
    }
  }

  /// Nil where it says nothing that this version knows.
  var content: ContentDescription? {
    if let color = color.flatMap({ Color($0) }) { return .color(color) }
    if let name = pattern.flatMap(PatternName.init(rawValue:)) { return .pattern(name) }
    guard let banner else { return nil }
    return .banner(
      BannerDescription(
        text: banner.text, foreground: Color(banner.foreground) ?? .white,
        background: Color(banner.background) ?? .black,
        font: banner.font, alignment: BannerDescription.Alignment(rawValue: banner.alignment) ?? .center,
        usesMarkup: banner.markup))
  }
}
