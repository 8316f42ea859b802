internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// The videos of the shown slide on one screen. Each has a process as long as its slide is shown, so that it starts at once.
final class SlideVideoPlayers {
  /// Called when the first picture of a video is ready, or it cannot be played.
  var didChange: (() -> Void)?
  private let resources: ContentResources
  private var players: [SlideVideoPlayer] = []

  init(_ resources: ContentResources) { self.resources = resources }

  /// Follows the shown slide.
  ///
  /// - Parameters:
  ///   - slide: the pixels of the slide on the panel.
  ///   - starts: the times at which videos were started, by their index.
  ///   - session: the session whose screen shows them.
  func show(
    _ videos: [SlideVideo], of deck: TalkVideos, over slide: PixelRect, on geometry: OutputGeometry,
    starts: [Int: MonotonicTime], session: String
  ) {
    var former = players
    players = videos.enumerated().map { index, video in
      let place = SlideVideoPlayer.place(of: video, over: slide)
      let known = former.firstIndex { player in
        player.video == video && player.place == place && player.geometry == geometry
          && player.isUsable(started: starts[index] != nil, isPlayable: deck.trouble(of: video) == nil)
      }
      if let known { return former.remove(at: known) }
      return SlideVideoPlayer(video, of: deck, at: place, on: geometry, resources, session) { [weak self] in
        self?.didChange?()
      }
    }
    for (index, player) in players.enumerated() { player.start = starts[index] }
  }

  func end() { players = [] }

  /// The players with a picture on the screen.
  var visible: [SlideVideoPlayer] { players.filter { !$0.layers.isEmpty } }
}

/// A video of a slide on one screen. Its process ends when this object is released.
final class SlideVideoPlayer {
  let video: SlideVideo
  /// The pixels on the panel.
  let place: PixelRect
  let geometry: OutputGeometry
  /// Whether its file was there, and no process has refused it.
  private var isTried: Bool
  private let clock: any DisplayClock
  private var playing: (any PlayingVideo)?
  /// Nil until the first picture is ready.
  private var picture: VideoPicture?
  private let didChange: () -> Void

  /// The time at which the speaker started it; nil while the slide itself is visible.
  var start: MonotonicTime? {
    didSet { if start != oldValue, picture != nil { followStart() } }
  }

  /// A process that was not ready at the start plays from the beginning, if it is late by less than this time in nanoseconds.
  private static let patience: UInt64 = 3_000_000_000
  /// The nanoseconds to the beginning of a video that was not started: ten years.
  private static let waiting: UInt64 = 315_360_000_000_000_000

  init(
    _ video: SlideVideo, of deck: TalkVideos, at place: PixelRect, on geometry: OutputGeometry,
    _ resources: ContentResources, _ session: String, didChange: @escaping () -> Void
  ) {
    (self.video, self.place, self.geometry, self.didChange) = (video, place, geometry, didChange)
    clock = resources.clock.screens
    isTried = deck.trouble(of: video) == nil
    guard isTried else { return }
    do throws(MediaTrouble) {
      let (file, path) = try deck.open(video)
      play(file, path, of: deck, session, resources.videos)
    } catch {
      fail(error.description, of: deck, mayPass: true)
    }
  }

  /// Whether it goes on. A stopped video gets another process, because its surface has the picture of the stop. So does a file that was
  /// missing or refused, and can be played now.
  func isUsable(started: Bool, isPlayable: Bool) -> Bool {
    (start == nil || started) && (isTried || !isPlayable)
  }

  private func fail(_ reason: String, of deck: TalkVideos, mayPass: Bool) {
    (isTried, playing) = (false, nil)
    deck.didFail(video, reason, mayPass: mayPass)
  }

  static func place(of video: SlideVideo, over slide: PixelRect) -> PixelRect {
    func pixels(_ share: Double, _ side: Int) -> Int { Int((share * Double(side)).rounded()) }
    let (left, right) = (pixels(video.place.x, slide.width), pixels(video.place.maxX, slide.width))
    let (top, bottom) = (pixels(video.place.y, slide.height), pixels(video.place.maxY, slide.height))
    return PixelRect(x: slide.x + left, y: slide.y + top, width: max(1, right - left), height: max(1, bottom - top))
  }

  private func play(
    _ file: MediaFile, _ path: String, of deck: TalkVideos, _ session: String, _ videos: (any VideoPlayers)?
  ) {
    guard let videos else { return fail("\(path): no video can be played here", of: deck, mayPass: false) }
    let density = geometry.pixelsPerPoint
    let sound = video.options.sound
    let request = VideoRequest(
      file: file, path: path,
      room: PictureRoom(size: place.size, pixelAspectRatio: density.vertical / density.horizontal, fit: .fit),
      beginning: beginning, from: Self.nanoseconds(video.options.fromMilliseconds ?? 0),
      to: video.options.toMilliseconds.map(Self.nanoseconds), loops: video.options.loops,
      sound: sound == .off ? nil : SoundRequest(output: sound, volume: 1, session: session))
    playing = videos.play(request) { [weak self, weak deck] result in
      guard let self, let deck else { return }
      switch result {
      case .success(let picture):
        self.picture = picture
        if start != nil { followStart() }
        didChange()
      case .failure(let failure):
        fail("\(path): \(failure.reason)", of: deck, mayPass: failure.remedy != .anotherFile)
      }
    }
  }

  /// The picture, with black beside it; empty while the slide itself is visible. Until its first picture the slide is visible there.
  var layers: [Layer] {
    guard start != nil, let picture else { return [] }
    let density = geometry.pixelsPerPoint
    func moved(_ rect: PixelRect) -> PointRect {
      PointRect(
        PixelRect(x: place.x + rect.x, y: place.y + rect.y, width: rect.width, height: rect.height), density)
    }
    let (shown, size) = (picture.place, place.size)
    let bars = [
      PixelRect(x: 0, y: 0, width: shown.x, height: size.height),
      PixelRect(x: shown.maxX, y: 0, width: size.width - shown.maxX, height: size.height),
      PixelRect(x: shown.x, y: 0, width: shown.width, height: shown.y),
      PixelRect(x: shown.x, y: shown.maxY, width: shown.width, height: size.height - shown.maxY),
    ]
    return bars.filter { $0.width > 0 && $0.height > 0 }.map {
      Layer(id: LayerID(rawValue: 0), frame: moved($0), contents: .solid(.black))
    } + [Layer(id: LayerID(rawValue: 0), frame: moved(shown), contents: .surface(picture.feed), sampling: .sharp)]
  }

  private func followStart() { playing?.move(beginning: beginning) }

  /// The time of the first picture.
  private var beginning: Int64 {
    let now = clock.now
    guard let start else { return Int64(clamping: now.advanced(by: Self.waiting).nanoseconds) }
    let isLate = start < now && now.nanoseconds(since: start) < Self.patience
    return Int64(clamping: (isLate ? now : start).nanoseconds)
  }

  private static func nanoseconds(_ milliseconds: Int) -> UInt64 {
    UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
  }
}
