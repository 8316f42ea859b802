import Foundation
import TestDaemon
import TestKit
import Testing

/// The program itself on a state directory of its own, and phones that speak with it.
final class RemoteProgram: Sendable {
  private static let programs = Bundle.main.bundlePath

  /// The folder of the pairings, which the caller owns.
  let folder: String
  let port: UInt16
  private let program: RunningProgram
  private let said = Watched("")

  /// The path of the gate of the fsync calls.
  static func gate(of folder: String) -> String { "\(folder)/sync" }

  init(_ folder: String) throws {
    self.folder = folder
    let program = try RunningProgram(
      [
        "\(Self.programs)/marquee-remote", "--listen", "127.0.0.1:0", "--state", "\(folder)/state", "--print-address",
      ],
      environment: SyncGate.environment(at: Self.gate(of: folder), programs: Self.programs).merging([
        "XDG_RUNTIME_DIR": folder, "HOME": folder, "MARQUEE_SOCKET": "\(folder)/none",
      ]) { $1 })
    self.program = program
    let line = try Self.line(of: program)
    port = try #require(URL(string: String(line.prefix { $0 != " " }))?.port.flatMap { UInt16(exactly: $0) }, "\(line)")
    let said = said
    Thread {
      while case let more = RunningProgram.read(program.errors), !more.isEmpty { said.change { $0 += more } }
    }.start()
  }

  /// A new code for a phone in control.
  func code() throws -> String {
    try #require(write(program.input, "code\n", 5) == 5)
    return try #require(Self.line(of: program).split(separator: " ").dropFirst().first.map(String.init))
  }

  /// Waits until the log has a line with this text.
  func log(has text: String) async throws { try await said.wait { $0.contains(text) } }

  /// Power is cut, as far as the program knows.
  func kill() { program.end(by: SIGKILL) }

  /// Ends it as systemd does.
  func end() { program.end() }

  deinit { program.end(by: SIGKILL) }

  func pair(_ code: String) -> Reply {
    send("POST", "/api/pair", body: "{\"code\": \"\(code)\", \"purpose\": \"screens\"}")
  }

  func leave(_ cookie: String?) -> Reply { send("POST", "/api/leave", body: "{}", cookie: cookie) }

  func get(_ path: String, cookie: String? = nil) async throws -> RemoteBench.Answer {
    try await send("GET", path, cookie: cookie).answer
  }

  /// The answer to a request that was sent already, read without Swift's thread pool.
  struct Reply: Sendable {
    fileprivate let watched = Watched<RemoteBench.Answer?>(nil)

    /// The answer; waits for it.
    var answer: RemoteBench.Answer {
      get async throws {
        try await watched.wait { $0 != nil }
        return try #require(watched.value)
      }
    }

    var isThere: Bool { watched.value != nil }
  }

  private func send(_ method: String, _ path: String, body: String? = nil, cookie: String? = nil) -> Reply {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if let cookie { head += "Cookie: \(cookie)\r\n" }
    if let body {
      head +=
        "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
    }
    let (bytes, port) = (Array("\(head)\r\n\(body ?? "")".utf8), port)
    let reply = Reply()
    Thread {
      let answer = RemoteBench.Answer(RemoteBench.exchange(bytes, port))
      reply.watched.change { $0 = answer }
    }.start()
    return reply
  }

  private static func line(of program: RunningProgram) throws -> String {
    var text = ""
    while !text.hasSuffix("\n") {
      let more = RunningProgram.read(program.output)
      try #require(!more.isEmpty, "the program has ended")
      text += more
    }
    return String(text.dropLast())
  }
}
