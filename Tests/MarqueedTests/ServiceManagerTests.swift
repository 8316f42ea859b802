import EventLoop
import Glibc
import TestKit
import Testing

@testable import marqueed

/// The daemon reports its state to systemd, and never waits for systemd.
@MainActor
@Suite struct ServiceManagerTests {
  @Test func aFullSocketNeitherBlocksTheDaemonNorLosesItsMessages() throws {
    try withFullSocket { receiver, count, manager, _ in
      for _ in 0..<count { #expect(receive(receiver) == "x") }
      #expect(receive(receiver) == nil)
      manager.notify("STATUS=running")
      #expect(receive(receiver) == "READY=1")
      #expect(receive(receiver) == "STATUS=running")
      #expect(receive(receiver) == nil)
    }
  }

  @Test func messagesOfAFullSocketAreSentLater() throws {
    try withFullSocket { receiver, count, manager, loop in
      var received: [String] = []
      let watch = try loop.watch(receiver, for: .readable) { _ in
        if let text = receive(receiver), text != "x" { received.append(text) }
        if !received.isEmpty { loop.stop() }
      }
      loop.run()
      #expect(received == ["READY=1"])
      watch.cancel()
    }
  }

  /// A manager that has sent `READY=1` and `WATCHDOG=1` to a full socket.
  private func withFullSocket(
    _ body: (_ receiver: Int32, _ count: Int, ServiceManager, EventLoop) throws -> Void
  ) throws {
    let path = "/tmp/marquee-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let type = TestSocket.datagrams | TestSocket.nonBlocking
    let receiver = try TestSocket.bound(to: path, type)
    defer {
      close(receiver)
      unlink(path)
    }
    let filler = try TestSocket.connected(to: path, type)
    defer { close(filler) }
    var count = 0
    while send(filler, "x", 1, 0) == 1 { count += 1 }
    try #require(errno == EAGAIN && count > 0)

    let environment = DaemonEnvironment(
      variables: ["NOTIFY_SOCKET": path], userID: 1000, processID: 42, isService: true)
    let loop = try EventLoop()
    let manager = ServiceManager(environment: environment, loop: loop)
    // With a call that blocks, this test never ends.
    manager.notify("READY=1")
    manager.notify("WATCHDOG=1")
    try body(receiver, count, manager, loop)
  }

  private func receive(_ socket: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let length = recv(socket, &bytes, bytes.count, 0)
    return length < 0 ? nil : String(decoding: bytes.prefix(length), as: UTF8.self)
  }
}
