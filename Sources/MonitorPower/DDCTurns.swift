public import DisplayTypes
public import EventLoop

/// One monitor is asked at a time: two programs that look for theirs would disturb each other on the lines.
///
/// Belongs to the loop's thread.
public final class DDCTurns {
  /// The sandbox of the program that has answered last; nil until the first answer.
  public internal(set) var sandbox: SandboxReport?
  let slots: WorkerSlots?
  private var current: ObjectIdentifier?
  private var waiting: [(who: ObjectIdentifier, begin: () -> Void)] = []

  /// Nobody has the turn; of `slots` the program takes one while it runs.
  public init(slots: WorkerSlots? = nil) { self.slots = slots }

  /// Calls `begin` now, or when those before have left.
  func wait(_ who: DDCConversation, begin: @escaping () -> Void) {
    guard current != nil else {
      current = ObjectIdentifier(who)
      return begin()
    }
    waiting.append((ObjectIdentifier(who), begin))
  }

  /// Gives up the turn, or the place in the queue.
  func leave(_ who: DDCConversation) {
    waiting.removeAll { $0.who == ObjectIdentifier(who) }
    guard current == ObjectIdentifier(who) else { return }
    current = nil
    guard !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    current = next.who
    next.begin()
  }
}
