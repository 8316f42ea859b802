import Testing

@testable import marquee_keys

/// What apps were told is down.
struct ReportedTouchesTests {
  private let button = KeyCode(rawValue: 0x110)

  private func point(_ x: Double, _ session: String = "a") -> ScenePoint { ScenePoint(session: session, x: x, y: 0) }

  @Test("what is down is owed an end where it was last, in its session; what is up is not")
  func ends() {
    var told = ReportedTouches()
    told.didTell([.touch(slot: 1, .down, point(0)), .touch(slot: 0, .down, point(0))])
    told.didTell([.touch(slot: 1, .move, point(0.5)), .pointer(point(0.1)), .scroll(dx: 0, dy: 1, point(0))])
    told.didTell([.button(button, isDown: true, point(0.25, "b"))])
    #expect(
      told.ends() == [
        .touch(slot: 0, .cancel, point(0)), .touch(slot: 1, .cancel, point(0.5)),
        .button(button, isDown: false, point(0.25, "b")),
      ])
    #expect(told.ends(in: ["b"]) == [.button(button, isDown: false, point(0.25, "b"))])
    told.didTell([.touch(slot: 0, .up, point(0)), .touch(slot: 1, .cancel, point(0))])
    #expect(told.ends().count == 1)
    told.forget("b")
    #expect(told.isEmpty)
  }

  @Test("of a call that nobody answers a finger may be down, and is not known to be up")
  func unanswered() {
    var told = ReportedTouches()
    told.mayHaveTold([.touch(slot: 0, .down, point(0))])
    #expect(told.ends().count == 1)
    told.mayHaveTold([.touch(slot: 0, .up, point(0))])
    #expect(told.ends().count == 1)
    told.mayHaveTold([.touch(slot: 7, .move, point(0))])
    #expect(told.ends().count == 1)
  }
}
