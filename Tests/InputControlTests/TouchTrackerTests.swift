import ControlProtocol
import DisplayTypes
import Testing

@testable import marquee_keys

/// Fingers and pointers over scenes.
struct TouchTrackerTests {
  private let mapping = InputMapping(
    screen: OutputGeometry(mode: PixelSize(width: 1000, height: 500)),
    windows: [
      SceneWindow(session: "l", frame: FrameInfo(x: 0, y: 0, width: 0.5, height: 1)),
      SceneWindow(session: "r", frame: FrameInfo(x: 0.5, y: 0, width: 0.25, height: 1)),
    ])
  private let button = KeyCode(rawValue: 0x110)

  @Test("a finger belongs to the scene on which it went down, wherever it slides")
  func captured() {
    var tracker = TouchTracker()
    #expect(
      tracker.take(.touchDown(slot: 0, x: 0.25, y: 0.5), by: mapping)
        == [.touch(slot: 0, .down, ScenePoint(session: "l", x: 0.5, y: 0.5))])
    #expect(tracker.isBusy)
    #expect(
      tracker.take(.touchMove(slot: 0, x: 0.6, y: 0.5), by: mapping)
        == [.touch(slot: 0, .move, ScenePoint(session: "l", x: 1.2, y: 0.5))])
    #expect(
      tracker.take(.touchDown(slot: 1, x: 0.5, y: 0), by: mapping)
        == [.touch(slot: 1, .down, ScenePoint(session: "r", x: 0, y: 0))])
    #expect(
      tracker.take(.touchUp(slot: 0), by: mapping) == [.touch(slot: 0, .up, ScenePoint(session: "l", x: 1.2, y: 0.5))])
    #expect(
      tracker.take(.touchCancel(slot: 1), by: mapping)
        == [.touch(slot: 1, .cancel, ScenePoint(session: "r", x: 0, y: 0))])
    #expect(!tracker.isBusy)
  }

  @Test("a finger that was pressed beside all scenes never belongs to a scene")
  func beside() {
    var tracker = TouchTracker()
    #expect(tracker.take(.touchDown(slot: 0, x: 0.9, y: 0.5), by: mapping) == [])
    #expect(tracker.take(.touchMove(slot: 0, x: 0.25, y: 0.5), by: mapping) == [])
    #expect(tracker.take(.touchUp(slot: 0), by: mapping) == [])
  }

  @Test("a pointer has a place, moves by points, stays on the panel, and is captured while a button is down")
  func pointer() {
    var tracker = TouchTracker()
    #expect(
      tracker.take(.position(x: 0.25, y: 0.5), by: mapping) == [.pointer(ScenePoint(session: "l", x: 0.5, y: 0.5))])
    #expect(
      tracker.take(.motion(dx: 100, dy: -50), by: mapping) == [.pointer(ScenePoint(session: "l", x: 0.7, y: 0.4))])
    #expect(
      tracker.take(.button(button, isDown: true), by: mapping)
        == [.button(button, isDown: true, ScenePoint(session: "l", x: 0.7, y: 0.4))])
    #expect(tracker.take(.position(x: 1, y: 0), by: mapping) == [.pointer(ScenePoint(session: "l", x: 2, y: 0))])
    #expect(
      tracker.take(.button(button, isDown: false), by: mapping)
        == [.button(button, isDown: false, ScenePoint(session: "l", x: 2, y: 0))])
    // Beside all scenes it is still the last one's.
    #expect(tracker.take(.motion(dx: 500, dy: 0), by: mapping) == [.pointer(ScenePoint(session: "l", x: 2, y: 0))])
    #expect(tracker.take(.motion(dx: -9000, dy: 0), by: mapping) == [.pointer(ScenePoint(session: "l", x: 0, y: 0))])
    // A button that was released without having been pressed.
    #expect(tracker.take(.button(button, isDown: false), by: mapping) == [])
  }

  @Test("a mouse moves along the upright picture, however the panel is turned")
  func turnedMotion() throws {
    var tracker = TouchTracker()
    var turned = mapping
    turned.screen.transform = .rotated90
    turned.windows = [SceneWindow(session: "a", frame: FrameInfo(x: 0, y: 0, width: 1, height: 1))]
    // Upright it is 500 points wide and 1000 high.
    guard case .pointer(let place) = try #require(tracker.take(.motion(dx: 125, dy: 0), by: turned).first) else {
      return
    }
    #expect(abs(place.x - 0.75) < 1e-9 && abs(place.y - 0.5) < 1e-9)
  }

  @Test("a removed scene gets no more events of pressed fingers, nor of later ones")
  func forgotten() {
    var tracker = TouchTracker()
    _ = tracker.take(.touchDown(slot: 0, x: 0.25, y: 0.5), by: mapping)
    _ = tracker.take(.touchDown(slot: 1, x: 0.6, y: 0.5), by: mapping)
    _ = tracker.take(.position(x: 0.25, y: 0.5), by: mapping)
    _ = tracker.take(.button(button, isDown: true), by: mapping)
    tracker.forget("l")
    #expect(tracker.take(.touchMove(slot: 0, x: 0.3, y: 0.5), by: mapping) == [])
    #expect(tracker.take(.touchUp(slot: 0), by: mapping) == [])
    #expect(tracker.take(.touchUp(slot: 1), by: mapping).count == 1)
    #expect(tracker.take(.position(x: 0.3, y: 0.5), by: mapping) == [])
    #expect(tracker.take(.button(button, isDown: false), by: mapping) == [])
    #expect(!tracker.isBusy)
    #expect(tracker.take(.button(button, isDown: true), by: mapping).count == 1)
    #expect(tracker.take(.touchDown(slot: 0, x: 0.25, y: 0.5), by: mapping).count == 1)
  }

  @Test("a device that goes away takes back its fingers and lets go of its buttons")
  func cancelled() {
    var tracker = TouchTracker()
    _ = tracker.take(.touchDown(slot: 3, x: 0.25, y: 0.5), by: mapping)
    _ = tracker.take(.position(x: 0.25, y: 0.5), by: mapping)
    _ = tracker.take(.button(button, isDown: true), by: mapping)
    let point = ScenePoint(session: "l", x: 0.5, y: 0.5)
    #expect(tracker.cancel(by: mapping) == [.touch(slot: 3, .cancel, point), .button(button, isDown: false, point)])
    #expect(!tracker.isBusy)
  }
}
