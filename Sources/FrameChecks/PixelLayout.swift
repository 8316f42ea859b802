package import DisplayTypes

/// The forms of raw pixels, with the names that ffmpeg and DRM give them.
package enum PixelLayout: String, CaseIterable, Sendable {
  case rgb24
  case bgr24
  /// Blue, green, red and an unused byte, as ffmpeg's bgr0.
  case xrgb8888
  case yuyv
  case uyvy
  case nv12
  /// Three planes, as ffmpeg's yuv420p.
  case i420

  /// Whether colours are exact. In the other forms, brightness and colour are rounded, and neighbours share their colour.
  package var isExact: Bool {
    switch self {
    case .rgb24, .bgr24, .xrgb8888: true
    case .yuyv, .uyvy, .nv12, .i420: false
    }
  }

  /// The bytes of a row, or of a row of brightness in a form with planes.
  package func rowBytes(width: Int) -> Int {
    switch self {
    case .rgb24, .bgr24: width * 3
    case .xrgb8888: width * 4
    case .yuyv, .uyvy: (width + 1) / 2 * 4
    case .nv12, .i420: width
    }
  }

  /// The bytes of a frame without padding.
  package func frameBytes(_ size: PixelSize) -> Int {
    let luma = rowBytes(width: size.width) * size.height
    return switch self {
    case .rgb24, .bgr24, .xrgb8888, .yuyv, .uyvy: luma
    case .nv12, .i420: luma + (size.width + 1) / 2 * ((size.height + 1) / 2) * 2
    }
  }
}

/// The weights by which a source made brightness and colour.
package enum ColorMatrix: String, CaseIterable, Sendable {
  case bt601
  case bt709
}

/// A frame in memory, without copies of its pixels.
package struct RawFrame {
  package let size: PixelSize
  package let layout: PixelLayout
  package let matrix: ColorMatrix
  /// The bytes from one row to the next.
  package let stride: Int
  package let bytes: [UInt8]

  package init(size: PixelSize, layout: PixelLayout, matrix: ColorMatrix, stride: Int? = nil, bytes: [UInt8]) {
    self.size = size
    self.layout = layout
    self.matrix = matrix
    self.stride = stride ?? layout.rowBytes(width: size.width)
    self.bytes = bytes
  }

  /// The colour of a pixel. A place outside the frame is black.
  package func color(_ x: Int, _ y: Int) -> Color {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return .black }
    let row = y * stride
    let chroma = stride * size.height
    switch layout {
    case .rgb24: return rgb(row + 3 * x, (0, 1, 2))
    case .bgr24: return rgb(row + 3 * x, (2, 1, 0))
    case .xrgb8888: return rgb(row + 4 * x, (2, 1, 0))
    case .yuyv: return color(row + 2 * x, row + x / 2 * 4 + 1, row + x / 2 * 4 + 3)
    case .uyvy: return color(row + 2 * x + 1, row + x / 2 * 4, row + x / 2 * 4 + 2)
    case .nv12:
      let pair = chroma + y / 2 * stride + x / 2 * 2
      return color(row + x, pair, pair + 1)
    case .i420:
      let half = (stride + 1) / 2
      let place = y / 2 * half + x / 2
      return color(row + x, chroma + place, chroma + half * ((size.height + 1) / 2) + place)
    }
  }

  private func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  private func rgb(_ start: Int, _ order: (Int, Int, Int)) -> Color {
    Color(red: byte(start + order.0), green: byte(start + order.1), blue: byte(start + order.2))
  }

  /// Limited range: 16 to 235 for brightness, 16 to 240 for colour.
  private func color(_ lumaIndex: Int, _ blueIndex: Int, _ redIndex: Int) -> Color {
    let luma = 1.164_383 * (Double(byte(lumaIndex)) - 16)
    let (blue, red) = (Double(byte(blueIndex)) - 128, Double(byte(redIndex)) - 128)
    func level(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
    return switch matrix {
    case .bt601:
      Color(
        red: level(luma + 1.596_027 * red), green: level(luma - 0.391_762 * blue - 0.812_968 * red),
        blue: level(luma + 2.017_232 * blue))
    case .bt709:
      Color(
        red: level(luma + 1.792_741 * red), green: level(luma - 0.213_249 * blue - 0.532_909 * red),
        blue: level(luma + 2.112_402 * blue))
    }
  }
}
