import Composition
import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternFrameCounterTests {
  /// Which of the seven segments (top, upper right, lower right, bottom, lower left, upper left, middle) each digit lights.
  private static let digits = [
    "1111110", "0110000", "1101101", "1111001", "0110011", "1011011", "1011111", "1110000", "1111111", "1111011",
  ]

  private struct Cells {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
  }

  /// Finds the digits from the pixels of 88888888.
  private func cells(of pixels: PatternPixels) throws -> Cells {
    pixels.draw(frame: 88_888_888)
    let (width, height) = (pixels.size.width, pixels.size.height)
    // Every fourth row or column is enough, because the test reads the middle of a segment.
    let rows = stride(from: 0, to: height * 3 / 4, by: 4)
    let columns = stride(from: 0, to: width, by: 4)
    func isLit(_ x: Int, _ y: Int) -> Bool { pixels[x, y] >> 16 > 180 }
    let left = try #require(columns.first { x in rows.contains { isLit(x, $0) } })
    let right = try #require(columns.reversed().first { x in rows.contains { isLit(x, $0) } })
    let top = try #require(rows.first { y in columns.contains { isLit($0, y) } })
    let bottom = try #require(rows.reversed().first { y in columns.contains { isLit($0, y) } })
    return Cells(left: left, top: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Reads the number like a person does: which segments are lit in each of eight places.
  private func number(_ pixels: PatternPixels, _ cells: Cells) -> String {
    // Lit parts are 0.79 of a digit's pitch wide: 8 places are 7 pitches and one such part.
    let pitch = Double(cells.width) / 7.79
    let probes: [(x: Double, y: Double)] = [
      (0.395, 0.05), (0.72, 0.27), (0.72, 0.73), (0.395, 0.95), (0.07, 0.73), (0.07, 0.27), (0.395, 0.5),
    ]
    return (0..<8).map { place in
      let segments = probes.map { probe in
        let x = cells.left + Int((Double(place) + probe.x) * pitch)
        let y = cells.top + Int(probe.y * Double(cells.height))
        return pixels[x, y] >> 16 > 128 ? "1" : "0"
      }.joined()
      return Self.digits.firstIndex(of: segments).map(String.init) ?? "?"
    }.joined()
  }

  @Test(arguments: PatternPixels.someGeometries)
  func showsTheNumberOfTheFrame(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.frameCounter, geometry)
    let cells = try cells(of: pixels)
    for frame: UInt64 in [0, 1, 9, 10, 12_345_678, 90_123_456, 99_999_999] {
      pixels.draw(frame: frame)
      let text = String(frame)
      #expect(number(pixels, cells) == String(repeating: "0", count: 8 - text.count) + text)
    }
  }

  @Test func everyNumberIsRight() throws {
    let pixels = try PatternPixels(.frameCounter, OutputGeometry(mode: PixelSize(width: 640, height: 360)))
    let cells = try cells(of: pixels)
    var frame: UInt64 = 0
    while frame < 300_000_000 {
      pixels.draw(frame: frame)
      #expect(UInt64(number(pixels, cells)) == frame % 100_000_000)
      frame += 1 + frame / 7
    }
    for frame: UInt64 in 990...1110 {
      pixels.draw(frame: frame)
      #expect(UInt64(number(pixels, cells)) == frame)
    }
  }

  @Test func oneLampIsLitAndItIsTheNextOneInEachFrame() throws {
    let pixels = try PatternPixels(.frameCounter, OutputGeometry(mode: PixelSize(width: 1280, height: 720)))
    let row = 720 * 88 / 100
    for frame in 0..<25 {
      pixels.draw(frame: UInt64(frame))
      let lit = (0..<1280).filter { pixels[$0, row] == 0x78E68C }
      let pitch = 1280 / 14
      let first = (1280 - 10 * pitch) / 2 + (frame % 10) * pitch
      #expect(lit.count == pitch * 3 / 4)
      #expect(lit.allSatisfy { (first..<(first + pitch)).contains($0) }, "frame \(frame)")
    }
  }

  @Test func aRefreshDamagesTheChangedDigitsAndTheLampsOnly() throws {
    let pixels = try PatternPixels(.frameCounter, OutputGeometry(mode: PixelSize(width: 1920, height: 1080)))
    var damage = DamageRegion()
    pixels.resolved(frame: 124).addDamage(since: pixels.resolved(frame: 123), to: &damage)
    let area = (0..<damage.count).reduce(0) { $0 + damage[$1].area }
    #expect(area > 0 && area < 1920 * 1080 / 20)
  }
}
