import Foundation

/// A directory like `/sys/class/drm`, which ends with the value.
final class DRMTree {
  let root: String
  private let files = FileManager.default

  init() throws {
    root = files.temporaryDirectory.appending(path: "drm-\(UUID().uuidString)").path
    try files.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? files.removeItem(atPath: root) }

  /// Adds a card, one of its connectors, or another entry.
  func add(_ name: String, status: String? = nil, modes: String = "") throws {
    try files.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    guard let status else { return }
    try Data((status + "\n").utf8).write(to: URL(filePath: "\(root)/\(name)/status"))
    try Data(modes.utf8).write(to: URL(filePath: "\(root)/\(name)/modes"))
  }

  func remove(_ name: String) throws {
    try files.removeItem(atPath: "\(root)/\(name)")
  }
}
