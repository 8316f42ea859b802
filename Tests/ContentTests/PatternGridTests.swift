import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternGridTests {
  /// Halfway from a line of the grid to white.
  private let halfCovered = 187

  @Test(arguments: PatternPixels.geometries)
  func theBorderIsTheOutermostPixelsOfThePictureAreaAndNoOthers(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.grid, geometry)
    let area = geometry.pictureArea
    func ring(_ inset: Int) -> [UInt32] {
      let (left, right, top, bottom) = (area.x + inset, area.maxX - 1 - inset, area.y + inset, area.maxY - 1 - inset)
      return (left...right).flatMap { [pixels.panel($0, top), pixels.panel($0, bottom)] }
        + (top...bottom).flatMap { [pixels.panel(left, $0), pixels.panel(right, $0)] }
    }
    #expect(ring(0).allSatisfy { $0 == 0xFFFFFF })
    #expect(!ring(1).contains(0xFFFFFF))
    let outside = PixelRect(size: geometry.mode) != area
    if outside { #expect(ring(-1).allSatisfy { $0 == 0 }) }
  }

  @Test(arguments: PatternPixels.geometries)
  func theCircleIsRoundToTheEyeAndInTheMiddle(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.grid, geometry)
    let (width, height) = (pixels.size.width, pixels.size.height)
    // Beside and above the centre block nothing but the large circle is white, once past the border. A pixel counts that the ring
    // covers by half; there is a line of the grid below it.
    let rows = (height / 2 - 3)...(height / 2 + 2)
    let columns = (width / 2 - 3)...(width / 2 + 2)
    func isWhiteColumn(_ x: Int) -> Bool { rows.contains { pixels.whiteness(x, $0) > halfCovered } }
    func isWhiteRow(_ y: Int) -> Bool { columns.contains { pixels.whiteness($0, y) > halfCovered } }
    let left = try #require((1..<width).first(where: isWhiteColumn))
    let right = try #require((0..<(width - 1)).last(where: isWhiteColumn))
    let top = try #require((1..<height).first(where: isWhiteRow))
    let bottom = try #require((0..<(height - 1)).last(where: isWhiteRow))
    let physicalWidth = Double(right - left + 1) * pixels.pixelWidth
    let physicalHeight = Double(bottom - top + 1)
    let tolerance = max(1, pixels.pixelWidth) + 1e-9
    #expect(abs(physicalWidth - physicalHeight) <= tolerance, "\(physicalWidth) x \(physicalHeight)")
    #expect(abs((left + right) - (width - 1)) <= 1)
    #expect(abs((top + bottom) - (height - 1)) <= 1)
    let shorter = min(Double(width) * pixels.pixelWidth, Double(height))
    #expect(abs(physicalHeight - shorter * 8 / 9) <= 2 * tolerance)
  }

  /// Along the diagonals too: a square with round sides would pass the test above.
  @Test(arguments: PatternPixels.someGeometries)
  func theCircleHasOneRadiusInEveryDirection(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.grid, geometry)
    let (centerX, centerY) = (Double(pixels.size.width) / 2, Double(pixels.size.height) / 2)
    let radius = min(Double(pixels.size.width) * pixels.pixelWidth, Double(pixels.size.height)) / 9 * 4
    for degrees in stride(from: 0, to: 360, by: 5) {
      let (x, y) = direction(degrees)
      func whiteness(_ distance: Double) -> Int {
        pixels.whiteness(Int(centerX + x * distance / pixels.pixelWidth), Int(centerY + y * distance))
      }
      let reach = max(1, pixels.pixelWidth)
      #expect(whiteness(radius - reach) > halfCovered, "inside at \(degrees)°")
      #expect(whiteness(radius + 1.5 * reach) < halfCovered, "outside at \(degrees)°")
    }
  }

  @Test func theSafeAreasAreThoseOfTheStandard() throws {
    let pixels = try PatternPixels(.grid, OutputGeometry(mode: PixelSize(width: 1920, height: 1080)))
    // 93 % leaves 3.5 % on each side, 90 % leaves 5 %. Between two grid lines.
    #expect(pixels[67, 400] == 0x5AC878)
    #expect(pixels[1920 - 68, 400] == 0x5AC878)
    #expect(pixels[400, 38] == 0x5AC878)
    #expect(pixels[400, 1080 - 39] == 0x5AC878)
    #expect(pixels[96, 400] == 0xEBB43C)
    #expect(pixels[1920 - 97, 400] == 0xEBB43C)
    #expect(pixels[400, 54] == 0xEBB43C)
    #expect(pixels[400, 1080 - 55] == 0xEBB43C)
  }

  @Test func theFinestLinesAreOneDevicePixelWideAtAnyScale() throws {
    for scale in [1, 2, 3.0] {
      let pixels = try PatternPixels(.grid, OutputGeometry(mode: PixelSize(width: 1920, height: 1080), scale: scale))
      let row = (0..<60).map { pixels[610 + $0, 480] }
      #expect(Set(row) == [0xFFFFFF, 0])
      #expect(zip(row, row.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  private func direction(_ degrees: Int) -> (Double, Double) {
    // Foundation has the functions, the standard library has not: turn by five degrees, again and again.
    let (cosine, sine) = (0.9961946980917455, 0.08715574274765817)
    var (x, y) = (1.0, 0.0)
    for _ in 0..<(degrees / 5) { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
    return (x, y)
  }
}
