import Testing

@testable import marquee_keys

/// The fingers and buttons that apps know as down.
struct ReportedTouchesTests {
  private let button = KeyCode(rawValue: 0x110)

  private func point(_ x: Double, _ session: String = "a") -> ScenePoint { ScenePoint(session: session, x: x, y: 0) }

  @Test("a pressed finger gets an end at its last place in its session, and a lifted one does not")
  func ends() {
    var reported = ReportedTouches()
    reported.record([.touch(slot: 1, .down, point(0)), .touch(slot: 0, .down, point(0))])
    reported.record([.touch(slot: 1, .move, point(0.5)), .pointer(point(0.1)), .scroll(dx: 0, dy: 1, point(0))])
    reported.record([.button(button, isDown: true, point(0.25, "b"))])
    #expect(
      reported.ends() == [
        .touch(slot: 0, .cancel, point(0)), .touch(slot: 1, .cancel, point(0.5)),
        .button(button, isDown: false, point(0.25, "b")),
      ])
    #expect(reported.ends(in: ["b"]) == [.button(button, isDown: false, point(0.25, "b"))])
    reported.record([.touch(slot: 0, .up, point(0)), .touch(slot: 1, .cancel, point(0))])
    #expect(reported.ends().count == 1)
    reported.forget("b")
    #expect(reported.ends().isEmpty)
  }

  @Test("after a call without a reply a finger may be down, and is not known to be up")
  func unanswered() {
    var reported = ReportedTouches()
    reported.recordWithoutReply([.touch(slot: 0, .down, point(0))])
    #expect(reported.ends().count == 1)
    reported.recordWithoutReply([.touch(slot: 0, .up, point(0))])
    #expect(reported.ends().count == 1)
    reported.recordWithoutReply([.touch(slot: 7, .move, point(0))])
    #expect(reported.ends().count == 1)
  }
}
