import Composition
import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import Presentation
import Rasterizing

/// Makes small pictures of contents that no screen shows, one after the other.
final class DraftPictures {
  struct Draft {
    var content: ContentDescription
    var time: WallTime
    var geometry: OutputGeometry
    /// Whether the caller named the time.
    var trustsClock: Bool
  }

  private typealias Order = (draft: Draft, completion: (Result<String, ControlError>) -> Void)

  private let resources: ContentResources
  private var waiting: [Order] = []
  private var current: DraftDrawing?

  private static let mostWaiting = 64

  init(_ resources: ContentResources) { self.resources = resources }

  /// Completes once with a PNG file in base64, perhaps immediately.
  func make(_ draft: Draft, completion: @escaping (Result<String, ControlError>) -> Void) {
    guard waiting.count < Self.mostWaiting else {
      let message = "\(Self.mostWaiting) pictures of drafts are being made already; try again when they are done"
      return completion(.failure(.busy(reason: message)))
    }
    waiting.append((draft, completion))
    if current == nil { makeNext() }
  }

  private func makeNext() {
    guard !waiting.isEmpty else { return current = nil }
    let (draft, completion) = waiting.removeFirst()
    let drawing = DraftDrawing(draft.content, resources)
    current = drawing
    drawing.draw(at: draft.time, on: draft.geometry, trustsClock: draft.trustsClock) { [weak self] tree in
      self?.encode(tree, of: draft, completion)
      self?.makeNext()
    }
  }

  private func encode(
    _ tree: LayerTree, of draft: Draft, _ completion: @escaping (Result<String, ControlError>) -> Void
  ) {
    let moment = resources.clock.moment(of: draft.time)
    guard let pixels = SnapshotRenderer().draw(tree, for: draft.geometry, at: moment)?.pixels else {
      return completion(.failure(.failed(message: "there is no memory for the picture of the draft")))
    }
    resources.rasterizer.encodePNG(size: pixels.size) { result in
      completion(result.mapError { ControlError($0) })
    } fill: { rows in
      PixelTarget.write(rgbRows: pixels.rgb, to: rows)
    }
  }
}
