internal import HTTPServer

/// A file of the pages.
struct PageFile: Sendable {
  let bytes: [UInt8]
  let type: String
  let tag: String
  /// Whether it is there for who is not paired yet.
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
