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
  /// The checks that wait for a drawing, which is requested once.
  private var waiting: [FileVersion: [(String?) -> Void]] = [:]

  nonisolated static let noAnswer =
    "Some drawings of the configuration are not checked yet, because they take long to draw. Ask again later."

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
    waiting[file.version, default: []].append(completion)
    guard waiting[file.version]?.count == 1 else { return }
    let request = ImageRasterRequest(file: file, room: Self.room, maximumBytes: 1 << 20, isPatient: true)
    documents.decode(request) { [self] result in
      let warning = warning(of: result, for: file.version)
      for completion in waiting.removeValue(forKey: file.version) ?? [] { completion(warning) }
    }
  }

  private func warning(of result: Result<RasterImage, RasterError>, for version: FileVersion) -> String? {
    let warning: String?
    switch result {
    case .success(let image): warning = image.warning
    // Another process would fail too, after the same long time.
    case .failure(.timedOut), .failure(.workerDied):
      warning = "it could not be checked, because drawing it takes too long"
    case .failure: return nil
    }
    if known.count >= Self.mostKnown { known = [:] }
    known[version] = .some(warning)
    return warning
  }
}
