internal import DisplayTypes

extension Play {
  /// What an item is called that has no name: as its file, else as its kind and its place from 1.
  static func name(of content: ContentDescription, at index: Int) -> String {
    switch content {
    case .image(let image): lastPart(of: image.file)
    case .deck(let deck): lastPart(of: deck.file)
    case .slideshow(let slideshow): lastPart(of: slideshow.folder)
    case .color: "color \(index + 1)"
    case .pattern: "pattern \(index + 1)"
    case .banner: "banner \(index + 1)"
    case .playlist: "playlist \(index + 1)"
    case .schedule: "schedule \(index + 1)"
    case .ticker: "ticker \(index + 1)"
    case .clock: "clock \(index + 1)"
    case .countdown: "countdown \(index + 1)"
    case .qrCode: "qr \(index + 1)"
    case .layout: "layout \(index + 1)"
    case .setup: "setup \(index + 1)"
    }
  }

  /// The last part of a path.
  static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String(Substring($0)) } ?? path
  }
}
