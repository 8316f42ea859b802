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

/// The levels of black and white.
package enum LevelRange: CaseIterable, Sendable {
  /// 0 to 255.
  case full
  /// 16 to 235, and 16 to 240 for colour beside brightness.
  case limited
}

/// A frame in memory, without copies of its pixels.
package struct RawFrame {
  package let size: PixelSize
  package let layout: PixelLayout
  package let matrix: ColorMatrix
  package let range: LevelRange
  /// The bytes from one row to the next.
  package let stride: Int
  package let bytes: [UInt8]

  /// - Parameters:
  ///   - range: nil for the usual one, which is limited with brightness and colour, and full otherwise.
  ///   - stride: nil if rows have no padding.
  package init(
    size: PixelSize, layout: PixelLayout, matrix: ColorMatrix, range: LevelRange? = nil, stride: Int? = nil,
    bytes: [UInt8]
  ) {
    self.size = size
    self.layout = layout
    self.matrix = matrix
    self.range = range ?? (layout.isExact ? .full : .limited)
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
    func channel(_ offset: Int) -> UInt8 {
      range == .full ? byte(start + offset) : Self.level(brightness(start + offset))
    }
    return Color(red: channel(order.0), green: channel(order.1), blue: channel(order.2))
  }

  private func color(_ lumaIndex: Int, _ blueIndex: Int, _ redIndex: Int) -> Color {
    let luma = brightness(lumaIndex)
    let scale = range == .full ? 1 : 255.0 / 224
    let (blue, red) = (scale * (Double(byte(blueIndex)) - 128), scale * (Double(byte(redIndex)) - 128))
    return switch matrix {
    case .bt601:
      Color(
        red: Self.level(luma + 1.402 * red), green: Self.level(luma - 0.344_136 * blue - 0.714_136 * red),
        blue: Self.level(luma + 1.772 * blue))
    case .bt709:
      Color(
        red: Self.level(luma + 1.5748 * red), green: Self.level(luma - 0.187_324 * blue - 0.468_124 * red),
        blue: Self.level(luma + 1.8556 * blue))
    }
  }

  /// From 0 to 255.
  private func brightness(_ index: Int) -> Double {
    range == .full ? Double(byte(index)) : (Double(byte(index)) - 16) * 255 / 219
  }

  private static func level(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
}
