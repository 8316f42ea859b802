import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Glibc

/// The media folder: callers with the access `remote` or `alarm`, and without `control`, may name files in it only. They may also name the
/// files of the content that the screen has already. The same holds for streams that may come from this machine. A folder cannot be named, because a link may be put into it later.
nonisolated struct MediaRoot {
  let path: String

  /// The folder of the web pages (`--media`).
  init(_ environment: [String: String]) {
    let named = environment["MARQUEE_MEDIA"] ?? ""
    path = named.isEmpty ? MediaPath.serviceFolder : named
  }

  init(folder: String) { path = folder }

  /// Whether a content of a caller may use only files of the folder. A content that keeps other files, or streams of this machine, of the
  /// screen's configured content may use those.
  func confines(_ content: ContentDescription?, for access: AccessLevel) -> Bool {
    guard access.isConfined, let needs = content.map({ ContentNeeds(of: $0) }) else { return access.isConfined }
    return needs.nearStreams.isEmpty && needs.paths.allSatisfy(holds)
  }

  /// Throws for a request that names another file. `present` returns the content of a screen that the caller may read.
  func check(
    _ request: ControlRequest, for access: AccessLevel, now: WallTime,
    present: (_ screen: String) -> ContentDescription? = { _ in nil }
  ) throws(ControlError) {
    guard access.isConfined, access.contains(.remote) || access.contains(.alarm) else { return }
    let known = Self.screen(of: request).flatMap(present)
    var (files, streams): (Set<String>, Set<NearStream>) = ([], [])
    switch request {
    case .filePicture(let call): files = [call.file]
    case .startTalk(let call): files = [call.deck]
    default:
      for content in Self.contents(of: request) {
        // The caller got the content of the screen without passwords.
        let whole = known.map { content.restoringSecrets(of: $0) } ?? content
        let needs = ContentNeeds(of: try ContentDescription(whole, now: now))
        files.formUnion(needs.paths)
        streams.formUnion(needs.nearStreams)
      }
    }
    files = files.filter { !holds($0) }
    if !files.isEmpty || !streams.isEmpty, let known {
      let needs = ContentNeeds(of: known)
      files.subtract(needs.paths)
      streams.subtract(needs.nearStreams)
    }
    if let stream = streams.map(\.address.shown).min() {
      throw .failed(
        message: "\(stream) may lead to this machine or its cable. The access \(access.name) is not for that. "
          + "Leave out allowLoopback and allowLinkLocal, or ask for the access control.")
    }
    guard let file = files.min() else { return }
    throw .failed(
      message:
        "\(file) is not a file in the media folder, \(path). The access \(access.name) is for files in that folder only. "
        + "Copy the file there, or ask for the access control.")
  }

  /// The screen whose content the request replaces or previews; nil for other requests.
  private static func screen(of request: ControlRequest) -> String? {
    switch request {
    case .show(let call): call.screen
    case .contentAt(let call): call.screen
    default: nil
    }
  }

  private static func contents(of request: ControlRequest) -> [ContentInfo] {
    switch request {
    case .raiseAlarm(let call): [call.content]
    case .show(let call): [call.content].compactMap(\.self)
    case .contentAt(let call): [call.content].compactMap(\.self)
    case .showTogether(let call): call.contents.map(\.content)
    default: []
    }
  }

  /// Whether it is a regular file in the folder, after all symbolic links.
  private func holds(_ file: String) -> Bool {
    guard let file = Self.real(file), let folder = Self.real(path), file.hasPrefix(folder + "/") else { return false }
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

nonisolated extension AccessLevel {
  /// Whether contents of its callers may use only files of the media folder.
  var isConfined: Bool { !contains(.control) }
}
