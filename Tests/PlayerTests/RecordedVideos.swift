import Composition
import Content
import DisplayTypes
import Presentation
import Rasterizing

/// Plays no video, and records the requests. The test says when a clip is ready.
@MainActor
final class RecordedVideos: VideoPlayers {
  final class PlayedClip: PlayingVideo {
    let request: VideoRequest
    /// The beginnings that were set later, in nanoseconds of the screens' clock.
    private(set) var moves: [Int64] = []
    fileprivate let completion: (Result<VideoPicture, VideoFailure>) -> Void

    fileprivate init(_ request: VideoRequest, _ completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void) {
      (self.request, self.completion) = (request, completion)
    }

    func move(beginning: Int64) { moves.append(beginning) }

    /// Whether its sound was ended before its pictures.
    private(set) var isSilent = false

    func endSound() { isSilent = true }
  }

  private struct WeakClip {
    weak var clip: PlayedClip?
  }

  private let feeds = SurfaceFeeds()
  private var started: [WeakClip] = []
  private(set) var count = 0

  /// The clips whose processes would run now.
  var running: [PlayedClip] { started.compactMap(\.clip) }

  func play(
    _ request: VideoRequest, completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void
  ) -> any PlayingVideo {
    let clip = PlayedClip(request, completion)
    started.append(WeakClip(clip: clip))
    count += 1
    return clip
  }

  /// The first picture of a clip is ready. It leaves four pixels free at the left and at the right.
  func makeReady(_ clip: PlayedClip) {
    let room = clip.request.room.size
    let place = PixelRect(x: 4, y: 0, width: room.width - 8, height: room.height)
    clip.completion(.success(VideoPicture(feed: feeds.feed(), place: place, length: 1_000_000_000)))
  }

  func refuse(_ clip: PlayedClip, _ reason: String) {
    clip.completion(.failure(VideoFailure(reason, remedy: .anotherFile)))
  }

  func notes(about files: Set<String>) -> [String] { [] }
}
