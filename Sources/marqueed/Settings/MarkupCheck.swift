import Configuration
import ContentModel
import DisplayTypes
import Rasterizing
import SystemPackage

/// Checks the Pango markup in the texts of a configuration, with the rasteriser.
enum MarkupCheck {
  /// The errors of texts with wrong markup, and a note for each text that could not be checked.
  typealias Result = (errors: [ConfigurationError], unchecked: [String])

  private typealias Text = (path: String, banner: BannerDescription, location: SourceLocation?)

  /// Checks the texts that are not in another configuration. If there are none, calls `completion` immediately.
  static func start(
    _ configuration: Configuration, insteadOf last: Configuration?, rasterizer: any Rasterizer,
    completion: @escaping (Result) -> Void
  ) {
    let known = last.map { Set(markup(of: $0).map(\.banner)) } ?? []
    check(markup(of: configuration).filter { !known.contains($0.banner) }[...], ([], []), rasterizer, completion)
  }

  private static func markup(of configuration: Configuration) -> [Text] {
    var texts: [Text] = []
    for app in configuration.apps {
      for scenes in app.scenes {
        for (index, scene) in scenes.configurations.enumerated() {
          guard let content = scene.content else { continue }
          let path = configuration.contentKey(of: scene, at: index, role: scenes.role.value, app: app)
          for (path, banner) in banners(in: content.value, path: path) where banner.usesMarkup {
            // In the short form one content may be in several scene configurations.
            if app.isShortForm, texts.contains(where: { $0.path == path && $0.banner == banner }) { continue }
            texts.append((path, banner, content.location))
          }
        }
      }
    }
    return texts
  }

  private static func banners(in content: ContentDescription, path: String) -> [(String, BannerDescription)] {
    if case .banner(let banner) = content { return [("\(path).banner.text", banner)] }
    return content.parts.flatMap { banners(in: $0, path: "\(path).\(content.kind.rawValue)") }
  }

  private static func check(
    _ texts: ArraySlice<Text>, _ result: Result, _ rasterizer: any Rasterizer, _ completion: @escaping (Result) -> Void
  ) {
    guard let text = texts.first else { return completion(result) }
    let request = TextRasterRequest(
      text: text.banner.text, usesMarkup: true, font: text.banner.font, box: PixelSize(width: 640, height: 360))
    rasterizer.rasterize(.text(request)) { answer in
      var result = result
      if case .failure(.badMarkup(let message)) = answer, let location = text.location {
        result.errors.append(
          ConfigurationError(
            location: location, keyPath: text.path, problem: "the text is not valid Pango markup: \(message)",
            hint: "fix it, or remove the key markup"))
      } else if case .failure(let error) = answer {
        result.unchecked.append("\(text.path): its markup was not checked: \(error)")
      }
      check(texts.dropFirst(), result, rasterizer, completion)
    }
  }
}
