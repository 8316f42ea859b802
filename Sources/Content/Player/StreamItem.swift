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
  private var timer: (any DisplayTimer)?
  private(set) var isWaiting = false

  /// The nanoseconds before its turn in which a process starts.
  private static let lead: UInt64 = 10_000_000_000

  /// - Parameter time: the first moment of the picture.
  init(_ stream: StreamDescription, on geometry: OutputGeometry, sources: ContentSources, at time: WallTime) {
    (self.stream, self.geometry, self.sources, self.time) = (stream, geometry, sources, time)
  }

  /// Completes once with the layer of the stream, unless the item is released before. A stream without a picture has a layer too.
  func prepare(completion: @escaping (Result<Layer, PreparedItemFailure>) -> Void) {
    let clock = sources.resources.clock
    let start = clock.moment(of: time)
    guard start > clock.screens.now.advanced(by: Self.lead) else { return begin(completion) }
    isWaiting = true
    timer = clock.screens.makeTimer { [weak self] in
      self?.isWaiting = false
      self?.begin(completion)
    }
    timer?.arm(at: start.reversed(by: Self.lead))
  }

  private func begin(_ completion: @escaping (Result<Layer, PreparedItemFailure>) -> Void) {
    guard let streams = sources.resources.streams, let address = stream.address else {
      return completion(
        .failure(PreparedItemFailure(failure: ContentFailure("no stream can be played here", retry: .never))))
    }
    // A content of a user with few rights does not reach the services of this machine.
    let isTrusted = !sources.resources.isConfined
    let order = StreamOrder(
      room: PictureRoom(geometry, stream.fit.ofPictures), address: address,
      allowsLoopback: stream.allowsLoopback && isTrusted, allowsLinkLocal: stream.allowsLinkLocal && isTrusted)
    playing = streams.play(StreamRequest(order, hasFallback: stream.fallback != nil)) { [weak self] in
      guard let self, let playing else { return }
      completion(
        .success(
          Layer(
            id: LayerID(rawValue: 2), frame: PointRect(size: geometry.size), contents: .surface(playing.feed),
            sampling: .smooth)))
    }
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
