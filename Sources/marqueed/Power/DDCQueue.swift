import DisplayTypes
import EventLoop
import MonitorPower

/// Attempts by DDC/CI, one after the other: two programs would disturb each other on the I2C lines.
final class DDCQueue {
  private let program: DDCProgram
  private let loop: EventLoop
  private let slots: WorkerSlots?
  private var entries: [Entry] = []
  /// The attempt of the first entry.
  private var attempt: DDCAttempt?
  /// The sandbox of the last program that reported one.
  private(set) var sandbox: SandboxReport?

  /// An attempt, until it ends or is cancelled.
  final class Entry {
    fileprivate let wish: PowerWish
    fileprivate let edid: String
    fileprivate let completion: (DDCAttempt.Outcome) -> Void

    fileprivate init(_ wish: PowerWish, _ edid: String, _ completion: @escaping (DDCAttempt.Outcome) -> Void) {
      (self.wish, self.edid, self.completion) = (wish, edid, completion)
    }
  }

  /// - Parameter slots: each program takes one.
  init(_ program: DDCProgram, loop: EventLoop, slots: WorkerSlots?) {
    self.program = program
    self.loop = loop
    self.slots = slots
  }

  /// Starts an attempt; `completion` is called in a later turn of the loop, unless the entry is cancelled.
  func perform(_ wish: PowerWish, edid: String, then completion: @escaping (DDCAttempt.Outcome) -> Void) -> Entry {
    let entry = Entry(wish, edid, completion)
    entries.append(entry)
    start()
    return entry
  }

  /// Ends an attempt and its program.
  func cancel(_ entry: Entry) {
    guard let index = entries.firstIndex(where: { $0 === entry }) else { return }
    entries.remove(at: index)
    guard index == 0 else { return }
    attempt = nil
    start()
  }

  private func start() {
    guard attempt == nil, let entry = entries.first else { return }
    attempt = DDCAttempt(program, entry.wish, edid: entry.edid, loop: loop, slots: slots) { [weak self] outcome in
      if let sandbox = outcome.sandbox { self?.sandbox = sandbox }
      self?.cancel(entry)
      entry.completion(outcome)
    }
  }
}
