import Foundation
import Testing

struct ReferenceTests {
  @Test("the reference of the lifecycle's proof knows nothing of the daemon: it imports DisplayTypes and TestKit alone")
  func imports() throws {
    let folder = "Tests/LifecycleReference"
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.top.appending(path: folder).path)
    #expect(names.count > 5, "the reference was not found")
    for name in names {
      let file = SourceFile(
        target: "LifecycleReference", path: "\(folder)/\(name)", source: try Checkout.text("\(folder)/\(name)"))
      let violations = LayerChecker.violations(
        in: file, layer: TargetLayer("LifecycleReference", "DisplayTypes TestKit"))
      #expect(violations.isEmpty, "\(violations)")
    }
  }
}
