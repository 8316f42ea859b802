import Composition
import Content
import ControlProtocol
import DisplayTypes
import Presentation
import Rasterizing

/// Makes small pictures of videos for controllers, a few at a time.
final class PosterPictures {
  typealias Completion = (Result<Thumbnails.Made, ControlError>) -> Void

  private final class Order {
    let file: MediaFile
    let path: String
    let room: PictureRoom
    let videos: any VideoPlayers
    let completion: Completion
    var playing: (any PlayingVideo)?

    init(
      _ file: MediaFile, _ path: String, _ room: PictureRoom, _ videos: any VideoPlayers,
      _ completion: @escaping Completion
    ) {
      (self.file, self.path, self.room) = (file, path, room)
      (self.videos, self.completion) = (videos, completion)
    }
  }

  private let rasterizer: any Rasterizer
  private let clock: any DisplayClock
  private var waiting: [Order] = []
  private var underWay: [Order] = []

  private static let mostUnderWay = 2
  private static let mostWaiting = 64
  /// The position of the picture in nanoseconds. Many videos begin with black.
  private static let position: Int64 = 2_000_000_000

  init(rasterizer: any Rasterizer, clock: any DisplayClock) { (self.rasterizer, self.clock) = (rasterizer, clock) }

  /// Completes once, in a later turn unless too many pictures are waiting.
  func make(
    of file: MediaFile, _ path: String, _ size: PixelSize, with videos: any VideoPlayers,
    completion: @escaping Completion
  ) {
    guard waiting.count < Self.mostWaiting else {
      let message = "\(Self.mostWaiting) pictures of videos are being made already; try again when they are done"
      return completion(.failure(.busy(reason: message)))
    }
    waiting.append(Order(file, path, PictureRoom(size: size), videos, completion))
    startNext()
  }

  private func startNext() {
    while underWay.count < Self.mostUnderWay, !waiting.isEmpty {
      let order = waiting.removeFirst()
      underWay.append(order)
      let now = Int64(clamping: clock.now.nanoseconds)
      let request = VideoRequest(
        file: order.file, path: order.path, room: order.room,
        beginning: now.subtractingReportingOverflow(Self.position).partialValue)
      order.playing = order.videos.play(request) { [weak self, weak order] result in
        if let self, let order { take(result, order) }
      }
    }
  }

  private func take(_ result: Result<VideoPicture, VideoFailure>, _ order: Order) {
    switch result {
    case .failure(let failure): end(order, .failure(.failed(message: "\(order.path): \(failure.reason)")))
    case .success(let picture):
      guard let bitmap = picture.feed.firstWaiting?.bitmap else {
        return end(order, .failure(.failed(message: "\(order.path): it has no picture")))
      }
      rasterizer.encodePNG(of: bitmap) { [weak self] result in
        let made = result.map { Thumbnails.Made(size: bitmap.size, png: $0) }
        self?.end(order, made.mapError { ControlError($0) })
      }
    }
  }

  private func end(_ order: Order, _ result: Result<Thumbnails.Made, ControlError>) {
    order.playing = nil
    underWay.removeAll { $0 === order }
    order.completion(result)
    startNext()
  }
}
