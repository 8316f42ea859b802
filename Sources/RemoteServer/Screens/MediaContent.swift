internal import ControlProtocol

/// Files of the folder as the daemon is told of them.
enum MediaContent {
  /// One file, or several after each other, each for so long; the pages of a PDF each so long too.
  static func make(_ names: [String], in folder: String, seconds: Int) -> ContentInfo {
    let items = names.map { item($0, in: folder, seconds: seconds) }
    if items.count == 1, let only = items.first { return only }
    let values = items.map { JSONValue.object([$0.kind: $0.value]) }
    return ContentInfo(kind: "playlist", value: .object(["items": .array(values), "duration": .string("\(seconds)s")]))
  }

  private static func item(_ name: String, in folder: String, seconds: Int) -> ContentInfo {
    let file = JSONValue.string("\(folder)/\(name)")
    guard name.lowercased().hasSuffix(".pdf") else { return ContentInfo(kind: "image", value: .object(["file": file])) }
    return ContentInfo(kind: "deck", value: .object(["file": file, "duration": .string("\(seconds)s")]))
  }
}
