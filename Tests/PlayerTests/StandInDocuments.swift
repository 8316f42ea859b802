import Composition
import DisplayTypes
import Presentation
import Rasterizing

/// Decodes by the clock of the test: a picture is one opaque colour, which is the file's inode.
@MainActor
final class StandInDocuments: @preconcurrency DocumentRasterizer {
  private final class Job {
    var timer: (any DisplayTimer)?
  }

  private let clock: any DisplayClock
  private var jobs: [ObjectIdentifier: Job] = [:]
  /// How long each takes.
  var nanoseconds: UInt64 = 20_000_000
  /// How long each page of a width takes, if that is another time.
  var nanosecondsOfWidth: [Int: UInt64] = [:]
  /// Files, by inode, that cannot be decoded.
  var errors: [UInt64: RasterError] = [:]
  /// Pages of each deck, by inode.
  var pageCounts: [UInt64: Int] = [:]
  /// The videos that each deck names, by inode.
  var videos: [UInt64: [PageVideo]] = [:]
  /// Transitions of each deck's pages, by inode and number.
  var transitions: [UInt64: [Int: PageTransition]] = [:]
  /// Frames of an animation, in milliseconds, by inode; each is a shade of its own.
  var animations: [UInt64: [Int]] = [:]
  /// The requests in order: `picture 3`, `page 3/2`, `count 3`.
  private(set) var asked: [String] = []
  /// The requests that were patient, and those of them that were made urgent later.
  private(set) var patient: [String] = []
  private(set) var hurried: [String] = []
  private(set) var cancelled = 0
  /// The parts of pages that were asked for.
  private(set) var parts: Set<PagePart> = []

  init(clock: any DisplayClock) {
    self.clock = clock
  }

  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  @discardableResult
  func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    let inode = request.file.version.inode
    asked.append("picture \(inode)")
    return answer { [weak self] in
      if let error = self?.errors[inode] { return completion(.failure(error)) }
      completion(Self.picture(inode, request.room, frames: self?.animations[inode] ?? []))
    }
  }

  @discardableResult
  func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    let inode = request.file.version.inode
    let name = "page \(inode)/\(request.page)"
    asked.append(name)
    if request.isPatient { patient.append(name) }
    parts.insert(request.part)
    return answer(after: nanosecondsOfWidth[request.room.size.width]) { [weak self] in
      if let error = self?.errors[inode] { return completion(.failure(error)) }
      var picture = Self.picture(inode + UInt64(request.page), request.room)
      if case .success(var image) = picture {
        image.pageCount = self?.pageCounts[inode] ?? 1
        image.transition = self?.transitions[inode]?[request.page]
        picture = .success(image)
      }
      completion(picture)
    } onHurry: { [weak self] in
      if request.isPatient { self?.hurried.append(name) }
    }
  }

  @discardableResult
  func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket {
    let inode = file.version.inode
    asked.append("count \(inode)")
    return answer { [weak self] in
      if let error = self?.errors[inode] { return completion(.failure(error)) }
      completion(.success(self?.pageCounts[inode] ?? 1))
    }
  }

  @discardableResult
  func readVideos(
    of file: MediaFile, completion: @escaping (Result<PageVideos, RasterError>) -> Void
  ) -> RasterTicket {
    answer { [weak self] in completion(.success(PageVideos(self?.videos[file.version.inode] ?? []))) }
  }

  @discardableResult
  func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket {
    let inode = request.file.version.inode
    asked.append("texts \(inode)/\(request.first)+\(request.count)")
    return answer { [weak self] in
      if let error = self?.errors[inode] { return completion(.failure(error)) }
      let pages = (0..<request.count).map { PageText(label: "\(request.first + $0)", title: "", notes: "") }
      completion(.success(PageTexts(title: "", pages: pages)))
    }
  }

  /// The colour of a picture: never black, and another for each of 50,000 files.
  nonisolated static func color(_ inode: UInt64) -> Color {
    Color(red: UInt8(inode % 200 + 55), green: UInt8(inode / 200 % 250), blue: 60)
  }

  private func answer(
    after other: UInt64? = nil, _ body: @escaping () -> Void, onHurry: @escaping () -> Void = {}
  ) -> RasterTicket {
    let job = Job()
    jobs[ObjectIdentifier(job)] = job
    job.timer = clock.makeTimer { [weak self, weak job] in
      if let job { self?.jobs[ObjectIdentifier(job)] = nil }
      body()
    }
    job.timer?.arm(at: clock.now.advanced(by: other ?? nanoseconds))
    return RasterTicket { [weak self, weak job] in
      guard let self, let job, jobs.removeValue(forKey: ObjectIdentifier(job)) != nil else { return }
      job.timer?.disarm()
      cancelled += 1
    } onHurry: {
      onHurry()
    }
  }

  private static func picture(
    _ inode: UInt64, _ room: PictureRoom, frames: [Int] = []
  ) -> Result<RasterImage, RasterError> {
    let count = max(1, frames.count)
    let size = PixelSize(width: room.size.width * count, height: room.size.height)
    let bitmap = Bitmap(size: size, format: .argb32, isOpaque: true) { bytes, stride in
      for row in 0..<size.height {
        for column in 0..<size.width {
          let color = color(inode + UInt64(column / max(1, room.size.width)))
          bytes.storeBytes(
            of: color.premultipliedARGB, toByteOffset: row * stride + column * 4, as: UInt32.self)
        }
      }
    }
    guard let bitmap else { return .failure(.tooLarge(size)) }
    let parts = frames.enumerated().map { index, length in
      RasterImage.Frame(
        part: PixelRect(x: index * room.size.width, y: 0, width: room.size.width, height: room.size.height),
        milliseconds: length)
    }
    return .success(RasterImage(bitmap: bitmap, rect: PixelRect(size: room.size), frames: parts))
  }
}
