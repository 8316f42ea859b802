import Content
import ContentModel
import DisplayTypes
import Testing

@Suite struct PatternBarsTests {
  @Test(arguments: Transform.allCases)
  func aWidePictureHasSevenBarsBetweenGreySides(transform: Transform) throws {
    let mode = transform.swapsAxes ? PixelSize(width: 1080, height: 1920) : PixelSize(width: 1920, height: 1080)
    let pixels = try PatternPixels(.bars, OutputGeometry(mode: mode, transform: transform))
    let bars: [UInt32] = [0xBFBFBF, 0xBFBF00, 0x00BFBF, 0x00BF00, 0xBF00BF, 0xBF0000, 0x0000BF]
    for (place, color) in bars.enumerated() {
      let left = 240 + 1440 * place / 7
      #expect(pixels[left + 2, 10] == color)
      #expect(pixels[left + 200, 620] == color)
    }
    #expect(pixels[0, 0] == 0x666666)
    #expect(pixels[239, 0] == 0x666666)
    #expect(pixels[1919, 600] == 0x666666)
    #expect(
      [pixels[0, 660], pixels[0, 800], pixels[1919, 660], pixels[1919, 800]] == [
        0x00FFFF, 0xFFFF00, 0x0000FF, 0xFF0000,
      ])
    #expect(pixels[900, 1000] == 0xFFFFFF)
    #expect(pixels[1300, 1000] == 0x050505)
    #expect(pixels[1440, 1000] == 0x0A0A0A)
  }

  @Test func aNarrowPictureHasBarsFromEdgeToEdge() throws {
    let pixels = try PatternPixels(.bars, OutputGeometry(mode: PixelSize(width: 1024, height: 768)))
    #expect(pixels[0, 0] == 0xBFBFBF)
    #expect(pixels[1023, 0] == 0x0000BF)
  }

  @Test func theShapeToTheEyeCountsNotThePixels() throws {
    let geometry = OutputGeometry(mode: PixelSize(width: 720, height: 576), pixelAspectRatio: 16.0 / 9 * 576 / 720)
    #expect(try PatternPixels(.bars, geometry)[0, 0] == 0x666666)
  }

  @Test(arguments: PatternPixels.geometries)
  func everyPixelOfThePictureAreaIsPartOfAPattern(geometry: OutputGeometry) throws {
    let pixels = try PatternPixels(.bars, geometry)
    let area = geometry.pictureArea
    for y in [area.y, area.y + area.height / 2, area.maxY - 1] {
      #expect((area.x..<area.maxX).allSatisfy { pixels.panel($0, y) != 0x123457 })
    }
    // The reference row has no black anywhere: a gap between two fields would show.
    let row = pixels.size.height * 15 / 24
    #expect((0..<pixels.size.width).allSatisfy { pixels[$0, row] != 0 })
  }
}
