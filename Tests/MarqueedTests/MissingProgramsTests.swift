import MonitorPower
import RasterizerHost
import Testing

@testable import Configuration
@testable import marqueed

/// The reports of `status`, the log and `marqueed --check` about missing helper programs.
@MainActor
@Suite struct MissingProgramsTests {
  private func missing(ddc: String?) -> [String] {
    DaemonWorkers.missingPrograms(
      text: RasterizerSettings(path: "/bin/sh"), documents: DocumentPoolSettings(directory: "/nowhere"),
      ddc: ddc.map { DDCProgram(path: $0) })
  }

  private func configuration(_ rule: String) throws -> Configuration {
    try Configuration.parse(Array("screens: [{ match: { connector: \"*\" }, \(rule) }]".utf8), file: "marquee.yaml")
  }

  @Test func theProgramForDDCIsNamedWhereARuleWantsIt() {
    let others = missing(ddc: nil)
    #expect(others.count == 2)
    #expect(
      missing(ddc: "/nowhere/marquee-ddc") == others + [
        "the power of displays by DDC/CI (ddc: true): there is no /nowhere/marquee-ddc; the package marquee-ddc has it"
      ])
    #expect(missing(ddc: "/bin/sh") == others)
  }

  @Test func onlyARuleWithDDCWantsIt() throws {
    #expect(try configuration("ddc: true").usesDDC)
    #expect(try !configuration("ddc: false").usesDDC)
    #expect(try !configuration("cec: off").usesDDC)
    #expect(!Configuration().usesDDC)
  }
}
