package import DisplayTypes
import Glibc

/// Reads a content: one key, which is the kind, and its value.
///
/// Files, messages and what was kept have the same words.
package struct ContentReader {
  /// The most bytes of a banner's or a ticker's text.
  ///
  /// No screen shows more legibly, and layout time grows with it.
  static let maximumTextBytes = 16 * 1024
  static let kinds = ContentKind.allCases.map(\.rawValue)
  package static let expected =
    "one of \(kinds.joined(separator: ", ")) with its value, as { banner: { text: \"Welcome\" } }"

  let context: ContentContext
  let place: ContentPlace

  package init(context: ContentContext) { self.init(context: context, place: ContentPlace()) }

  init(context: ContentContext, place: ContentPlace) { (self.context, self.place) = (context, place) }

  /// For what is played by the content that is read.
  var timed: ContentReader { inner(isTimed: true, isRegion: place.isRegion) }
  /// For what is in a region of it.
  var region: ContentReader { inner(isTimed: false, isRegion: true) }

  private func inner(isTimed: Bool, isRegion: Bool) -> ContentReader {
    ContentReader(context: context, place: ContentPlace(level: place.level + 1, isTimed: isTimed, isRegion: isRegion))
  }

  /// Reads `content:`.
  package func read(from parent: ConfigurationSection) -> Sourced<ContentDescription>? {
    guard let section = parent.section("content", keys: Self.kinds, expected: Self.expected) else { return nil }
    return content(in: section).map { Sourced($0, at: section.errors.location(section.mark)) }
  }

  /// The content of a file of its own, with or without the `content:` that it stands behind in a configuration; nil after a report.
  package func content(of root: ValueNode, errors: ErrorList) -> ContentDescription? {
    let section = ConfigurationSection(
      root, path: "", errors: errors, keys: Self.kinds + ["content"], expected: Self.expected)
    guard let section else { return nil }
    guard let entry = section.entry("content") else { return content(in: section) }
    guard section.entries.count == 1 else {
      errors.add(entry.mark, "content", "there is more beside it", expected: Self.expected)
      return nil
    }
    return section.section("content", keys: Self.kinds, expected: Self.expected)
      .flatMap { content(in: $0) }
  }

  /// The content whose kind is one of a mapping's keys; nil after a report.
  func content(in section: ConfigurationSection) -> ContentDescription? {
    let found = section.entries.filter { Self.kinds.contains($0.key) }
    guard found.count == 1, let entry = found.first, let kind = ContentKind(rawValue: entry.key) else {
      let lines = found.map { "“\(Quoting.short($0.key))” in line \($0.mark.line)" }
      let nothing = section.entries.isEmpty ? "is empty" : "has nothing to show"
      section.errors.add(
        section.mark, section.path, lines.isEmpty ? nothing : "has several kinds: \(lines.joined(separator: ", "))",
        expected: Self.expected, fault: .value("\(found.count) kinds"))
      return nil
    }
    guard place.level < ContentDescription.mostLevels else {
      section.errors.add(
        entry.mark, section.path(entry.key),
        "contents stand in each other more than \(ContentDescription.mostLevels) deep",
        hint: "say it with fewer playlists in playlists")
      return nil
    }
    guard context.count() else {
      section.errors.add(
        entry.mark, section.path(entry.key), "there are more than \(ContentDescription.mostContents) contents",
        hint: "show folders as slideshows, and leave out what is not played")
      return nil
    }
    return kind.type.read(from: section, by: self)?.content
  }

  /// A kind's mapping, or the mapping that its short form stands for: a text is the value of the main key.
  func section(_ form: ContentForm, in parent: ConfigurationSection) -> ConfigurationSection? {
    let kind = form.kind.rawValue
    guard let entry = parent.entry(kind) else { return nil }
    if let main = form.mainKey, case .scalar = entry.value.value, !entry.value.isNull {
      let short = ValueEntry(key: main, mark: entry.mark, value: entry.value)
      return ConfigurationSection([short], path: parent.path(kind), mark: entry.value.mark, errors: parent.errors)
    }
    guard let section = parent.section(kind, keys: form.keys, expected: form.sample) else { return nil }
    if let needed = form.neededKey, section.entry(needed) == nil {
      section.errors.add(
        section.mark, section.path, "the \(kind) has no \(needed)", expected: form.sample, fault: .missing(needed))
      return nil
    }
    return section
  }
}

/// Where a content stands among others.
struct ContentPlace {
  /// How many stand around it.
  var level = 0
  /// Whether it is in a playlist or a schedule, whose turn says when it begins.
  var isTimed = false
  /// Whether it is in a region of a layout.
  var isRegion = false
}

/// Reads a file that contents include, as a tree of keys and values; nil after a report to the list of errors.
package typealias ContentFileTree = (_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> ValueNode?

/// A file that contents include and that cannot be read.
package struct UnreadableContentFile: Error {
  /// Which file, why, and what to do.
  package var reason: String

  package init(reason: String) { self.reason = reason }
}

/// What a content is read with: where it stands, and what the file or the message may say.
package final class ContentContext {
  /// Who says it.
  package enum Origin {
    /// A file that says what is always shown.
    case file
    /// A file that is read for a message, which says when it begins.
    case fileForMessage
    /// A message of the control socket, at that moment.
    case message(now: WallTime)
    /// What was kept: it was checked when it was said.
    case kept
  }

  let origin: Origin
  /// The folder where relative paths begin; nil where there are none.
  let folder: String?
  /// The files that include each other, the outermost first.
  let chain: [String]
  /// Reads the files that contents include.
  let tree: ContentFileTree
  private let outer: ContentContext?
  private var contents = 0
  /// The files and folders that contents name, with those of included files.
  package private(set) var media: [Sourced<MediaReference>] = []

  package init(
    _ origin: Origin, folder: String? = nil, chain: [String] = [],
    tree: @escaping ContentFileTree = { path, _ throws(UnreadableContentFile) in
      throw UnreadableContentFile(reason: "\(path) is not read")
    }
  ) {
    self.origin = origin
    self.folder = folder
    self.chain = chain
    self.tree = tree
    outer = nil
  }

  /// For a file that another includes.
  init(including file: String, from outer: ContentContext) {
    origin = outer.origin
    folder = MediaPath.folder(ofFile: file)
    chain = outer.chain + [file]
    tree = outer.tree
    self.outer = outer
  }

  /// The moment from which what is repeated some times is played; nil where it has to be said.
  var now: WallTime? {
    switch origin {
    case .message(let now): now
    case .file, .fileForMessage, .kept: nil
    }
  }

  /// Whether what is counted from a beginning has to say when that is.
  var needsStart: Bool {
    switch origin {
    case .file, .message: true
    case .fileForMessage, .kept: false
    }
  }

  /// Whether it may name further files to be read.
  var mayInclude: Bool {
    switch origin {
    case .file, .fileForMessage: true
    case .message, .kept: false
    }
  }

  /// Whether time zones and the like are compared with what there is on this machine.
  var checksMachine: Bool {
    switch origin {
    case .file, .fileForMessage, .message: true
    case .kept: false
    }
  }

  /// Keeps a file or a folder that a content names.
  func add(_ reference: Sourced<MediaReference>) {
    if let outer { outer.add(reference) } else { media.append(reference) }
  }

  /// Counts a content; false where there are too many by now.
  func count() -> Bool {
    if let outer { return outer.count() }
    contents += 1
    return contents <= ContentDescription.mostContents
  }
}

/// A file or a folder that a content names, and what it must be.
public struct MediaReference: Hashable, Sendable {
  /// What a content expects at a path.
  public enum Kind: Hashable, Sendable {
    /// A file of one picture.
    case picture
    /// A file of pages.
    case pages
    /// A folder with picture files.
    case folder
  }

  /// The absolute path.
  public var path: String
  /// What must be there.
  public var kind: Kind

  /// Makes a reference.
  public init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// Paths of media as files say them: relative ones begin in the folder of the file that says them.
///
/// Below /etc are no media: there they begin in `serviceFolder`.
public enum MediaPath {
  /// Where the media of the service are.
  public static let serviceFolder = "/var/lib/marquee/media"

  /// An absolute path; nil where the text is no path, or is relative and there is no folder.
  static func absolute(_ text: String, in folder: String?) -> String? {
    guard !text.isEmpty, text.utf8.count < Int(PATH_MAX), !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return clean(text) }
    return folder.flatMap { clean("\($0)/\(text)") }
  }

  /// Where relative paths of a file begin.
  package static func folder(ofFile file: String) -> String {
    let path = fullPath(file)
    if path.hasPrefix("/etc/") { return serviceFolder }
    let parts = path.split(separator: "/").dropLast()
    return parts.isEmpty ? "/" : parts.map { "/\($0)" }.joined()
  }

  /// The path from the root, without `.`, `..` and double slashes, as people mean them; symbolic links are left as they are.
  public static func fullPath(_ file: String) -> String {
    guard !file.hasPrefix("/") else { return clean(file) ?? file }
    guard let current = unsafe getcwd(nil, 0) else { return file }
    defer { unsafe free(current) }
    return clean("\(unsafe String(cString: current))/\(file)") ?? file
  }

  /// The name at the end of a path.
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

/// Reads contents that do not come from a file.
public enum MessageContent {
  /// Reads what a message says: an object with a kind and its value.
  ///
  /// - Parameters:
  ///   - path: Where it stands in the message.
  ///   - now: The moment of the message, from which a playlist is played that is repeated some times and says no start.
  /// - Throws: The first thing that is wrong.
  public static func read(
    _ value: MessageValue, path: String, now: WallTime
  ) throws(ConfigurationError) -> ContentDescription {
    try read(value, path: path, origin: .message(now: now))
  }

  /// Reads what was kept, which was checked when it was said; nil where it says nothing that this version knows.
  public static func kept(_ value: MessageValue) -> ContentDescription? {
    do throws(ConfigurationError) {
      return try read(value, path: "", origin: .kept)
    } catch {
      return nil
    }
  }

  private static func read(
    _ value: MessageValue, path: String, origin: ContentContext.Origin
  ) throws(ConfigurationError) -> ContentDescription {
    let errors = ErrorList(file: "message")
    let section = ConfigurationSection(
      value.node, path: path, errors: errors, keys: ContentReader.kinds, expected: ContentReader.expected)
    let content = section.flatMap {
      ContentReader(context: ContentContext(origin)).content(in: $0)
    }
    if let error = errors.errors.first { throw error }
    guard let content else { throw errors.error(.start, path, "says nothing", expected: ContentReader.expected) }
    return content
  }
}
