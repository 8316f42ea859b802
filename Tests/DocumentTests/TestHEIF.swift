import DisplayTypes

/// HEIF files like those of a phone: four coded tiles of 64x64, one colour each, and a grid that joins them (ISO 23008-12).
struct TestHEIF {
  enum Tile: Int, CaseIterable {
    case red, green, blue, white
  }

  /// The tiles in their order in the file: two rows of two.
  var tiles: [Tile] = [.red, .green, .blue, .white]
  /// The size that the grid declares.
  var size = PixelSize(width: 128, height: 96)
  /// Anticlockwise quarter turns (`irot`).
  var turns: UInt8?
  /// Whether the left and the right side are exchanged (`imir`).
  var isMirrored = false
  var profile: [UInt8]?
  /// The orientation in a block of EXIF, which decoders have to ignore (ISO 23008-12, annex A).
  var exifOrientation: UInt8?

  var bytes: [UInt8] {
    let head = head(mediaAt: 0)
    let media = Array(tiles.map(Self.data).joined()) + exif
    return self.head(mediaAt: head.count + 8) + Self.box("mdat", media)
  }

  private var exif: [UInt8] {
    guard let exifOrientation else { return [] }
    // The number in front is the offset of the TIFF header.
    return [0, 0, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, exifOrientation, 0, 0]
      + [UInt8](repeating: 0, count: 4)
  }

  /// The boxes in front of the media data. Items 1 to 4 are the tiles, 5 is the grid, and 6 is the block of EXIF.
  private func head(mediaAt start: Int) -> [UInt8] {
    var names = tiles.indices.map { Self.entry($0 + 1, "hvc1", isHidden: true) } + [Self.entry(5, "grid")]
    var references = Self.box("dimg", Self.short(5) + Self.short(4) + Array((1...4).map(Self.short).joined()))
    if exifOrientation != nil {
      names.append(Self.entry(6, "Exif"))
      references += Self.box("cdsc", Self.short(6) + Self.short(1) + Self.short(5))
    }
    let grid: [UInt8] = [0, 0, 1, 1] + Self.short(size.width % 65_536) + Self.short(size.height % 65_536)
    let handler: [UInt8] = [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
    let boxes = [
      Self.full("hdlr", handler), Self.full("pitm", Self.short(5)),
      Self.full("iinf", Self.short(names.count) + Array(names.joined())), Self.full("iref", references), properties,
      Self.box("idat", grid), Self.full("iloc", version: 1, locations(mediaAt: start, grid: grid.count)),
    ]
    return Self.box("ftyp", Array("heic\0\0\0\0mif1heicmiaf".utf8)) + Self.full("meta", Array(boxes.joined()))
  }

  private var properties: [UInt8] {
    var boxes = [
      Self.box("hvcC", Self.configuration), Self.full("ispe", Self.long(64) + Self.long(64)),
      Self.full("ispe", Self.long(size.width) + Self.long(size.height)),
    ]
    // The grid's properties, by their places from 1; those that must be understood have the highest bit.
    var own: [UInt8] = [3]
    func add(_ box: [UInt8], isEssential: Bool) {
      boxes.append(box)
      own.append(UInt8(boxes.count) | (isEssential ? 0x80 : 0))
    }
    if let profile { add(Self.box("colr", Array("prof".utf8) + profile), isEssential: false) }
    if let turns { add(Self.box("irot", [turns]), isEssential: true) }
    if isMirrored { add(Self.box("imir", [1]), isEssential: true) }
    var associations = Self.long(5)
    for tile in 1...4 { associations += Self.short(tile) + [2, 0x81, 2] as [UInt8] }
    associations += Self.short(5) + [UInt8(own.count)]
    associations += own
    return Self.box("iprp", Self.box("ipco", Array(boxes.joined())) + Self.full("ipma", associations))
  }

  private func locations(mediaAt start: Int, grid: Int) -> [UInt8] {
    var offset = start
    var places: [(item: Int, method: Int, offset: Int, length: Int)] = []
    for (index, tile) in tiles.enumerated() {
      places.append((index + 1, 0, offset, Self.data(of: tile).count))
      offset += Self.data(of: tile).count
    }
    places.append((5, 1, 0, grid))
    if exifOrientation != nil { places.append((6, 0, offset, exif.count)) }
    var bytes: [UInt8] = [0x44, 0] + Self.short(places.count)
    for place in places {
      for number in [place.item, place.method, 0, 1] { bytes += Self.short(number) }
      for number in [place.offset, place.length] { bytes += Self.long(number) }
    }
    return bytes
  }

  private static func entry(_ item: Int, _ type: String, isHidden: Bool = false) -> [UInt8] {
    full("infe", version: 2, flags: isHidden ? 1 : 0, short(item) + [0, 0] + Array(type.utf8) + [0])
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] { long(8 + body.count) + Array(name.utf8) + body }

  private static func full(_ name: String, version: UInt8 = 0, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
    box(name, [version, 0, 0, flags] + body)
  }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
  private static func long(_ value: Int) -> [UInt8] { short(value >> 16 & 0xFFFF) + short(value & 0xFFFF) }

  private static func hexadecimal(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// HEVC as x265 wrote it (`heif-enc -q 90` of a PNG file of 64x64 pixels): the parameter sets, and the slice of each colour.
  private static let configuration = hexadecimal(
    """
    0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003000003001eba024021000100\
    2b42010103700000030090000003000003001ea020810596ea4929ae6e04040c080000030008000003000840220001000744\
    01c172b02240
    """)

  private static func data(of tile: Tile) -> [UInt8] {
    switch tile {
    case .red: hexadecimal("0000001b2801af06385afcfd37f99defffffcaf5de87fbd838aaf1098fd7e0")
    case .green: hexadecimal("0000001b2801af06385afcfb57f1b7bfffff94a1bffffb1c38aaf1098fd7e0")
    case .blue: hexadecimal("0000001b2801af06385afcfd37fcb18dfe47fb2331fffe900aaaf1098fd7e0")
    case .white: hexadecimal("000000122801af06385b88e5e2bff0734d559ac2467c")
    }
  }
}
