import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import Glibc
import Presentation
import RasterizerHost
import Rasterizing
import SystemPackage

/// Makes small pictures of files for controllers, a few at a time. Equal requests share a picture, and the last pictures are kept.
final class Thumbnails {
  struct Wish: Hashable {
    var version: FileVersion
    /// Nil for a picture file.
    var page: Int?
    var part: PagePart
    var size: PixelSize
  }

  struct Made {
    var size: PixelSize
    /// The PNG file in base64.
    var png: String
    /// The parts of the file that are not shown.
    var warning: String?
  }

  private final class Order {
    let wish: Wish
    let file: MediaFile
    var waiting: [(Result<Made, RasterError>) -> Void] = []

    init(_ wish: Wish, _ file: MediaFile) { (self.wish, self.file) = (wish, file) }
  }

  private let documents: any DocumentRasterizer
  private let rasterizer: any Rasterizer
  private var waiting: [Order] = []
  private var underWay: [Order] = []
  private var kept: [(wish: Wish, made: Made)] = []

  private static let mostUnderWay = 2
  /// The limit of different pictures that wait.
  static let mostWaiting = 64
  /// The limit of bytes for the frames of an animation. Only the first frame is drawn.
  private static let animationBytes = 1 << 20
  /// The limit of kept pictures in bytes.
  private let mostKeptBytes: Int

  init(documents: any DocumentRasterizer, rasterizer: any Rasterizer, mostKeptBytes: Int = 1 << 20) {
    self.documents = documents
    self.rasterizer = rasterizer
    self.mostKeptBytes = mostKeptBytes
  }

  /// False if too many pictures are waiting. Otherwise the completion is called once, perhaps immediately.
  func make(_ wish: Wish, of file: MediaFile, completion: @escaping (Result<Made, RasterError>) -> Void) -> Bool {
    if let index = kept.firstIndex(where: { $0.wish == wish }) {
      let known = kept.remove(at: index)
      kept.append(known)
      completion(.success(known.made))
      return true
    }
    if let order = (underWay + waiting).first(where: { $0.wish == wish }) {
      order.waiting.append(completion)
      return true
    }
    guard waiting.count < Self.mostWaiting else { return false }
    let order = Order(wish, file)
    order.waiting = [completion]
    waiting.append(order)
    startNext()
    return true
  }

  func forget() { kept = [] }

  private func startNext() {
    while underWay.count < Self.mostUnderWay, !waiting.isEmpty {
      let order = waiting.removeFirst()
      underWay.append(order)
      let room = PictureRoom(size: order.wish.size)
      let done: (Result<RasterImage, RasterError>) -> Void = { [weak self] result in
        switch result {
        case .success(let image): self?.encode(image, for: order)
        case .failure(let error): self?.end(order, .failure(error))
        }
      }
      if let page = order.wish.page {
        documents.draw(
          PageRasterRequest(file: order.file, page: page, room: room, part: order.wish.part, isPatient: true),
          completion: done)
      } else {
        documents.decode(
          ImageRasterRequest(file: order.file, room: room, maximumBytes: Self.animationBytes, isPatient: true),
          completion: done)
      }
    }
  }

  private func encode(_ image: RasterImage, for order: Order) {
    let (bitmap, warning) = (image.bitmap, image.warning)
    rasterizer.encodePNG(of: bitmap) { [weak self] result in
      self?.end(order, result.map { Made(size: bitmap.size, png: $0, warning: warning) })
    }
  }

  private func end(_ order: Order, _ result: Result<Made, RasterError>) {
    underWay.removeAll { $0 === order }
    if case .success(let made) = result {
      kept.append((order.wish, made))
      var bytes = kept.reduce(0) { $0 + $1.made.png.utf8.count }
      while bytes > mostKeptBytes, !kept.isEmpty { bytes -= kept.removeFirst().made.png.utf8.count }
    }
    for completion in order.waiting { completion(result) }
    startNext()
  }
}

extension Rasterizer {
  /// Makes a PNG file in base64.
  func encodePNG(of bitmap: Bitmap, completion: @escaping (Result<String, RasterError>) -> Void) {
    encodePNG(size: bitmap.size, completion: completion) { rows in
      let length = bitmap.size.width * 4
      for row in 0..<bitmap.size.height {
        let start = row * bitmap.stride
        guard start + length <= bitmap.bytes.count, (row + 1) * length <= rows.count else { return }
        let target = UnsafeMutableRawBufferPointer(rebasing: rows[row * length..<(row + 1) * length])
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bitmap.bytes[start..<start + length]))
      }
    }
  }

  /// Makes a PNG file in base64. `fill` writes the pixels, four bytes each, without gaps between rows.
  func encodePNG(
    size: PixelSize, completion: @escaping (Result<String, RasterError>) -> Void,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try SealedMemory.make(size: size, fill: fill)
    } catch {
      return completion(.failure(.outOfMemory))
    }
    rasterize(.png(PNGRequest(descriptor: descriptor, size: size, stride: size.width * 4))) { result in
      close(descriptor)
      completion(
        result.flatMap { result in
          guard case .file(let file) = result else { return .failure(.badReply("a picture instead of a file")) }
          return .success(Base64.encode(file.bytes))
        })
    }
  }
}

/// Makes small pictures of files for controllers, or reports why a file cannot be shown. It waits for files that are still being written.
final class FileThumbnails {
  private final class Order {
    let path: String
    let size: PixelSize
    let isConfined: Bool
    let completion: (Result<Thumbnails.Made, ControlError>) -> Void
    var watch: (any MediaWatch)?
    var timer: (any DisplayTimer)?

    init(
      _ path: String, _ size: PixelSize, isConfined: Bool,
      _ completion: @escaping (Result<Thumbnails.Made, ControlError>) -> Void
    ) {
      (self.path, self.size, self.isConfined, self.completion) = (path, size, isConfined, completion)
    }
  }

  private let resources: ContentResources
  private let pictures: Thumbnails
  private let posters: PosterPictures
  private var waiting: [Order] = []

  /// The longest wait for a file, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000
  private static let mostWaiting = 64

  init(_ resources: ContentResources) {
    self.resources = resources
    // Keep no pictures here, because the clients keep theirs.
    pictures = Thumbnails(documents: resources.documents, rasterizer: resources.rasterizer, mostKeptBytes: 0)
    posters = PosterPictures(rasterizer: resources.rasterizer, clock: resources.clock.screens)
  }

  /// Makes a picture of a file, of the first page of a PDF file, or of a video near its beginning. The completion is called once, perhaps immediately.
  ///
  /// - Parameter isConfined: whether the file must be in the media folder.
  func make(
    _ path: String, longestSide: Int, isConfined: Bool,
    completion: @escaping (Result<Thumbnails.Made, ControlError>) -> Void
  ) {
    let size = PixelSize(width: longestSide, height: longestSide)
    let order = Order(path, size, isConfined: isConfined, completion)
    // Watch before opening the file, so that no change is missed.
    order.watch = resources.media.watch([path]) { [weak self, weak order] _ in
      if let self, let order, waiting.contains(where: { $0 === order }) { open(order) }
    }
    open(order)
  }

  private func open(_ order: Order) {
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try resources.confined(order.isConfined).media.open(order.path)
    } catch {
      if case .isBeingWritten = error, order.timer != nil || waiting.count < Self.mostWaiting { return wait(order) }
      return end(order, .failure(.failed(message: error.description)))
    }
    if MediaPath.isVideo(order.path), let videos = resources.videos {
      waiting.removeAll { $0 === order }
      order.watch = nil
      return posters.make(of: file, order.path, order.size, with: videos) { [weak self] in self?.end(order, $0) }
    }
    let isPDF = order.path.utf8.suffix(4).elementsEqual(".pdf".utf8) { $0 | 0x20 == $1 }
    let wish = Thumbnails.Wish(version: file.version, page: isPDF ? 1 : nil, part: .whole, size: order.size)
    waiting.removeAll { $0 === order }
    let isTaken = pictures.make(wish, of: file) { [weak self] result in
      self?.end(order, result.mapError { ControlError($0) })
    }
    if isTaken { return }
    let message = "\(Thumbnails.mostWaiting) pictures of files are being made already; try again when they are done"
    end(order, .failure(.busy(reason: message)))
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

  private func end(_ order: Order, _ result: Result<Thumbnails.Made, ControlError>) {
    waiting.removeAll { $0 === order }
    order.timer?.disarm()
    order.watch = nil
    order.completion(result)
  }
}

nonisolated extension ControlError {
  /// - Parameter what: the beginning of the sentence.
  init(_ error: RasterError, _ what: String = "") {
    let message = what + error.description
    self = if case .queueFull = error { .busy(reason: message) } else { .failed(message: message) }
  }
}
