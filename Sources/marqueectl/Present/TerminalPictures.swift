import ControlProtocol
import SpeakerView

/// Pictures of slides: by kitty's graphics protocol, otherwise as coloured half blocks.
struct TerminalPictures {
  private let isConsole: Bool
  /// Whether the terminal has enough colours for half blocks.
  private let hasPixels: Bool
  private(set) var usesKitty = false
  private var cell = (width: 10, height: 20)
  private var known: [SlidePicture: TalkPictureReply] = [:]
  private var pixels: [SlidePicture: SlidePixels] = [:]
  /// The keys of `known` in the order of their replies.
  private var order: [SlidePicture] = []
  private var shown: [PlacedPicture: Int] = [:]
  private var nextNumber = 1
  /// The numbers of obsolete pictures on the screen.
  private var stale: [Int] = []
  /// Whether a picture must be shown or removed.
  private(set) var hasChanges = false

  init(isConsole: Bool, hasPixels: Bool = false) {
    (self.isConsole, self.hasPixels) = (isConsole, hasPixels)
  }

  var areShown: Bool { usesKitty || hasPixels }

  /// Draws the known pictures as half blocks, unless the terminal shows pictures itself.
  func fill(_ grid: inout CellGrid) {
    guard hasPixels, !usesKitty else { return }
    for placed in grid.pictures {
      if let pixels = pixels[picture(placed)] { grid.draw(pixels, in: placed.area) }
    }
  }

  /// The queries to the terminal: UTF-8, pictures, the size of its cells, and its type, which all terminals report.
  var query: [UInt8] {
    // Linux's console would show the query about pictures.
    let picture = isConsole ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t"
    return Array("\u{1B}[1;1Hé\u{1B}[6n\(picture)\u{1B}[c\u{1B}[1;1H\u{1B}[2K".utf8)
  }

  /// The width of a cell divided by its height.
  var cellShape: Double { usesKitty || !hasPixels ? Double(cell.width) / Double(cell.height) : 0.5 }

  mutating func setCell(width: Int, height: Int) {
    if width > 1, height > 1 { cell = (width, height) }
  }

  /// Processes a reply of the terminal. Returns whether pictures have changed.
  mutating func update(_ reply: TerminalReply) -> Bool {
    switch reply {
    case .kitty(let works):
      defer { usesKitty = works }
      return works != usesKitty
    case .cellSize(let width, let height):
      setCell(width: width, height: height)
      return usesKitty
    case .attributes, .cursor: return false
    }
  }

  func missing(_ placed: [PlacedPicture]) -> [SlidePicture] {
    placed.map(picture).filter { known[$0] == nil }
  }

  private func picture(_ placed: PlacedPicture) -> SlidePicture {
    guard usesKitty || !hasPixels else {
      // A cell has two pixels, and the daemon draws no smaller picture.
      return SlidePicture(
        page: placed.page, part: placed.part, width: max(16, placed.area.width), height: max(16, 2 * placed.area.height)
      )
    }
    return SlidePicture(
      page: placed.page, part: placed.part, width: min(1920, max(16, placed.area.width * cell.width)),
      height: min(1200, max(16, placed.area.height * cell.height)))
  }

  mutating func add(_ reply: TalkPictureReply, for picture: SlidePicture) {
    known[picture] = reply
    if hasPixels, !usesKitty, let png = Base64.decode(reply.png) {
      pixels[picture] = SlidePixels(png: png, width: reply.width, height: reply.height)
    }
    order.append(picture)
    hasChanges = true
    while order.count > 24 {
      let oldest = order.removeFirst()
      (known[oldest], pixels[oldest]) = (nil, nil)
    }
  }

  /// Drops the pictures of a previous deck.
  mutating func removeAll() {
    stale += shown.values
    (known, pixels, order, shown) = ([:], [:], [], [:])
    hasChanges = true
  }

  mutating func resetShown() { (shown, stale) = ([:], []) }

  /// The sequences that show the pictures of a screen, and remove others.
  mutating func bytes(for placed: [PlacedPicture], hasErased: Bool) -> [UInt8] {
    hasChanges = false
    guard usesKitty else { return [] }
    var output = ""
    if hasErased {
      output += "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
      resetShown()
    }
    for (old, number) in shown where !placed.contains(old) {
      stale.append(number)
      shown[old] = nil
    }
    for number in stale { output += "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }
    stale = []
    for one in placed where shown[one] == nil {
      guard let reply = known[picture(one)] else { continue }
      let number = nextNumber
      nextNumber = nextNumber % 1000 + 1
      output += kitty(reply, number: number, in: one.area)
      shown[one] = number
    }
    return Array(output.utf8)
  }

  /// The sequences for a PNG file in the middle of an area. The cursor keeps its place. The protocol demands pieces of at most 4096 bytes
  /// of base64.
  private func kitty(_ reply: TalkPictureReply, number: Int, in area: CellArea) -> String {
    let columns = min(area.width, (reply.width + cell.width - 1) / cell.width)
    let rows = min(area.height, (reply.height + cell.height - 1) / cell.height)
    let column = area.column + (area.width - columns) / 2
    let row = area.row + (area.height - rows) / 2
    var output = "\u{1B}[\(row + 1);\(column + 1)H"
    var rest = reply.png.utf8.filter { $0 != 0x0A && $0 != 0x0D }[...]
    var isFirst = true
    repeat {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let head = isFirst ? "a=T,q=2,f=100,t=d,C=1,i=\(number),c=\(columns),r=\(rows)," : ""
      output += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
      isFirst = false
    } while !rest.isEmpty
    return output
  }
}

/// A picture: the slide, its part, and the maximum size in pixels.
struct SlidePicture: Hashable {
  var page: Int
  var part: TalkPart
  var width: Int
  var height: Int

  var call: TalkPictureCall { TalkPictureCall(page: page, part: part, width: width, height: height) }
}
