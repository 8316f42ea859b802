package import DisplayTypes
import Glibc

/// Reads content, which is one key with its value; files, messages and stored state use the same words.
package struct ContentReader {
  /// The largest number of bytes in the text of a banner or ticker. No screen shows more text legibly, and layout time grows with the text.
  static let maximumTextBytes = 16 * 1024
  static let kinds = ContentKind.allCases.map(\.rawValue)
  package static let expected =
    "one of \(kinds.joined(separator: ", ")) with its value, as { banner: { text: \"Welcome\" } }"

  let context: ContentContext
  let place: ContentPlace
}

extension ContentReader {
  package init(context: ContentContext) { self.init(context: context, place: ContentPlace()) }

  var timed: ContentReader { inner(isTimed: true, isRegion: place.isRegion) }
  var region: ContentReader { inner(isTimed: false, isRegion: true) }

  private func inner(isTimed: Bool, isRegion: Bool) -> ContentReader {
    ContentReader(context: context, place: ContentPlace(level: place.level + 1, isTimed: isTimed, isRegion: isRegion))
  }

  package func read(from parent: ConfigurationSection) -> Sourced<ContentDescription>? {
    guard let section = parent.section("content", keys: Self.kinds, expected: Self.expected) else { return nil }
    return content(in: section).map { Sourced($0, at: section.errors.location(section.mark)) }
  }

  /// The content of its own file, with or without the key `content:`; nil after a report.
  package func content(of root: ValueNode, errors: ErrorList) -> ContentDescription? {
    let section = ConfigurationSection(
      root, path: "", errors: errors, keys: Self.kinds + ["content"], expected: Self.expected)
    guard let section else { return nil }
    guard let entry = section.entry("content") else { return content(in: section) }
    guard section.entries.count == 1 else {
      errors.add(entry.mark, "content", "has other keys beside it", expected: Self.expected)
      return nil
    }
    return section.section("content", keys: Self.kinds, expected: Self.expected).flatMap(content)
  }

  /// The content whose kind is a key of a mapping; nil after a report.
  func content(in section: ConfigurationSection) -> ContentDescription? {
    let found = section.entries.filter { Self.kinds.contains($0.key) }
    guard found.count == 1, let entry = found.first, let kind = ContentKind(rawValue: entry.key) else {
      let lines = found.map { "\"\(Quoting.short($0.key))\" in line \($0.mark.line)" }
      let nothing = section.entries.isEmpty ? "is empty" : "has no content"
      section.errors.add(
        section.mark, section.path, lines.isEmpty ? nothing : "has several kinds: \(lines.joined(separator: ", "))",
        expected: Self.expected, fault: .value("\(found.count) kinds"))
      return nil
    }
    guard place.level < ContentDescription.mostLevels else {
      section.errors.add(
        entry.mark, section.path(entry.key),
        "contents contain each other in more than \(ContentDescription.mostLevels) levels",
        hint: "use fewer playlists in playlists")
      return nil
    }
    guard context.count() else {
      section.errors.add(
        entry.mark, section.path(entry.key), "there are more than \(ContentDescription.mostContents) contents",
        hint: "show folders as slideshows, and remove contents that are not played")
      return nil
    }
    return kind.type.read(from: section, by: self)?.content
  }

  /// The mapping of a kind; in the short form, the text is the value of the main key.
  func section(_ type: any ContentValue.Type, in parent: ConfigurationSection) -> ConfigurationSection? {
    let form = type.form
    let kind = form.kind.rawValue
    guard let entry = parent.entry(kind) else { return nil }
    if let main = form.mainKey, case .scalar = entry.value.value, !entry.value.isNull {
      let short = ValueEntry(key: main, mark: entry.mark, value: entry.value)
      return ConfigurationSection(
        path: parent.path(kind), mark: entry.value.mark, errors: parent.errors, entries: [short])
    }
    guard let section = parent.section(kind, keys: type.keys, expected: form.sample) else { return nil }
    if let needed = form.neededKey, section.entry(needed) == nil {
      section.errors.add(
        section.mark, section.path, "the \(kind) has no \(needed)", expected: form.sample, fault: .missing(needed))
      return nil
    }
    return section
  }
}

struct ContentPlace {
  /// The number of contents that enclose it.
  var level = 0
  /// Whether an enclosing playlist or schedule decides when it begins.
  var isTimed = false
  var isRegion = false
}

/// Reads a file that content includes, as a tree of keys and values; nil after reports to the list of errors.
package typealias ContentFileTree = (_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> ValueNode?

package struct UnreadableContentFile: Error {
  /// The file, the reason and the remedy.
  package var reason: String

  package init(reason: String) { self.reason = reason }
}

/// The source of a content, and the rights of that source.
package final class ContentContext {
  package enum Origin: Equatable {
    /// A file with contents that are always shown.
    case file
    /// A file that is read for a message; the message decides when the content begins.
    case fileForMessage
    /// A message of the control socket, at this moment.
    case message(now: WallTime)
    /// Stored state, which was checked before.
    case kept
  }

  let origin: Origin
  /// The folder where relative paths begin; nil if relative paths are not allowed.
  let folder: String?
  /// The chain of files that include each other, outermost first.
  let chain: [String]
  let tree: ContentFileTree
  /// The zone of moments without an offset; nil for the machine's.
  let zone: String?
  private let outer: ContentContext?
  private var contents = 0
  /// The media in contents, including the media of included files.
  package private(set) var media: [Sourced<MediaReference>] = []

  package init(
    _ origin: Origin, folder: String? = nil, chain: [String] = [],
    tree: @escaping ContentFileTree = { path, _ throws(UnreadableContentFile) in
      throw UnreadableContentFile(reason: "\(path) is not read")
    }, zone: String? = nil
  ) {
    self.zone = zone
    self.origin = origin
    self.folder = folder
    self.chain = chain
    self.tree = tree
    outer = nil
  }

  init(including file: String, from outer: ContentContext) {
    origin = outer.origin
    folder = MediaPath.folder(ofFile: file)
    chain = outer.chain + [file]
    tree = outer.tree
    zone = outer.zone
    self.outer = outer
  }

  /// The moment from which rounds are counted; nil if the content has to name a start.
  var now: WallTime? { if case .message(let now) = origin { now } else { nil } }

  /// Whether a content with a number of rounds has to name its start.
  var needsStart: Bool { origin == .file || now != nil }

  var mayInclude: Bool { origin == .file || origin == .fileForMessage }

  /// Whether names, such as time zones, must exist on this machine.
  var checksMachine: Bool { origin != .kept }

  func add(_ reference: Sourced<MediaReference>) {
    if let outer { outer.add(reference) } else { media.append(reference) }
  }

  /// Counts one content; false if there are too many.
  func count() -> Bool {
    if let outer { return outer.count() }
    contents += 1
    return contents <= ContentDescription.mostContents
  }
}

/// A file or a folder that content names, and the kind that it must have.
public struct MediaReference: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case picture, pages, folder, video
  }

  package var path: String
  package var kind: Kind

  package init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// Paths of media in files. Relative paths begin in the folder of their file; for files below /etc they begin in `serviceFolder`.
package enum MediaPath {
  package static let serviceFolder = "/var/lib/marquee/media"

  /// The absolute path; nil if the text is not a path, or is relative without a folder.
  static func absolute(_ text: String, in folder: String?) -> String? {
    guard !text.isEmpty, text.utf8.count < Int(PATH_MAX), !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return clean(text) }
    return folder.flatMap { clean("\($0)/\(text)") }
  }

  package static func folder(ofFile file: String) -> String {
    let path = fullPath(file)
    if path.hasPrefix("/etc/") { return serviceFolder }
    let parts = path.split(separator: "/").dropLast()
    return parts.isEmpty ? "/" : parts.map { "/\($0)" }.joined()
  }

  /// The path from the root without `.`, `..` and double slashes. Symbolic links are not resolved.
  package static func fullPath(_ file: String) -> String {
    guard !file.hasPrefix("/") else { return clean(file) ?? file }
    guard let current = unsafe getcwd(nil, 0) else { return file }
    defer { unsafe free(current) }
    return clean("\(unsafe String(cString: current))/\(file)") ?? file
  }

  /// Whether a text is an address such as `rtsp://camera/1`, which may have a password, and not a path.
  package static func isAddress(_ text: String) -> Bool {
    text.utf8.firstIndex(of: UInt8(ascii: ":")).map { text.utf8[$0...].starts(with: "://".utf8) } ?? false
  }

  private static let videoEndings = ["mp4", "m4v", "mov", "mkv", "webm", "ts", "m2ts", "avi"]

  /// Whether a name has the ending of a video format, in lower or upper case.
  package static func isVideo(_ name: String) -> Bool { has(videoEndings, name) }

  /// Whether a name has one of these endings, which are in lower case.
  package static func has(_ endings: [String], _ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = name.utf8[name.utf8.index(after: dot)...]
    return endings.contains { known in
      known.utf8.elementsEqual(ending) { letter, other in letter == other || letter == other | 0x20 }
    }
  }

  static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String(Substring($0)) } ?? path
  }

  private static func clean(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let text = "/" + parts.joined(separator: "/")
    return text.utf8.count < Int(PATH_MAX) ? text : nil
  }
}

package enum MessageContent {
  /// Reads an object with a kind and its value, at `path` of the message; throws the first mistake.
  package static func read(
    _ value: MessageValue, path: String, now: WallTime
  ) throws(ConfigurationError) -> ContentDescription {
    try read(value, path: path, origin: .message(now: now))
  }

  /// Reads stored state; nil if this version does not have such content.
  package static func kept(_ value: MessageValue) -> ContentDescription? {
    try? read(value, path: "", origin: .kept)
  }

  private static func read(
    _ value: MessageValue, path: String, origin: ContentContext.Origin
  ) throws(ConfigurationError) -> ContentDescription {
    let errors = ErrorList(file: "message")
    let section = ConfigurationSection(
      value.node, path: path, errors: errors, keys: ContentReader.kinds, expected: ContentReader.expected)
    let content = section.flatMap { ContentReader(context: ContentContext(origin)).content(in: $0) }
    if let error = errors.errors.first { throw error }
    guard let content else { throw errors.error(.start, path, "is empty", expected: ContentReader.expected) }
    return content
  }
}
