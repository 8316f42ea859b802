import DisplayTypes
import Rasterizing
import Testing

@testable import Content

@MainActor @Suite struct FileSettlingTests {
  private static let second: Int64 = 1_000_000_000

  private func version(size: UInt64 = 7, seconds: Int64) -> FileVersion {
    FileVersion(device: 1, inode: 2, size: size, modified: seconds * Self.second)
  }

  private func time(_ seconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

  private func isQuiet(_ quiet: inout FileSettling, _ version: FileVersion, at seconds: Int64) -> Bool {
    quiet.isQuiet("/a", version, wallTime: seconds * Self.second, now: time(UInt64(seconds)))
  }

  private func expire(
    _ quiet: inout FileSettling, at seconds: UInt64, version: FileVersion?, isWanted: Bool = true
  ) -> Set<String> {
    quiet.expire(now: time(seconds), version: { _ in version }, isWanted: { _ in isWanted })
  }

  private var quiet = FileSettling(usualWait: 1_000_000_000, begunWait: 10_000_000_000)

  @Test mutating func anOldFileIsAtRestAndNothingWaits() {
    #expect(isQuiet(&quiet, version(seconds: 10), at: 12))
    #expect(quiet.deadline == nil)
  }

  @Test mutating func aYoungOneIsWaitedForUntilItHasNotChangedForAWhile() {
    #expect(!isQuiet(&quiet, version(seconds: 100), at: 100))
    #expect(quiet.deadline == time(101))
    // It grew meanwhile.
    let grown = version(size: 8, seconds: 101)
    #expect(expire(&quiet, at: 101, version: grown).isEmpty)
    #expect(quiet.deadline == time(102))
    #expect(expire(&quiet, at: 102, version: grown) == ["/a"])
    #expect(quiet.deadline == nil)
    // The time of day does not matter.
    #expect(isQuiet(&quiet, grown, at: 101))
  }

  @Test mutating func aRemovedFileIsReportedToo() {
    #expect(!isQuiet(&quiet, version(seconds: 100), at: 100))
    #expect(expire(&quiet, at: 101, version: nil) == ["/a"])
    #expect(quiet.deadline == nil)
  }

  @Test mutating func unwantedFilesAreNotAwaited() {
    #expect(!isQuiet(&quiet, version(seconds: 100), at: 100))
    #expect(expire(&quiet, at: 101, version: version(seconds: 101), isWanted: false).isEmpty)
    #expect(quiet.deadline == nil)
  }

  @Test mutating func aClosedFileIsFinished() {
    let young = version(seconds: 100)
    quiet.begin("/a")
    #expect(!isQuiet(&quiet, young, at: 100))
    quiet.finish("/a", young)
    #expect(quiet.deadline == nil)
    #expect(isQuiet(&quiet, young, at: 100))
    // Written to again.
    #expect(!isQuiet(&quiet, version(size: 9, seconds: 101), at: 101))
  }

  @Test mutating func aFileSeenFromItsStartIsAwaitedLonger() {
    quiet.begin("/a")
    #expect(!isQuiet(&quiet, version(seconds: 100), at: 105))
    #expect(quiet.deadline == time(115))
    #expect(isQuiet(&quiet, version(seconds: 100), at: 111))
  }

  @Test mutating func aFileOfTheFutureHasRested() {
    #expect(isQuiet(&quiet, version(seconds: 5_000), at: 100))
    // A file that was written while the clock was set back a little does not count.
    #expect(!isQuiet(&quiet, FileVersion(device: 1, inode: 2, size: 7, modified: 100_500_000_000), at: 100))
    #expect(isQuiet(&quiet, FileVersion(device: 1, inode: 2, size: 7, modified: .min), at: 100))
  }

  @Test mutating func theMemoryOfFilesIsBounded() {
    for number in 0..<10_000 {
      let path = "/\(number)"
      quiet.begin(path)
      let isQuiet = quiet.isQuiet(path, version(seconds: 1), wallTime: Self.second, now: time(1))
      #expect(!isQuiet)
    }
    #expect(expire(&quiet, at: 100, version: version(seconds: 1)).count == 4_096)
  }
}
