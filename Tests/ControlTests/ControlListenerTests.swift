import ControlProtocol
import Glibc
import TestKit
import Testing

@testable import ControlServer

@MainActor
@Suite(.serialized) struct ControlListenerTests {
  private func temporary() -> String {
    let path = "/tmp/marquee-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    mkdir(path, 0o700)
    return path
  }

  private func remove(_ directory: String) {
    for name in ["s", "s.lock"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  /// Leaves the socket of a killed daemon: the file exists, and no process listens.
  private func leaveStaleSocket(at path: String) throws { close(try TestSocket.bound(to: path)) }

  @Test func aStaleSocketIsReplaced() throws {
    let directory = temporary()
    defer { remove(directory) }
    try leaveStaleSocket(at: "\(directory)/s")
    let listener = try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    _ = try RawClient(path: listener.path)
  }

  @Test func aLivingDaemonsSocketIsLeftAlone() throws {
    let directory = temporary()
    defer { remove(directory) }
    let first = try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    #expect(throws: ListenerError.socketInUse(path: "\(directory)/s")) {
      try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    }
    _ = try RawClient(path: first.path)
  }

  @Test func aSocketOfTheServiceManagerIsLeftAloneToo() throws {
    let directory = temporary()
    defer { remove(directory) }
    let number = try TestSocket.listening(at: "\(directory)/s")
    defer { close(number) }
    // It holds no lock, and answers.
    #expect(throws: ListenerError.socketInUse(path: "\(directory)/s")) {
      try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    }
    #expect(access("\(directory)/s", F_OK) == 0)
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() throws {
    let directory = temporary()
    defer { remove(directory) }
    close(open("\(directory)/s", O_CREAT | O_WRONLY, 0o600))
    #expect(throws: ListenerError.notASocket(path: "\(directory)/s")) {
      try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    }
    #expect(access("\(directory)/s", F_OK) == 0)
  }

  @Test func everybodyMayConnect() throws {
    let directory = temporary()
    defer { remove(directory) }
    let listener = try ControlListener(at: SocketLocation(path: "\(directory)/s"))
    var status = stat()
    #expect(stat(listener.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o666)
  }

  @Test func aTooLongPathIsReported() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    #expect(throws: ListenerError.pathTooLong(path: path, limit: 107)) {
      try ControlListener(at: SocketLocation(path: path))
    }
  }

  @Test func aPrivateDirectoryIsMadeAndAForeignOneRefused() throws {
    let parent = temporary()
    let directory = "\(parent)/own"
    defer {
      remove(directory)
      rmdir(parent)
    }
    let location = SocketLocation(path: "\(directory)/s", directory: .privateTo(userID: geteuid()))
    _ = try ControlListener(at: location)
    var status = stat()
    #expect(stat(directory, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    chmod(directory, 0o777)
    #expect(throws: ListenerError.foreignDirectory(path: directory, ownerID: geteuid())) {
      try ControlListener(at: location)
    }
    chmod(directory, 0o700)
    let other = SocketLocation(path: "\(directory)/s", directory: .privateTo(userID: geteuid() + 1))
    #expect(throws: ListenerError.foreignDirectory(path: directory, ownerID: geteuid())) {
      try ControlListener(at: other)
    }
  }

  @Test func anInheritedSocketIsTakenAndNeverRemoved() throws {
    let directory = temporary()
    defer { remove(directory) }
    let number = try TestSocket.listening(at: "\(directory)/s")
    let listener = try ControlListener(inherited: InheritedDescriptor(number: number, name: "marqueed.socket"))
    let fixture = try ServerFixture(listener: listener)
    fixture.answer = { _, responder in responder.reply(AppsReply(apps: [])) }
    let client = try RawClient(path: "\(directory)/s")
    client.send(#"{"method":"org.marquee.Display.Apps"}"#)
    #expect(try fixture.message(to: client) == #"{"parameters":{"apps":[]}}"#)
    fixture.stop()
    #expect(access("\(directory)/s", F_OK) == 0)
  }

  @Test func anInheritedDescriptorThatDoesNotListenIsRefused() {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #expect(throws: ListenerError.notAListener(descriptor: number, name: "x")) {
      try ControlListener(inherited: InheritedDescriptor(number: number, name: "x"))
    }
  }

  @Test func inheritedDescriptorsAreReadFromTheEnvironment() {
    let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "marqueed.socket:drm"]
    #expect(
      InheritedDescriptor.all(environment: environment, processID: 42) == [
        InheritedDescriptor(number: 3, name: "marqueed.socket"), InheritedDescriptor(number: 4, name: "drm"),
        InheritedDescriptor(number: 5, name: "unknown"),
      ])
    #expect(InheritedDescriptor.all(environment: environment, processID: 43).isEmpty)
    #expect(InheritedDescriptor.all(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "-1"], processID: 42).isEmpty)
    #expect(InheritedDescriptor.all(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "9999999"], processID: 42).isEmpty)
    #expect(InheritedDescriptor.all(environment: [:], processID: 42).isEmpty)
  }
}
