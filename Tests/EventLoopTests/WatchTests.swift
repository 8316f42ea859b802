import EventLoop
import Glibc
import Testing

@Suite("Watch")
struct WatchTests {
  @Test("a handler is called while there is something to read, turn by turn")
  func levelTriggered() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var seen: [IOEvents] = []
    let watch = try loop.watch(pipe.reader, for: .readable) { seen.append($0) }
    loop.turn(waiting: false)
    #expect(seen.isEmpty)
    pipe.write()
    loop.turn(waiting: true)
    loop.turn(waiting: true)
    #expect(seen == [.readable, .readable])
    pipe.read()
    loop.turn(waiting: false)
    #expect(seen.count == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("a hang-up is reported without a request")
  func hangUp() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var seen: IOEvents = []
    let watch = try loop.watch(pipe.reader, for: []) { seen.formUnion($0) }
    pipe.closeWriter()
    loop.turn(waiting: true)
    #expect(seen == .hangUp)
    watch.cancel()
  }

  @Test("other events can be watched for later")
  func update() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var count = 0
    let watch = try loop.watch(pipe.writer, for: .writable) { _ in count += 1 }
    loop.turn(waiting: true)
    watch.update([])
    loop.turn(waiting: false)
    #expect(count == 1)
    watch.update(.writable)
    loop.turn(waiting: true)
    #expect(count == 2)
    watch.cancel()
    watch.cancel()
    loop.turn(waiting: false)
    #expect(count == 2)
  }

  @Test("a released watch is not called again")
  func released() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var count = 0
    var watch: Watch? = try loop.watch(pipe.reader, for: .readable) { _ in count += 1 }
    pipe.write()
    watch = nil
    loop.turn(waiting: false)
    #expect(count == 0)
    withExtendedLifetime(watch) {}
  }

  @Test("a handler may cancel itself and the others that are ready in the same turn")
  func cancelInHandler() throws {
    let loop = try EventLoop()
    let pipes = try (0..<4).map { _ in try Pipe() }
    var watches: [Watch] = []
    var calls = 0
    for pipe in pipes {
      watches.append(
        try loop.watch(pipe.reader, for: .readable) { _ in
          calls += 1
          for watch in watches { watch.cancel() }
        })
      pipe.write()
    }
    loop.turn(waiting: true)
    #expect(calls == 1)
    loop.turn(waiting: false)
    #expect(calls == 1)
  }

  @Test("a new descriptor with an old one's number gets none of its events")
  func reusedNumber() throws {
    let loop = try EventLoop()
    let first = try Pipe()
    let second = try Pipe()
    var replacement: Pipe?
    var watches: [Watch] = []
    var calls: [String] = []
    // The first handler replaces the other handler's pipe.
    func replace(_ pipe: Pipe, _ index: Int) throws {
      watches[index].cancel()
      let number = pipe.reader
      pipe.closeReader()
      let new = try Pipe()
      if new.reader == number {
        watches[index] = try loop.watch(new.reader, for: .readable) { _ in calls.append("replacement") }
      }
      replacement = new
    }
    watches.append(
      try loop.watch(first.reader, for: .readable) { _ in
        calls.append("first")
        first.read()
        try? replace(second, 1)
      })
    watches.append(
      try loop.watch(second.reader, for: .readable) { _ in
        calls.append("second")
        second.read()
        try? replace(first, 0)
      })
    first.write()
    second.write()
    loop.turn(waiting: true)
    loop.turn(waiting: false)
    #expect(calls.count == 1)
    #expect(!calls.contains("replacement"))
    withExtendedLifetime(replacement) {}
  }

  @Test("a descriptor that cannot be watched is an error with its errno")
  func errors() throws {
    let loop = try EventLoop()
    #expect(throws: (any Error).self) { _ = try loop.watch(-1, for: .readable) { _ in } }
    let pipe = try Pipe()
    let watch = try loop.watch(pipe.reader, for: .readable) { _ in }
    #expect(throws: (any Error).self) { _ = try loop.watch(pipe.reader, for: .readable) { _ in } }
    let file = open("/proc/self/exe", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    #expect(throws: (any Error).self) { _ = try loop.watch(file, for: .readable) { _ in } }
    withExtendedLifetime(watch) {}
  }

  @Test("more descriptors than one call of the kernel returns are all served")
  func many() throws {
    let loop = try EventLoop()
    let pipes = try (0..<80).map { _ in try Pipe() }
    var served: Set<Int32> = []
    var watches: [Watch] = []
    for pipe in pipes {
      pipe.write()
      watches.append(
        try loop.watch(pipe.reader, for: .readable) { _ in
          served.insert(pipe.reader)
          pipe.read()
        })
    }
    for _ in 0..<10 { loop.turn(waiting: false) }
    #expect(served.count == 80)
  }
}
