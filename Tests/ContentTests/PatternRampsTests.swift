import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternRampsTests {
  @Test(arguments: PatternPixels.someGeometries)
  func everyRampRisesFromZeroToFull(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.ramps, geometry)
    let width = pixels.size.width
    let bands: [(share: Double, shift: UInt32, mask: UInt32)] = [
      (0.15, 0, 0xFFFFFF), (0.4, 16, 0xFF0000), (0.6, 8, 0xFF00), (0.8, 0, 0xFF),
    ]
    for band in bands {
      let row = Int(Double(pixels.size.height) * band.share)
      let colors = (0..<width).map { pixels[$0, row] }
      let levels = colors.map { Int($0 >> band.shift & 255) }
      #expect(levels.first == 0)
      #expect(levels.last == 255)
      #expect(zip(levels, levels.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
      #expect(colors.allSatisfy { $0 & ~band.mask == 0 })
      if band.mask == 0xFFFFFF { #expect(colors.allSatisfy { $0 == ($0 & 255) * 0x010101 }) }
    }
  }

  @Test func onAWidthThatHoldsThemTheStepsAreEqual() throws {
    let pixels = try PatternPixels(.ramps, OutputGeometry(mode: PixelSize(width: 2048, height: 100)))
    for x in 0..<2048 { #expect(pixels[x, 10] & 255 == UInt32(x / 8)) }
  }

  @Test func theLastRowsAreTheDarkestAndBrightestSixteenLevels() throws {
    let pixels = try PatternPixels(.ramps, OutputGeometry(mode: PixelSize(width: 640, height: 480)))
    let levels = (0..<640).map { Int(pixels[$0, 475] & 255) }
    #expect(Set(levels[..<320]) == Set(0...15))
    #expect(Set(levels[320...]) == Set(240...255))
  }

  @Test func aVeryNarrowPictureStillReachesBothEnds() throws {
    for width in [16, 100, 255, 256] {
      let pixels = try PatternPixels(.ramps, OutputGeometry(mode: PixelSize(width: width, height: 40)))
      #expect(pixels[0, 3] == 0)
      #expect(pixels[width - 1, 3] == 0xFFFFFF)
    }
  }
}
