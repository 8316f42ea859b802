internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// A stream in its turn. Its process starts a few seconds before the turn, and ends when this object is released.
final class StreamItem {
  private let stream: StreamDescription
  private let geometry: OutputGeometry
  private let sources: ContentSources
  private let time: WallTime
  private var playing: (any PlayingStream)?
  private let start = TurnStart()
  private var patience: (any DisplayTimer)?

  /// The nanoseconds from the beginning of its turn, or from its first picture, in which a screen may begin to show it.
  private static let longestWait: UInt64 = 10_000_000_000

  /// - Parameter time: the first moment of the picture.
  init(_ stream: StreamDescription, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime) {
    (self.stream, self.geometry, self.sources, self.time) = (stream, geometry, sources, time)
  }

  /// Completes once with the layer of the stream, unless the item is released before. A stream without a picture has a layer too.
  func prepare(completion: @escaping (Result<Layer, PreparedItemFailure>) -> Void) {
    start.wait(for: time, on: sources.resources.clock) { [weak self] in self?.begin(completion) }
  }

  var isWaiting: Bool { start.isWaiting }

  private func begin(_ completion: @escaping (Result<Layer, PreparedItemFailure>) -> Void) {
    guard let streams = sources.resources.streams, let address = stream.address else {
      return completion(
        .failure(PreparedItemFailure(failure: ContentFailure("no stream can be played here", retry: .never))))
    }
    // A content of a user with few rights does not reach the services of this machine.
    let isTrusted = !sources.resources.isConfined
    let order = StreamOrder(
      room: PictureRoom(geometry, stream.fit.ofPictures), background: stream.background, address: address,
      allowsLoopback: stream.allowsLoopback && isTrusted, allowsLinkLocal: stream.allowsLinkLocal && isTrusted)
    let request = StreamRequest(order, hasFallback: stream.fallback != nil, isAwaited: !sources.use.isCovered())
    playing = streams.play(request) { [weak self] in
      guard let self, let playing else { return }
      followTurn(of: playing)
      completion(
        .success(
          Layer(
            id: LayerID(rawValue: 2), frame: PointRect(size: geometry.size), contents: .surface(playing.feed),
            sampling: .smooth)))
    }
  }

  /// A screen that is dark does not show the item in its turn.
  private func followTurn(of playing: any PlayingStream) {
    let clock = sources.resources.clock
    let begin = max(clock.moment(of: time), clock.screens.now)
    patience = clock.screens.makeTimer { [weak playing] in playing?.endWait() }
    patience?.arm(at: begin.advanced(by: Self.longestWait))
  }
}

extension StreamFit {
  fileprivate var ofPictures: ImageFit {
    switch self {
    case .fit: .fit
    case .fill: .fill
    case .stretch: .stretch
    }
  }
}
