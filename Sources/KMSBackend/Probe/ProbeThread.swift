internal import DisplayTypes
internal import EventLoop
internal import KernelModeSetting
internal import Presentation
internal import Synchronization
internal import SystemPackage

/// The thread for all work of one card that may block. It owns no state. The card stays open until the last job has ended.
final class ProbeThread: Sendable {
  private let card: SharedCard
  private let mailbox: Mailbox
  private let queue = Mutex(ProbeQueue())
  private let answers = Mutex<[ProbeAnswer]>([])
  private let wakeEvent: WakeEvent
  private let ended: WakeEvent

  init(card: SharedCard, name: String) throws(Errno) {
    self.card = card
    wakeEvent = try WakeEvent()
    ended = try WakeEvent()
    mailbox = try LoopThread.start(name: name, ended: ended)
  }

  /// Calls `handler` on the loop's thread for each answer, in order.
  func listen(on loop: EventLoop, _ handler: @escaping (ProbeAnswer) -> Void) throws(Errno) -> Watch {
    try loop.watch(wakeEvent.descriptor, for: .readable) { [weak self] _ in
      for answer in self?.take() ?? [] { handler(answer) }
    }
  }

  func submit(_ job: ProbeJob) {
    queue.withLock { $0.add(job) }
    // Post one wake-up for each job. The thread chooses the job when it wakes.
    mailbox.post { [self] in proceed() }
  }

  /// Sends an answer to the display thread, which handles it in its next turn.
  func answer(_ answer: ProbeAnswer) {
    answers.withLock { $0.append(answer) }
    wakeEvent.signal()
  }

  /// Ends the thread after the submitted jobs. The thread releases replies without a receiver, with their buffers.
  func finish() {
    mailbox.post { [self] in end() }
  }

  /// Readable after the thread has ended and has released the card.
  var endDescriptor: Int32 { ended.descriptor }

  /// Waits until the thread has ended, and has released the card; false if the time is over.
  func wait(milliseconds: Int32) -> Bool { ended.wait(milliseconds: milliseconds) }

  private func proceed() {
    guard let job = queue.withLock({ $0.next() }) else { return }
    switch job.execute(on: card.card.descriptor) {
    case .answer(let answer): self.answer(answer)
    case .more(let rest): submit(rest)
    case .done: break
    }
  }

  /// Ends after the required jobs.
  private func end() {
    while let job = queue.withLock({ $0.next() }) {
      if job.isRequired { _ = job.execute(on: card.card.descriptor) }
    }
    _ = take()
    EventLoop.current?.stop()
  }

  private func take() -> [ProbeAnswer] {
    wakeEvent.reset()
    return answers.withLock { answers in
      let taken = answers
      answers = []
      return taken
    }
  }
}

/// The jobs of a probe thread in their order.
struct ProbeQueue: Sendable {
  private var jobs: [ProbeJob] = []

  var isEmpty: Bool { jobs.isEmpty }

  mutating func add(_ job: ProbeJob) {
    let place = jobs.firstIndex { $0.urgency > job.urgency } ?? jobs.endIndex
    jobs.insert(job, at: place)
  }

  mutating func next() -> ProbeJob? {
    jobs.isEmpty ? nil : jobs.removeFirst()
  }
}

/// The jobs of the probe thread: all work that may block.
enum ProbeJob: Sendable {
  case probe(ConnectorProbe)
  /// Makes buffers for the mode, tests it with them, and sets it.
  case test(ModesetOrder)
  case modeset(ModesetOrder, FirstFrame, TestedMode?)
  /// Makes the first buffer for a new display, or reduces the kept buffers of an unplugged one.
  case prepare(PreparedBuffers)
  /// Turns a screen off. Without a path, it turns off any CRTC of the connector.
  case turnOff(ScreenID, CommitToken, ConnectorID, OutputPath?, isAtomic: Bool)
  case release(BufferTransfer)
  case discard(PreparedBuffers)
  /// Removes a framebuffer of a surface.
  case endFramebuffer(FramebufferID, SharedCard)
  /// Removes the objects of a previous process in this open file that no screen shows. It must precede any new buffer.
  case removeStaleObjects
  /// Removes the framebuffers of this set that no screen shows any more.
  case endStale(Set<FramebufferID>)

  /// The order of jobs, the lowest number first. A person waits for a modeset, and each probe may take seconds.
  var urgency: Int {
    switch self {
    case .test, .modeset, .turnOff, .removeStaleObjects: 0
    case .prepare: 1
    case .release, .discard, .endFramebuffer, .endStale: 2
    case .probe: 3
    }
  }

  /// Whether the job runs even if the thread is about to end.
  var isRequired: Bool {
    switch self {
    case .test, .modeset, .turnOff, .removeStaleObjects, .release, .discard, .endStale: true
    // The framebuffers of surfaces end with the card.
    case .prepare, .probe, .endFramebuffer: false
    }
  }
}

/// The result of a `ProbeJob`.
enum ProbeAnswer: Sendable {
  /// The probed connectors, nil for all, and their data.
  case probed([ConnectorID]?, Result<[ConnectorSnapshot], DisplayError>)
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>, TestedMode?)
  case configured(ScreenID, CommitToken, Result<ConfiguredOutput, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// The framebuffers of a previous process that screens still show.
  case stale(Set<FramebufferID>)
  /// The device is gone. The display thread sends this to itself, so that it does not close a card in use.
  case lost
}

extension ProbeJob {
  /// The result of a job, or of a part of it.
  enum Progress {
    case answer(ProbeAnswer)
    /// The rest of the job, to continue if no other job is more urgent.
    case more(ProbeJob)
    case done
  }

  /// Runs the job on the probe thread. Releases buffers that have no receiver.
  consuming func execute(on card: CardDescriptor) -> Progress {
    switch self {
    case .probe(var probe):
      if let answer = probe.proceed(on: card) { return .answer(answer) }
      return .more(.probe(probe))
    case .test(let order): return .answer(Self.test(order, card))
    case .modeset(let order, let picture, let tested):
      let result = Result { () throws(DisplayError) in try order.set(picture, tested, on: card) }
      return .answer(.configured(order.screen, order.token, result))
    case .prepare(let prepared):
      prepared.make(on: card)
      return .done
    case .discard(let prepared):
      prepared.end()
      return .done
    case .endFramebuffer(let id, let shared):
      shared.framebuffers.remove(id)
      return .done
    case .turnOff(let screen, let token, let connector, let path, let isAtomic):
      return .answer(.turnedOff(screen, token, Self.turnOff(connector, path, isAtomic, card)))
    case .release(let transfer):
      _ = transfer.open()
      return .done
    case .removeStaleObjects:
      let shown = Self.shown(card)
      if let shown { _ = StaleObjects.end(on: card, keeping: shown) }
      return .answer(.stale(shown ?? []))
    case .endStale(let framebuffers):
      // If the visible framebuffers are unknown, keep all.
      guard let shown = Self.shown(card) else { return .answer(.stale(framebuffers)) }
      StaleObjects.endFramebuffers(framebuffers.subtracting(shown), on: card)
      return .answer(.stale(framebuffers.intersection(shown)))
    }
  }

  private static func test(_ order: ModesetOrder, _ card: CardDescriptor) -> ProbeAnswer {
    do throws(DisplayError) {
      let (outcome, tested) = try order.test(on: card)
      return .tested(order.screen, order.token, .success(outcome), tested)
    } catch {
      return .tested(order.screen, order.token, .failure(error), nil)
    }
  }

  private static func turnOff(
    _ connector: ConnectorID, _ path: OutputPath?, _ isAtomic: Bool, _ card: CardDescriptor
  ) -> Result<CommitOutcome, DisplayError> {
    let started = MonotonicTime.now
    return Result { () throws(DisplayError) in
      try card.asMaster { () throws(DisplayError) in
        if let path { try path.turnOff(on: card) } else { try turnOffInherited(connector, isAtomic, card) }
      }
      return CommitOutcome(
        capabilities: OutputCapabilities(hasVBlank: false, updatesInPlace: false), started: started, ended: .now,
        wasModeset: true)
    }
  }

  /// Turns off the CRTC of a connector, also if another program has set it. Another display on the same CRTC keeps its picture.
  private static func turnOffInherited(
    _ connector: ConnectorID, _ isAtomic: Bool, _ card: CardDescriptor
  ) throws(DisplayError) {
    let snapshot = try card.snapshot(probing: false)
    guard let now = snapshot.connector(connector), let crtc = now.currentCRTC else { return }
    let plane = snapshot.planes.first { $0.kind == .primary && $0.currentCRTC == crtc }
    guard isAtomic, let plane else {
      return try LegacyOutput(connector: connector, crtc: crtc, plane: plane?.id, in: snapshot).turnOff(on: card)
    }
    let isShared = snapshot.connectors.contains {
      $0.id != connector && $0.currentCRTC == crtc && $0.status != .disconnected
    }
    guard isShared, let property = now.properties["CRTC_ID"]?.id else {
      let pipeline = try OutputPipeline(connector: connector, crtc: crtc, plane: plane.id, in: snapshot)
      return try OutputPath.atomic(pipeline).turnOff(on: card)
    }
    var request = AtomicRequest()
    request.add(connector, property, 0)
    try card.commit(request, .allowModeset, operation: "take \(now.name) off a CRTC that other displays share")
  }

  /// The framebuffers on all planes and CRTCs; nil if the kernel does not report them.
  private static func shown(_ card: CardDescriptor) -> Set<FramebufferID>? {
    do throws(DisplayError) {
      var shown = Set(try card.planes().compactMap(\.framebuffer))
      for (index, crtc) in try card.resources().crtcs.enumerated() {
        if let framebuffer = try card.crtc(crtc, index: index).framebuffer { shown.insert(framebuffer) }
      }
      return shown
    } catch {
      return nil
    }
  }
}
