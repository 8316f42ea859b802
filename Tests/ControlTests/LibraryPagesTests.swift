import Foundation
import TestKit
import Testing

/// The pages of the libraries ControlClient and DisplayApps, as `make doc` writes them.
struct LibraryPagesTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whether the toolchain on this machine brings docc.
  private static let hasDocC = (try? StartedProgram.run(["sh", "-c", "command -v docc"]))?.status == 0

  @Test("the pages are written without a warning", .enabled(if: hasDocC, "docc is not there"))
  func pages() throws {
    let modules = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Modules")
    let out = FileManager.default.temporaryDirectory.appending(path: "marquee-doc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: out) }
    let (status, output) = try StartedProgram.run(
      [Self.checkout.appending(path: "tools/doc").path, modules.path, out.path], errors: true)
    #expect(status == 0, "\(output)")
    for page in [
      "controlclient", "controlclient/controlclient", "controlclient/writingacontroller", "displayapps",
      "displayapps/displayapp", "displayapps/writinganapp",
    ] {
      let file = out.appending(path: "data/documentation/\(page).json")
      #expect(FileManager.default.fileExists(atPath: file.path), "there is no page \(page): \(output)")
    }
  }
}
