package import DisplayTypes
package import EventLoop
package import Rasterizing

/// The processes that read files. There is one for each document, so a hostile file that takes over its process sees no other document. If
/// all processes are in use, the least recently used one is replaced. Each process exits by itself after an idle time. The pool belongs to
/// the thread of its event loop, and never blocks it.
package final class DocumentPool: DocumentRasterizer {
  package let settings: DocumentPoolSettings
  /// Runs after the last process has ended after an idle time.
  package var didBecomeIdle: (() -> Void)?

  private let loop: EventLoop
  /// The units that start the programs; nil if the daemon always starts them.
  private let units: (pictures: WorkerUnit, pages: WorkerUnit)?
  private let slots: WorkerSlots?
  private(set) var workers: [DocumentWorker] = []
  /// A process without a document. It starts ahead while there is work, so that the next document does not wait for libraries.
  private var spare: DocumentWorker?
  private var waiting: [DocumentJob] = []
  /// The refused requests, to reply to in the next turn.
  private var refused: [(job: DocumentJob, error: RasterError)] = []
  /// The program of the next spare process.
  private var wantedSpare: DocumentProgram?
  private var past = RasterizerStatistics()
  private var reports: [DocumentProgram: SandboxReport] = [:]
  private var uses = 0
  private var isStopped = false
  private lazy var turnTimer = loop.makeTimer { [weak self] in self?.work() }

  /// Starts no process yet. Each process takes one of `slots`.
  ///
  /// - Parameter units: the units with which systemd starts the processes. If that fails, a process is a child of the daemon.
  package init(
    loop: EventLoop, settings: DocumentPoolSettings, slots: WorkerSlots? = nil,
    units: (pictures: WorkerUnit, pages: WorkerUnit)? = nil
  ) {
    self.units = units
    self.loop = loop
    self.settings = settings
    self.slots = slots
  }

  private var processes: [RasterizerProcess] { (workers + [spare].compactMap(\.self)).map(\.process) }

  package var statistics: RasterizerStatistics { processes.reduce(into: past) { $0.add($1.statistics) } }

  /// The last reported sandboxes; nil before the first report.
  package var sandboxes: (pictures: SandboxReport?, pages: SandboxReport?) { (reports[.pictures], reports[.pages]) }

  package var processIDs: [Int32] { processes.compactMap(\.pid) }

  package var pendingRequests: Int { waiting.count + refused.count + workers.reduce(0) { $0 + $1.pending } }

  @discardableResult
  package func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    submit(
      .pictures, .picture(request.room, maximumBytes: request.maximumBytes), of: request.file,
      isPatient: request.isPatient
    ) { completion($0.flatMap(Self.image)) }
  }

  @discardableResult
  package func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket {
    submit(
      .pages, .page(request.page, request.part, request.room), of: request.file, isPatient: request.isPatient
    ) { completion($0.flatMap(Self.image)) }
  }

  @discardableResult
  package func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket {
    submit(
      .pages, .texts(request.first, count: request.count, request.part), of: request.file, isPatient: true
    ) { result in completion(result.flatMap { Self.texts($0, most: request.count) }) }
  }

  @discardableResult
  package func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket {
    submit(.pages, .pageCount, of: file) { result in
      completion(
        result.flatMap { result in
          if case .pageCount(let count) = result { .success(count) } else { .failure(.badReply("no count of pages")) }
        })
    }
  }

  @discardableResult
  package func readVideos(
    of file: MediaFile, completion: @escaping (Result<PageVideos, RasterError>) -> Void
  ) -> RasterTicket {
    submit(.pages, .videos, of: file) { completion($0.flatMap(Self.videos)) }
  }

  /// Ends all processes and fails every request within this call. After it no process starts.
  package func stop() {
    isStopped = true
    turnTimer.disarm()
    let jobs = waiting + refused.map(\.job)
    waiting = []
    refused = []
    for worker in workers { remove(worker) }
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

  private static func videos(_ result: RasterResult) -> Result<PageVideos, RasterError> {
    guard case .file(let file) = result else { return .failure(.badReply("no videos")) }
    do throws(CodecError) {
      return .success(try unsafe PageVideos(decoding: Array(file.bytes)[...]))
    } catch {
      return .failure(.badReply("videos that cannot be read: \(error)"))
    }
  }

  private func submit(
    _ program: DocumentProgram, _ operation: DocumentRequest.Operation, of file: MediaFile, isPatient: Bool = false,
    completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket {
    let job = DocumentJob(program, operation, of: file, isPatient: isPatient, completion: completion)
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

  /// Replies to refused requests, and sends waiting requests in order.
  private func work() {
    let refused = refused
    self.refused = []
    for (job, error) in refused { job.finish(.failure(error)) }
    sendWaiting { !$0.isPatient }
    sendWaiting { $0.isPatient && !isBusy(with: $0.file.version) }
    startSpare()
  }

  private func sendWaiting(_ isDue: (DocumentJob) -> Bool) {
    waiting = waiting.filter { job in
      guard isDue(job), let worker = worker(for: job) else { return true }
      send(job, to: worker)
      return false
    }
  }

  /// Whether a request for a document is in progress, or an impatient request waits.
  private func isBusy(with document: FileVersion) -> Bool {
    workers.contains { $0.document == document && $0.pending > 0 }
      || waiting.contains { !$0.isPatient && $0.file.version == document }
  }

  /// Returns the document's own process, otherwise the spare process, a new one, or the least recently used one. Nil if all processes are
  /// busy.
  private func worker(for job: DocumentJob) -> DocumentWorker? {
    if let own = workers.first(where: { $0.program == job.program && $0.document == job.file.version }) { return own }
    if workers.count >= settings.limit {
      guard let oldest = workers.filter({ $0.pending == 0 }).min(by: { $0.lastUse < $1.lastUse }) else { return nil }
      remove(oldest)
    }
    let worker: DocumentWorker
    if let spare, spare.program == job.program, spare.process.isRunning {
      worker = spare
      self.spare = nil
    } else {
      worker = makeWorker(job.program)
    }
    worker.document = job.file.version
    workers.append(worker)
    return worker
  }

  private func send(_ job: DocumentJob, to worker: DocumentWorker) {
    uses += 1
    worker.lastUse = uses
    worker.pending += 1
    job.worker = worker
    job.ticket = worker.process.rasterize(job.request) { [weak self, worker] result in
      if let report = worker.process.sandbox { self?.reports[worker.program] = report }
      job.finish(result)
      guard let self, !isStopped else { return }
      wantedSpare = worker.program
      turnTimer.arm(at: .now)
    }
  }

  /// Starts a spare process after the previous one was taken and has replied.
  private func startSpare() {
    guard let program = wantedSpare.take() else { return }
    if let spare, spare.program == program, spare.process.isRunning { return }
    // The last slot is for a process with a request.
    if let slots, slots.count + 1 >= slots.limit { return }
    removeSpare()
    let worker = makeWorker(program)
    worker.process.prewarm()
    // A process that did not start never becomes idle, and then the pool would not either.
    if worker.process.isRunning { spare = worker }
  }

  private func makeWorker(_ program: DocumentProgram) -> DocumentWorker {
    let (settings, unit) =
      switch program {
      case .pictures: (settings.pictures, units?.pictures)
      case .pages: (settings.pages, units?.pages)
      }
    let process = RasterizerProcess(loop: loop, settings: settings, slots: slots, unit: unit)
    let worker = DocumentWorker(program, process)
    process.didBecomeIdle = { [weak self, weak worker] in
      guard let self, let worker else { return }
      if worker === spare { removeSpare() } else if worker.pending == 0 { remove(worker) }
      if workers.isEmpty, spare == nil, waiting.isEmpty { didBecomeIdle?() }
    }
    return worker
  }

  private func remove(_ worker: DocumentWorker) {
    workers.removeAll { $0 === worker }
    end(worker)
  }

  private func removeSpare() {
    if let spare = spare.take() { end(spare) }
  }

  private func end(_ worker: DocumentWorker) {
    worker.process.stop()
    past.add(worker.process.statistics)
  }
}

final class DocumentWorker {
  let program: DocumentProgram
  let process: RasterizerProcess
  /// The document; nil for a spare process.
  var document: FileVersion?
  /// The pool's count of requests at the last use of this process.
  var lastUse = 0
  /// The number of requests without a reply.
  var pending = 0

  init(_ program: DocumentProgram, _ process: RasterizerProcess) {
    self.program = program
    self.process = process
  }
}

enum DocumentProgram {
  case pictures
  case pages
}
