internal import Composition
internal import DisplayTypes

/// Colour bars as SMPTE RP 219 (ARIB STD-B28) draws them, in full-range RGB. From top to bottom: 75 % bars, two rows of references with a
/// grey ramp, and black levels (PLUGE: -2 %, which RGB clips to black, 2 % and 4 %). The grey sides of 16:9 are left out on pictures
/// narrower than 3:2, as in the 4:3 pattern.
nonisolated enum BarsPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let size = canvas.size
    let isWide = Double(size.width) * canvas.pixelWidth >= 1.5 * Double(size.height)
    let side = isWide ? 1.0 / 8 : 0
    let bar = (1 - 2 * side) / 7
    draw(row: bars, from: 0, to: 7.0 / 12, side: side, bar: bar, on: &canvas)
    draw(row: firstReferences, from: 7.0 / 12, to: 8.0 / 12, side: side, bar: bar, on: &canvas)
    draw(row: secondReferences, from: 8.0 / 12, to: 9.0 / 12, side: side, bar: bar, on: &canvas)
    draw(row: blackLevels, from: 9.0 / 12, to: 1, side: side, bar: bar, on: &canvas)
  }

  private enum Paint {
    case color(Color)
    case ramp
  }

  /// The colours at both sides, and the fields between them. The widths of the fields are in bars and add up to seven.
  private struct Row {
    let left: Color
    let right: Color
    let fields: [(width: Double, paint: Paint)]
  }

  private static func draw(
    row: Row, from top: Double, to bottom: Double, side: Double, bar: Double, on canvas: inout PatternCanvas
  ) {
    func rect(_ left: Double, _ right: Double) -> PixelRect {
      let (x, y) = (canvas.x(left), canvas.y(top))
      return PixelRect(x: x, y: y, width: canvas.x(right) - x, height: canvas.y(bottom) - y)
    }
    canvas.fill(rect(0, side), row.left)
    var place = 0.0
    for field in row.fields {
      let area = rect(side + place * bar, side + (place + field.width) * bar)
      place += field.width
      switch field.paint {
      case .color(let color): canvas.fill(area, color)
      case .ramp: canvas.columns(area) { .grey(RampsPattern.level(at: $0, of: area.width)) }
      }
    }
    canvas.fill(rect(1 - side, 1), row.right)
  }

  /// 75 % of full range.
  private static let most: UInt8 = 191

  private static let bars = Row(
    left: .grey(102), right: .grey(102),
    fields: [
      (1, .color(.grey(most))), (1, .color(Color(red: most, green: most, blue: 0))),
      (1, .color(Color(red: 0, green: most, blue: most))), (1, .color(Color(red: 0, green: most, blue: 0))),
      (1, .color(Color(red: most, green: 0, blue: most))), (1, .color(Color(red: most, green: 0, blue: 0))),
      (1, .color(Color(red: 0, green: 0, blue: most))),
    ])

  private static let firstReferences = Row(
    left: Color(red: 0, green: 255, blue: 255), right: Color(red: 0, green: 0, blue: 255),
    fields: [(1, .color(.white)), (6, .color(.grey(most)))])

  private static let secondReferences = Row(
    left: Color(red: 255, green: 255, blue: 0), right: Color(red: 255, green: 0, blue: 0),
    fields: [(1, .color(.black)), (5, .ramp), (1, .color(.white))])

  private static let blackLevels = Row(
    left: .grey(38), right: .grey(38),
    fields: [
      (1.5, .color(.black)), (2, .color(.white)), (5.0 / 6, .color(.black)), (1.0 / 3, .color(.black)),
      (1.0 / 3, .color(.black)), (1.0 / 3, .color(.grey(5))), (1.0 / 3, .color(.black)), (1.0 / 3, .color(.grey(10))),
      (1, .color(.black)),
    ])
}

/// Ramps of grey, red, green and blue from 0 to 255 across the whole picture, and the darkest and brightest sixteen greys in steps.
nonisolated enum RampsPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let width = canvas.size.width
    let bands: [(from: Double, to: Double, color: (UInt8) -> Color)] = [
      (0, 0.3, { .grey($0) }),
      (0.3, 0.5, { Color(red: $0, green: 0, blue: 0) }),
      (0.5, 0.7, { Color(red: 0, green: $0, blue: 0) }),
      (0.7, 0.9, { Color(red: 0, green: 0, blue: $0) }),
    ]
    for band in bands {
      let top = canvas.y(band.from)
      let rect = PixelRect(x: 0, y: top, width: width, height: canvas.y(band.to) - top)
      canvas.columns(rect) { band.color(level(at: $0, of: width)) }
    }
    let top = canvas.y(0.9)
    let middle = width / 2
    let height = canvas.size.height - top
    canvas.columns(PixelRect(x: 0, y: top, width: middle, height: height)) {
      .grey(step(at: $0, of: middle, from: 0))
    }
    canvas.columns(PixelRect(x: middle, y: top, width: width - middle, height: height)) {
      .grey(step(at: $0, of: width - middle, from: 240))
    }
  }

  /// The level of a column: from 0 in the first of `width` columns to 255 in the last, never falling. From 256 columns on, all levels are
  /// equally wide.
  static func level(at column: Int, of width: Int) -> UInt8 {
    guard width > 1 else { return 0 }
    return UInt8(clamping: width >= 256 ? column * 256 / width : column * 255 / (width - 1))
  }

  private static func step(at column: Int, of width: Int, from first: Int) -> UInt8 {
    UInt8(clamping: first + column * 16 / max(width, 1))
  }
}
