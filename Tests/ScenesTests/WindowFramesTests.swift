import Composition
import DisplayTypes
import Testing

@testable import Scenes

/// The frames of windows on a display.
@Suite("Frames of windows")
struct WindowFramesTests {
  private let screen = OutputGeometry(mode: PixelSize(width: 1280, height: 720))

  @Test("one window without a frame fills the display, and is laid out for its very geometry")
  func fills() {
    let turned = OutputGeometry(mode: PixelSize(width: 1280, height: 720), transform: .rotated90, scale: 2)
    for geometry in [screen, turned] {
      let frames = WindowFrames(of: [nil], in: geometry).frames
      #expect(frames == [.init(rect: PointRect(size: geometry.size), geometry: geometry)])
    }
  }

  @Test("several without frames stand side by side, without a gap or an overlap")
  func columns() {
    let odd = OutputGeometry(mode: PixelSize(width: 1279, height: 720))
    let frames = WindowFrames(of: [nil, nil, nil], in: odd).frames
    #expect(frames.map(\.rect.x) == [0, 426, 853])
    #expect(frames.map(\.rect.maxX) == [426, 853, 1279])
    #expect(frames.allSatisfy { $0.rect.height == 720 })
    #expect(frames.map(\.geometry.mode.width) == [426, 427, 426])
  }

  @Test(
    "a frame is a fraction of the display as it is seen, also if it is turned, scaled or without square pixels",
    arguments: [Transform.normal, .rotated90, .flipped], [1.0, 2.0])
  func shares(transform: Transform, scale: Double) {
    for ratio in [1.0, 1.0667] {
      let geometry = OutputGeometry(
        mode: PixelSize(width: 720, height: 576), pixelAspectRatio: ratio, transform: transform, scale: scale,
        overscan: .none)
      let share = UnitRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5)
      let frame = WindowFrames(of: [share], in: geometry).frames[0]
      #expect(abs(frame.rect.x - geometry.size.width / 2) < 0.01)
      #expect(abs(frame.rect.height - geometry.size.height / 2) < 0.01)
      // It is laid out for exactly the points that it covers.
      #expect(abs(frame.geometry.size.width - frame.rect.width) < 0.01)
      #expect(abs(frame.geometry.size.height - frame.rect.height) < 0.01)
      #expect(frame.geometry.transform == .normal)
    }
  }
}
