import ControlProtocol
import DisplayTypes

nonisolated extension ContentDescription {
  /// What a request says is to be shown.
  init(_ info: ContentInfo) throws(ControlError) {
    switch info {
    case .color(let text): self = .color(try Color(text, parameter: "color"))
    case .pattern(let text):
      guard let name = PatternName(rawValue: text) else {
        throw .invalidValue(
          parameter: "pattern", value: text,
          expected: "one of " + PatternName.allCases.map(\.rawValue).joined(separator: ", "))
      }
      self = .pattern(name)
    case .banner(let banner):
      var description = BannerDescription(text: banner.text, font: banner.font, usesMarkup: banner.markup ?? false)
      if let foreground = banner.foreground { description.foreground = try Color(foreground, parameter: "foreground") }
      if let background = banner.background { description.background = try Color(background, parameter: "background") }
      if let text = banner.alignment {
        guard let alignment = BannerDescription.Alignment(rawValue: text) else {
          throw .invalidValue(parameter: "alignment", value: text, expected: "start, center or end")
        }
        description.alignment = alignment
      }
      self = .banner(description)
    }
  }
}

nonisolated extension ContentInfo {
  /// As a reply says it.
  init(_ content: ContentDescription) {
    switch content {
    case .color(let color): self = .color(color.hexadecimal)
    case .pattern(let name): self = .pattern(name.rawValue)
    case .image, .slideshow, .playlist, .schedule, .deck, .ticker, .clock, .countdown, .qrCode, .layout:
      self = .color("#000000")
    case .banner(let banner):
      self = .banner(
        BannerInfo(
          text: banner.text, foreground: banner.foreground.hexadecimal, background: banner.background.hexadecimal,
          font: banner.font, alignment: banner.alignment.rawValue, markup: banner.usesMarkup))
    }
  }
}

nonisolated extension Color {
  fileprivate init(_ text: String, parameter: String) throws(ControlError) {
    guard let color = Color(text) else {
      throw .invalidValue(parameter: parameter, value: text, expected: "#rrggbb, as #204060")
    }
    self = color
  }
}

nonisolated extension OverscanInsets {
  /// What a request says of the edges.
  init(_ info: OverscanInfo) throws(ControlError) {
    func edge(_ text: String, _ name: String) throws(ControlError) -> OverscanInset {
      guard let inset = OverscanInset(text) else {
        throw .invalidValue(parameter: name, value: text, expected: "0% to 25%, or pixels as 24px")
      }
      return inset
    }
    self.init(
      top: try edge(info.top, "top"), right: try edge(info.right, "right"), bottom: try edge(info.bottom, "bottom"),
      left: try edge(info.left, "left"))
  }
}
