/// The eight ways in which a picture can stand on a panel: four turns, each also mirrored.
///
/// The number is the turn of the **content**, counter-clockwise as in Wayland's `wl_output.transform`: 90 means that the panel
/// was turned clockwise by 90 degrees and the content is turned back. `flipped` mirrors around the vertical axis before the turn.
public enum Transform: String, Hashable, Sendable, CaseIterable {
  case normal = "0"
  case rotated90 = "90"
  case rotated180 = "180"
  case rotated270 = "270"
  case flipped = "flipped"
  case flipped90 = "flipped-90"
  case flipped180 = "flipped-180"
  case flipped270 = "flipped-270"

  /// Reads `0`, `90`, `180`, `270`, `flipped` (or `flipped-0`), `flipped-90`, `flipped-180`, `flipped-270` or `normal`.
  public init?(name: String) {
    switch name {
    case "normal": self = .normal
    case "flipped-0": self = .flipped
    default: self.init(rawValue: name)
    }
  }

  /// Whether width and height change places.
  public var swapsAxes: Bool {
    switch self {
    case .rotated90, .rotated270, .flipped90, .flipped270: true
    case .normal, .rotated180, .flipped, .flipped180: false
    }
  }

  /// Maps a point of the upright unit square to the panel's unit square; (0, 0) is the top left corner of both.
  public func map(x: Double, y: Double) -> (x: Double, y: Double) {
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
