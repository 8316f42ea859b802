internal import KeptFiles

/// The files of the pages by name. A part that several pages share has its own file, `piece-….html`. A comment with its name marks its
/// place in a page.
struct PageFiles: Sendable {
  private static let embedded: [(name: String, bytes: [UInt8])] = [
    ("piece-head.html", PackageResources.piece_head_html), ("piece-talk.html", PackageResources.piece_talk_html),
    ("piece-icons.html", PackageResources.piece_icons_html),
    ("piece-messages.html", PackageResources.piece_messages_html),
    ("pair.html", PackageResources.pair_html), ("phone.html", PackageResources.phone_html),
    ("console.html", PackageResources.console_html), ("screens.html", PackageResources.screens_html),
    ("nothing.html", PackageResources.nothing_html),
    ("base.css", PackageResources.base_css), ("phone.css", PackageResources.phone_css),
    ("console.css", PackageResources.console_css), ("screens.css", PackageResources.screens_css),
    ("pair.js", PackageResources.pair_js), ("page.js", PackageResources.page_js),
    ("stream.js", PackageResources.stream_js), ("sheet.js", PackageResources.sheet_js),
    ("phone.js", PackageResources.phone_js), ("console.js", PackageResources.console_js),
    ("talk-actions.js", PackageResources.talk_actions_js), ("talk.js", PackageResources.talk_js),
    ("slides.js", PackageResources.slides_js), ("timer.js", PackageResources.timer_js),
    ("stage.js", PackageResources.stage_js), ("talk-sheets.js", PackageResources.talk_sheets_js),
    ("keys.js", PackageResources.keys_js), ("screens.js", PackageResources.screens_js),
    ("model.js", PackageResources.model_js), ("operations.js", PackageResources.operations_js),
    ("card.js", PackageResources.card_js), ("screen-sheets.js", PackageResources.screen_sheets_js),
    ("tiles.js", PackageResources.tiles_js), ("log.js", PackageResources.log_js),
    ("media.js", PackageResources.media_js), ("content.js", PackageResources.content_js),
    ("playlist.js", PackageResources.playlist_js), ("present.js", PackageResources.present_js),
    ("icon.svg", PackageResources.icon_svg),
  ]

  private let files: [String: PageAsset]

  /// The pages in the program.
  init() { self.init(PageFiles.embedded) }

  /// Reads the files of a folder, for work on the pages. Returns nil if one is missing.
  init?(folder: String) {
    let names = PageFiles.embedded.map(\.name)
    let files = names.compactMap { name in (try? KeptFile.read("\(folder)/\(name)")).map { (name, $0) } }
    guard files.count == names.count else { return nil }
    self.init(files)
  }

  private init(_ all: [(name: String, bytes: [UInt8])]) {
    let pieces = all.filter { $0.name.hasPrefix("piece-") }
    var files: [String: PageAsset] = [:]
    for (name, bytes) in all where !name.hasPrefix("piece-") {
      files[name] = PageAsset(name: name, bytes: name.hasSuffix(".html") ? PageFiles.whole(bytes, pieces) : bytes)
    }
    self.files = files
  }

  /// A page with its pieces in their places.
  private static func whole(_ page: [UInt8], _ pieces: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    let text = pieces.reduce(String(decoding: page, as: UTF8.self)) { text, piece in
      text.replacing("<!-- \(piece.name) -->\n", with: String(decoding: piece.bytes, as: UTF8.self))
    }
    return Array(text.utf8)
  }

  subscript(name: String) -> PageAsset? { files[name] }
}

struct PageAsset: Sendable {
  let bytes: [UInt8]
  let type: String
  let tag: String
  /// Whether unpaired browsers get it.
  let isOpen: Bool

  init(name: String, bytes: [UInt8]) {
    self.bytes = bytes
    tag = "\"\(Digest(of: bytes).hexadecimal.prefix(16))\""
    isOpen = ["base.css", "pair.js", "icon.svg"].contains(name)
    type =
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "js": "text/javascript; charset=utf-8"
      case "svg": "image/svg+xml"
      default: "application/octet-stream"
      }
  }
}
