internal import ArgumentParser
internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// The socket for `marquee-remote code`. The mode of its file decides which users may connect.
struct CodeSocket {
  /// The inputs for the path of the socket.
  struct Location {
    var environment = ProcessEnvironment.variables
    /// The directory for users without a runtime directory.
    var temporary = "/tmp"

    /// A private directory for users without a runtime directory, as under cron, su and in containers.
    var ownFolder: String { "\(temporary)/marquee-\(geteuid())" }

    /// The path in the service's directory, otherwise in the user's runtime directory, otherwise in `ownFolder`.
    var path: String {
      if let folder = folder("RUNTIME_DIRECTORY") { return "\(folder)/code.sock" }
      return "\(folder("XDG_RUNTIME_DIR") ?? ownFolder)/marquee-remote.sock"
    }

    /// The paths to search, with the service's path first. There are several because the server may run in another environment than this
    /// process.
    var all: [String] {
      let own = "\(ownFolder)/marquee-remote.sock"
      return ["/run/marquee-remote/code.sock"] + (path == own ? [own] : [path, own])
    }

    private func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Whether the folder of a path cannot come from another user.
    func isTrusted(_ path: String) -> Bool {
      guard path.hasPrefix("\(ownFolder)/") else { return true }
      var status = stat()
      return unsafe lstat(ownFolder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
        && status.st_mode & 0o022 == 0
    }
  }

  private let file: SocketFile

  /// Makes the socket. Clients that connect wait until `serve` runs.
  init(at location: Location = Location()) throws {
    let path = location.path
    if path.hasPrefix("\(location.ownFolder)/") { unsafe mkdir(location.ownFolder, 0o700) }
    guard location.isTrusted(path) else {
      throw RemoteFailure(
        "\(location.ownFolder) belongs to another user, or others may write to it. Remove it, or set XDG_RUNTIME_DIR to a directory of this user."
      )
    }
    do throws(SocketFile.Failure) {
      file = try SocketFile(at: path, mode: 0o660, backlog: 8, isBlocking: true)
    } catch {
      throw RemoteFailure(
        error.errno == .addressInUse
          ? "Another marquee-remote of this user answers at \(path). End it, or get a code from it with `marquee-remote code`."
          : "\(path) cannot be made: \(error.errno.description). Set XDG_RUNTIME_DIR to a directory that this user may write to."
      )
    }
  }

  /// Replies to each line with a line from `make`. It runs on its own thread.
  func serve(_ make: @escaping @Sendable (_ observer: Bool) -> String) {
    BlockingThread.start("marquee-codes") { [listener = file.descriptor] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          // If no descriptors are left, clients stay in the backlog. The pause prevents a busy loop.
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

  /// Removes the socket file unless it belongs to another server by now.
  func remove() { file.remove() }

  /// Requests a code from the server; nil if none runs.
  static func requestCode(at location: Location = Location(), observer: Bool) -> String? {
    // Each request makes a code, so the first reply ends the search.
    for path in location.all where location.isTrusted(path) {
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(server) }
      let word = Array((observer ? "observe\n" : "control\n").utf8)
      guard UnixAddress(path: path)?.connect(server) == true,
        unsafe send(server, word, word.count, Int32(MSG_NOSIGNAL)) == word.count
      else { continue }
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = unsafe recv(server, &buffer, buffer.count, 0)
      if count > 0 { return String(decoding: buffer[..<count], as: UTF8.self) }
    }
    return nil
  }
}

struct CodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Print the address of the server on this machine, and a new code.")

  @Flag(name: .long, help: "Make a code for a device that may only observe.")
  var observe = false

  func run() throws {
    if let answer = CodeSocket.requestCode(observer: observe) {
      ConsoleOutput.write(String(answer.prefix { !$0.isNewline }))
      return
    }
    let paths = CodeSocket.Location().all
    throw RemoteFailure(
      "No marquee-remote was found at \(paths.joined(separator: ", ")), or this user is not in the group marquee. "
        + "Start it with `systemctl start marquee-remote`, or run it.")
  }
}

/// Makes the lines for the program that started this server. A line has the address, a code, a link with both, and the role of the code.
final class PairingLinks: Sendable {
  private let url: @Sendable () -> String
  private let make: @Sendable (_ observer: Bool) -> String
  /// The address of the last line, and the last code in control.
  private let last: Mutex<(url: String, code: String?)>

  init(url: @escaping @Sendable () -> String, make: @escaping @Sendable (_ observer: Bool) -> String) {
    self.url = url
    self.make = make
    last = Mutex((url(), nil))
  }

  func line(observer: Bool = false) -> String {
    let url = url()
    let code = make(observer)
    return last.withLock { last in
      last.url = url
      if !observer { last.code = code }
      return PairingLinks.line(url, code, observer: observer)
    }
  }

  /// Makes a line with the last code in control if the address has changed since the last line. Returns nil while the machine has only
  /// loopback addresses, because a network that is lost for a moment usually returns with the same address.
  func lineAfterAddressChange() -> String? {
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
