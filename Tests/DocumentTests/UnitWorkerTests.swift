import DamagedFiles
import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import Rasterizing
import TestKit
import Testing

/// Workers that systemd starts for a connection, and the behaviour without them.
@Suite(.timeLimit(.minutes(5))) struct UnitWorkerTests {
  private let room = PictureRoom(size: PixelSize(width: 64, height: 64))

  private func bench(
    _ unit: WorkerUnit, _ change: (inout DocumentPoolSettings) -> Void = { _ in }
  ) throws -> DocumentTestBench {
    try DocumentTestBench(units: (unit, WorkerUnit(program: "marquee-pages", folder: "/nowhere")), change)
  }

  private func activation(idleMilliseconds: Int = 600_000) throws -> SocketActivation {
    let program = "\(try BuiltPrograms.folder())/marquee-pictures"
    return try SocketActivation(program, ["--idle-milliseconds", "\(idleMilliseconds)"])
  }

  private func gradient() throws -> MediaFile { try TestFile.make(TestPicture.gradientPNG) }

  private func parent(of pid: Int32) throws -> Int32? {
    let line = try TestPath.contents("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("PPid:") }
    return line?.split(separator: "\t").last.flatMap { Int32($0) }
  }

  @Test func theUnitStartsTheProcess() throws {
    let activation = try activation()
    let bench = try bench(activation.unit)
    #expect(try bench.decode(try gradient(), room).get().rect.width == 64)
    let pid = try #require(bench.pool.processIDs.first)
    #expect(try parent(of: pid) == activation.pid)
    #expect(bench.pool.sandboxes.pictures == .full)
    #expect(activation.unit.trouble == nil)
    bench.pool.stop()
    #expect(try activation.end(of: pid).hasSuffix("code 0"))
    #expect(bench.pool.statistics.deaths == 0)
  }

  @Test func anIdleProcessEndsAndIsNoDeath() throws {
    let activation = try activation(idleMilliseconds: 10)
    let bench = try bench(activation.unit)
    var rests = 0
    bench.pool.didBecomeIdle = { rests += 1 }
    _ = try bench.decode(try gradient(), room).get()
    try bench.turn(until: { rests > 0 })
    #expect(bench.pool.processIDs.isEmpty && bench.pool.statistics.deaths == 0)
    _ = try bench.decode(try gradient(), room).get()
    #expect(bench.pool.statistics.starts > 1)
  }

  /// No signal of the daemon reaches another user's process.
  @Test(arguments: ["SVG: circles of uses", "SVG: a filter"])
  func aProcessThatDecodesForEverEndsWithItsConnection(_ name: String) throws {
    let file = try #require(BrokenFile.hostile.first { $0.name == name })
    let activation = try activation()
    let worker = try #require(activation.unit.start(longestPacket: 4096, slots: nil, now: 0))
    let media = try TestFile.make(file.bytes)
    let operation = DocumentRequest.Operation.picture(room, maximumBytes: 64 << 20)
    let request = DocumentRequest(descriptor: media.descriptor, version: media.version, operation: operation)
    try worker.send(
      RequestMessage(identifier: 1, request: .document(request)).encoded, descriptors: [media.descriptor])
    var watched = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 60_000) == 1)
    guard case .nothing = worker.receive(), let pid = worker.processID else {
      Issue.record("the process has not reported its start")
      return
    }
    // Its request was there before the process was, and takes it seconds at least.
    worker.kill()
    // It has ended itself: a signal would have its own number here.
    #expect(try activation.end(of: pid).hasSuffix("code 0"))
  }

  @Test func aKilledProcessIsReplaced() throws {
    let activation = try activation()
    let bench = try bench(activation.unit)
    let file = try gradient()
    _ = try bench.decode(file, room).get()
    try bench.turn(until: { bench.pool.processIDs.count == 2 })
    let pids = bench.pool.processIDs
    for pid in pids { kill(pid, SIGKILL) }
    try bench.turn(until: { bench.pool.statistics.deaths > 0 })
    #expect(try bench.decode(file, room).get().rect.width == 64)
    #expect(Set(bench.pool.processIDs).isDisjoint(with: pids))
    #expect(activation.unit.trouble == nil)
  }

  @Test func withoutASocketTheProcessIsOurChildAndThisIsReportedOnce() throws {
    let unit = WorkerUnit(program: "marquee-pictures", folder: "/nowhere")
    var reports: [String] = []
    unit.didFail = { reports.append($0) }
    let bench = try bench(unit)
    for _ in 0..<2 { #expect(try bench.decode(try gradient(), room).error == nil) }
    for pid in bench.pool.processIDs { #expect(try parent(of: pid) == getpid()) }
    #expect(reports.count == 1 && reports.first == unit.trouble)
    #expect(reports.first?.contains("/nowhere/marquee-pictures: No such file or directory") == true, "\(reports)")
  }

  /// The unit's program is missing or cannot be executed, the socket has too many connections, or another program is there.
  @Test(arguments: [("/bin/true", []), ("/bin/sh", ["-c", "exec /bin/sleep 600 3>&-"])])
  func aConnectionThatEndsAtOnceIsNoLostRequest(_ program: String, _ arguments: [String]) throws {
    let activation = try SocketActivation(program, arguments)
    let bench = try bench(activation.unit)
    #expect(try bench.decode(try gradient(), room).error == nil)
    #expect(try parent(of: try #require(bench.pool.processIDs.first)) == getpid())
    #expect(activation.unit.trouble?.contains("its unit did not start it") == true)
    #expect(bench.pool.statistics.deaths == 0)
  }

  @Test func aRequestToAnUnservedSocketIsNotLost() throws {
    let folder = try SocketActivation.makeFolder()
    let unit = WorkerUnit(program: "marquee-pictures", folder: folder)
    let listener = try Listener(path: unit.path)
    let bench = try bench(unit) { $0.pictures.startMilliseconds = 20 }
    #expect(try bench.decode(try gradient(), room).error == nil)
    #expect(unit.trouble?.contains("no worker has reported in time") == true)
    #expect(try parent(of: try #require(bench.pool.processIDs.first)) == getpid())
    bench.pool.stop()
    _ = listener
    rmdir(folder)
  }

  /// The unit works again: it is tried after a while, and its trouble is over.
  @Test func aUnitIsTriedAgainAfterAMinute() throws {
    let activation = try activation()
    let minute: UInt64 = 60_000_000_000
    activation.unit.fail("a reason", now: 5)
    #expect(activation.unit.start(longestPacket: 64, slots: nil, now: minute) == nil)
    let worker = try #require(activation.unit.start(longestPacket: 64, slots: nil, now: minute + 5))
    #expect(activation.unit.trouble != nil)
    var watched = pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 60_000) == 1)
    guard case .nothing = worker.receive() else {
      Issue.record("the report of a start is handed on")
      return
    }
    #expect(worker.isStarted)
    activation.unit.succeed()
    #expect(activation.unit.trouble == nil)
  }

  /// A socket that queues connections and accepts none of them.
  private final class Listener {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
      descriptor = try TestSocket.listening(at: path, TestSocket.packets)
      self.path = path
    }

    deinit {
      close(descriptor)
      unlink(path)
    }
  }
}
