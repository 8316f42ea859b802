internal import Foundation

/// The files of the pages, by their names.
struct PageFiles: Sendable {
  static let names = [
    "pair.html", "phone.html", "console.html", "base.css", "phone.css", "console.css", "pair.js", "talk.js",
    "phone.js", "console.js", "page.js", "link.js", "slides.js", "timer.js", "stage.js", "sheets.js", "keys.js",
    "screens.html", "screens.css", "screens.js", "box.js", "deeds.js", "card.js", "care.js", "opener.js", "log.js",
    "media.js", "content.js",
    "sheet.js", "icon.svg",
  ]

  private let files: [String: PageFile]

  /// Those that are in the program.
  init() {
    let all: [(String, [UInt8])] = [
      ("pair.html", PackageResources.pair_html), ("phone.html", PackageResources.phone_html),
      ("console.html", PackageResources.console_html), ("base.css", PackageResources.base_css),
      ("phone.css", PackageResources.phone_css), ("console.css", PackageResources.console_css),
      ("pair.js", PackageResources.pair_js), ("talk.js", PackageResources.talk_js),
      ("phone.js", PackageResources.phone_js), ("console.js", PackageResources.console_js),
      ("page.js", PackageResources.page_js),
      ("link.js", PackageResources.link_js),
      ("slides.js", PackageResources.slides_js),
      ("timer.js", PackageResources.timer_js),
      ("stage.js", PackageResources.stage_js),
      ("sheets.js", PackageResources.sheets_js),
      ("keys.js", PackageResources.keys_js),
      ("screens.html", PackageResources.screens_html),
      ("screens.css", PackageResources.screens_css),
      ("screens.js", PackageResources.screens_js),
      ("box.js", PackageResources.box_js),
      ("deeds.js", PackageResources.deeds_js),
      ("card.js", PackageResources.card_js),
      ("care.js", PackageResources.care_js),
      ("opener.js", PackageResources.opener_js),
      ("log.js", PackageResources.log_js),
      ("media.js", PackageResources.media_js),
      ("content.js", PackageResources.content_js),
      ("sheet.js", PackageResources.sheet_js),
      ("icon.svg", PackageResources.icon_svg),
    ]
    files = Dictionary(uniqueKeysWithValues: all.map { ($0.0, PageFile(name: $0.0, bytes: $0.1)) })
  }

  /// Those of a folder, for who works on them; nil where one is missing.
  init?(folder: String) {
    var files: [String: PageFile] = [:]
    for name in PageFiles.names {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
      files[name] = PageFile(name: name, bytes: Array(data))
    }
    self.files = files
  }

  subscript(name: String) -> PageFile? { files[name] }
}
