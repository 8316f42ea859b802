import Composition
import Content
import DisplayTypes

/// Receives no stream, and records the requests. The test says when a stream has a picture or has failed.
@MainActor
final class RecordedStreams: StreamPlayers {
  final class PlayedStream: PlayingStream {
    let request: StreamRequest
    let feed: SurfaceFeed
    /// Whether it is received only while a screen shows it.
    private(set) var hasEndedWait = false
    fileprivate let didAnswer: () -> Void

    fileprivate init(_ request: StreamRequest, _ feed: SurfaceFeed, _ didAnswer: @escaping () -> Void) {
      (self.request, self.feed, self.didAnswer) = (request, feed, didAnswer)
    }

    func endWait() { hasEndedWait = true }
  }

  private struct WeakStream {
    weak var stream: PlayedStream?
  }

  private let feeds = SurfaceFeeds()
  private var started: [WeakStream] = []
  private(set) var count = 0

  /// The streams whose processes would run now.
  var running: [PlayedStream] { started.compactMap(\.stream) }

  func play(_ request: StreamRequest, didAnswer: @escaping () -> Void) -> any PlayingStream {
    let stream = PlayedStream(request, feeds.feed(), didAnswer)
    started.append(WeakStream(stream: stream))
    count += 1
    return stream
  }

  func answer(_ stream: PlayedStream) { stream.didAnswer() }

  func troubles(of addresses: Set<StreamAddress>) -> [String] { [] }

  func notes(about addresses: Set<StreamAddress>) -> [String] { [] }
}
