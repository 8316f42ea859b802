import Glibc
import RasterWorker
import TestKit
import Testing

/// Which of Landlock's rights a worker gives up on a kernel.
@Suite struct LandlockAttributesTests {
  /// The attributes for `landlock_create_ruleset` in each version: the bits of linux/landlock.h, and the members that the kernel knows.
  @Test(arguments: [
    (version: 1, rights: 0x1FFF, changes: 0x1FF3, scopes: 0, size: 8),
    (version: 2, rights: 0x3FFF, changes: 0x1FF3, scopes: 0, size: 8),
    (version: 3, rights: 0x7FFF, changes: 0x5FF3, scopes: 0, size: 8),
    (version: 4, rights: 0x7FFF, changes: 0x5FF3, scopes: 0, size: 16),
    (version: 5, rights: 0xFFFF, changes: 0x5FF3, scopes: 0, size: 16),
    (version: 6, rights: 0xFFFF, changes: 0x5FF3, scopes: 2, size: 24),
    (version: 7, rights: 0xFFFF, changes: 0x5FF3, scopes: 2, size: 24),
    (version: 100, rights: 0xFFFF, changes: 0x5FF3, scopes: 2, size: 24),
  ])
  func theyAreThoseThatTheKernelKnows(
    _ version: Int32, _ rights: UInt64, _ changes: UInt64, _ scopes: UInt64, _ size: Int
  ) {
    let all = LandlockAttributes(.allRights, version: version)
    #expect(all.files == rights && all.scopes == scopes && all.size == size)
    let programs = LandlockAttributes(.allButPrograms, version: version)
    #expect(programs.files == rights - 1 && programs.scopes == scopes && programs.size == size)
    let writing = LandlockAttributes(.changes, version: version)
    #expect(writing.files == changes && writing.scopes == scopes && writing.size == size)
  }

  /// Without seccomp, Landlock alone keeps signals from other processes, on a kernel that can.
  @Test(arguments: ["marquee-pictures", "marquee-rasterizer"])
  func signalsToOthersAreRefusedWhereTheKernelCan(_ program: String) throws {
    let programs = try BuiltPrograms.folder()
    let words = try TestPath.output(of: "\(programs)/without-call", "seccomp '\(programs)/\(program)' --check-sandbox")
    #expect(words.contains("sockets: possible"), "\(words)")
    let isScoped = try #require(LandlockAttributes.kernelVersion) >= 6
    for what in ["signals to others", "signals to threads of others"] {
      #expect(words.contains("\(what): \(isScoped ? "refused" : "possible")\n"), "\(words)")
    }
  }
}
