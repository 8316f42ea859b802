package import ContentModel
package import DisplayTypes
package import Scenes

/// The content of an alarm, which is shown in any case: if it cannot be, its text is, and if that cannot be drawn either, red.
package enum AlarmContent {
  package nonisolated static let red = Color(red: 0xCC, green: 0, blue: 0)

  /// Makes the delegates of the scenes of an alarm.
  package static func delegates(named name: String, _ resources: ContentResources) -> () -> any SceneDelegate {
    return { ContentSceneDelegate(resources) { substitutes(for: $0, of: name) } }
  }

  /// The content itself, or the alarm's name if nothing in the content can be seen.
  package static func visible(_ content: ContentDescription, named name: String) -> ContentDescription {
    content.value.isVisible ? content : .banner(BannerDescription(name, on: red))
  }

  /// The contents to show instead, the first that can be shown; an alarm without a text has its name.
  static func substitutes(for content: ContentDescription, of name: String) -> [ContentDescription] {
    let texts = texts(of: content)
    return [.banner(BannerDescription(texts.isEmpty ? name : texts.joined(separator: "\n"), on: red)), .color(red)]
  }

  private static func texts(of content: ContentDescription) -> [String] {
    // The address of a stream is no text for people, and may contain a password.
    if content.kind == .stream { return [] }
    let value = content.value
    guard case .text(let key) = type(of: value).form.main, case .mapping(let fields) = value.written,
      case .text(let text)? = fields[key]
    else { return value.parts.flatMap(texts) }
    return [text]
  }
}
