import Composition
import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternMovingBarTests {
  /// The columns of the upright picture in which the bar is white from top to bottom.
  private func barColumns(_ pixels: PatternPixels) -> [Int] {
    let heights = [0, 1, pixels.size.height / 3, pixels.size.height - 1]
    return (0..<pixels.size.width).filter { x in heights.allSatisfy { pixels[x, $0] == 0xFFFFFF } }
  }

  @Test(arguments: PatternPixels.someGeometries)
  func theBarMovesByTheSameWholePixelsInEveryRefresh(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.movingBar, geometry)
    let first = barColumns(pixels)
    #expect(first.first == 0)
    #expect(first.count == max(2, pixels.size.width / 32))
    pixels.draw(frame: 1)
    let step = try #require(barColumns(pixels).first)
    #expect(step > 0)
    #expect(barColumns(pixels) == first.map { $0 + step })
    let wrap = UInt64((pixels.size.width + step - 1) / step)
    for frame: UInt64 in [2, 7, 100, 1001, 999_999_999] {
      pixels.draw(frame: frame)
      let left = Int(frame % wrap) * step
      let expected = (0..<pixels.size.width).filter { x in
        (left..<(left + first.count)).contains(x) || x < left + first.count - Int(wrap) * step
      }
      #expect(barColumns(pixels) == expected, "frame \(frame)")
    }
  }

  @Test(arguments: PatternPixels.someGeometries)
  func theBarCrossesInThreeToSixSecondsAndWrapsWithoutAJerk(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.movingBar, geometry)
    let offsets = (0..<400).map { pixels.resolved(frame: UInt64($0)) }
    // Resolved, not drawn: the first white layer is the bar. The second enters while the first leaves.
    let wrap = try #require(offsets.dropFirst().firstIndex { $0 == offsets[0] })
    #expect((180...360).contains(wrap))
    pixels.draw(frame: UInt64(wrap) - 1)
    let last = barColumns(pixels)
    pixels.draw(frame: UInt64(wrap))
    let first = barColumns(pixels)
    pixels.draw(frame: UInt64(wrap) + 1)
    let step = try #require(barColumns(pixels).first)
    let entered = last.filter { $0 < pixels.size.width / 2 }.count
    #expect(entered == max(0, first.count - step))
  }

  @Test(arguments: PatternPixels.geometries)
  func aRefreshDamagesTheBarAndItsStepOnly(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.movingBar, geometry)
    let bar = max(2, pixels.size.width / 32)
    for frame: UInt64 in [0, 100, 233, 239, 240] {
      var damage = DamageRegion()
      pixels.resolved(frame: frame + 1).addDamage(since: pixels.resolved(frame: frame), to: &damage)
      let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
      #expect(area > 0)
      #expect(area <= 3 * bar * pixels.size.height, "frame \(frame): \(area) pixels")
    }
  }

  @Test func theTreeIsAnimatedForEver() {
    let tree = PatternLayout.tree(.movingBar, for: OutputGeometry(mode: PixelSize(width: 640, height: 480)))
    #expect(tree.isAnimated(at: MonotonicTime(nanoseconds: .max)))
  }
}
