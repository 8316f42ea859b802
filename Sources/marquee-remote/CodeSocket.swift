internal import ArgumentParser
internal import EventLoop
internal import Glibc
internal import Synchronization

/// The socket on which `marquee-remote code` asks the server of the same machine for a code.
///
/// Who may connect is decided by its mode.
struct CodeSocket {
  /// What says where it is.
  struct Place {
    var environment = ProcessEnvironment.variables
    /// Where users without a runtime directory have theirs.
    var temporary = "/tmp"

    /// A directory that is this user's alone, as the daemon's is (`SocketLocation`): of cron, su, and containers.
    var ownFolder: String { "\(temporary)/marquee-\(geteuid())" }

    /// Its path: in the service's directory, in the user's, or in `ownFolder`.
    var path: String {
      if let folder = folder("RUNTIME_DIRECTORY") { return "\(folder)/code.sock" }
      return "\(folder("XDG_RUNTIME_DIR") ?? ownFolder)/marquee-remote.sock"
    }

    /// Where it is looked for: the service's first.
    ///
    /// A server may have been started in another environment than this one.
    var all: [String] {
      let own = "\(ownFolder)/marquee-remote.sock"
      return ["/run/marquee-remote/code.sock"] + (path == own ? [own] : [path, own])
    }

    private func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Whether the folder of a path is no other user's, where others could have made it.
    func isTrusted(_ path: String) -> Bool {
      guard path.hasPrefix("\(ownFolder)/") else { return true }
      var status = stat()
      return unsafe lstat(ownFolder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
        && status.st_mode & 0o022 == 0
    }
  }

  /// The file that was made, by device and number.
  private struct Made: Equatable {
    let path: String
    let device: UInt
    let number: UInt

    /// What is at a path now (stat).
    init?(_ path: String) {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      self.path = path
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
    }
  }

  private let made: Made?
  private let listener: Int32

  /// Makes the socket; clients that connect wait for `serve`.
  init(at place: Place = Place()) throws {
    let path = place.path
    try CodeSocket.check(place)
    unsafe unlink(path)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0, UnixAddress(path: path)?.bind(listener) ?? false, unsafe chmod(path, 0o660) == 0,
      listen(listener, 8) == 0
    else {
      throw RemoteFailure(
        unsafe "\(path) cannot be made: \(String(cString: strerror(errno))). Set XDG_RUNTIME_DIR to a directory that this user may write to."
      )
    }
    made = Made(path)
    self.listener = listener
  }

  /// Answers each line from now on, on a thread of its own, with one of `make`.
  func serve(_ make: @escaping @Sendable (_ observer: Bool) -> String) {
    BlockingThread.start("marquee-codes") { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          // Descriptors have run out; who asks waits.
          if errno != EINTR { usleep(500_000) }
          continue
        }
        defer { close(client) }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        unsafe setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = unsafe recv(client, &buffer, buffer.count, 0)
        guard count > 0 else { continue }
        let answer = Array("\(make(buffer[0] == UInt8(ascii: "o")))\n".utf8)
        unsafe send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// Whether this server may answer there: another one of the same user is found before this one has done anything.
  static func check(_ place: Place = Place()) throws {
    let path = place.path
    if path.hasPrefix("\(place.ownFolder)/") { unsafe mkdir(place.ownFolder, 0o700) }
    guard place.isTrusted(path) else {
      throw RemoteFailure(
        "\(place.ownFolder) is not this user’s alone: take it away, or set XDG_RUNTIME_DIR to a directory that is.")
    }
    guard !isAnswered(path) else {
      throw RemoteFailure(
        "Another marquee-remote of this user answers at \(path). End that one, or ask it with `marquee-remote code`.")
    }
  }

  /// It is found no more; that of another server at its place stays.
  func remove() {
    if let made, Made(made.path) == made { unsafe unlink(made.path) }
  }

  /// Whether a server listens there.
  private static func isAnswered(_ path: String) -> Bool {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    return UnixAddress(path: path)?.connect(number) ?? false
  }

  /// Asks the server; nil where none is at any of its places.
  static func ask(at place: Place = Place(), observer: Bool) -> String? {
    // Each that is asked makes a code.
    for path in place.all where place.isTrusted(path) {
      if let answer = ask(path, observer: observer) { return answer }
    }
    return nil
  }

  private static func ask(_ path: String, observer: Bool) -> String? {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    guard UnixAddress(path: path)?.connect(number) ?? false else { return nil }
    let word = Array((observer ? "observe\n" : "control\n").utf8)
    guard unsafe send(number, word, word.count, Int32(MSG_NOSIGNAL)) == word.count else { return nil }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = unsafe recv(number, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

}

/// Asks the server of this machine for a code.
struct CodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Prints the address and a new code of the server that runs on this machine.")

  @Flag(name: .long, help: "A code for who may look on only.")
  var observe = false

  func run() throws {
    if let answer = CodeSocket.ask(observer: observe) {
      ConsoleOutput.write(String(answer.prefix { !$0.isNewline }))
      return
    }
    let places = CodeSocket.Place().all
    throw RemoteFailure(
      "No marquee-remote was found (looked at \(places.joined(separator: ", "))), or this user may not ask it: members of the group "
        + "marquee may. Start it with `systemctl start marquee-remote`, or by hand.")
  }
}

/// What a program that started this server is told: lines of the address, a code, both as a link, and what that code lets do.
public final class PairingLinks: Sendable {
  private struct Last: Sendable {
    var url: String
    var code: String?
  }

  private let url: @Sendable () -> String
  private let make: @Sendable (_ observer: Bool) -> String
  private let last: Mutex<Last>

  /// Those of a server.
  public convenience init(_ server: RemoteServer) {
    self.init(url: { server.url }, make: { server.makeCode(observer: $0) })
  }

  init(url: @escaping @Sendable () -> String, make: @escaping @Sendable (_ observer: Bool) -> String) {
    self.url = url
    self.make = make
    last = Mutex(Last(url: url()))
  }

  /// A line with a new code.
  public func line(observer: Bool = false) -> String {
    let url = url()
    let code = make(observer)
    return last.withLock { last in
      last.url = url
      if !observer { last.code = code }
      return PairingLinks.line(url, code, observer: observer)
    }
  }

  /// The last code for a phone in control once more, where the address is another one than in the last line.
  ///
  /// Nil while only this machine itself can be reached: a network that is lost for a moment mostly comes back as it was.
  public func news() -> String? {
    let url = url()
    guard let host = url.firstRange(of: "://")?.upperBound, !url[host...].hasPrefix("127.") else { return nil }
    return last.withLock { last in
      guard url != last.url, let code = last.code else { return nil }
      last.url = url
      return PairingLinks.line(url, code, observer: false)
    }
  }

  private static func line(_ url: String, _ code: String, observer: Bool) -> String {
    "\(url) \(code) \(SiteIdentity.link(code, at: url)) \(observer ? "observe" : "control")"
  }
}
