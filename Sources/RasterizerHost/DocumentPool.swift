public import DisplayTypes
public import EventLoop
public import Rasterizing

/// The processes that read files: one for each document, so that what takes one over sees nothing of another.
///
/// At most a few, of which the one that was used longest ago is replaced; each exits by itself when it has been idle, and then nothing
/// of it is left. Belongs to the thread of its event loop and never blocks it.
public final class DocumentPool: DocumentRasterizer {
  /// Where the programs are, and how many may run.
  public let settings: DocumentPoolSettings

  /// Called when the last process has ended since nobody wanted anything for a while.
  public var didRest: (() -> Void)?

  private let loop: EventLoop
  /// The units that start the programs; nil if we always do.
  public let units: (pictures: WorkerUnit, pages: WorkerUnit)?

  private let slots: WorkerSlots?
  private var seats: [DocumentWorker] = []
  /// Warm and without a document, while there is work: the next document does not wait for its libraries.
  private var spare: DocumentWorker?
  private var waiting: [DocumentJob] = []
  /// Refused ones, which are answered in the next turn.
  private var refused: [(job: DocumentJob, error: RasterError)] = []
  /// For which program a spare process is to be started.
  private var wantsSpare: DocumentProgram?
  private var past = RasterizerStatistics()
  private var reports: [DocumentProgram: SandboxReport] = [:]
  private var uses = 0
  private var isStopped = false
  private lazy var turnTimer = loop.makeTimer { [weak self] in self?.work() }

  /// Starts nothing yet; of `slots` each process takes one.
  ///
  /// - Parameter units: by these systemd starts the processes; if that fails, a process is a child of ours.
  public init(
    loop: EventLoop, settings: DocumentPoolSettings, slots: WorkerSlots? = nil,
    units: (pictures: WorkerUnit, pages: WorkerUnit)? = nil
  ) {
    self.units = units
    self.loop = loop
    self.settings = settings
    self.slots = slots
  }

  /// What has happened so far, of all processes together.
  public var statistics: RasterizerStatistics {
    (seats + (spare.map { [$0] } ?? [])).reduce(into: past) { $0.add($1.process.statistics) }
  }

  /// The sandboxes of the processes that have reported theirs last; nil until one has.
  public var sandboxes: (pictures: SandboxReport?, pages: SandboxReport?) { (reports[.pictures], reports[.pages]) }

  /// The processes that there are at the moment.
  public var processIDs: [Int32] { (seats + (spare.map { [$0] } ?? [])).compactMap(\.process.pid) }

  /// How many documents have a process, or had one that is to be started again.
  var documentCount: Int { seats.count }

  /// How many requests have not been answered.
  public var pendingRequests: Int { waiting.count + refused.count + seats.reduce(0) { $0 + $1.pending } }

  /// Why pictures, or pages, could not be read, as a sentence; nil where the program is there.
  public var obstacles: (pictures: RasterError?, pages: RasterError?) {
    (settings.pictures.obstacle, settings.pages.obstacle)
  }

  /// Decodes a picture.
  @discardableResult
  public func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    let task = DocumentRequest.Wish.picture(request.room, maximumBytes: request.maximumBytes)
    return submit(
      DocumentJob(.pictures, task, of: request.file, isPatient: request.isPatient) {
        completion($0.flatMap(Self.image))
      })
  }

  /// Draws a page.
  @discardableResult
  public func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    let task = DocumentRequest.Wish.page(request.page, request.part, request.room)
    return submit(
      DocumentJob(.pages, task, of: request.file, isPatient: request.isPatient) { completion($0.flatMap(Self.image)) })
  }

  /// Reads what some pages say in words.
  @discardableResult
  public func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket {
    let task = DocumentRequest.Wish.texts(request.first, count: request.count, request.part)
    return submit(
      DocumentJob(.pages, task, of: request.file, isPatient: true) { result in
        completion(result.flatMap { Self.texts($0, most: request.count) })
      })
  }

  /// Looks how many pages a document has.
  @discardableResult
  public func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket {
    submit(
      DocumentJob(.pages, .pageCount, of: file) { result in
        completion(
          result.flatMap { result in
            if case .pageCount(let count) = result { .success(count) } else { .failure(.badReply("no count of pages")) }
          })
      })
  }

  /// Ends all processes and fails every request, at once and within this call.
  ///
  /// Nothing is started any more.
  public func stop() {
    isStopped = true
    turnTimer.disarm()
    let jobs = waiting + refused.map(\.job)
    waiting = []
    refused = []
    for seat in seats { remove(seat) }
    removeSpare()
    for job in jobs { job.finish(.failure(.stopped)) }
  }

  private static func image(_ result: RasterResult) -> Result<RasterImage, RasterError> {
    if case .image(let image) = result { .success(image) } else { .failure(.badReply("no picture")) }
  }

  private static func texts(_ result: RasterResult, most count: Int) -> Result<PageTexts, RasterError> {
    guard case .file(let file) = result else { return .failure(.badReply("no texts")) }
    do throws(CodecError) {
      let texts = try unsafe PageTexts(decoding: Array(file.bytes)[...])
      guard texts.pages.count <= count else {
        return .failure(.badReply("texts of \(texts.pages.count) pages instead of \(count)"))
      }
      return .success(texts)
    } catch {
      return .failure(.badReply("texts that cannot be read: \(error)"))
    }
  }

  private func submit(_ job: DocumentJob) -> RasterTicket {
    if isStopped {
      refused.append((job, .stopped))
    } else if waiting.count >= settings.queueLimit {
      refused.append((job, .queueFull(limit: settings.queueLimit)))
    } else {
      waiting.append(job)
    }
    turnTimer.arm(at: .now)
    return RasterTicket { [weak self, weak job] in
      guard let self, let job else { return }
      job.cancel()
      waiting.removeAll { $0 === job }
      if !waiting.isEmpty { turnTimer.arm(at: .now) }
    } onHurry: { [weak self, weak job] in
      guard let self, let job, job.isPatient else { return }
      job.isPatient = false
      turnTimer.arm(at: .now)
    }
  }

  /// Answers what was refused, and hands on what waits, the first ones first.
  private func work() {
    let refused = refused
    self.refused = []
    for (job, error) in refused { job.finish(.failure(error)) }
    handOn { !$0.isPatient }
    handOn { $0.isPatient && !isBusy(with: $0.file.version) }
    warmUp()
  }

  private func handOn(_ isDue: (DocumentJob) -> Bool) {
    waiting = waiting.filter { job in
      guard isDue(job), let seat = seat(for: job) else { return true }
      send(job, to: seat)
      return false
    }
  }

  /// Whether something of a document is being worked at, or waits for its turn before what is patient.
  private func isBusy(with document: FileVersion) -> Bool {
    seats.contains { $0.document == document && $0.pending > 0 }
      || waiting.contains { !$0.isPatient && $0.file.version == document }
  }

  /// The document's own process, a spare one, a new one, or that of the document that was used longest ago.
  ///
  /// Nil where all are at work.
  private func seat(for job: DocumentJob) -> DocumentWorker? {
    if let seat = seats.first(where: { $0.program == job.program && $0.document == job.file.version }) { return seat }
    if seats.count >= settings.limit {
      guard let oldest = seats.filter({ $0.pending == 0 }).min(by: { $0.lastUse < $1.lastUse }) else { return nil }
      remove(oldest)
    }
    let seat: DocumentWorker
    if let spare, spare.program == job.program, spare.process.isRunning {
      seat = spare
      self.spare = nil
    } else {
      seat = makeSeat(job.program)
    }
    seat.document = job.file.version
    seats.append(seat)
    return seat
  }

  private func send(_ job: DocumentJob, to seat: DocumentWorker) {
    uses += 1
    seat.lastUse = uses
    seat.pending += 1
    job.seat = seat
    job.ticket = seat.process.rasterize(job.request) { [weak self, seat] result in
      if let report = seat.process.sandbox { self?.reports[seat.program] = report }
      job.finish(result)
      self?.answered(seat)
    }
  }

  private func answered(_ seat: DocumentWorker) {
    guard !isStopped else { return }
    wantsSpare = seat.program
    turnTimer.arm(at: .now)
  }

  /// Starts a spare process when the one before it was taken and has answered.
  private func warmUp() {
    guard let program = wantsSpare else { return }
    wantsSpare = nil
    if let spare, spare.program == program, spare.process.isRunning { return }
    // The last slot is for a process that somebody waits for.
    if let slots, slots.count + 1 >= slots.limit { return }
    removeSpare()
    spare = makeSeat(program)
    spare?.process.prewarm()
  }

  private func makeSeat(_ program: DocumentProgram) -> DocumentWorker {
    let (settings, unit) =
      switch program {
      case .pictures: (settings.pictures, units?.pictures)
      case .pages: (settings.pages, units?.pages)
      }
    let process = RasterizerProcess(loop: loop, settings: settings, slots: slots, unit: unit)
    let seat = DocumentWorker(program, process)
    process.didRest = { [weak self, weak seat] in
      guard let self, let seat else { return }
      if seat === spare { removeSpare() } else if seat.pending == 0 { remove(seat) }
      if seats.isEmpty, spare == nil, waiting.isEmpty { didRest?() }
    }
    return seat
  }

  private func remove(_ seat: DocumentWorker) {
    seats.removeAll { $0 === seat }
    end(seat)
  }

  private func removeSpare() {
    guard let seat = spare else { return }
    spare = nil
    end(seat)
  }

  private func end(_ seat: DocumentWorker) {
    seat.process.stop()
    past.add(seat.process.statistics)
  }
}

/// A process that reads one document, or is to.
final class DocumentWorker {
  let program: DocumentProgram
  let process: RasterizerProcess
  /// Nil for a spare one.
  var document: FileVersion?
  /// The pool's count of requests at the time of the last one.
  var lastUse = 0
  /// Requests that have not been answered.
  var pending = 0

  init(_ program: DocumentProgram, _ process: RasterizerProcess) {
    self.program = program
    self.process = process
  }
}

/// Which program reads a file.
enum DocumentProgram: Hashable {
  case pictures
  case pages
}
