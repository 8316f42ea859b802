import Composition
import ControlProtocol
import DisplayTypes
import Glibc
import RasterizerHost
import Rasterizing
import SystemPackage

/// Makes small pictures of files for controllers: a few at a time, each once for all who ask for it meanwhile, the last ones kept.
///
/// The pages and pictures that screens wait for go first.
final class SmallPictures {
  /// A picture that somebody wants.
  struct Wish: Hashable {
    var version: FileVersion
    /// Nil for a picture file.
    var page: Int?
    var part: PagePart
    var size: PixelSize
  }

  /// One that is there.
  struct Made {
    var size: PixelSize
    /// A PNG file in base64.
    var png: String
  }

  private final class Order {
    let wish: Wish
    let file: MediaFile
    var waiting: [(Result<Made, RasterError>) -> Void] = []

    init(_ wish: Wish, _ file: MediaFile) {
      self.wish = wish
      self.file = file
    }
  }

  private let documents: any DocumentRasterizer
  private let rasterizer: any Rasterizer
  private var waiting: [Order] = []
  private var underWay: [Order] = []
  private var kept: [(wish: Wish, made: Made)] = []

  private static let mostUnderWay = 2
  /// How many different ones may be asked for before some are there.
  static let mostWaiting = 64
  /// The bytes that the frames of an animation take at most: the first one is wanted.
  private static let animationBytes = 1 << 20
  /// What is kept of those that were made, in bytes.
  private let mostKeptBytes: Int

  init(documents: any DocumentRasterizer, rasterizer: any Rasterizer, mostKeptBytes: Int = 1 << 20) {
    self.documents = documents
    self.rasterizer = rasterizer
    self.mostKeptBytes = mostKeptBytes
  }

  /// Asks for a picture; false where too many are asked for already.
  ///
  /// The completion is called once, perhaps at once.
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
    goOn()
    return true
  }

  /// The talk has ended: nothing is kept of it.
  func forget() { kept = [] }

  private func goOn() {
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
    let bitmap = image.bitmap
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try SealedMemory.make(size: bitmap.size) { rows in
        let length = bitmap.size.width * 4
        for row in 0..<bitmap.size.height {
          let start = row * bitmap.stride
          guard start + length <= bitmap.bytes.count, (row + 1) * length <= rows.count else { return }
          let target = UnsafeMutableRawBufferPointer(rebasing: rows[row * length..<(row + 1) * length])
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bitmap.bytes[start..<start + length]))
        }
      }
    } catch {
      return end(order, .failure(.outOfMemory))
    }
    let request = PNGRequest(descriptor: descriptor, size: bitmap.size, stride: bitmap.size.width * 4)
    rasterizer.rasterize(.png(request)) { [weak self] result in
      close(descriptor)
      self?.end(
        order,
        result.flatMap { result in
          guard case .file(let file) = result else { return .failure(.badReply("a picture instead of a file")) }
          return .success(Made(size: bitmap.size, png: Base64.encode(file.bytes)))
        })
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
    goOn()
  }
}
