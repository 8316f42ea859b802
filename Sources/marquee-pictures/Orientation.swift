internal import CPictures

/// How a camera was held: EXIF 2.32, tag 274.
enum Orientation: Int, Hashable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  /// Rows and columns exchanged.
  case transposed = 5
  /// To be turned clockwise by a quarter.
  case onItsLeft = 6
  /// Exchanged and upside down.
  case transversed = 7
  /// To be turned anticlockwise by a quarter.
  case onItsRight = 8

  /// What the file says; upright where it says nothing, or nonsense.
  init(of pixbuf: OpaquePointer) {
    let words = unsafe gdk_pixbuf_get_option(pixbuf, "orientation").flatMap { unsafe String(validatingCString: $0) }
    self = words.flatMap { Int($0) }.flatMap(Orientation.init(rawValue:)) ?? .upright
  }

  /// Whether columns become rows.
  var exchangesSides: Bool {
    switch self {
    case .upright, .mirrored, .upsideDown, .flipped: false
    case .transposed, .onItsLeft, .transversed, .onItsRight: true
    }
  }
}
