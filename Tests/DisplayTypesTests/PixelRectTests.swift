import DisplayTypes
import Testing

@Suite struct PixelRectTests {
  private let rect = PixelRect(x: 10, y: 20, width: 30, height: 40)

  @Test("intersection, union and containment")
  func sets() {
    let other = PixelRect(x: 30, y: 50, width: 30, height: 40)
    #expect(rect.intersection(other) == PixelRect(x: 30, y: 50, width: 10, height: 10))
    #expect(rect.union(other) == PixelRect(x: 10, y: 20, width: 50, height: 70))
    #expect(rect.contains(PixelRect(x: 10, y: 20, width: 30, height: 40)))
    #expect(!rect.contains(PixelRect(x: 9, y: 20, width: 30, height: 40)))
  }

  @Test("rectangles that only touch share no pixel")
  func touching() {
    let right = PixelRect(x: 40, y: 20, width: 5, height: 40)
    #expect(rect.intersection(right) == .empty)
  }

  @Test("an empty rectangle adds nothing and is in every other")
  func empty() {
    #expect(rect.union(.empty) == rect)
    #expect(PixelRect.empty.union(rect) == rect)
    #expect(rect.contains(.empty))
    #expect(PixelRect(x: 5, y: 5, width: 0, height: 9).isEmpty)
  }

  @Test("outside numbers are clamped and overflow nothing")
  func clamped() {
    let huge = PixelRect(x: .max, y: .min, width: .max, height: -5)
    #expect(huge.x == 1 << 30 && huge.y == -(1 << 30) && huge.width == 1 << 30 && huge.height == 0)
    let wide = PixelRect(x: .min, y: .min, width: .max, height: .max)
    _ = wide.area
    #expect(wide.union(PixelRect(x: .max, y: .max, width: .max, height: .max)).maxX <= 1 << 31)
    #expect(PixelSize(width: -1, height: 3) == PixelSize(width: 0, height: 3))
  }
}
