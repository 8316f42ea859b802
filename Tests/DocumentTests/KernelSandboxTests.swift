import TestKit
import Testing

@testable import RasterizerHost

/// The report if a kernel cannot sandbox the workers.
@Suite struct KernelSandboxTests {
  @Test func aCompleteKernelIsNotReported() {
    #expect(KernelSandbox(hidesFiles: true, refusesCalls: true).warnings == [])
  }

  @Test func eachPartThatIsMissingIsNamed() throws {
    let warnings = KernelSandbox(hidesFiles: false, refusesCalls: false).warnings
    try #require(warnings.count == 2)
    #expect(warnings.first?.contains("Landlock") == true && warnings.last?.contains("seccomp") == true)
    #expect(KernelSandbox(hidesFiles: false, refusesCalls: true).warnings == [warnings[0]])
    #expect(KernelSandbox(hidesFiles: true, refusesCalls: false).warnings == [warnings[1]])
  }

  /// The daemon's view of its kernel matches the worker's.
  @Test func itMatchesTheWorkersKernel() throws {
    let words = try TestPath.output(of: "\(BuiltPrograms.folder())/marquee-pictures", "--check-sandbox")
    #expect(KernelSandbox.current.hidesFiles == words.contains("files of others: refused"))
    #expect(KernelSandbox.current.refusesCalls == words.contains("sockets: refused"))
  }
}
