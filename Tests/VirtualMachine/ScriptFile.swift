import Foundation
import TestKit

/// One of the scripts in `Tests/Guest`, run on the host.
struct ScriptFile {
  let name: String

  /// `Tests/Guest` of this checkout.
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Guest")

  var path: String { Self.directory.appending(path: name).path }

  /// Runs the script and returns its output; throws its standard error if it fails.
  func run(_ arguments: String...) throws -> String {
    let folder = try TemporaryFolder.make("script")
    defer { TemporaryFolder.remove(folder) }
    let (output, errors) = ("\(folder)/output", "\(folder)/errors")
    let files = [StartedProgram.openLog(output), StartedProgram.openLog(errors)]
    defer { for file in files { close(file) } }
    let child = try StartedProgram.start([path] + arguments, output: files[0], errors: files[1])
    guard StartedProgram.wait(for: child) == 0 else {
      throw VirtualMachineError(TemporaryFolder.text(of: errors) ?? "")
    }
    return TemporaryFolder.text(of: output) ?? ""
  }
}
