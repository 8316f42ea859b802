import Content
import DisplayTypes
import EventLoop
import Testing

/// A store on an event loop that the test turns.
@MainActor final class StoreBench {
  let folder: TestFolder
  let loop: EventLoop
  let store: LocalMediaLibrary
  private(set) var reports: [String] = []
  /// The reported rounds of changes, by file name.
  private(set) var rounds: [Set<String>] = []
  private var watch: (any MediaWatch)?

  init(_ change: (inout LocalMediaLibrary.Delays) -> Void = { _ in }) throws {
    folder = try TestFolder()
    loop = try EventLoop()
    var delays = LocalMediaLibrary.Delays()
    delays.gathering = 1_000_000
    delays.round = 1_000_000
    change(&delays)
    var report: (String) -> Void = { _ in }
    store = LocalMediaLibrary(loop: loop, user: "marquee", delays: delays) { report($0) }
    report = { [weak self] in self?.reports.append($0) }
  }

  func watch(_ names: String...) {
    let prefix = folder.path.utf8.count + 1
    watch = store.watch(Set(names.map { folder.path($0) })) { [weak self] paths in
      self?.rounds.append(Set(paths.map { String(decoding: $0.utf8.dropFirst(prefix), as: UTF8.self) }))
    }
  }

  func unwatch() {
    watch = nil
  }

  /// Turns until there were this many rounds in all; a failure after half a minute.
  func turn(rounds count: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 30_000_000_000))
    while rounds.count < count && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "told \(rounds) and no more for half a minute", sourceLocation: sourceLocation)
  }

  /// Turns until the store has seen all earlier changes, so that the next report has only later ones.
  func settle(_ name: String = "sentinel.png", sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    var isSeen = false
    let path = try folder.write(name)
    let sentinel = store.watch([path]) { _ in isSeen = true }
    folder.remove(name)
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 30_000_000_000))
    while !isSeen && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, sourceLocation: sourceLocation)
    withExtendedLifetime(sentinel) {}
  }

  /// The trouble of opening a file; nil if there is none.
  func trouble(_ name: String) -> MediaTrouble? {
    do throws(MediaTrouble) {
      _ = try store.open(folder.path(name))
      return nil
    } catch {
      return error
    }
  }
}
