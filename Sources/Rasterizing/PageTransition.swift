/// The change from the page before to a page, as the document describes it. PDF has more styles; the worker chooses the nearest of these.
package struct PageTransition: Hashable, Sendable {
  package enum Style: UInt8, Hashable, Sendable, CaseIterable {
    case fade
    /// A moving edge reveals the page.
    case wipe
    /// The page moves in over the page before.
    case cover
    /// The page pushes the page before out.
    case push
  }

  /// The direction in which the page or the edge moves.
  package enum Direction: UInt8, Hashable, Sendable, CaseIterable {
    case left, right, up, down
  }

  /// Longer transitions are shortened.
  package static let longestMilliseconds = 10_000

  package var style: Style
  package var direction: Direction
  /// From 1 to `longestMilliseconds`.
  package var milliseconds: Int

  package init(_ style: Style, _ direction: Direction = .right, milliseconds: Int) {
    self.style = style
    self.direction = direction
    self.milliseconds = min(max(1, milliseconds), Self.longestMilliseconds)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(style.rawValue)
    writer.write(direction.rawValue)
    writer.write(count: milliseconds)
  }

  init(from reader: inout ByteReader) throws(CodecError) {
    style = try reader.read(of: Style.allCases, "style of a transition")
    direction = try reader.read(of: Direction.allCases, "direction of a transition")
    milliseconds = try reader.readCount()
    guard (1...Self.longestMilliseconds).contains(milliseconds) else { throw .invalid("time of a transition") }
  }
}
