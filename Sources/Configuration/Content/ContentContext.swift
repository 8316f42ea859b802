import DisplayTypes

/// Reads a file that contents include, as a tree of keys and values; nil after a report to the list of errors.
typealias ContentFileTree = (_ path: String, _ errors: ErrorList) throws(UnreadableContentFile) -> YAMLNode?

/// A file that contents include and that cannot be read.
struct UnreadableContentFile: Error {
  /// Which file, why, and what to do.
  var reason: String
}

/// What a content is read with: where it stands, and what the file or the message may say.
final class ContentContext {
  /// Who says it.
  enum Origin {
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
  private(set) var media: [Sourced<MediaReference>] = []

  init(
    _ origin: Origin, folder: String? = nil, chain: [String] = [],
    tree: @escaping ContentFileTree = { path, _ throws(UnreadableContentFile) in throw UnreadableContentFile(reason: "\(path) is not read") }
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
