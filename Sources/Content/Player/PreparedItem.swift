internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing
internal import Scenes

/// What is to be seen at a moment, as the layers of a region: made once, ahead of its time.
final class PreparedItem {
  let content: DueContent
  let geometry: OutputGeometry
  /// Its picture is held as long as it may be shown.
  private(set) var picture: CachedPicture?
  /// What is not right about it, as a sentence for the user; nil where all is well.
  private(set) var warning: String?
  /// The regions of a layout.
  private(set) var layout: RegionLayout?
  private var still = LayerTree()
  private let board: ContentSources
  private let time: WallTime
  private var ticket: RasterTicket?
  private var drawn: (any DrawnLayout)?

  /// - Parameter time: when it is shown first.
  init(_ content: DueContent, on geometry: OutputGeometry, board: ContentSources, at time: WallTime) {
    self.content = content
    self.geometry = geometry
    self.board = board
    self.time = time
  }

  /// Its layers, once it was prepared.
  var tree: LayerTree { layout?.tree ?? still }

  /// The file that it is made of; nil where there is none.
  var path: String? {
    switch content {
    case .image(let image): image.file
    case .page(let deck, _): deck.file
    case .color, .pattern, .banner, .face, .ticker, .qrCode, .layout, .card, .powerOff, .nothing: nil
    }
  }

  /// Makes it; the completion is called once, perhaps at once, unless it is cancelled.
  func prepare(completion: @escaping (PreparedItemFailure?) -> Void) {
    switch content {
    case .color(let color): still = LayerTree(background: color)
    case .pattern(let name): still = PatternLayout.tree(name, for: geometry)
    case .powerOff, .nothing: still = LayerTree()
    case .image(let image):
      return decode(image.file, image.fit, image.background, completion)
    case .page(let deck, let number):
      return decode(deck.file, page: number, .fit, deck.background, completion)
    case .banner(let description):
      return draw(BannerLayout(description, rasterizer: resources.rasterizer), completion)
    case .face(let face):
      let layout = ClockFaceLayout(face, rasterizer: resources.rasterizer, after: board.faces[geometry])
      board.faces[geometry] = layout
      return draw(layout, completion)
    case .ticker(let description):
      let layout = TickerLayout(
        description, rasterizer: resources.rasterizer, clock: resources.clock, reducesMotion: resources.reducesMotion)
      return draw(layout, completion)
    case .qrCode(let description):
      return draw(QRCodeLayout(description, rasterizer: resources.rasterizer), completion)
    case .layout(let description): return layOut(description, completion)
    case .card(let card): return layOut(card.layout, completion)
    }
    completion(nil)
  }

  /// The completion will not be called any more, and its regions stand.
  func cancel() {
    ticket?.cancel()
    ticket = nil
    drawn?.cancel()
    layout?.stop()
  }

  /// Whether who sees it can pair.
  var isSecret: Bool { if case .card(let card) = content { card.hasCode } else { false } }

  /// The set-up cards in it.
  var cards: SetupCardState.Demand {
    if case .card(let card) = content { return SetupCardState.Demand(isShown: true, wantsCode: card.offersPairing) }
    return layout?.cards ?? SetupCardState.Demand()
  }

  private var resources: ContentResources { board.resources }

  private func layOut(_ description: LayoutDescription, _ completion: @escaping (PreparedItemFailure?) -> Void) {
    let layout = RegionLayout(description, on: geometry, board: board)
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
    _ path: String, page: Int? = nil, _ fit: ImageFit, _ background: Color,
    _ completion: @escaping (PreparedItemFailure?) -> Void
  ) {
    guard !geometry.uprightPixels.isEmpty else {
      still = LayerTree(background: background)
      return completion(nil)
    }
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try board.resources.media.open(path)
      board.isWhole(path)
    } catch {
      if case .isBeingWritten = error { board.isUnfinished(path) }
      let isMissing = if case .missing = error { true } else { false }
      return completion(
        PreparedItemFailure(
          path: path, failure: ContentFailure(error.description, retry: .never, isFollowed: true), isMissing: isMissing)
      )
    }
    let room = PictureRoom(geometry, fit)
    ticket = board.resources.pictures.picture(of: file, page: page, for: room) { [weak self] result in
      guard let self else { return }
      ticket = nil
      switch result {
      case .success(let picture):
        self.picture = picture
        warning = picture.image.warning.map { "\(path): \($0)" }
        still = PictureLayers.tree(
          of: picture.image, background: background, on: geometry, start: board.resources.clock.moment(of: time))
        completion(nil)
      case .failure(let error):
        completion(PreparedItemFailure(path: path, failure: ContentFailure(error, path: path)))
      }
    }
  }
}

/// Why what is to be seen at a moment cannot be.
struct PreparedItemFailure {
  /// The file that is to blame; nil where it is none.
  var path: String?
  var failure: ContentFailure
  /// Whether there is no such file.
  var isMissing = false
  /// Whether the daemon ends, which is nobody's trouble.
  var isEnd = false
}

extension ContentFailure {
  /// The rasteriser's reason; `path` is the file that it was about.
  init(_ error: RasterError, path: String? = nil) {
    let retry: Retry = !error.isTemporary ? .never : error.awaitsRepair ? .seldom : .soon
    self.init(path.map { "\($0): \(error)" } ?? error.description, retry: retry, isFollowed: path != nil)
  }
}

extension DueContent {
  /// What the proof of play says of it: its file, else its kind; nil for what is nothing to be proved.
  var playedContent: String? {
    switch self {
    case .image(let image): image.file
    case .page(let deck, _): deck.file
    case .color: "color"
    case .pattern: "pattern"
    case .banner: "banner"
    case .face: "clock"
    case .ticker: "ticker"
    case .qrCode: "qr"
    case .layout: "layout"
    case .card: "setup"
    case .powerOff, .nothing: nil
    }
  }
}

extension DueContent {
  /// Whether it is drawn by the rasteriser, and all of it waits for that.
  var isText: Bool {
    switch self {
    case .banner, .face, .ticker, .qrCode: true
    case .color, .pattern, .image, .page, .layout, .card, .powerOff, .nothing: false
    }
  }

  /// Whether it, or a part of it, may wait for a text.
  var waitsForTexts: Bool { isText || arrangement != nil }
}
