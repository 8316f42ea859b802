package import DisplayTypes
package import FrameChecks

/// Made frames of the pattern "coded".
package enum CodedFrames {
  package static let size = PixelSize(width: 320, height: 240)

  /// A frame as the pattern draws it. From the row `tear` on, it is the frame `lower`.
  package static func frame(
    _ number: UInt32, size: PixelSize = size, tear: Int = .max, lower: UInt32 = 0, wrongColor: Bool = false
  ) -> RGBAPicture {
    let layout = FrameCodeLayout(size: size)
    var picture = RGBAPicture(
      size: size, bytes: (0..<size.width * size.height).flatMap { _ in [20, 20, 20, 255] as [UInt8] })
    func fill(_ rect: PixelRect, _ color: Color) {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          let start = (y * size.width + x) * 4
          picture.bytes[start] = color.red
          picture.bytes[start + 1] = color.green
          picture.bytes[start + 2] = color.blue
        }
      }
    }
    for (index, patch) in layout.patches.enumerated() {
      fill(patch.rect, wrongColor && index == 3 ? Color(red: 0, green: 200, blue: 255) : patch.color)
    }
    let (cells, lowerCells) = (FrameCode.cells(of: number), FrameCode.cells(of: lower))
    for band in 0..<FrameCodeLayout.bandCount {
      for cell in 0..<FrameCode.cellCount {
        let rect = layout.cell(cell, band: band)
        for row in rect.y..<rect.maxY {
          let isWhite = (row >= tear ? lowerCells : cells)[cell]
          fill(PixelRect(x: rect.x, y: row, width: rect.width, height: 1), isWhite ? .white : .black)
        }
      }
    }
    return picture
  }

  /// The bytes of a frame in a form of raw frames.
  package static func raw(
    _ picture: RGBAPicture, _ layout: PixelLayout, _ matrix: ColorMatrix = .bt601, _ range: LevelRange? = nil
  ) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    let isFull = (range ?? (layout.isExact ? .full : .limited)) == .full
    let places = (0..<width * height).map { ($0 % width, $0 / width) }
    func level(_ value: UInt8) -> UInt8 { isFull ? value : UInt8((16 + Double(value) * 219 / 255).rounded()) }
    let colors = places.map { x, y in
      let color = picture.color(x, y)
      return Color(red: level(color.red), green: level(color.green), blue: level(color.blue))
    }
    func luma(_ x: Int, _ y: Int) -> UInt8 { yuv(picture.color(x, y), matrix, isFull: isFull).0 }
    func chroma(_ x: Int, _ y: Int) -> (UInt8, UInt8) {
      let (_, blue, red) = yuv(picture.color(x, y), matrix, isFull: isFull)
      return (blue, red)
    }
    let quarters = places.filter { $0.0 % 2 == 0 && $0.1 % 2 == 0 }.map { chroma($0.0, $0.1) }
    switch layout {
    case .rgb24: return colors.flatMap { [$0.red, $0.green, $0.blue] }
    case .bgr24: return colors.flatMap { [$0.blue, $0.green, $0.red] }
    case .xrgb8888: return colors.flatMap { [$0.blue, $0.green, $0.red, 0] }
    case .yuyv:
      return places.flatMap { x, y in
        [luma(x, y), x % 2 == 0 ? chroma(x, y).0 : chroma(x - 1, y).1]
      }
    case .uyvy:
      return places.flatMap { x, y in
        [x % 2 == 0 ? chroma(x, y).0 : chroma(x - 1, y).1, luma(x, y)]
      }
    case .nv12: return places.map { luma($0.0, $0.1) } + quarters.flatMap { [$0.0, $0.1] }
    case .i420: return places.map { luma($0.0, $0.1) } + quarters.map(\.0) + quarters.map(\.1)
    }
  }

  private static func yuv(_ color: Color, _ matrix: ColorMatrix, isFull: Bool) -> (UInt8, UInt8, UInt8) {
    let weights = matrix == .bt601 ? (red: 0.299, blue: 0.114) : (red: 0.2126, blue: 0.0722)
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let luma = weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue
    func chroma(_ difference: Double, _ weight: Double) -> UInt8 {
      UInt8(min(255, (128 + (isFull ? 127.5 : 112) * difference / (1 - weight)).rounded()))
    }
    return (
      UInt8((isFull ? 255 * luma : 16 + 219 * luma).rounded()), chroma(blue - luma, weights.blue),
      chroma(red - luma, weights.red)
    )
  }
}
