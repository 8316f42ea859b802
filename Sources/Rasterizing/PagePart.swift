/// Which part of a page is wanted.
public enum PagePart: UInt8, Hashable, Sendable, CaseIterable {
  case whole
  case left
  case right
  case top
  case bottom

  /// The rest of the page; the whole of it for all of it.
  public var rest: PagePart {
    switch self {
    case .whole: .whole
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }

  /// Where it is on a page of that size.
  public func place(width: Double, height: Double) -> (x: Double, y: Double, width: Double, height: Double) {
    switch self {
    case .whole: (0, 0, width, height)
    case .left: (0, 0, width / 2, height)
    case .right: (width / 2, 0, width / 2, height)
    case .top: (0, 0, width, height / 2)
    case .bottom: (0, height / 2, width, height / 2)
    }
  }
}
