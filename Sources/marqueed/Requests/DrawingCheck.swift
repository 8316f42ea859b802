import Content
import ContentModel
import DisplayTypes
import Rasterizing

/// Finds drawings that are shown without a part, such as a picture in another file or a font. It has them drawn small, and keeps the result
/// for each version of a file.
final class DrawingCheck {
  nonisolated struct Drawing: Hashable, Sendable {
    let opened: InspectedDrawing
    /// The place in the configuration that names the file or its folder.
    let location: SourceLocation
  }

  /// The limit of drawings in one check, each of which is an open file.
  nonisolated static let most = 32
  private static let mostKnown = 256
  private static let room = PictureRoom(size: PixelSize(width: 64, height: 64))

  private let documents: any DocumentRasterizer
  /// The warnings; nil for a drawing that is shown completely.
  private var known: [FileVersion: String?] = [:]

  init(documents: any DocumentRasterizer) { self.documents = documents }

  /// Calls `completion` once, perhaps immediately, with the drawings that lack a part. It has no result for a drawing that cannot be drawn.
  func check(_ drawings: [Drawing], completion: @escaping ([ConfigurationError]) -> Void) {
    check(drawings[...], found: [], completion)
  }

  private func check(
    _ drawings: ArraySlice<Drawing>, found: [ConfigurationError], _ completion: @escaping ([ConfigurationError]) -> Void
  ) {
    guard let drawing = drawings.first else { return completion(found) }
    find(drawing) { [self] warning in
      let error = warning.map {
        ConfigurationError(
          location: drawing.location, keyPath: "", problem: Quoting.whole("\(drawing.opened.path): \($0)"))
      }
      check(drawings.dropFirst(), found: found + [error].compactMap(\.self), completion)
    }
  }

  private func find(_ drawing: Drawing, _ completion: @escaping (String?) -> Void) {
    let file = drawing.opened.file
    if let warning = known[file.version] { return completion(warning) }
    let request = ImageRasterRequest(file: file, room: Self.room, maximumBytes: 1 << 20, isPatient: true)
    documents.decode(request) { [weak self] result in
      switch result {
      case .success(let image):
        if let self {
          if known.count >= Self.mostKnown { known = [:] }
          known[file.version] = .some(image.warning)
        }
        completion(image.warning)
      case .failure: completion(nil)
      }
    }
  }
}
