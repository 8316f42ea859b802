import DisplayTypes
import Testing

@testable import Composition

@Suite struct PixmanRendererTests {
  private static let size = PixelSize(width: 61, height: 43)

  private func frame(_ layers: [ResolvedLayer], transform: Transform = .normal, background: Color = .clear)
    -> ResolvedFrame
  {
    ResolvedFrame(
      size: Self.size, transform: transform, pictureArea: PixelRect(x: 2, y: 3, width: 57, height: 36),
      background: background, layers: layers)
  }

  private func layer(
    _ contents: LayerContents, _ destination: PixelRect, part: UnitRect = .whole, sampling: Sampling = .sharp,
    opacity: UInt8 = 255
  ) -> ResolvedLayer {
    ResolvedLayer(
      contents: contents, destination: destination, clip: PixelRect(x: 2, y: 3, width: 57, height: 36),
      contentsRect: part, sampling: sampling, opacity: opacity)
  }

  private func placed(_ size: PixelSize, _ transform: Transform, x: Int = 5, y: Int = 6) -> PixelRect {
    let turned = transform.swapsAxes ? size.transposed : size
    return PixelRect(x: x, y: y, width: turned.width, height: turned.height)
  }

  @Test func layersOverOthersAreBlended() throws {
    let whole = PixelRect(size: Self.size)
    let opaque = try LayerContents.bitmap(DrawingComparison.noise(PixelSize(width: 8, height: 8), isOpaque: true))
    let clear = try LayerContents.bitmap(DrawingComparison.noise(PixelSize(width: 8, height: 8), isOpaque: false))
    let part = PixelRect(x: 4, y: 4, width: 20, height: 20)
    func onlyWrites(_ layers: [ResolvedLayer]) -> Bool { PixmanRenderer.onlyWrites(frame(layers), in: part) }
    #expect(onlyWrites([]))
    #expect(onlyWrites([layer(opaque, whole)]))
    #expect(onlyWrites([layer(opaque, PixelRect(x: 6, y: 6, width: 8, height: 8))]))
    #expect(!onlyWrites([layer(clear, whole)]))
    #expect(!onlyWrites([layer(opaque, whole, opacity: 254)]))
    #expect(!onlyWrites([layer(opaque, whole), layer(.solid(Color(red: 9, green: 9, blue: 9, alpha: 9)), part)]))
    #expect(onlyWrites([layer(clear, whole), layer(opaque, whole)]), "what is covered does not count")
  }

  @Test(arguments: Transform.allCases, [Sampling.sharp, .smooth])
  func anOpaquePictureOneToOneIsExact(transform: Transform, sampling: Sampling) throws {
    let picture = try DrawingComparison.noise(PixelSize(width: 31, height: 17), isOpaque: true)
    let frame = frame(
      [layer(.bitmap(picture), placed(picture.size, transform), sampling: sampling)], transform: transform)
    #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 < 0.01)
  }

  @Test(arguments: Transform.allCases)
  func aPictureThatReachesBeyondTheClipIsCutOffAndStaysInPlace(transform: Transform) throws {
    let picture = try DrawingComparison.noise(PixelSize(width: 71, height: 71), isOpaque: true)
    for (x, y) in [(-9, -8), (20, 15), (-30, 20)] {
      let frame = frame([layer(.bitmap(picture), placed(picture.size, transform, x: x, y: y))], transform: transform)
      #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 < 0.01, "at \(x), \(y)")
    }
  }

  @Test(arguments: Transform.allCases)
  func translucentPicturesAndStencilsAreBlended(transform: Transform) throws {
    let picture = try DrawingComparison.noise(PixelSize(width: 33, height: 19))
    let stencil = try DrawingComparison.noise(PixelSize(width: 21, height: 27), .a8, seed: 2)
    let tint = Color(red: 250, green: 100, blue: 3, alpha: 200)
    for opacity: UInt8 in [255, 128, 1] {
      let frame = frame(
        [
          layer(.bitmap(picture), placed(picture.size, transform), opacity: opacity),
          layer(.mask(stencil, tint), placed(stencil.size, transform, x: 20, y: 9), opacity: opacity),
        ], transform: transform, background: Color(red: 10, green: 130, blue: 250))
      // Two blends, and each rounds a few times.
      #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 2.5, "opacity \(opacity)")
    }
  }

  /// Odd sizes: no destination pixel's centre then lies on an edge between two of the picture's pixels.
  @Test(arguments: Transform.allCases)
  func aSharpPictureShowsTheNearestPixel(transform: Transform) throws {
    for size in [PixelSize(width: 7, height: 5), PixelSize(width: 1, height: 1), PixelSize(width: 205, height: 133)] {
      let picture = try DrawingComparison.noise(size, isOpaque: true)
      for destination in [
        PixelRect(x: 3, y: 4, width: 46, height: 29), PixelRect(x: -40, y: -30, width: 190, height: 88),
      ] {
        let frame = frame([layer(.bitmap(picture), destination)], transform: transform)
        #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 < 0.01, "\(size) on \(destination)")
      }
    }
  }

  @Test(arguments: Transform.allCases)
  func aSharpStencilShowsTheNearestPixel(transform: Transform) throws {
    let stencil = try DrawingComparison.noise(PixelSize(width: 7, height: 5), .a8)
    let frame = frame(
      [layer(.mask(stencil, .white), PixelRect(x: 3, y: 4, width: 46, height: 29))], transform: transform)
    #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 1.5)
  }

  @Test(arguments: Transform.allCases)
  func aSmoothPictureIsInterpolated(transform: Transform) throws {
    for isOpaque in [true, false] {
      let picture = try DrawingComparison.noise(PixelSize(width: 9, height: 7), isOpaque: isOpaque)
      let frame = frame(
        [layer(.bitmap(picture), PixelRect(x: -6, y: 4, width: 60, height: 50), sampling: .smooth)],
        transform: transform, background: .white)
      // Pixman weighs neighbours in 128ths.
      #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 4.5, "opaque: \(isOpaque)")
    }
  }

  @Test(arguments: Transform.allCases)
  func aPartOneToOneIsExact(transform: Transform) throws {
    let sheet = try DrawingComparison.noise(PixelSize(width: 13, height: 110), isOpaque: true)
    for digit in 0..<10 {
      let part = UnitRect(x: 0, y: Double(digit) / 10, width: 1, height: 0.1)
      for sampling in [Sampling.sharp, .smooth] {
        let destination = placed(PixelSize(width: 13, height: 11), transform)
        let frame = frame([layer(.bitmap(sheet), destination, part: part, sampling: sampling)], transform: transform)
        #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 < 0.01, "digit \(digit), \(sampling)")
      }
    }
  }

  @Test func aPartBeyondThePictureIsCutOffAndNoneDrawsNothing() throws {
    let picture = try DrawingComparison.noise(PixelSize(width: 8, height: 8), isOpaque: true)
    let destination = PixelRect(x: 5, y: 6, width: 8, height: 8)
    let parts = [
      UnitRect(x: 1, y: 0, width: 1, height: 1), UnitRect(x: 0, y: 0, width: 0, height: 1),
      UnitRect(x: 0, y: 0, width: -1, height: 1), UnitRect(x: .nan, y: 0, width: .nan, height: 1),
      UnitRect(x: 0, y: 0, width: .infinity, height: .nan), UnitRect(x: 1e300, y: -1e300, width: 1, height: 1),
    ]
    for part in parts {
      for sampling in [Sampling.sharp, .smooth] {
        let layers = [layer(.bitmap(picture), destination, part: part, sampling: sampling)]
        let surface = TestSurface(Self.size)
        PixmanRenderer().draw(
          frame(layers), damage: DamageRegion(PixelRect(size: Self.size)), into: try surface.target())
        #expect(surface.isMarginUntouched)
        #expect(surface[6, 7] == 0, "\(part)")
      }
    }
  }

  @Test func solidsOpaqueAndTranslucentLieOnTheBackground() throws {
    let layers = [
      layer(.solid(Color(red: 200, green: 20, blue: 90)), PixelRect(x: 4, y: 4, width: 20, height: 20)),
      layer(.solid(Color(red: 0, green: 255, blue: 90, alpha: 100)), PixelRect(x: 10, y: 10, width: 200, height: 9)),
      layer(.solid(.white), PixelRect(x: 30, y: -5, width: 9, height: 99), opacity: 77),
      layer(.solid(.clear), PixelRect(size: Self.size)),
      layer(.none, PixelRect(size: Self.size)),
    ]
    let frame = frame(layers, background: Color(red: 40, green: 50, blue: 60))
    #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 1.5)
  }

  @Test func outsideThePictureAreaItIsBlackWhateverTheBackground() throws {
    let surface = TestSurface(Self.size)
    PixmanRenderer().draw(
      frame([], background: .white), damage: DamageRegion(PixelRect(size: Self.size)), into: try surface.target())
    #expect(surface[1, 3] == 0)
    #expect(surface[2, 2] == 0)
    #expect(surface[2, 3] == 0xFFFFFF)
    #expect(surface[58, 38] == 0xFFFFFF)
    #expect(surface[59, 38] == 0)
  }

  @Test func aTranslucentBackgroundLiesOnBlack() throws {
    let frame = frame([], background: Color(red: 255, green: 100, blue: 0, alpha: 128))
    #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 0.5)
  }

  @Test func enormousDestinationsShowTheRightPartOfThePicture() throws {
    let picture = try DrawingComparison.noise(PixelSize(width: 3, height: 3), isOpaque: true)
    for sampling in [Sampling.sharp, .smooth] {
      let layers = [
        layer(
          .bitmap(picture), PixelRect(x: -(1 << 29), y: -(1 << 29), width: 1 << 30, height: 1 << 30), sampling: sampling
        )
      ]
      #expect(try DrawingComparison.worstDifference(of: frame(layers)) ?? 255 <= 4.5, "\(sampling)")
    }
  }
}
