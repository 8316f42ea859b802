import DisplayTypes
import Presentation
import Testing

@Suite struct UprightPixelsTests {
  /// Three columns and two rows; each pixel has another red.
  private let pixels = FramePixels(
    size: PixelSize(width: 3, height: 2), rgb: (0..<6).flatMap { [UInt8($0), 100 + UInt8($0), 200] })

  @Test("each pixel of a transformed picture goes to the place at which people see it", arguments: Transform.allCases)
  func places(transform: Transform) {
    let upright = pixels.upright(from: transform)
    let size = transform.swapsAxes ? PixelSize(width: 2, height: 3) : PixelSize(width: 3, height: 2)
    #expect(upright.size == size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let point = transform.map(
          x: (Double(x) + 0.5) / Double(size.width), y: (Double(y) + 0.5) / Double(size.height))
        let place = Int(point.x * 3) + Int(point.y * 2) * 3
        let found = 3 * (y * size.width + x)
        #expect(Array(upright.rgb[found..<(found + 3)]) == Array(pixels.rgb[(3 * place)..<(3 * place + 3)]))
      }
    }
  }

  @Test("pixels of another length than their size stay as they are")
  func wrongLength() {
    let short = FramePixels(size: PixelSize(width: 3, height: 2), rgb: [1, 2, 3])
    #expect(short.upright(from: .rotated90) == short)
  }
}
