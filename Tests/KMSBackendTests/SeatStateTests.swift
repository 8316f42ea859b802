import EventLoop
import SystemPackage
import Testing

@testable import KMSBackend

/// The cards of a seat, which comes and goes with its virtual terminal.
struct SeatStateTests {
  private static let card = "/dev/dri/card0"

  /// A seat with an open card.
  private func active() -> SeatState {
    var state = SeatState()
    #expect(state.enabled() == .open)
    #expect(state.request(Self.card) == true)
    #expect(state.opened(Self.card, isOpen: true) == true)
    return state
  }

  @Test("no card is asked for before the seat is enabled, and each card once")
  func requests() {
    var state = SeatState()
    #expect(state.request(Self.card) == false)
    #expect(state.enabled() == .open)
    #expect(state.request(Self.card) == true)
    #expect(state.request(Self.card) == false)
    #expect(state.enabled() == .nothing)
  }

  @Test("the manager gets its answer after the last card is closed")
  func leaving() {
    var state = active()
    #expect(state.disabled() == .leave)
    state.closing(Self.card)
    #expect(state.left() == .nothing)
    #expect(state.request(Self.card) == false)
    #expect(state.closed(Self.card) == .acknowledge(isEnabled: false))
    #expect(state.enabled() == .open)
    #expect(state.request(Self.card) == true)
  }

  @Test("a seat without cards leaves at once")
  func leavingWithoutCards() {
    var state = SeatState()
    _ = state.enabled()
    #expect(state.disabled() == .leave)
    #expect(state.left() == .acknowledge(isEnabled: false))
    #expect(state.disabled() == .acknowledge(isEnabled: false))
  }

  @Test("a seat that is enabled again while its cards close opens them after that")
  func quickReturn() {
    var state = active()
    _ = state.disabled()
    state.closing(Self.card)
    #expect(state.enabled() == .nothing)
    #expect(state.closed(Self.card) == .acknowledge(isEnabled: true))
    #expect(state.request(Self.card) == true)
  }

  @Test("a card that is answered after the seat was left is given back")
  func lateAnswer() {
    var state = SeatState()
    _ = state.enabled()
    #expect(state.request(Self.card) == true)
    _ = state.disabled()
    #expect(state.left() == .acknowledge(isEnabled: false))
    let isWanted = state.opened(Self.card, isOpen: true)
    #expect(!isWanted)
  }

  @Test("a lost card is opened again after it is closed, and a refused one can be asked for again")
  func again() {
    var state = active()
    state.closing(Self.card)
    #expect(state.request(Self.card) == false)
    #expect(state.closed(Self.card) == .open)
    #expect(state.request(Self.card) == true)
    #expect(state.opened(Self.card, isOpen: false) == true)
    #expect(state.request(Self.card) == true)
  }
}

/// The thread that talks to a seat manager, with a seat of the test.
struct SeatThreadTests {
  @Test("reports come in the order of the manager's events, and calls reach the seat in their order")
  func order() throws {
    let seat = try ScriptedSeat()
    let loop = try EventLoop()
    let thread = try SeatThread(.seatd) { seat.handOver() }
    var reports: [SeatReport] = []
    let watch = try thread.listen(on: loop) { reports.append($0) }
    defer { watch.cancel() }
    while reports.isEmpty { _ = loop.turn(waiting: true) }
    #expect(reports == [.enabled])
    thread.open("/dev/dri/card0")
    thread.open("/dev/dri/card9")
    while reports.count < 3 { _ = loop.turn(waiting: true) }
    #expect(
      reports.dropFirst() == [
        .opened("/dev/dri/card0", .success(77)), .opened("/dev/dri/card9", .failure(.noSuchFileOrDirectory)),
      ])
    seat.disable()
    while reports.count < 4 { _ = loop.turn(waiting: true) }
    #expect(reports.last == .disabled)
    thread.close("/dev/dri/card0")
    thread.acknowledge()
    thread.finish(milliseconds: 60_000)
    #expect(
      seat.calls == [
        "open", "open /dev/dri/card0", "open /dev/dri/card9", "dispatch", "close 5", "acknowledge", "close",
      ])
  }

  @Test("a missing library is a failure with the next step")
  func missing() throws {
    let loop = try EventLoop()
    let thread = try SeatThread(.auto) { nil }
    var reports: [SeatReport] = []
    let watch = try thread.listen(on: loop) { reports.append($0) }
    defer { watch.cancel() }
    while reports.isEmpty { _ = loop.turn(waiting: true) }
    #expect(reports == [.failed("libseat is missing; install it (libseat1), or start marqueed with --seat direct")])
    thread.finish(milliseconds: 60_000)
  }
}
