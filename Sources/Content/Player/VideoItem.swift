internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// A video in its turn. Its process starts a few seconds before the turn, and ends when this object is released.
final class VideoItem {
  typealias Completion = (Result<LayerTree, PreparedItemFailure>) -> Void

  private let video: VideoDescription
  private let geometry: OutputGeometry
  private let sources: ContentSources
  private let time: WallTime
  /// The beginning of the clip; nil for its first picture now.
  private let beginning: WallTime?
  /// The end of the picture; nil if it stays.
  private let end: WallTime?
  private var playing: (any PlayingVideo)?
  private let start = TurnStart()

  /// - Parameters:
  ///   - time: the first moment of the picture.
  ///   - turn: the beginning of the item's turn, at which the clip begins. Without a turn a clip that loops has always played.
  ///   - end: the end of the picture, at which the sound ends; nil if it stays.
  init(
    _ video: VideoDescription, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime, turn: WallTime?,
    until end: WallTime?
  ) {
    self.end = end
    self.video = video
    self.geometry = geometry
    self.sources = sources
    self.time = time
    beginning = turn ?? (video.loops ? .epoch : nil)
  }

  /// Completes once, perhaps immediately, unless the item is released before.
  func prepare(completion: @escaping Completion) {
    // A draft has no turn.
    guard !sources.isDraft else { return begin(completion) }
    start.wait(for: time, on: sources.resources.clock) { [weak self] in self?.begin(completion) }
  }

  var isWaiting: Bool { start.isWaiting }

  func clockDidChange() {
    guard let beginning else { return }
    playing?.move(beginning: offset(of: beginning))
  }

  private func begin(_ completion: @escaping Completion) {
    guard let videos = sources.resources.videos else {
      return fail(ContentFailure("no video can be played here", retry: .never), nil, completion)
    }
    let file: MediaFile
    do throws(PreparedItemFailure) {
      file = try sources.open(video.file)
    } catch {
      return completion(.failure(error))
    }
    let request = VideoRequest(
      file: file, path: video.file, room: PictureRoom(geometry, video.fit), beginning: offset(of: beginning ?? time),
      from: Self.nanoseconds(video.fromMilliseconds ?? 0), to: video.toMilliseconds.map(Self.nanoseconds),
      loops: video.loops,
      turn: end.map { UInt64(max(1, $0.nanoseconds(since: beginning ?? time))) },
      sound: video.sound == .off
        ? nil : SoundRequest(output: video.sound, volume: Double(video.volume) / 100, session: sources.session))
    playing = videos.play(request) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let picture):
        sources.troubles.didShow(video.file, file.version)
        completion(.success(tree(of: picture)))
      case .failure(let failure):
        fail(ContentFailure(failure, path: video.file), file.version, completion)
      }
    }
  }

  private func fail(_ failure: ContentFailure, _ version: FileVersion?, _ completion: Completion) {
    playing = nil
    completion(.failure(PreparedItemFailure(path: video.file, version: version, failure: failure)))
  }

  private func tree(of picture: VideoPicture) -> LayerTree {
    let layer = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(picture.place, geometry.pixelsPerPoint),
      contents: .surface(picture.feed), sampling: .sharp)
    return LayerTree(background: video.background, layers: [layer])
  }

  /// The screens' clock at a time of day, which may be before the clock began.
  private func offset(of time: WallTime) -> Int64 {
    let clock = sources.resources.clock
    let now = Int64(clamping: clock.screens.now.nanoseconds)
    return now.subtractingReportingOverflow(clock.now.nanoseconds(since: time)).partialValue
  }

  private static func nanoseconds(_ milliseconds: Int) -> UInt64 {
    UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
  }
}

extension ContentFailure {
  /// - Parameter path: the file that the failure is about.
  init(_ failure: VideoFailure, path: String) {
    let retry: Retry =
      switch failure.remedy {
      case .anotherFile: .never
      case .time: .soon
      case .repair: .seldom
      }
    self.init("\(path): \(failure.reason)", retry: retry, isFollowed: true)
  }
}

/// Starts the process of an item a few seconds before the item's turn.
final class TurnStart {
  private var timer: (any DisplayTimer)?
  private(set) var isWaiting = false

  /// The nanoseconds before its turn in which a process starts.
  static let lead: UInt64 = 10_000_000_000

  /// Calls back once, perhaps immediately, unless this object is released before.
  ///
  /// - Parameter time: the first moment of the picture.
  func wait(for time: WallTime, on clock: any ContentClock, begin: @escaping () -> Void) {
    let start = clock.moment(of: time)
    guard start > clock.screens.now.advanced(by: Self.lead) else { return begin() }
    isWaiting = true
    timer = clock.screens.makeTimer { [weak self] in
      self?.isWaiting = false
      begin()
    }
    timer?.arm(at: start.reversed(by: Self.lead))
  }
}
