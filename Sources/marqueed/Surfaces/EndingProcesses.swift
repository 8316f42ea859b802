import EventLoop

/// Processes that were killed, until they have ended. Nothing waits for them.
final class EndingProcesses {
  private let loop: EventLoop
  private var processes: [EndingProcess] = []

  init(on loop: EventLoop) { self.loop = loop }

  /// Ends a process, and collects its end later.
  func end(_ worker: any Worker) {
    worker.kill()
    guard worker.endDescriptor != nil, worker.reap() == nil else { return }
    let process = EndingProcess(worker, on: loop) { [weak self] process in
      self?.processes.removeAll { $0 === process }
    }
    processes.append(process)
  }
}

/// A killed process until its end.
private final class EndingProcess {
  private let worker: any Worker
  private var watch: Watch?

  init(_ worker: any Worker, on loop: EventLoop, ended: @escaping (EndingProcess) -> Void) {
    self.worker = worker
    guard let descriptor = worker.endDescriptor else { return }
    watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self, self.worker.reap() != nil else { return }
      watch = nil
      ended(self)
    }
  }
}
