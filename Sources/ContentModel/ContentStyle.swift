package import DisplayTypes

/// The colours and the font that a layout gives to contents without their own.
package struct ContentStyle: Hashable, Sendable {
  package var foreground: Color?
  package var background: Color?
  package var font: String?
}

/// Content with letters, which takes the colours and the font that it does not name from the layout around it.
package protocol StyledContent: ContentValue {
  /// The colours if neither the content nor a layout names them.
  static var usualColors: (foreground: Color, background: Color) { get }
  var foreground: Color? { get set }
  var background: Color? { get set }
  var font: String? { get set }

  /// The content with the style in the places that it leaves open.
  func styled(by style: ContentStyle) -> Self
}

extension StyledContent {
  package static var usualColors: (foreground: Color, background: Color) { (.white, .black) }
  package var shownForeground: Color { foreground ?? Self.usualColors.foreground }
  package var shownBackground: Color { background ?? Self.usualColors.background }

  package func styled(by style: ContentStyle) -> Self {
    var content = self
    content.foreground = foreground ?? style.foreground
    content.background = background ?? style.background
    content.font = font ?? style.font
    return content
  }
}

extension ContentDescription {
  /// The content with the style in all its parts.
  func styled(by style: ContentStyle) -> ContentDescription {
    switch self {
    case .playlist(var playlist):
      playlist.items = playlist.items.map { item in
        var item = item
        item.content = item.content.styled(by: style)
        return item
      }
      return .playlist(playlist)
    case .schedule(var schedule):
      schedule.entries = schedule.entries.map { entry in
        var entry = entry
        if case .show(let content) = entry.action { entry.action = .show(content.styled(by: style)) }
        return entry
      }
      schedule.fallback = schedule.fallback.styled(by: style)
      return .schedule(schedule)
    default: return (value as? any StyledContent)?.styled(by: style).content ?? self
    }
  }
}
