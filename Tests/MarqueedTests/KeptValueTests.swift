import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import KeptFiles
import SimulatedBackend
import Synchronization
import TestKit
import Testing

@testable import marqueed

/// A value in a store. The test answers its fsync calls.
@MainActor
@Suite final class KeptValueTests {
  /// The fsync of the test: the calls, the errors of the next ones, and a gate at which the first one waits.
  private final class Disk: Sendable {
    private struct State {
      var calls = 0
      var errors: [Int32] = []
    }
    private let state = Mutex(State())
    let began: WakeEvent
    let door: WakeEvent

    init() throws { (began, door) = (try WakeEvent(), try WakeEvent()) }

    var calls: Int { state.withLock { $0.calls } }

    func fail(_ errors: [Int32]) { state.withLock { $0.errors = errors } }

    /// As fsync(2).
    func sync() -> Int32 {
      let (call, error) = state.withLock { state in
        state.calls += 1
        return (state.calls, state.errors.isEmpty ? 0 : state.errors.removeFirst())
      }
      if call == 1 {
        began.signal()
        door.wait(milliseconds: 60_000)
      }
      guard error != 0 else { return 0 }
      errno = error
      return -1
    }
  }

  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private let clock: SimulatedClock
  private let store: StoreThread
  private let disk: Disk
  private var answers: [String] = []

  init() throws {
    folder = try TemporaryFolder("kept")
    let loop = try EventLoop()
    clock = SimulatedClock(loop: loop)
    store = StoreThread(main: loop.mailbox)
    disk = try Disk()
  }

  private func value() -> KeptValue<Int> {
    KeptValue(
      KeptFile("number.json", in: directory) { [disk] _ in disk.sync() },
      KeptFormat(
        what: "the number is", loss: "it begins anew",
        read: { text in
          let digits = text.dropFirst(6).prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
          let number = String(validating: digits, as: UTF8.self).flatMap { Int($0) }
          return number.map { .value($0) } ?? .unreadable(reason: "it is damaged")
        },
        text: { Array("{\"is\":\($0)}".utf8) }),
      store: store, clock: clock)
  }

  private func keep(_ number: Int, by value: KeptValue<Int>) {
    value.keep(number)
    value.whenKept { [weak self] in self?.answers.append("\(number) \(value.trouble == nil ? "kept" : "lost")") }
  }

  private func finish() { #expect(store.wait(milliseconds: 60_000)) }

  @Test func aValueThatIsReplacedIsNotWrittenAndTheNewerOneAnswersForIt() {
    let value = value()
    for number in 1...100 { keep(number, by: value) }
    disk.began.wait(milliseconds: 60_000)
    #expect(answers.isEmpty && disk.calls == 1)
    disk.door.signal()
    finish()
    #expect(answers == (1...100).map { "\($0) kept" })
    // The file and the folder, of the first value and of the last.
    #expect(disk.calls == 4)
    #expect(self.value().load().value == 100)
  }

  @Test(arguments: [[EIO], [0, EIO]])
  func aFailedSyncIsReportedAndTheNextValueIsKept(errors: [Int32]) throws {
    disk.door.signal()
    disk.fail(errors)
    let value = value()
    keep(1, by: value)
    finish()
    let place = errors.count == 1 ? "\(directory)/number.json.new" : directory
    let trouble = try #require(value.trouble)
    #expect(trouble.contains("\(place): ") && trouble.contains("Input/output error"), "\(trouble)")
    keep(2, by: value)
    finish()
    #expect(answers == ["1 lost", "2 kept"])
    #expect(value.trouble == nil && self.value().load().value == 2)
  }

  @Test func lostWritesAreTriedAgainAndFinishedOnesCauseNoWakeups() {
    disk.door.signal()
    disk.fail([EIO, EIO])
    let value = value()
    keep(1, by: value)
    finish()
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(value.trouble != nil)
    clock.advance(by: 10_000_000_000)
    finish()
    #expect(value.trouble == nil && self.value().load().value == 1)
    #expect(clock.nextDeadline == nil)
  }

  @Test func theEndRetriesLostWritesAndWaitsForRunningOnes() {
    disk.door.signal()
    disk.fail([EIO])
    let (value, other) = (
      value(),
      KeptValue(
        KeptFile("other.json", in: directory), value().format, store: store, clock: clock)
    )
    keep(1, by: value)
    finish()
    keep(7, by: other)
    #expect(store.end(milliseconds: 60_000))
    #expect(answers == ["1 lost", "7 kept"])
    #expect(self.value().load().value == 1)
  }

  @Test func theEndWaitsNoLongerThanItMay() {
    let value = value()
    keep(1, by: value)
    #expect(!store.end(milliseconds: 1))
    #expect(answers.isEmpty)
    disk.door.signal()
    finish()
    #expect(answers == ["1 kept"])
  }

  /// Calls from an answer come after the calls that already wait.
  @Test func answersComeInOrder() {
    let value = value()
    keep(1, by: value)
    value.whenKept { [weak self] in
      value.whenKept { self?.answers.append("last") }
      self?.answers.append("second")
    }
    keep(2, by: value)
    disk.door.signal()
    finish()
    #expect(answers.count == 4 && Set(answers) == ["1 kept", "second", "2 kept", "last"])
    #expect(answers.first == "1 kept" && answers[1] == "second")
    value.whenKept { [weak self] in self?.answers.append("at once") }
    #expect(answers.last == "at once")
  }

  @Test func forgottenValuesLeaveNothingBehind() throws {
    disk.door.signal()
    let value = value()
    for number in 1...3 {
      keep(number, by: value)
      finish()
    }
    value.forget()
    finish()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
  }
}
