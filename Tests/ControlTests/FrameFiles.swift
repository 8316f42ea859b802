import DisplayTypes
import FrameChecks
import Glibc
import TestKit

/// Made frames of the pattern "coded" in files.
enum FrameFiles {
  static let size = PixelSize(width: 320, height: 240)

  /// A frame as the pattern draws it. From the row `tear` on, it is the frame `lower`.
  static func frame(_ number: UInt32, tear: Int = .max, lower: UInt32 = 0, wrongColor: Bool = false) -> RGBAPicture {
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

  /// Writes frames as `1.png`, `2.png` and so on.
  static func write(_ frames: [RGBAPicture], to folder: String) throws {
    for (index, frame) in frames.enumerated() { try write(try frame.png(), to: "\(folder)/\(index + 1).png") }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func bytes(of path: String) -> [UInt8] {
    let file = fopen(path, "r")
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    return Array(bytes.prefix(count))
  }

  /// The bytes of a frame in a form of raw frames.
  static func raw(_ picture: RGBAPicture, _ layout: PixelLayout) -> [UInt8] {
    let (width, height) = (picture.size.width, picture.size.height)
    let places = (0..<width * height).map { ($0 % width, $0 / width) }
    let colors = places.map { picture.color($0.0, $0.1) }
    func luma(_ x: Int, _ y: Int) -> UInt8 { yuv(picture.color(x, y)).0 }
    func chroma(_ x: Int, _ y: Int) -> (UInt8, UInt8) {
      let (_, blue, red) = yuv(picture.color(x, y))
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

  /// ITU-R BT.601, limited range.
  private static func yuv(_ color: Color) -> (UInt8, UInt8, UInt8) {
    let (red, green, blue) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return (
      UInt8((16 + 219 * luma).rounded()), UInt8((128 + 224 * (blue - luma) / 1.772).rounded()),
      UInt8((128 + 224 * (red - luma) / 1.402).rounded())
    )
  }
}
