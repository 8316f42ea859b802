import Foundation

/// One of the scripts in `Tests/Guest`, run on the host.
struct ScriptFile {
  let name: String

  /// `Tests/Guest` of this checkout.
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Guest")

  var path: String { Self.directory.appending(path: name).path }

  /// Runs it and returns what it prints; throws what it says on standard error when it fails.
  func run(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw VirtualMachineError(message) }
    return text
  }
}
