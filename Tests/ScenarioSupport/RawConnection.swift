internal import Foundation
internal import TestKit
internal import ThreadUser

/// A connection to the daemon's socket that can send any bytes, like a hostile client.
final class RawConnection {
  private let number: Int32
  private let time: SimulatedBenchTime?

  /// Connects to the daemon of a bench, optionally as another user.
  ///
  /// The daemon gets the credentials of the process that connects. Another user needs root.
  init(_ bench: any Bench, user: UInt32? = nil) throws {
    let path = bench.socketPath
    time = bench.time
    let own = geteuid()
    if let user {
      guard thread_user_set(user) == 0 else {
        throw ScenarioFailure("user \(user): \(String(cString: strerror(errno)))")
      }
    }
    defer { if user != nil { thread_user_set(own) } }
    number = try TestSocket.connected(to: path)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    // The daemon is notified at once, even if a child process that is being started has a copy of the descriptor.
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }

  /// Sends all bytes; false if the other side accepts no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.send(number, all.baseAddress.map { $0 + sent }, all.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// If the daemon's time is stopped, lets it pass until there is an event.
  private func waitInSimulatedTime(for events: Int16) {
    guard let time else { return }
    let end = time.now + 20
    try? time.settle()
    var entry = pollfd(fd: number, events: events, revents: 0)
    while Foundation.poll(&entry, 1, 0) == 0, time.now < end { try? time.pass(atMost: end - time.now) }
  }

  /// Sends a Varlink call with its closing zero byte.
  @discardableResult
  func call(_ json: String) -> Bool { send(Array(json.utf8) + [0]) }

  /// Whether there are bytes to read. It does not wait.
  var hasAnswer: Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return Foundation.poll(&entry, 1, 0) > 0
  }

  /// The next bytes, up to 64 KiB. Empty at the end of the stream, nil if none come within 20 s.
  func receive() -> [UInt8]? {
    waitInSimulatedTime(for: Int16(POLLIN))
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(number, &buffer, buffer.count, 0)
    if count < 0 { return errno == ECONNRESET ? [] : nil }
    return Array(buffer.prefix(count))
  }

  /// All bytes until the other side closes.
  func rest() -> String {
    var all: [UInt8] = []
    while let bytes = receive(), !bytes.isEmpty { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Sends a call repeatedly, with at most `ahead` calls without an answer, and returns the number of answers.
  func flood(_ json: String, count: Int, ahead: Int = 200) -> Int {
    let frame = Array(json.utf8) + [0]
    var (sent, answered) = (0, 0)
    while answered < count {
      let more = min(count - sent, ahead - (sent - answered))
      if more > 0 {
        guard send([UInt8]((0..<more).map { _ in frame }.joined())) else { return answered }
        sent += more
      }
      guard let bytes = receive(), !bytes.isEmpty else { return answered }
      answered += bytes.count { $0 == 0 }
    }
    return answered
  }
}
