import Foundation
import Synchronization
import TestKit
import Testing

@testable import marquee_remote

/// The place at which a server is asked for a code.
struct CodeSocketTests {
  @Test func withoutARuntimeDirectoryItIsInOneOfThisUsersAlone() throws {
    let temporary = try TemporaryFolder.make("code")
    defer { TemporaryFolder.remove(temporary) }
    let server = CodeSocket.Location(environment: [:], temporary: temporary)
    // The client may have a runtime directory.
    let client = CodeSocket.Location(environment: ["XDG_RUNTIME_DIR": "\(temporary)/none"], temporary: temporary)
    #expect(CodeSocket.requestCode(at: client, observer: false) == nil)
    let socket = try CodeSocket(at: server)
    socket.serve { $0 ? "observe" : "control" }
    #expect(CodeSocket.requestCode(at: client, observer: true) == "observe\n")
    #expect(CodeSocket.requestCode(at: server, observer: false) == "control\n")
    // A second server ends before it listens or prints anything.
    let error = #expect(throws: RemoteFailure.self) { try CodeSocket(at: server) }
    #expect(error.map { "\($0)".contains("Another marquee-remote of this user answers") } == true)
    var status = stat()
    #expect(lstat(server.ownFolder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    // Others could have put something there.
    chmod(server.ownFolder, 0o777)
    #expect(CodeSocket.requestCode(at: client, observer: true) == nil)
    #expect(throws: RemoteFailure.self) { try CodeSocket(at: server) }
    chmod(server.ownFolder, 0o700)
    socket.remove()
    #expect(CodeSocket.requestCode(at: server, observer: false) == nil)
  }

  @Test func oneRequestGetsOneCode() throws {
    let temporary = try TemporaryFolder.make("code")
    defer { TemporaryFolder.remove(temporary) }
    let place = CodeSocket.Location(environment: [:], temporary: temporary)
    let made = Counter()
    let socket = try CodeSocket(at: place)
    defer { socket.remove() }
    socket.serve { _ in "code \(made.count.add(1, ordering: .relaxed).newValue)" }
    #expect(CodeSocket.requestCode(at: place, observer: false) == "code 1\n")
    #expect(made.count.load(ordering: .relaxed) == 1)
  }

  @Test func aClientThatAsksDuringTheStartWaits() async throws {
    let temporary = try TemporaryFolder.make("code")
    defer { TemporaryFolder.remove(temporary) }
    let place = CodeSocket.Location(environment: [:], temporary: temporary)
    let socket = try CodeSocket(at: place)
    defer { socket.remove() }
    let answer = await withCheckedContinuation { continuation in
      BlockingThread.start("asks") {
        continuation.resume(returning: CodeSocket.requestCode(at: place, observer: false))
      }
      socket.serve { _ in "code" }
    }
    #expect(answer == "code\n")
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  @Test func theServiceAndTheUserHaveTheirs() {
    let service = CodeSocket.Location(environment: [
      "RUNTIME_DIRECTORY": "/run/marquee-remote", "XDG_RUNTIME_DIR": "/run/user/1",
    ])
    #expect(service.path == "/run/marquee-remote/code.sock")
    #expect(
      CodeSocket.Location(environment: ["XDG_RUNTIME_DIR": "/run/user/1"]).path == "/run/user/1/marquee-remote.sock")
    #expect(
      CodeSocket.Location(environment: ["XDG_RUNTIME_DIR": ""]).path == "/tmp/marquee-\(geteuid())/marquee-remote.sock")
  }
}
