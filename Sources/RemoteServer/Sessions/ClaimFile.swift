internal import Foundation

/// Says that a browser has once paired for control: from then on codes are made for whoever may ask for them, and shown on no screen.
struct ClaimFile: Sendable {
  let path: String

  /// In a state directory.
  init(directory: String) {
    path = "\(directory)/remote-claimed"
  }

  /// Whether it is there.
  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Puts it there; false where it cannot be written.
  func make() -> Bool {
    FileManager.default.createFile(atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
  }
}
