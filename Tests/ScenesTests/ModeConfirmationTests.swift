import DisplayTypes
import Testing

@testable import Scenes

@Suite("ModeConfirmation")
struct ModeConfirmationTests {
  private let second: UInt64 = 1_000_000_000
  private let start = MonotonicTime(nanoseconds: 5_000_000_000)

  private func time(_ seconds: UInt64) -> MonotonicTime { start.advanced(by: seconds * second) }

  /// A confirmation whose mode is being set.
  private func applying() throws -> ModeConfirmation {
    var confirmation = ModeConfirmation()
    #expect(confirmation.begin(try ModeWish("800x600"), for: 15 * second, now: start) == time(15))
    return confirmation
  }

  /// A confirmation that is possible until second 17.
  private func waiting() throws -> ModeConfirmation {
    var confirmation = try applying()
    #expect(confirmation.modeSet(isTried: true, now: time(2)) == time(17))
    return confirmation
  }

  @Test("without one, nothing is tried out, confirmed or taken back")
  func none() {
    var confirmation = ModeConfirmation()
    #expect(confirmation.wish == nil)
    #expect(confirmation.confirm() == nil)
    #expect(confirmation.timeOver(now: time(100)) == false)
    #expect(confirmation.modeSet(isTried: true, now: start) == nil)
  }

  @Test("the time begins when the mode is set, and a confirmed mode is kept once")
  func confirmed() throws {
    var confirmation = try waiting()
    #expect(confirmation.wish == (try ModeWish("800x600")))
    #expect(confirmation.timeOver(now: time(16)) == false)
    #expect(confirmation.confirm() == (try ModeWish("800x600")))
    #expect(confirmation.confirm() == nil)
    #expect(confirmation.wish == nil)
    #expect(confirmation.timeOver(now: time(17)) == false)
  }

  @Test("not confirmed, it goes back once")
  func timeOver() throws {
    var confirmation = try waiting()
    #expect(confirmation.timeOver(now: time(17)) == true)
    #expect(confirmation.wish == nil)
    #expect(confirmation.timeOver(now: time(18)) == false)
    #expect(confirmation.confirm() == nil)
  }

  @Test("a mode that is not set cannot be confirmed, and is reverted too")
  func neverSet() throws {
    var confirmation = try applying()
    #expect(confirmation.confirm() == nil)
    #expect(confirmation.timeOver(now: time(14)) == false)
    #expect(confirmation.timeOver(now: time(15)) == true)
    #expect(confirmation.wish == nil)
  }

  @Test("if it is set again meanwhile, its time does not restart")
  func setAgain() throws {
    var confirmation = try waiting()
    #expect(confirmation.modeSet(isTried: true, now: time(10)) == time(17))
  }

  @Test("it ends if another mode won")
  func refused() throws {
    for var confirmation in [try applying(), try waiting()] {
      #expect(confirmation.modeSet(isTried: false, now: time(3)) == nil)
      #expect(confirmation.phase == .none)
    }
  }

  @Test("another mode begins a new confirmation, and cancelling ends it")
  func again() throws {
    var confirmation = try waiting()
    #expect(confirmation.begin(try ModeWish("1024x768"), for: second, now: time(3)) == time(4))
    #expect(confirmation.wish == (try ModeWish("1024x768")))
    #expect(confirmation.confirm() == nil)
    confirmation.cancel()
    #expect(confirmation.phase == .none)
  }
}
