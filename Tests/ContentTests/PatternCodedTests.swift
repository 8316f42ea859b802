import Composition
import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternCodedTests {
  private func reading(of pixels: PatternPixels, tornAt row: Int = .max, with other: PatternPixels? = nil)
    -> FrameReading
  {
    FrameReading(of: pixels.size, tolerance: 0) { x, y in
      let pixel = y >= row ? (other ?? pixels)[x, y] : pixels[x, y]
      return Color(
        red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
        blue: UInt8(truncatingIfNeeded: pixel))
    }
  }

  @Test(
    "each frame has its number in every geometry, and each patch has its colour",
    arguments: PatternPixels.someGeometries)
  func numbers(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.coded, geometry)
    for frame: UInt64 in [0, 1, 15, 16, 0x12_3456, 0xFF_FFFF, 0x100_0007] {
      pixels.draw(frame: frame)
      let reading = reading(of: pixels)
      #expect(reading.number == .whole(UInt32(frame % UInt64(FrameCode.limit))), "\(frame)")
      #expect(reading.wrongPatches.isEmpty)
    }
  }

  @Test("each of a thousand refreshes has the next number")
  func inOrder() throws {
    let pixels = try PatternPixels(.coded, OutputGeometry(mode: PixelSize(width: 640, height: 360)))
    for frame: UInt64 in 3600..<4600 {
      pixels.draw(frame: frame)
      #expect(reading(of: pixels).number == .whole(UInt32(frame)))
    }
  }

  @Test("a frame whose lower part is another frame is torn, wherever the tear is between the first and the last code")
  func torn() throws {
    let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 480))
    let before = try PatternPixels(.coded, geometry, frame: 41)
    let after = try PatternPixels(.coded, geometry, frame: 42)
    let rows = FrameCodeLayout(size: geometry.mode).readRows
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    for row in first + 1...last {
      #expect(reading(of: before, tornAt: row, with: after).number == .torn([41, 42]), "row \(row)")
    }
    #expect(reading(of: before, tornAt: last + 1, with: after).number == .whole(41))
  }

  @Test("a refresh damages the changed digits only", arguments: PatternPixels.geometries)
  func damage(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.coded, geometry)
    for frame: UInt64 in [0, 100, 254] {
      var damage = DamageRegion()
      pixels.resolved(frame: frame + 1).addDamage(since: pixels.resolved(frame: frame), to: &damage)
      let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
      #expect(area > 0 && area < pixels.size.width * pixels.size.height / 20, "frame \(frame): \(area) pixels")
    }
  }
}
