import Composition
import Content
import ContentModel
import DisplayTypes
import Testing

/// A pattern or another tree, drawn on a panel and read upright, as a viewer of the turned panel sees it.
final class PatternPixels {
  let geometry: OutputGeometry
  let tree: LayerTree
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let target: PixelTarget
  private let renderer = PixmanRenderer()

  private let time: MonotonicTime

  convenience init(_ name: PatternName, _ geometry: OutputGeometry, frame number: UInt64 = 0) throws {
    try self.init(PatternLayout.tree(name, for: geometry), geometry, frame: number)
  }

  init(
    _ tree: LayerTree, _ geometry: OutputGeometry, frame number: UInt64 = 0, at time: MonotonicTime = .zero
  ) throws {
    self.geometry = geometry
    self.tree = tree
    self.time = time
    memory = .allocate(capacity: geometry.mode.width * geometry.mode.height)
    // No pattern has this colour, so a pixel that is not drawn can be detected.
    memory.initialize(repeating: 0x12_3457)
    let base = try #require(memory.baseAddress)
    target = try #require(
      PixelTarget(base: base, stride: geometry.mode.width * 4, size: geometry.mode))
    draw(frame: number)
  }

  deinit { memory.deallocate() }

  /// Draws all of a frame.
  func draw(frame number: UInt64) {
    renderer.draw(
      resolved(frame: number), damage: DamageRegion(PixelRect(size: geometry.mode)), into: target)
  }

  func resolved(frame number: UInt64) -> ResolvedFrame {
    var frame = ResolvedFrame()
    tree.resolve(for: geometry, at: time, frameNumber: number, into: &frame)
    return frame
  }

  /// The upright picture's size in device pixels.
  var size: PixelSize { geometry.uprightPixels }

  /// A pixel of the panel, as `0xRRGGBB`.
  func panel(_ x: Int, _ y: Int) -> UInt32 { memory[y * geometry.mode.width + x] & 0xFF_FFFF }

  /// A pixel of the upright picture area, as `0xRRGGBB`.
  subscript(x: Int, y: Int) -> UInt32 {
    let size = size
    let place = geometry.transform.map(
      x: (Double(x) + 0.5) / Double(size.width), y: (Double(y) + 0.5) / Double(size.height))
    let area = geometry.pictureArea
    return panel(area.x + Int(place.x * Double(area.width)), area.y + Int(place.y * Double(area.height)))
  }

  /// The darkest channel of a pixel, which is high only near white.
  func whiteness(_ x: Int, _ y: Int) -> Int {
    let pixel = self[x, y]
    return Int(min(pixel >> 16, pixel >> 8 & 255, pixel & 255))
  }

  /// A pixel's width with its height as the unit, upright.
  var pixelWidth: Double {
    geometry.transform.swapsAxes ? 1 / geometry.pixelAspectRatio : geometry.pixelAspectRatio
  }

  /// Every transform with every scale, mode and overscan that the patterns are promised for.
  static let geometries: [OutputGeometry] = {
    var geometries: [OutputGeometry] = []
    let inset = OverscanInset.permille(20)
    for transform in Transform.allCases {
      for scale in [1, 1.5, 2, 3] {
        for (mode, aspect) in [
          (PixelSize(width: 1920, height: 1080), 1), (PixelSize(width: 1366, height: 768), 1),
          (PixelSize(width: 720, height: 480), 16.0 / 9 * 480 / 720),
        ] {
          for overscan in [.none, OverscanInsets(top: inset, right: inset, bottom: inset, left: inset)] {
            geometries.append(
              OutputGeometry(
                mode: mode, pixelAspectRatio: aspect, transform: transform, scale: scale, overscan: overscan))
          }
        }
      }
    }
    return geometries
  }()

  /// A few of the geometries, for checks that cost more.
  static let someGeometries = geometries.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
}
