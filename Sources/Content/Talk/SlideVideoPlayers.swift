internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// The videos of the shown slide on one screen. Each has a process once its slide has stood for a moment, so that it starts at once.
final class SlideVideoPlayers {
  /// The shown slide, with the starts of its videos by their index.
  struct Slide {
    let page: Int
    /// The pixels of the slide on the panel.
    let rect: PixelRect
    /// The times at which videos were started, and at which they begin on all screens.
    let orders: [Int: MonotonicTime]
    let beginnings: [Int: MonotonicTime]
    /// Whether this screen sounds on devices that screens share.
    let sounds: Bool
  }

  /// Called when a video is ready, cannot be played, or may be prepared.
  var didChange: (() -> Void)?
  private let resources: ContentResources
  /// Nil for a video without a process yet.
  private var players: [SlideVideoPlayer?] = []
  /// The shown slide, and the time from which it is shown.
  private var shown: (page: Int, since: MonotonicTime)?
  private var timer: (any DisplayTimer)?

  /// The nanoseconds for which a slide stands before its processes start, so that quick turns start none.
  private static let rest: UInt64 = 300_000_000

  init(_ resources: ContentResources) {
    self.resources = resources
    timer = resources.clock.screens.makeTimer { [weak self] in self?.didChange?() }
  }

  /// Follows the shown slide.
  ///
  /// - Parameter session: the session whose screen shows them.
  func show(
    _ videos: [SlideVideo], of deck: TalkVideos, on slide: Slide, _ geometry: OutputGeometry, session: String
  ) {
    let now = resources.clock.screens.now
    if shown?.page != slide.page { shown = (slide.page, now) }
    let since = shown?.since ?? now
    let end = since.advanced(by: Self.rest)
    var former = players.compactMap(\.self)
    players = videos.enumerated().map { index, video in
      let place = SlideVideoPlayer.place(of: video, over: slide.rect)
      let sounds = video.options.sound != .off && (slide.sounds || video.options.sound == .display)
      let known = former.firstIndex { player in
        player.video == video && player.place == place && player.geometry == geometry && player.sounds == sounds
          && player.isUsable(from: slide.beginnings[index], isPlayable: deck.trouble(of: video) == nil)
      }
      if let known { return former.remove(at: known) }
      let isStarted = slide.beginnings[index] != nil || slide.orders[index].map { $0 > since } == true
      guard isStarted || end <= now else { return nil }
      return SlideVideoPlayer(
        video, of: deck, at: place, on: geometry, start: slide.beginnings[index], resources,
        session: session, sounds: sounds
      ) { [weak self] in
        self?.didChange?()
      }
    }
    // The picture of a former slide may stay for a transition.
    for player in former { player.endSound() }
    for (index, player) in players.enumerated() { player?.start = slide.beginnings[index] }
    if players.contains(where: { $0 == nil }) { timer?.arm(at: end) } else { timer?.disarm() }
  }

  func end() {
    (players, shown) = ([], nil)
    timer?.disarm()
  }

  /// The players with a picture on the screen.
  var visible: [SlideVideoPlayer] { players.compactMap(\.self).filter { !$0.layers.isEmpty } }

  /// Whether it has processes of videos.
  var isPlaying: Bool { players.contains { $0 != nil } }

  /// Whether a video sounds on a device that screens share.
  var soundsForAll: Bool { players.contains { $0.map { $0.sounds && $0.video.options.sound != .display } == true } }

  /// The state of a video of a slide.
  func readiness(of index: Int, on page: Int) -> SlideVideoStarts.Readiness {
    guard shown?.page == page, players.indices.contains(index) else { return .waiting }
    return players[index]?.readiness ?? .waiting
  }
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
  /// Whether its sound is played.
  let sounds: Bool
  private let didChange: () -> Void

  /// The time of its first picture, which may be past; nil while the slide itself is visible.
  var start: MonotonicTime? {
    didSet { if start != oldValue, picture != nil { followStart() } }
  }

  /// The nanoseconds to the beginning of a video that was not started: ten years.
  private static let waiting: UInt64 = 315_360_000_000_000_000

  init(
    _ video: SlideVideo, of deck: TalkVideos, at place: PixelRect, on geometry: OutputGeometry, start: MonotonicTime?,
    _ resources: ContentResources, session: String, sounds: Bool, didChange: @escaping () -> Void
  ) {
    (self.video, self.place, self.geometry, self.didChange) = (video, place, geometry, didChange)
    (self.start, self.sounds) = (start, sounds)
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
  func isUsable(from beginning: MonotonicTime?, isPlayable: Bool) -> Bool {
    (start == nil || start == beginning) && (isTried || !isPlayable)
  }

  var readiness: SlideVideoStarts.Readiness { !isTried ? .failed : picture == nil ? .waiting : .ready }

  func endSound() { playing?.endSound() }

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
    let request = VideoRequest(
      file: file, path: path,
      room: PictureRoom(size: place.size, pixelAspectRatio: density.vertical / density.horizontal, fit: .fit),
      beginning: beginning, from: Self.nanoseconds(video.options.fromMilliseconds ?? 0),
      to: video.options.toMilliseconds.map(Self.nanoseconds), loops: video.options.loops,
      sound: sounds ? SoundRequest(output: video.options.sound, volume: 1, session: session) : nil)
    playing = videos.play(request) { [weak self, weak deck] result in
      guard let self, let deck else { return }
      switch result {
      case .success(let picture):
        self.picture = picture
        if start != nil { followStart() }
        didChange()
      case .failure(let failure):
        fail("\(path): \(failure.reason)", of: deck, mayPass: failure.remedy != .anotherFile)
        // The other screens do not wait for this one.
        didChange()
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
    Int64(clamping: (start ?? clock.now.advanced(by: Self.waiting)).nanoseconds)
  }

  private static func nanoseconds(_ milliseconds: Int) -> UInt64 {
    UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
  }
}

/// The times at which the started videos of the shown slide begin, the same on all screens.
struct SlideVideoStarts {
  /// A video on one screen.
  enum Readiness {
    case waiting, ready, failed
  }

  private struct Start {
    /// The time at which the speaker or the slide started it.
    let order: MonotonicTime
    let begin: MonotonicTime
  }

  private var starts: [Int: Start] = [:]

  /// The nanoseconds for which screens that are ready wait for the others.
  private static let patience: UInt64 = 3_000_000_000

  /// The times of the first pictures, by the index of the video on the slide.
  var beginnings: [Int: MonotonicTime] { starts.mapValues(\.begin) }

  /// Lets each video begin for which all screens are ready, or for which one is ready after the longest wait.
  ///
  /// - Parameters:
  ///   - orders: the times at which videos were started, by their index.
  ///   - readiness: the state of a video on the screens that show the slide.
  /// - Returns: the time of the next call; nil if a change of a screen comes first.
  mutating func follow(
    _ orders: [Int: MonotonicTime], at now: MonotonicTime, readiness: (Int) -> [Readiness]
  ) -> MonotonicTime? {
    starts = starts.filter { orders[$0.key] == $0.value.order }
    var next: MonotonicTime?
    for (index, order) in orders where starts[index] == nil {
      let screens = readiness(index)
      let end = order.advanced(by: Self.patience)
      if screens.contains(.ready), now >= end || !screens.contains(.waiting) {
        starts[index] = Start(order: order, begin: now)
      } else if end > now {
        next = min(next ?? end, end)
      }
    }
    return next
  }
}
