import Glibc
import TestKit
import Testing

@testable import marqueed

struct ProgramCodeTests {
  /// The mapping of this program's code (proc_pid_smaps(5)).
  private struct CodeMapping {
    let addresses: Range<UInt>
    let residentKilobytes: Int

    init() throws {
      let table = try #require(TemporaryFolder.text(of: "/proc/self/smaps")).split(separator: "\n")
      let program = try #require(realpath("/proc/self/exe", nil))
      defer { free(program) }
      let path = String(cString: program)
      let start = try #require(table.firstIndex { $0.contains(" r-xp ") && $0.hasSuffix(" \(path)") })
      let ends = table[start].prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      try #require(ends.count == 2)
      addresses = ends[0]..<ends[1]
      let resident = try #require(table[start...].first { $0.hasPrefix("Rss:") })
      residentKilobytes = try #require(Int(resident.filter(\.isNumber)))
    }

    /// Loads all of the code (madvise(2)).
    func load() -> Int32 {
      madvise(UnsafeMutableRawPointer(bitPattern: addresses.lowerBound), addresses.count, MADV_POPULATE_READ)
    }
  }

  /// In a process of its own, because the suites beside this one load their code again.
  @Test func releasedCodeLeavesMemoryAndStillRuns() async {
    await #expect(processExitsWith: .success) {
      let loaded = try CodeMapping().load()
      #expect(loaded == 0)
      let before = try CodeMapping().residentKilobytes
      try ProgramCode.release()
      let after = try CodeMapping().residentKilobytes
      #expect(after * 4 <= before)
    }
  }
}
