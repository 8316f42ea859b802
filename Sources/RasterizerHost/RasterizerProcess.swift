public import DisplayTypes
public import EventLoop
internal import Glibc
public import Rasterizing
internal import SystemPackage

/// The rasteriser as a process of its own, seen from the daemon.
///
/// It is started by the first request, works off one at a time, and exits by itself when it has been idle; until the next
/// request nothing of it is left: no timer, no watch, no process. Belongs to the thread of its event loop and never blocks it.
public final class RasterizerProcess: Rasterizer {
  /// Where the program is and how long it may take.
  public let settings: RasterizerSettings
  /// What happened so far.
  public private(set) var statistics = RasterizerStatistics()
  /// The sandbox of the process that has reported it last; nil until the first reply of all.
  public private(set) var sandbox: SandboxReport?
  /// Called when the process has ended and nobody wants anything: by itself after a while, or because a request has ended it.
  public var didRest: (() -> Void)?

  private let loop: EventLoop
  private let slots: WorkerSlots?
  /// The unit that starts the process; nil if we always do.
  private let unit: WorkerUnit?
  private var worker: (any Worker)?
  private var watches: [Watch] = []
  /// The error for which the running worker was killed; nil if it was not.
  private var killReason: RasterError?
  /// What this worker has answered.
  private var answered: Set<RasterKind> = []
  private var waiting: [RasterJob] = []
  private var inFlight: RasterJob?
  /// Milliseconds that the job in flight may take.
  private var patience: UInt64 = 0
  private var nextIdentifier: UInt64 = 1
  private var restartDelay = RestartDelay()
  private var earliestStart = MonotonicTime.zero
  private var isStopped = false
  private lazy var turnTimer = loop.makeTimer { [weak self] in self?.work() }
  private lazy var deadlineTimer = loop.makeTimer { [weak self] in self?.deadlinePassed() }

  /// Starts nothing yet; of `slots` each process takes one.
  ///
  /// - Parameter unit: by it systemd starts the process; if that fails, the process is a child of ours.
  public init(
    loop: EventLoop, settings: RasterizerSettings, slots: WorkerSlots? = nil, unit: WorkerUnit? = nil
  ) {
    self.loop = loop
    self.settings = settings
    self.slots = slots
    self.unit = unit
  }

  // The watches end before what they watch is closed.
  deinit { forgetWorker() }

  /// Whether there is a process at the moment.
  public var isRunning: Bool { worker != nil }

  /// The process, while there is one.
  public var pid: Int32? { worker?.processID }

  /// Why it could not be started, as a sentence; nil where the program is there.
  public var obstacle: RasterError? { settings.obstacle }

  /// How many requests wait or are in flight.
  public var pendingRequests: Int { waiting.count + (inFlight == nil ? 0 : 1) }

  /// Queues a request; texts go before PNGs, since a picture waits for them.
  @discardableResult
  public func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket {
    statistics.requests += 1
    let job = RasterJob(
      identifier: nextIdentifier, request: request, refusal: refusal(of: request), completion: completion)
    nextIdentifier += 1
    let place = job.kind == .png ? nil : waiting.firstIndex { $0.kind == .png }
    waiting.insert(job, at: place ?? waiting.endIndex)
    armTurn()
    return RasterTicket { [weak self, weak job] in
      guard let self, let job else { return }
      // One in flight is let finish; its answer is thrown away.
      job.cancel()
      waiting.removeAll { $0 === job }
    }
  }

  /// Starts the process before it is needed, so that the first text finds its fonts loaded.
  public func prewarm() {
    guard worker == nil, !isStopped, earliestStart <= MonotonicTime.now else { return }
    try? start()
  }

  /// Ends the process and fails every request, at once and within this call.
  ///
  /// Nothing is started any more.
  public func stop() {
    isStopped = true
    let jobs = (inFlight.map { [$0] } ?? []) + waiting
    inFlight = nil
    waiting = []
    forgetWorker()
    turnTimer.disarm()
    deadlineTimer.disarm()
    for job in jobs { finish(job, .failure(.stopped)) }
  }

  private func refusal(of request: RasterRequest) -> RasterError? {
    if isStopped { return .stopped }
    // Refused ones wait for their turn as well, and count.
    guard waiting.count < settings.queueLimit else { return .queueFull(limit: settings.queueLimit) }
    do {
      try request.validate()
      return nil
    } catch {
      return error
    }
  }

  private func armTurn(at time: MonotonicTime = .now) {
    turnTimer.arm(at: time)
  }

  /// Answers what was refused, and sends the next request where nothing is in flight.
  private func work() {
    let refused = waiting.filter { $0.refusal != nil }
    waiting.removeAll { $0.refusal != nil }
    for job in refused {
      if let refusal = job.refusal { finish(job, .failure(refusal)) }
    }
    guard inFlight == nil, killReason == nil, let job = waiting.first else { return }
    if worker == nil {
      guard earliestStart <= MonotonicTime.now else { return armTurn(at: earliestStart) }
      do {
        try start()
      } catch {
        waiting.removeFirst()
        finish(job, .failure(error))
        return armTurn()
      }
    }
    waiting.removeFirst()
    send(job)
  }

  private func send(_ job: RasterJob) {
    guard let worker else { return }
    inFlight = job
    job.sends += 1
    let message = RequestMessage(identifier: job.identifier, request: job.request)
    patience = settings.milliseconds(for: job.request)
    if job.kind.isNew(after: answered) { patience += settings.startMilliseconds }
    armDeadline()
    do {
      try worker.send(message.encoded, descriptors: job.descriptor >= 0 ? [job.descriptor] : [])
    } catch .brokenPipe, .connectionReset {
      // It is about to end; its pidfd will say so, and the request goes to its successor.
    } catch {
      kill(.workerDied(reason: "the request could not be sent: \(error)"))
    }
  }

  /// A unit has as long to start a process as the first request may take longer than others.
  private func armDeadline() {
    let milliseconds = worker?.isStarted ?? true ? patience : settings.startMilliseconds
    deadlineTimer.arm(at: MonotonicTime.now.advanced(by: milliseconds * 1_000_000))
  }

  private func start() throws(RasterError) {
    let worker = try makeWorker()
    do {
      watches = [try loop.watch(worker.socket, for: .readable) { [weak self] _ in self?.socketReady() }]
      if let descriptor = worker.endDescriptor {
        watches.append(try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.processEnded() })
      }
    } catch {
      throw .notStarted(path: settings.path, reason: "it cannot be watched: \(error)")
    }
    self.worker = worker
    answered = []
    statistics.starts += 1
  }

  private func makeWorker() throws(RasterError) -> any Worker {
    let longest = ReplyMessage.maximumBytes
    if let worker = unit?.start(longestPacket: longest, slots: slots, now: MonotonicTime.now.nanoseconds) {
      return worker
    }
    do {
      return try WorkerProcess(
        path: settings.path, arguments: ["--idle-milliseconds", String(settings.idleMilliseconds)],
        environment: settings.environment, socketNumber: 3, longestPacket: longest,
        slots: slots)
    } catch .resourceTemporarilyUnavailable where slots.map({ $0.count >= $0.limit }) ?? false {
      throw .notStarted(path: settings.path, reason: "\(slots?.limit ?? 0) processes run already, and do not end")
    } catch {
      throw .notStarted(path: settings.path, reason: error.description)
    }
  }

  private func socketReady() {
    guard let worker else { return }
    let wasStarted = worker.isStarted
    switch worker.receive() {
    case .packet(let bytes, let descriptors): take(bytes, descriptors)
    case .nothing:
      guard !wasStarted, worker.isStarted else { break }
      unit?.succeed()
      if inFlight != nil { armDeadline() }
    case .closed:
      guard worker.endDescriptor != nil else { return processEnded() }
      // It ends, or has closed its socket and is of no use. The pidfd follows.
      watches.first?.cancel()
      worker.kill()
    case .failed(let error): kill(.badReply("reading it failed: \(error)"))
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, _ descriptors: [Int32]) {
    guard killReason == nil, let job = inFlight else {
      for descriptor in descriptors { close(descriptor) }
      if killReason == nil { kill(.badReply("an answer without a question")) }
      return
    }
    let reply: ReplyMessage
    do {
      reply = try ReplyMessage(decoding: bytes)
    } catch {
      for descriptor in descriptors { close(descriptor) }
      return kill(.badReply(error.description))
    }
    guard reply.identifier == job.identifier else {
      for descriptor in descriptors { close(descriptor) }
      return kill(.badReply("the answer to another question"))
    }
    if let report = reply.sandbox { sandbox = report }
    let result: Result<RasterResult, RasterError>
    do {
      result = .success(try ReplyReader.result(of: reply, for: job.request, descriptors: descriptors))
    } catch .badReply(let what) {
      return kill(.badReply(what))
    } catch {
      result = .failure(error)
    }
    answered.insert(job.kind)
    restartDelay.succeeded()
    inFlight = nil
    deadlineTimer.disarm()
    if !waiting.isEmpty { armTurn() }
    finish(job, result)
  }

  private func deadlinePassed() {
    guard let job = inFlight else { return }
    if let worker, !worker.isStarted {
      unit?.fail("no worker has reported in time", now: MonotonicTime.now.nanoseconds)
      // Its end has the request given to the next one.
      return worker.kill()
    }
    let error = RasterError.timedOut(seconds: Int(clamping: (patience + 999) / 1_000))
    inFlight = nil
    kill(error)
    finish(job, .failure(error))
  }

  /// Ends the worker.
  ///
  /// What was in flight is looked at when it is gone.
  private func kill(_ reason: RasterError) {
    killReason = reason
    worker?.kill()
  }

  private func processEnded() {
    guard let worker else { return }
    // It may have answered and ended in one go.
    if killReason == nil, worker.endDescriptor != nil, case .packet(let bytes, let descriptors) = worker.receive() {
      take(bytes, descriptors)
    }
    guard let ending = worker.reap() else { return }
    let reason = killReason
    // Nothing was asked of a program that never ran.
    if ending == .neverStarted { unit?.fail(ending.words, now: MonotonicTime.now.nanoseconds) }
    let wasIdle = reason == nil && (ending.isOrderly || ending == .neverStarted)
    forgetWorker()
    if !wasIdle {
      statistics.deaths += 1
      earliestStart = MonotonicTime.now.advanced(by: restartDelay.died())
    }
    if let job = inFlight {
      inFlight = nil
      deadlineTimer.disarm()
      giveBack(job, loss: reason ?? .workerDied(reason: ending.words), isRetryFree: wasIdle)
    }
    if !waiting.isEmpty { armTurn() } else { didRest?() }
  }

  /// A request whose worker is gone is sent once more.
  ///
  /// One that met a worker on its way out has not had its chance yet.
  private func giveBack(_ job: RasterJob, loss: RasterError, isRetryFree: Bool) {
    guard !job.isCancelled else { return }
    if job.loss == nil && job.sends < 3 {
      if !isRetryFree { job.loss = loss }
      waiting.insert(job, at: 0)
    } else {
      finish(job, .failure(loss))
    }
  }

  private func forgetWorker() {
    for watch in watches { watch.cancel() }
    watches = []
    worker = nil
    killReason = nil
  }

  private func finish(_ job: RasterJob, _ result: Result<RasterResult, RasterError>) {
    if case .failure = result { statistics.failures += 1 }
    job.finish(result)
  }
}

/// What a request is about.
enum RasterKind: Hashable {
  case text
  case code
  case png
  case document

  init(of request: RasterRequest) {
    self =
      switch request {
      case .text: .text
      case .code: .code
      case .png: .png
      case .document: .document
      }
  }

  /// Whether it takes longer than usual where so much was answered before.
  ///
  /// The first answer waits for the program to start, and the first text, whenever it comes, for the fonts.
  func isNew(after answered: Set<RasterKind>) -> Bool {
    self == .text ? !answered.contains(.text) : answered.isEmpty
  }
}

/// How long to wait before a process that keeps dying is started again.
struct RestartDelay: Hashable, Sendable {
  /// The first death costs no wait, so that the picture comes back at once.
  private static let milliseconds: [UInt64] = [0, 250, 1_000, 4_000, 15_000, 30_000]
  private(set) var consecutiveDeaths = 0

  /// It died; returns the wait in nanoseconds.
  mutating func died() -> UInt64 {
    let step = min(consecutiveDeaths, Self.milliseconds.count - 1)
    consecutiveDeaths = min(consecutiveDeaths + 1, Self.milliseconds.count)
    return Self.milliseconds[step] * 1_000_000
  }

  /// It answered a request.
  mutating func succeeded() {
    consecutiveDeaths = 0
  }
}

/// What the rasteriser's process has done since the daemon began, for `status`.
public struct RasterizerStatistics: Hashable, Sendable {
  /// How often it was started.
  public internal(set) var starts = 0
  /// How often it ended otherwise than by being idle or stopped.
  public internal(set) var deaths = 0
  /// Requests that were handed in.
  public internal(set) var requests = 0
  /// Requests that ended in an error.
  public internal(set) var failures = 0

  /// Nothing yet.
  public init() {}

  /// Counts another process's as well.
  mutating func add(_ other: RasterizerStatistics) {
    starts += other.starts
    deaths += other.deaths
    requests += other.requests
    failures += other.failures
  }
}
