/// Maps the points of a scene to the pixels of a screen: mode, transform, scale, pixel shape and overscan in one value. Points are square
/// and upright. The picture area is the mode's pixels without the overscan insets. Outside it is black.
public struct OutputGeometry: Hashable, Sendable {
  /// The pixels of the mode in scan-out order.
  public package(set) var mode: PixelSize
  /// A pixel's width divided by its height.
  package var pixelAspectRatio: Double
  /// The rotation and the flip of the picture.
  public package(set) var transform: Transform
  /// Pixels per point, vertically if pixels are not square.
  public package(set) var scale: Double
  package var overscan: OverscanInsets

  /// Makes a geometry; an impossible scale or pixel aspect ratio becomes 1.
  package init(
    mode: PixelSize, pixelAspectRatio: Double = 1, transform: Transform = .normal, scale: Double = 1,
    overscan: OverscanInsets = .none
  ) {
    self.mode = mode
    self.pixelAspectRatio = pixelAspectRatio > 0.1 && pixelAspectRatio < 10 ? pixelAspectRatio : 1
    self.transform = transform
    self.scale = scale >= 0.25 && scale <= 16 ? scale : 1
    self.overscan = overscan
  }

  /// The part of the mode's pixels that shows the picture.
  package var pictureArea: PixelRect {
    let left = overscan.left.pixels(of: mode.width)
    let right = overscan.right.pixels(of: mode.width)
    let top = overscan.top.pixels(of: mode.height)
    let bottom = overscan.bottom.pixels(of: mode.height)
    return PixelRect(x: left, y: top, width: mode.width - left - right, height: mode.height - top - bottom)
  }

  /// The size of a full-screen scene in points, upright.
  public var size: PointSize {
    let area = pictureArea
    let width = Double(area.width) * pixelAspectRatio / scale
    let height = Double(area.height) / scale
    return transform.swapsAxes ? PointSize(width: height, height: width) : PointSize(width: width, height: height)
  }

  /// The panel's pixels along the upright axes, which is the size of a full-screen bitmap without scaling.
  public var uprightPixels: PixelSize {
    transform.swapsAxes ? pictureArea.size.transposed : pictureArea.size
  }

  /// Pixels per point along the upright axes.
  package var pixelsPerPoint: (horizontal: Double, vertical: Double) {
    let upright = uprightPixels
    let points = size
    guard points.width > 0, points.height > 0 else { return (1, 1) }
    return (Double(upright.width) / points.width, Double(upright.height) / points.height)
  }

  /// The pixels that a rectangle in points covers, with its edges rounded to whole pixels; it may lie outside the panel.
  package func pixels(of rect: PointRect) -> PixelRect {
    let points = size
    guard points.width > 0, points.height > 0 else { return .empty }
    let area = pictureArea
    let first = transform.map(x: rect.x / points.width, y: rect.y / points.height)
    let second = transform.map(x: rect.maxX / points.width, y: rect.maxY / points.height)
    let left = Self.rounded(min(first.x, second.x) * Double(area.width))
    let right = Self.rounded(max(first.x, second.x) * Double(area.width))
    let top = Self.rounded(min(first.y, second.y) * Double(area.height))
    let bottom = Self.rounded(max(first.y, second.y) * Double(area.height))
    return PixelRect(x: area.x + left, y: area.y + top, width: right - left, height: bottom - top)
  }

  /// Rounds to the nearest pixel; half a pixel is rounded up, even if rounding errors make it slightly less. Rectangles that touch in
  /// points then touch in pixels, however the common edge was computed.
  private static func rounded(_ value: Double) -> Int {
    guard value.isFinite else { return 0 }
    return Int((min(max(value, -1e8), 1e8) + 0.5 + 1e-6).rounded(.down))
  }

  /// The same geometry with fewer pixels, at one pixel per point; no side is longer than `longestSide`.
  package func reduced(longestSide: Int) -> OutputGeometry {
    let factor = min(1, Double(max(1, longestSide)) / Double(max(1, mode.width, mode.height)))
    func small(_ pixels: Int) -> Int { Int(min(Double(pixels) * factor, 1e8).rounded()) }
    func inset(_ inset: OverscanInset, _ side: Int) -> OverscanInset { .pixels(small(inset.pixels(of: side))) }
    return OutputGeometry(
      mode: PixelSize(width: max(1, small(mode.width)), height: max(1, small(mode.height))),
      pixelAspectRatio: pixelAspectRatio, transform: transform,
      overscan: OverscanInsets(
        top: inset(overscan.top, mode.height), right: inset(overscan.right, mode.width),
        bottom: inset(overscan.bottom, mode.height), left: inset(overscan.left, mode.width)))
  }
}

/// The eight orientations of a picture on a panel: four turns, each also mirrored. The number is the turn of the **content**,
/// counter-clockwise as in Wayland's `wl_output.transform`: 90 means that the panel was turned clockwise by 90 degrees, and the content is
/// turned back. `flipped` mirrors around the vertical axis before the turn.
public enum Transform: String, Hashable, Sendable, CaseIterable {
  case normal = "0"
  case rotated90 = "90"
  case rotated180 = "180"
  case rotated270 = "270"
  case flipped = "flipped"
  case flipped90 = "flipped-90"
  case flipped180 = "flipped-180"
  case flipped270 = "flipped-270"

  /// Reads a raw value, `normal` or `flipped-0`.
  package init?(name: String) {
    switch name {
    case "normal": self = .normal
    case "flipped-0": self = .flipped
    default: self.init(rawValue: name)
    }
  }

  /// Whether width and height are exchanged.
  package var swapsAxes: Bool {
    switch self {
    case .rotated90, .rotated270, .flipped90, .flipped270: true
    case .normal, .rotated180, .flipped, .flipped180: false
    }
  }

  /// Maps a point of the upright unit square to the panel's unit square; (0, 0) is the top left corner of both.
  package func map(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .normal: (x, y)
    case .rotated90: (y, 1 - x)
    case .rotated180: (1 - x, 1 - y)
    case .rotated270: (1 - y, x)
    case .flipped: (1 - x, y)
    case .flipped90: (y, x)
    case .flipped180: (x, 1 - y)
    case .flipped270: (1 - y, 1 - x)
    }
  }
}

/// The number of pixels per point on a screen.
public enum ScreenScale: Hashable, Sendable {
  /// Chosen by the display's size and pixels.
  case automatic
  /// A number of pixels per point, within `limits`.
  case fixed(Double)

  /// The scales that `OutputGeometry` lays out.
  package static let limits = 0.25...16.0

  /// Parses `auto` or a plain decimal number within `limits`; nil for anything else.
  package init?(_ text: String) {
    self = .automatic
    if text == "auto" { return }
    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Double(text), Self.limits.contains(number)
    else { return nil }
    self = .fixed(number)
  }

  /// The text that `init(_:)` reads.
  package var text: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let number): number == number.rounded() && Self.limits.contains(number) ? "\(Int(number))" : "\(number)"
    }
  }
}
