import Configuration
import DisplayTypes
import EventLoop
import RasterizerHost
import Rasterizing
import SystemPackage

/// Asks the rasteriser whether the texts of a configuration that should be Pango markup are, for `--check`.
final class MarkupCheck {
  private let loop: EventLoop
  private let rasterizer: RasterizerProcess
  private var texts: [(path: String, banner: BannerDescription, location: SourceLocation?)] = []
  private var errors: [ConfigurationError] = []
  private var unchecked: [String] = []

  /// Starts nothing yet.
  init(rasterizerPath: String) throws(DaemonError) {
    do throws(Errno) {
      loop = try EventLoop()
    } catch {
      throw .system("the event loop could not be made", error)
    }
    rasterizer = RasterizerProcess(loop: loop, settings: RasterizerSettings(path: rasterizerPath))
  }

  /// Returns when every text was looked at: those that are no markup, and a note for each that nobody could look at.
  func run(_ configuration: Configuration) -> (errors: [ConfigurationError], unchecked: [String]) {
    for app in configuration.apps {
      for scenes in app.scenes {
        for (index, scene) in scenes.configurations.enumerated() {
          guard case .banner(let banner) = scene.content?.value, banner.usesMarkup else { continue }
          let path = "apps.\(app.name.value).scenes.\(scenes.role.value)[\(index)].content.banner.text"
          texts.append((path, banner, scene.content?.location))
        }
      }
    }
    guard !texts.isEmpty else { return ([], []) }
    next()
    loop.run()
    rasterizer.stop()
    return (errors, unchecked)
  }

  private func next() {
    guard let text = texts.first else { return loop.stop() }
    texts.removeFirst()
    let size = PixelSize(width: 640, height: 360)
    let request = TextRasterRequest(text: text.banner.text, usesMarkup: true, font: text.banner.font, box: size)
    rasterizer.rasterize(.text(request)) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { note(error, text.path, text.location) }
      next()
    }
  }

  private func note(_ error: RasterError, _ path: String, _ location: SourceLocation?) {
    guard case .badMarkup(let message) = error, let location else {
      return unchecked.append("\(path): its markup was not checked: \(error)")
    }
    errors.append(
      ConfigurationError(
        location: location, keyPath: path, problem: "the text is not valid Pango markup: \(message)",
        hint: "mend it, or leave markup away"))
  }
}
