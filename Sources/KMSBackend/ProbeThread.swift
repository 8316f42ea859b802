internal import EventLoop
internal import KernelModeSetting
internal import Synchronization
internal import SystemPackage

/// The thread on which everything of one card happens that may block: full probes and modesets.
///
/// It owns no state: values in, values out, one after the other.
///
/// The card stays open until `finish` has returned.
final class ProbeThread: Sendable {
  private let card: CardDescriptor
  private let jobs: Mailbox
  private let answers = Mutex<[ProbeAnswer]>([])
  /// Rung on the display thread when answers are there.
  private let bell: Doorbell

  init(card: CardDescriptor, name: String) throws(Errno) {
    self.card = card
    bell = try Doorbell()
    jobs = try LoopThread.start(name: name)
  }

  /// Calls `handler` on the loop's thread for each answer, in order, as long as the watch is kept.
  func listen(on loop: EventLoop, _ handler: @escaping (ProbeAnswer) -> Void) throws(Errno) -> Watch {
    try loop.watch(bell.descriptor, for: .readable) { [weak self] _ in
      for answer in self?.take() ?? [] { handler(answer) }
    }
  }

  func submit(_ job: ProbeJob) {
    jobs.post { [self] in
      let answer = job.execute(on: card)
      answers.withLock { $0.append(answer) }
      bell.ring()
    }
  }

  /// Queues an answer that needs no work, behind those of the jobs before it.
  func answer(_ answer: ProbeAnswer) {
    jobs.post { [self] in
      answers.withLock { $0.append(answer) }
      bell.ring()
    }
  }

  /// Ends the thread after the jobs that were submitted; waits for that, for at most `milliseconds`.
  func finish(milliseconds: Int32) {
    guard let ended = try? Doorbell() else { return }
    jobs.post {
      ended.ring()
      EventLoop.current?.stop()
    }
    ended.wait(milliseconds: milliseconds)
  }

  private func take() -> [ProbeAnswer] {
    bell.silence()
    return answers.withLock { answers in
      let taken = answers
      answers = []
      return taken
    }
  }
}
