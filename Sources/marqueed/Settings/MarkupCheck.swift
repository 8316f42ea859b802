import Configuration
import ContentModel
import DisplayTypes
import Rasterizing
import SystemPackage

/// Asks the rasteriser, which alone can say it, whether the texts of a configuration that should be Pango markup are.
final class MarkupCheck {
  /// Texts that are no markup, and a note for each that nobody could look at.
  typealias Result = (errors: [ConfigurationError], unchecked: [String])

  private let rasterizer: any Rasterizer
  private var texts: [(path: String, banner: BannerDescription, location: SourceLocation?)] = []
  private var result: Result = ([], [])
  private let completion: (Result) -> Void

  /// Looks at the texts of a configuration that another does not have; `completion` may be called at once, where there are none.
  static func start(
    _ configuration: Configuration, insteadOf last: Configuration?, rasterizer: any Rasterizer,
    completion: @escaping (Result) -> Void
  ) {
    let known = last.map { Set(markup(of: $0).map(\.banner)) } ?? []
    let texts = markup(of: configuration).filter { !known.contains($0.banner) }
    MarkupCheck(texts, rasterizer, completion).next()
  }

  private init(
    _ texts: [(path: String, banner: BannerDescription, location: SourceLocation?)], _ rasterizer: any Rasterizer,
    _ completion: @escaping (Result) -> Void
  ) {
    self.texts = texts
    self.rasterizer = rasterizer
    self.completion = completion
  }

  private static func markup(
    of configuration: Configuration
  ) -> [(path: String, banner: BannerDescription, location: SourceLocation?)] {
    var texts: [(path: String, banner: BannerDescription, location: SourceLocation?)] = []
    for app in configuration.apps {
      for scenes in app.scenes {
        for (index, scene) in scenes.configurations.enumerated() {
          guard let content = scene.content else { continue }
          let path = "apps.\(app.name.value).scenes.\(scenes.role.value)[\(index)].content"
          for banner in banners(in: content.value, path: path) where banner.description.usesMarkup {
            texts.append((banner.path, banner.description, content.location))
          }
        }
      }
    }
    return texts
  }

  /// The banners of a content and of all in it; the path is that of the content which stands in the file by itself.
  private static func banners(
    in content: ContentDescription, path: String
  ) -> [(path: String, description: BannerDescription)] {
    if case .banner(let banner) = content { return [("\(path).banner.text", banner)] }
    return content.parts.flatMap { banners(in: $0, path: "\(path).\(content.kind.rawValue)") }
  }

  private func next() {
    guard let text = texts.first else { return completion(result) }
    texts.removeFirst()
    let size = PixelSize(width: 640, height: 360)
    let request = TextRasterRequest(text: text.banner.text, usesMarkup: true, font: text.banner.font, box: size)
    rasterizer.rasterize(.text(request)) { answer in
      if case .failure(let error) = answer { self.note(error, text.path, text.location) }
      self.next()
    }
  }

  private func note(_ error: RasterError, _ path: String, _ location: SourceLocation?) {
    guard case .badMarkup(let message) = error, let location else {
      return result.unchecked.append("\(path): its markup was not checked: \(error)")
    }
    result.errors.append(
      ConfigurationError(
        location: location, keyPath: path, problem: "the text is not valid Pango markup: \(message)",
        hint: "mend it, or leave markup away"))
  }
}
