internal import EventLoop
internal import KernelModeSetting
internal import Synchronization
internal import SystemPackage

/// The thread for all work of one card that may block.
///
/// It owns no state. The card stays open until the last job has ended.
final class ProbeThread: Sendable {
  private let card: SharedCard
  private let mailbox: Mailbox
  private let queue = Mutex(ProbeQueue())
  private let answers = Mutex<[ProbeAnswer]>([])
  private let wakeEvent: WakeEvent

  init(card: SharedCard, name: String) throws(Errno) {
    self.card = card
    wakeEvent = try WakeEvent()
    mailbox = try LoopThread.start(name: name)
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

  /// Ends the thread after the submitted jobs.
  ///
  /// Waits for that at most `milliseconds`.
  ///
  /// After that, the probe thread releases replies without a receiver, with their buffers.
  func finish(milliseconds: Int32) {
    let ended = try? WakeEvent()
    mailbox.post { [self] in end(ended) }
    if milliseconds > 0 { ended?.wait(milliseconds: milliseconds) }
  }

  private func proceed() {
    guard let job = queue.withLock({ $0.next() }) else { return }
    switch job.execute(on: card.card.descriptor) {
    case .answer(let answer): self.answer(answer)
    case .more(let rest): submit(rest)
    case .done: break
    }
  }

  /// Ends after the required jobs.
  private func end(_ ended: WakeEvent?) {
    while let job = queue.withLock({ $0.next() }) {
      if job.isRequired { _ = job.execute(on: card.card.descriptor) }
    }
    _ = take()
    ended?.signal()
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
