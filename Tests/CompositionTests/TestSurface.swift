import Composition
import DisplayTypes
import Testing

/// Memory to draw into, with a margin around every row that must stay as it was.
final class TestSurface {
  private static let margin = 3
  private static let untouched: UInt32 = 0xA5C3_5A3C

  let size: PixelSize
  private let memory: UnsafeMutableBufferPointer<UInt32>
  private let pitch: Int

  init(_ size: PixelSize) {
    self.size = size
    pitch = size.width + 2 * Self.margin
    memory = .allocate(capacity: pitch * (size.height + 2))
    memory.initialize(repeating: Self.untouched)
  }

  deinit { memory.deallocate() }

  func target() throws -> PixelTarget {
    let base = try #require(memory.baseAddress)
    return try #require(PixelTarget(base: base + index(0, 0), stride: pitch * 4, size: size))
  }

  /// The pixel without its X byte; nil if it was never written.
  subscript(x: Int, y: Int) -> UInt32? {
    get {
      let word = UInt32(littleEndian: memory[index(x, y)])
      return word == Self.untouched ? nil : word & 0xFF_FFFF
    }
    set { memory[index(x, y)] = (newValue ?? Self.untouched).littleEndian }
  }

  /// Whether the margins are as they were.
  var isMarginUntouched: Bool {
    for row in 0..<(size.height + 2) {
      for column in 0..<pitch {
        let isInside =
          (1...size.height).contains(row) && (Self.margin..<(Self.margin + size.width)).contains(column)
        if !isInside && memory[row * pitch + column] != Self.untouched { return false }
      }
    }
    return true
  }

  private func index(_ x: Int, _ y: Int) -> Int { (y + 1) * pitch + Self.margin + x }
}
