import ControlProtocol
import DisplayTypes
import Testing

@testable import marquee_keys

/// The part of the fingers' events that goes to the daemon.
struct InputQueueTests {
  private func at(_ milliseconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: UInt64(milliseconds * 1e6)) }
  private func point(_ x: Double, _ session: String = "a") -> ScenePoint { ScenePoint(session: session, x: x, y: 0) }

  @Test(
    "a thousand places a second from ten fingers cost sixty calls, and the last place is sent"
  )
  func flood() {
    var queue = InputQueue()
    var calls: [SendInputCall] = []
    for step in 0..<1000 {
      for slot in 0..<10 { queue.add(.touch(slot: slot, .move, point(Double(step)))) }
      calls += queue.take(at(1000 + Double(step))).compactMap(SceneInput.call)
    }
    calls += queue.take(at(3000)).compactMap(SceneInput.call)
    #expect((55...65).contains(calls.count), "\(calls.count) calls")
    guard case .array(let touches) = calls.last?.values?["touches"] else {
      Issue.record("no touches")
      return
    }
    #expect(touches.count == 10)
    #expect(touches.allSatisfy { if case .object(let touch) = $0 { touch["x"] == .number(999) } else { false } })
  }

  @Test("a press goes out at once, after the motion before it")
  func atOnce() {
    var queue = InputQueue()
    queue.add(.touch(slot: 0, .down, point(0)))
    #expect(queue.take(at(100)).count == 1)
    queue.add(.touch(slot: 0, .move, point(1)))
    #expect(queue.take(at(101)).isEmpty)
    #expect(queue.deadline == at(116))
    queue.add(.touch(slot: 0, .up, point(1)))
    let calls = queue.take(at(102)).compactMap(SceneInput.call)
    let phases = calls.compactMap { call -> JSONValue? in
      guard case .array(let touches) = call.values?["touches"], case .object(let touch) = touches.first else {
        return nil
      }
      return touch["phase"]
    }
    #expect(phases == [.string("move"), .string("up")])
    #expect(queue.deadline == nil)
  }

  @Test("fingers of one moment are one call, and those on another scene or the pointer are other calls")
  func grouped() {
    var queue = InputQueue()
    queue.add(.touch(slot: 0, .down, point(0)))
    queue.add(.touch(slot: 1, .down, point(0)))
    queue.add(.touch(slot: 2, .down, point(0, "b")))
    queue.add(.pointer(point(0, "b")))
    queue.add(.button(KeyCode(rawValue: 0x110), isDown: true, point(0.5, "b")))
    queue.add(.scroll(dx: 0, dy: 1, point(0.5, "b")))
    let calls = queue.take(at(1)).compactMap(SceneInput.call)
    #expect(calls.map(\.session) == ["a", "b", "b", "b", "b"])
    #expect(calls.map(\.kind) == ["touch", "touch", "pointer", "pointer", "pointer"])
    #expect(calls[3].values?["button"] == .string("btn_left"))
    #expect(calls[4].values?["dy"] == .number(1))
  }

  @Test("a device that presses without end fills no memory")
  func bounded() {
    var queue = InputQueue()
    for step in 0..<10_000 { queue.add(.touch(slot: 0, step % 2 == 0 ? .down : .up, point(0))) }
    #expect(queue.take(at(1)).count <= InputQueue.capacity)
    queue.add(.pointer(point(0)))
    queue.clear()
    #expect(queue.deadline == nil)
  }
}
