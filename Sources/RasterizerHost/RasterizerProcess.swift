package import DisplayTypes
package import EventLoop
internal import Glibc
package import Rasterizing
internal import SystemPackage

/// The daemon's side of a worker process. The first request starts the process. It handles one request at a time, and exits by itself after
/// an idle time. Until the next request there is no timer, no watch and no process. This object belongs to the thread of its event loop,
/// and never blocks it.
package final class RasterizerProcess: Rasterizer {
  package let settings: RasterizerSettings
  package private(set) var statistics = RasterizerStatistics()
  /// The last reported sandbox; nil before the first reply.
  package private(set) var sandbox: SandboxReport?
  /// Runs after the process has ended, if no request waits.
  package var didBecomeIdle: (() -> Void)?

  private let loop: EventLoop
  private let slots: WorkerSlots?
  /// The unit that starts the process; nil if the daemon always starts it.
  private let unit: WorkerUnit?
  private var worker: (any Worker)?
  private var watches: [Watch] = []
  /// The error for which the daemon has killed the running worker; otherwise nil.
  private var killReason: RasterError?
  /// Whether this worker has replied to any request, and to a request for a text.
  private var hasReplied = (once: false, text: false)
  private var waiting: [RasterJob] = []
  private var inFlight: RasterJob?
  /// The time limit of the job in flight, in milliseconds.
  private var allowedMilliseconds: UInt64 = 0
  private var nextIdentifier: UInt64 = 1
  /// The first start after a death is immediate, so that the picture returns at once.
  private var restarts = Backoff(first: 250_000_000, longest: 30_000_000_000, isFirstFree: true)
  private var earliestStart = MonotonicTime.zero
  private var isStopped = false
  private lazy var turnTimer = loop.makeTimer { [weak self] in self?.work() }
  private lazy var deadlineTimer = loop.makeTimer { [weak self] in self?.deadlinePassed() }

  /// Starts no process yet. Each process takes one of `slots`.
  ///
  /// - Parameter unit: the unit with which systemd starts the process. If that fails, the process is a child of the daemon.
  package init(
    loop: EventLoop, settings: RasterizerSettings, slots: WorkerSlots? = nil, unit: WorkerUnit? = nil
  ) {
    self.loop = loop
    self.settings = settings
    self.slots = slots
    self.unit = unit
  }

  // The watches end before the close of their descriptors.
  deinit { forgetWorker() }

  package var isRunning: Bool { worker != nil }

  package var pid: Int32? { worker?.processID }

  package var pendingRequests: Int { waiting.count + (inFlight == nil ? 0 : 1) }

  /// Queues a request. Texts take precedence over PNGs, because a picture waits for them.
  @discardableResult
  package func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket {
    statistics.requests += 1
    let job = RasterJob(
      identifier: nextIdentifier, request: request, refusal: refusal(of: request), completion: completion)
    nextIdentifier += 1
    let place = job.isPNG ? nil : waiting.firstIndex(where: \.isPNG)
    waiting.insert(job, at: place ?? waiting.endIndex)
    armTurn()
    return RasterTicket { [weak self, weak job] in
      guard let self, let job else { return }
      // A request in flight finishes, and its reply is discarded.
      job.cancel()
      waiting.removeAll { $0 === job }
    }
  }

  /// Starts the process ahead, so that the fonts are loaded for the first text.
  package func prewarm() {
    guard worker == nil, !isStopped, earliestStart <= MonotonicTime.now else { return }
    try? start()
  }

  /// Ends the process and fails every request within this call. After it no process starts.
  package func stop() {
    isStopped = true
    let jobs = [inFlight.take()].compactMap(\.self) + waiting
    waiting = []
    forgetWorker()
    turnTimer.disarm()
    deadlineTimer.disarm()
    for job in jobs { finish(job, .failure(.stopped)) }
  }

  private func refusal(of request: RasterRequest) -> RasterError? {
    if isStopped { return .stopped }
    // Refused requests wait for their replies too, so they count.
    guard waiting.count < settings.queueLimit else { return .queueFull(limit: settings.queueLimit) }
    do {
      try request.validate()
      return nil
    } catch {
      return error
    }
  }

  private func armTurn(at time: MonotonicTime = .now) { turnTimer.arm(at: time) }

  /// Replies to refused requests, and sends the next request if none is in flight.
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
    allowedMilliseconds = settings.milliseconds(for: job.request)
    // The first reply waits for the start of the program. The first text, even if it comes later, waits for the fonts.
    if !(job.isText ? hasReplied.text : hasReplied.once) { allowedMilliseconds += settings.startMilliseconds }
    armDeadline()
    do {
      try worker.send(message.encoded, descriptors: job.descriptor >= 0 ? [job.descriptor] : [])
    } catch .brokenPipe, .connectionReset {
      // The process is about to end, which its pidfd reports. Then the request goes to the next process.
    } catch {
      kill(.workerDied(reason: "the request could not be sent: \(error)"))
    }
  }

  /// Sets the timer. For the first request a unit has additional time to start the process.
  private func armDeadline() {
    let milliseconds = worker?.isStarted ?? true ? allowedMilliseconds : settings.startMilliseconds
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
    hasReplied = (false, false)
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
        environment: settings.environment, socketNumber: 3, longestPacket: longest, slots: slots)
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
      // The process ends, or has closed its socket and is useless. Its pidfd reports the end later.
      watches.first?.cancel()
      worker.kill()
    case .failed(let error): kill(.badReply("reading it failed: \(error)"))
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, _ descriptors: [Int32]) {
    var unread = descriptors
    defer { for descriptor in unread { close(descriptor) } }
    guard killReason == nil else { return }
    guard let job = inFlight else { return kill(.badReply("an answer without a question")) }
    let reply: ReplyMessage
    do {
      reply = try ReplyMessage(decoding: bytes)
    } catch {
      return kill(.badReply(error.description))
    }
    guard reply.identifier == job.identifier else { return kill(.badReply("the answer to another question")) }
    if let report = reply.sandbox { sandbox = report }
    let result: Result<RasterResult, RasterError>
    do {
      unread = []
      result = .success(try ReplyReader.result(of: reply, for: job.request, descriptors: descriptors))
    } catch .badReply(let reason) {
      return kill(.badReply(reason))
    } catch {
      result = .failure(error)
    }
    hasReplied = (true, hasReplied.text || job.isText)
    restarts.reset()
    inFlight = nil
    deadlineTimer.disarm()
    if !waiting.isEmpty { armTurn() }
    finish(job, result)
  }

  private func deadlinePassed() {
    guard let job = inFlight else { return }
    if let worker, !worker.isStarted {
      unit?.fail("no worker has reported in time", now: MonotonicTime.now.nanoseconds)
      // After the end of the process the request goes to the next one.
      return worker.kill()
    }
    let error = RasterError.timedOut(seconds: Int(clamping: (allowedMilliseconds + 999) / 1_000))
    inFlight = nil
    kill(error)
    finish(job, .failure(error))
  }

  /// Ends the worker. `processEnded` handles the request in flight.
  private func kill(_ reason: RasterError) {
    killReason = reason
    worker?.kill()
  }

  private func processEnded() {
    guard let worker else { return }
    // The process may have sent a reply before its end.
    if killReason == nil, worker.endDescriptor != nil, case .packet(let bytes, let descriptors) = worker.receive() {
      take(bytes, descriptors)
    }
    guard let ending = worker.reap() else { return }
    let reason = killReason
    if ending == .neverStarted { unit?.fail(ending.words, now: MonotonicTime.now.nanoseconds) }
    let wasIdle = reason == nil && (ending.isOrderly || ending == .neverStarted)
    forgetWorker()
    if !wasIdle {
      statistics.deaths += 1
      earliestStart = MonotonicTime.now.advanced(by: restarts.next())
    }
    if let job = inFlight.take() {
      deadlineTimer.disarm()
      sendAgain(job, loss: reason ?? .workerDied(reason: ending.words), isFault: !wasIdle)
    }
    if !waiting.isEmpty { armTurn() } else { didBecomeIdle?() }
  }

  /// Sends the request of a lost worker once more. Workers that ended before they read the request do not count.
  private func sendAgain(_ job: RasterJob, loss: RasterError, isFault: Bool) {
    guard !job.isCancelled else { return }
    if job.loss == nil && job.sends < 3 {
      if isFault { job.loss = loss }
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

/// The counts of a process since the daemon began, for `status`.
package struct RasterizerStatistics {
  package fileprivate(set) var starts = 0
  /// The number of unexpected ends: neither after an idle time nor by a stop.
  package fileprivate(set) var deaths = 0
  package fileprivate(set) var requests = 0
  package fileprivate(set) var failures = 0

  mutating func add(_ other: RasterizerStatistics) {
    starts += other.starts
    deaths += other.deaths
    requests += other.requests
    failures += other.failures
  }
}
