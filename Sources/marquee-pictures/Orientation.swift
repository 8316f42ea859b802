internal import CPictures
internal import DisplayTypes

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

  /// What a block of EXIF's says (a TIFF file, TIFF 6.0, section 2); nil where it says nothing, or nonsense.
  init?(exif bytes: UnsafeRawBufferPointer) {
    // Some write JPEG's header before it.
    let bytes = unsafe Array(bytes.prefix(1 << 16))
    let tiff = bytes.starts(with: Array("Exif\0\0".utf8)) ? Array(bytes.dropFirst(6)) : bytes
    let isBig = tiff.starts(with: Array("MM".utf8))
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let digits = tiff[offset..<offset + count]
      return (isBig ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    guard isBig || tiff.starts(with: Array("II".utf8)), number(2, 2) == 42, let table = number(4, 4),
      let count = number(table, 2)
    else { return nil }
    let entry = (0..<count).lazy.map { table + 2 + $0 * 12 }.first { number($0, 2) == 274 }
    // A short number stands in the first two of the value's four bytes.
    guard let value = entry.flatMap({ number($0 + 8, 2) }), let orientation = Orientation(rawValue: value) else {
      return nil
    }
    self = orientation
  }

  /// Whether columns become rows.
  var exchangesSides: Bool {
    switch self {
    case .upright, .mirrored, .upsideDown, .flipped: false
    case .transposed, .onItsLeft, .transversed, .onItsRight: true
    }
  }

  /// The size of what lies so once it stands upright, and the other way round.
  func exchanged(_ size: PixelSize) -> PixelSize {
    exchangesSides ? PixelSize(width: size.height, height: size.width) : size
  }
}
