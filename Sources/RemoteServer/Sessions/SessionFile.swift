internal import Foundation

/// Where sessions are kept, so that a restart of this program lets nobody pair anew.
struct SessionFile: Sendable {
  let path: String

  /// In a state directory.
  init(directory: String) {
    path = "\(directory)/remote-sessions.json"
  }

  /// What was kept; nothing where there is none or it cannot be read.
  func load() -> [SessionRecord] {
    guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else { return [] }
    return (try? JSONDecoder().decode([SessionRecord].self, from: data)) ?? []
  }

  /// Keeps them; the file is there whole or as it was before.
  func save(_ records: [SessionRecord]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let temporary = "\(path).new"
    try? FileManager.default.removeItem(atPath: temporary)
    guard
      FileManager.default.createFile(
        atPath: temporary, contents: try encoder.encode(records), attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
