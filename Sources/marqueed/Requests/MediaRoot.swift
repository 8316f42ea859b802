import Configuration
import ContentModel
import ControlProtocol
import Glibc

/// The media folder: callers with the access `remote` or `alarm`, and without `control`, may name files in it only. They may also name the
/// files of the content that the screen has already. A folder cannot be named, because a link may be put into it later.
nonisolated struct MediaRoot {
  let path: String

  /// The folder of the web pages (`--media`).
  init(_ environment: [String: String]) {
    let named = environment["MARQUEE_MEDIA"] ?? ""
    path = named.isEmpty ? MediaPath.serviceFolder : named
  }

  init(folder: String) { path = folder }

  /// Whether a content of a caller may use only files of the folder. A content that keeps other files of the screen's configured content may
  /// use those.
  func confines(_ content: ContentDescription?, for access: AccessLevel) -> Bool {
    access.isConfined && (content.map { ContentNeeds(of: $0).paths.allSatisfy(holds) } ?? true)
  }

  /// Throws for a request that names another file. `present` returns the content of a screen that the caller may read.
  func check(
    _ request: ControlRequest, for access: AccessLevel, now: WallTime,
    present: (_ screen: String) -> ContentDescription? = { _ in nil }
  ) throws(ControlError) {
    guard access.isConfined, access.contains(.remote) || access.contains(.alarm) else { return }
    var files = try Self.files(of: request, now).filter { !holds($0) }
    if !files.isEmpty, let content = Self.screen(of: request).flatMap(present) {
      files.subtract(ContentNeeds(of: content).paths)
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

  private static func files(of request: ControlRequest, _ now: WallTime) throws(ControlError) -> Set<String> {
    switch request {
    case .filePicture(let call): return [call.file]
    case .startTalk(let call): return [call.deck]
    case .raiseAlarm(let call): return try files(of: call.content, now)
    case .show(let call):
      return try call.content.map { content throws(ControlError) in try files(of: content, now) } ?? []
    case .contentAt(let call):
      return try call.content.map { content throws(ControlError) in try files(of: content, now) } ?? []
    case .showTogether(let call):
      var all: Set<String> = []
      for item in call.contents { all.formUnion(try files(of: item.content, now)) }
      return all
    default: return []
    }
  }

  private static func files(of content: ContentInfo, _ now: WallTime) throws(ControlError) -> Set<String> {
    ContentNeeds(of: try ContentDescription(content, now: now)).paths
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
