import Content
import ControlProtocol
import DisplayTypes
import Presentation
import Rasterizing

/// Makes small pictures of files of contents for controllers, without showing them; says of a file that cannot be shown why.
///
/// A file that somebody is writing is waited for.
final class FilePictures {
  private final class Order {
    let path: String
    let size: PixelSize
    let completion: (Result<SmallPictures.Made, ControlError>) -> Void
    var watch: (any MediaWatch)?
    var timer: (any DisplayTimer)?

    init(
      _ path: String, _ size: PixelSize, _ completion: @escaping (Result<SmallPictures.Made, ControlError>) -> Void
    ) {
      self.path = path
      self.size = size
      self.completion = completion
    }
  }

  private let resources: ContentResources
  private let pictures: SmallPictures
  /// Those whose file is still being written.
  private var waiting: [Order] = []

  /// How long a file that somebody is writing is waited for, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000
  /// How many files are waited for.
  private static let mostWaiting = 64

  init(_ resources: ContentResources) {
    self.resources = resources
    // Those who ask keep their pictures.
    pictures = SmallPictures(
      documents: resources.documents, rasterizer: resources.rasterizer, mostKeptBytes: 0)
  }

  /// Makes the picture of a file, or of the first page of a PDF file; the completion is called once, perhaps at once.
  func make(
    _ path: String, longestSide: Int, completion: @escaping (Result<SmallPictures.Made, ControlError>) -> Void
  ) {
    let order = Order(path, PixelSize(width: longestSide, height: longestSide), completion)
    // Watch first, then open: what changes in between is told.
    order.watch = resources.media.watch([path]) { [weak self, weak order] _ in
      if let self, let order, waiting.contains(where: { $0 === order }) { look(order) }
    }
    look(order)
  }

  private func look(_ order: Order) {
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try resources.media.open(order.path)
    } catch {
      if case .isBeingWritten = error, order.timer != nil || waiting.count < Self.mostWaiting { return wait(order) }
      return end(order, .failure(.failed(message: error.description)))
    }
    let isPDF = order.path.utf8.suffix(4).elementsEqual(".pdf".utf8) { $0 | 0x20 == $1 }
    let wish = SmallPictures.Wish(
      version: file.version, page: isPDF ? 1 : nil, part: .whole, size: order.size)
    // Nobody waits for it twice.
    waiting.removeAll { $0 === order }
    let isTaken = pictures.make(wish, of: file) { [weak self] result in
      self?.end(order, result.mapError { .failed(message: $0.description) })
    }
    guard !isTaken else { return }
    end(
      order,
      .failure(
        .failed(
          message:
            "\(SmallPictures.mostWaiting) pictures of files are waited for already; ask again when they are there")))
  }

  private func wait(_ order: Order) {
    guard order.timer == nil else { return }
    waiting.append(order)
    order.timer = resources.clock.screens.makeTimer { [weak self, weak order] in
      guard let self, let order, waiting.contains(where: { $0 === order }) else { return }
      end(order, .failure(.failed(message: MediaTrouble.isBeingWritten(path: order.path).description)))
    }
    order.timer?.arm(at: resources.clock.screens.now.advanced(by: Self.patience))
  }

  private func end(_ order: Order, _ result: Result<SmallPictures.Made, ControlError>) {
    waiting.removeAll { $0 === order }
    order.timer?.disarm()
    order.watch = nil
    order.completion(result)
  }
}
