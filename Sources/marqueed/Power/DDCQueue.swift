import DisplayTypes
import EventLoop
import MonitorPower

/// Runs attempts by DDC/CI one after the other, because two programs would disturb each other on the I2C lines.
final class DDCQueue {
  private let program: DDCProgram
  private let loop: EventLoop
  private let slots: WorkerSlots?
  private var entries: [(entry: Entry, wish: PowerWish, edid: String, completion: (DDCAttempt.Outcome) -> Void)] = []
  /// The attempt of the first entry; nil if there is none.
  private var attempt: DDCAttempt?
  /// The sandbox that a program last reported.
  private(set) var sandbox: SandboxReport?

  /// Identifies an attempt until it ends or is cancelled.
  final class Entry {}

  /// - Parameter slots: the limit of worker processes. Each program takes a slot.
  init(_ program: DDCProgram, loop: EventLoop, slots: WorkerSlots?) {
    self.program = program
    self.loop = loop
    self.slots = slots
  }

  /// Queues an attempt. `completion` is called in a later turn of the loop, unless the entry is cancelled.
  func perform(_ wish: PowerWish, edid: String, then completion: @escaping (DDCAttempt.Outcome) -> Void) -> Entry {
    let entry = Entry()
    entries.append((entry, wish, edid, completion))
    start()
    return entry
  }

  /// Cancels an attempt and ends its program.
  func cancel(_ entry: Entry) {
    guard let index = entries.firstIndex(where: { $0.entry === entry }) else { return }
    entries.remove(at: index)
    guard index == 0 else { return }
    attempt = nil
    start()
  }

  private func start() {
    guard attempt == nil, let (entry, wish, edid, completion) = entries.first else { return }
    attempt = DDCAttempt(program, wish, edid: edid, loop: loop, slots: slots) { [weak self] outcome in
      if let sandbox = outcome.sandbox { self?.sandbox = sandbox }
      self?.cancel(entry)
      completion(outcome)
    }
  }
}
