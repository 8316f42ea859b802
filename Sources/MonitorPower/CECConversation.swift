internal import DisplayTypes
internal import EventLoop
internal import SystemPackage

/// One `CECTalk` on one adapter, which is open only as long: a line that has nothing to say wakes nobody up.
///
/// Belongs to the loop's thread, which its adapter may hold up.
final class CECConversation {
  private let adapter: any CECPort
  private let ticket: CECTicket
  private var talk: CECTalk
  private var watch: Watch?
  private var timer: LoopTimer?
  private var number: UInt32?
  private let report: (PowerReport) -> Void
  private var isOver = false
  private var lastTold: PowerAnswer?

  /// For the result of a message: the kernel itself ends each try long before.
  private static let patience: UInt64 = 10_000_000_000

  /// Begins; `place` is what the display's EDID says, for an adapter that cannot know it.
  ///
  /// `report` is called in a later turn of the loop, whenever the display tells something new, and with the end of it.
  init(
    _ adapter: any CECPort, _ ticket: CECTicket, wish: PowerWish, place: UInt16?, loop: EventLoop,
    report: @escaping (PowerReport) -> Void
  ) throws(Errno) {
    if adapter.wantsPlace, let place, try adapter.address().place != place {
      // What it refuses is rubbish of an EDID; without a place the display can still be told.
      try? adapter.setPlace(place)
    }
    talk = CECTalk(wish, address: try adapter.address())
    self.adapter = adapter
    self.ticket = ticket
    self.report = report
    timer = loop.makeTimer { [weak self] in self?.timePassed() }
    watch = try loop.watch(self.adapter.descriptor, for: [.readable, .priority]) { [weak self] in self?.ready($0) }
    // Not before whoever asks has this conversation.
    timer?.arm(at: .now)
  }

  /// Ends it; nothing more is reported.
  func end() {
    isOver = true
    watch?.cancel()
    watch = nil
    timer?.disarm()
  }

  private var hasBegun = false

  private func timePassed() {
    guard hasBegun else {
      hasBegun = true
      return perform(talk.begin())
    }
    number = nil
    perform(talk.timePassed())
  }

  private func ready(_ events: IOEvents) {
    guard !isOver else { return }
    if !events.isDisjoint(with: [.error, .hangUp]) { return fail("the adapter is gone") }
    do throws(Errno) {
      if events.contains(.priority), adapter.takeEvents() { perform(talk.addressed(try adapter.address())) }
      while !isOver, let (number, result) = try adapter.next() {
        // What comes to an earlier message, or from others, is not for us.
        guard number == self.number, talk.awaitsResult else { continue }
        if result != .sent { self.number = nil }
        perform(talk.came(result))
      }
    } catch {
      fail("the adapter cannot be read: \(error)")
    }
  }

  private func perform(_ action: CECTalk.Action) {
    guard !isOver else { return }
    // The call before may have taken long.
    guard ticket.counts else { return end() }
    switch action {
    case .wait: break
    case .claim:
      do throws(Errno) { try adapter.claim() } catch {
        // EBUSY: an address is being claimed already, or another program has the adapter to itself.
        guard error == .resourceBusy else { return fail("the adapter claims no address: \(error)") }
      }
      perform(talk.claimed())
    case .send(let message, let reply): send(message, reply)
    case .pause(let nanoseconds): timer?.arm(at: MonotonicTime.now.advanced(by: adapter.needsPauses ? nanoseconds : 0))
    case .finish(let answer):
      end()
      return report(PowerReport(asked: talk.wish, told: answer, isFinal: true))
    }
    tell()
  }

  private func send(_ message: CECMessage, _ reply: UInt8?) {
    timer?.arm(at: MonotonicTime.now.advanced(by: Self.patience))
    do throws(Errno) {
      number = try adapter.send(message, reply: reply)
    } catch {
      number = nil
      if error == .operationNotSupportedByDevice || error == .noSuchAddressOrDevice {
        return fail("the adapter is gone")
      }
      // The queue is full, another program has the adapter to itself, or its address is just lost: again in a while.
      perform(talk.came(.lost))
    }
  }

  /// Tells what the display has told newly.
  private func tell() {
    guard !isOver, talk.told != lastTold else { return }
    lastTold = talk.told
    report(PowerReport(asked: talk.wish, told: talk.told, isFinal: false))
  }

  private func fail(_ reason: String) {
    end()
    report(PowerReport(asked: talk.wish, told: .noAdapter, isFinal: true, reason: reason))
  }
}
