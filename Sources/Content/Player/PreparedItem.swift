internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing
internal import Scenes

/// The picture of a moment, as the layers of a region.
///
/// It is made once, before its time.
final class PreparedItem {
  let content: DueContent
  let geometry: OutputGeometry
  /// Held while the item may be shown.
  private(set) var picture: CachedPicture?
  private(set) var warning: String?
  private(set) var layout: RegionLayout?
  private var still = LayerTree()
  private let sources: ContentSources
  private let time: WallTime
  private var ticket: RasterTicket?
  private var drawn: (any DrawnLayout)?

  /// - Parameter time: the first moment of the picture.
  init(_ content: DueContent, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime) {
    self.content = content
    self.geometry = geometry
    self.sources = sources
    self.time = time
  }

  /// Complete after `prepare`.
  var tree: LayerTree { layout?.tree ?? still }
  var path: String? { content.path }

  var isText: Bool { content.drawn?.isText == true }

  /// Completes once, perhaps immediately, unless it is cancelled.
  func prepare(completion: @escaping (PreparedItemFailure?) -> Void) {
    switch content.drawn?.drawing(on: geometry, with: sources) {
    case .layers(let tree): still = tree
    case .layout(let layout): return draw(layout, completion)
    case .picture(let file, let page, let fit, let background):
      return decode(file, page: page, fit, background, completion)
    case .regions(let description): return layOut(description, completion)
    case nil: still = LayerTree()
    }
    completion(nil)
  }

  func cancel() {
    ticket?.cancel()
    ticket = nil
    drawn?.cancel()
    layout?.stop()
  }

  /// Whether viewers of the picture can pair a device with its code.
  var isSecret: Bool { if case .card(let card) = content { card.hasCode } else { false } }

  var cards: SetupCardState.Demand {
    if case .card(let card) = content { return SetupCardState.Demand(isShown: true, wantsCode: card.offersPairing) }
    return layout?.cards ?? SetupCardState.Demand()
  }

  private func layOut(_ description: LayoutDescription, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    let layout = RegionLayout(description, on: geometry, sources: sources)
    self.layout = layout
    layout.prepare(at: time) { completion(nil) }
  }

  private func draw(_ layout: any DrawnLayout, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    drawn = layout
    layout.prepare(for: geometry) { [weak self] result in
      switch result {
      case .success(let tree):
        self?.still = tree
        self?.warning = self?.drawn?.warning
        completion(nil)
      case .failure(let error):
        completion(PreparedItemFailure(failure: ContentFailure(error), isEnd: error == .stopped))
      }
    }
  }

  private func decode(
    _ path: String, page: Int?, _ fit: ImageFit, _ background: Color,
    _ completion: @escaping (PreparedItemFailure?) -> Void
  ) {
    guard !geometry.uprightPixels.isEmpty else {
      still = LayerTree(background: background)
      return completion(nil)
    }
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try sources.resources.media.open(path)
      sources.troubles.unfinished.remove(path)
    } catch {
      if case .isBeingWritten = error { sources.troubles.unfinished.add(path) }
      let isMissing = if case .missing = error { true } else { false }
      return completion(
        PreparedItemFailure(
          path: path, failure: ContentFailure(error.description, retry: .never, isFollowed: true), isMissing: isMissing)
      )
    }
    let room = PictureRoom(geometry, fit)
    ticket = sources.resources.pictures.picture(of: file, page: page, for: room) { [weak self] result in
      guard let self else { return }
      ticket = nil
      switch result {
      case .success(let picture):
        self.picture = picture
        sources.troubles.didShow(path, file.version)
        warning = picture.image.warning.map { "\(path): \($0)" }
        still = PictureLayers.tree(
          of: picture.image, background: background, on: geometry, start: sources.resources.clock.moment(of: time))
        completion(nil)
      case .failure(let error):
        completion(PreparedItemFailure(path: path, version: file.version, failure: ContentFailure(error, path: path)))
      }
    }
  }
}

struct PreparedItemFailure {
  /// The file that cannot be shown; nil if the cause is no file.
  var path: String?
  var version: FileVersion?
  var failure: ContentFailure
  var isMissing = false
  /// Whether the cause is the end of the daemon, which is no trouble.
  var isEnd = false
}

extension ContentFailure {
  /// - Parameter path: the file that the error is about.
  init(_ error: RasterError, path: String? = nil) {
    let retry: Retry = !error.isTemporary ? .never : error.awaitsRepair ? .seldom : .soon
    self.init(path.map { "\($0): \(error)" } ?? error.description, retry: retry, isFollowed: path != nil)
  }
}
