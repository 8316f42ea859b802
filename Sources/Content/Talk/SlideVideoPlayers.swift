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

  /// The reason why a video of the slide cannot be played, as a sentence; nil if there is none.
  var trouble: String? { players.lazy.compactMap(\.trouble).first }

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
    let former = players
    players = videos.map { video in
      let place = SlideVideoPlayer.place(of: video, over: slide)
      // A file that was missing may be there now.
      let isPlayable = deck.trouble(of: video) == nil
      return former.first {
        $0.video == video && $0.place == place && $0.geometry == geometry && ($0.wasTried || !isPlayable)
      }
        ?? SlideVideoPlayer(video, of: deck, at: place, on: geometry, resources, session) { [weak self] in
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
  /// Whether its file was there.
  let wasTried: Bool
  private(set) var trouble: String?
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
    wasTried = deck.trouble(of: video) == nil
    guard wasTried else { return }
    guard let videos = resources.videos else {
      trouble = "\(video.name): no video can be played here"
      return
    }
    do throws(MediaTrouble) {
      let (file, path) = try deck.open(video)
      play(file, path, with: videos, session)
    } catch {
      trouble = error.description
    }
  }

  static func place(of video: SlideVideo, over slide: PixelRect) -> PixelRect {
    func pixels(_ share: Double, _ side: Int) -> Int { Int((share * Double(side)).rounded()) }
    let (left, right) = (pixels(video.place.x, slide.width), pixels(video.place.maxX, slide.width))
    let (top, bottom) = (pixels(video.place.y, slide.height), pixels(video.place.maxY, slide.height))
    return PixelRect(x: slide.x + left, y: slide.y + top, width: max(1, right - left), height: max(1, bottom - top))
  }

  private func play(_ file: MediaFile, _ path: String, with videos: any VideoPlayers, _ session: String) {
    let density = geometry.pixelsPerPoint
    let sound = video.options.sound
    let request = VideoRequest(
      file: file, path: path,
      room: PictureRoom(size: place.size, pixelAspectRatio: density.vertical / density.horizontal, fit: .fit),
      beginning: beginning, from: Self.nanoseconds(video.options.fromMilliseconds ?? 0),
      to: video.options.toMilliseconds.map(Self.nanoseconds), loops: video.options.loops,
      sound: sound == .off ? nil : SoundRequest(output: sound, volume: 1, session: session))
    playing = videos.play(request) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let picture):
        self.picture = picture
        if start != nil { followStart() }
      case .failure(let failure):
        playing = nil
        trouble = "\(path): \(failure.reason)"
      }
      didChange()
    }
  }

  /// The black rectangle and the picture; empty while the slide itself is visible.
  var layers: [Layer] {
    guard start != nil, let picture else { return [] }
    let density = geometry.pixelsPerPoint
    let shown = PixelRect(
      x: place.x + picture.place.x, y: place.y + picture.place.y, width: picture.place.width,
      height: picture.place.height)
    return [
      Layer(id: LayerID(rawValue: 0), frame: PointRect(place, density), contents: .solid(.black)),
      Layer(
        id: LayerID(rawValue: 0), frame: PointRect(shown, density), contents: .surface(picture.feed), sampling: .sharp),
    ]
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
