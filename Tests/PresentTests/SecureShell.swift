import Foundation
import ScenarioSupport
import TestKit

/// An sshd of this user's, on a port of its own at the loopback address, with keys of its own.
final class SecureShell {
  /// The folder in which `make` unpacks Debian's sshd, without an installation.
  private static let fetched = URL(filePath: #filePath).appending(path: "../../../.build/sshd").standardized.path
  /// The path of sshd; nil if there is none.
  static let program: String? = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "\(fetched)/usr/sbin/sshd"].first {
    (path: String) in access(path, X_OK) == 0
  }

  private let directory: String
  private let port: Int
  private let server: RunningProgram
  /// sshd needs this folder if root starts it. Its service usually makes it.
  private static let runtimeFolder = "/run/sshd"
  private var hasMadeFolder = false

  init(in directory: String) throws {
    self.directory = "\(directory)/ssh"
    try FileManager.default.createDirectory(atPath: self.directory, withIntermediateDirectories: true)
    for name in ["host", "user"] {
      try Self.run("/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(self.directory)/\(name)")
    }
    if geteuid() == 0 { hasMadeFolder = mkdir(Self.runtimeFolder, 0o755) == 0 }
    port = try Self.freePort()
    try Data(
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(self.directory)/host
      AuthorizedKeysFile \(self.directory)/user.pub
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      \(Self.helpers)
      """.utf8
    ).write(to: URL(filePath: "\(self.directory)/config"))
    let program = Self.program ?? "/usr/sbin/sshd"
    server = try RunningProgram(
      [program, "-D", "-e", "-f", "\(self.directory)/config"],
      environment: program.hasPrefix(Self.fetched) ? try Self.environment(in: self.directory) : nil)
    var said = ""
    while !said.contains("Server listening"), Bell.wait(for: server.errors) {
      let more = RunningProgram.read(server.errors)
      guard !more.isEmpty else { break }
      said += more
    }
    guard said.contains("Server listening") else {
      throw TmuxTerminal.Failure(description: "sshd does not listen: \(said)")
    }
  }

  deinit {
    for process in descendants() { kill(process.number, SIGKILL) }
    server.end()
    if hasMadeFolder { rmdir(Self.runtimeFolder) }
  }

  /// The folder of the helpers that sshd from 9.8 starts, in the words of its configuration.
  private static var helpers: String {
    [("SshdSessionPath", "sshd-session"), ("SshdAuthPath", "sshd-auth")].map { key, name in
      let path = "\(fetched)/usr/lib/openssh/\(name)"
      return access(path, X_OK) == 0 ? "\(key) \(path)\n" : ""
    }.joined()
  }

  /// For an sshd that is not installed: its libraries, and as users the current one and sshd's own (nss_wrapper).
  private static func environment(in directory: String) throws -> [String: String] {
    let libraries = "\(fetched)/usr/lib"
    let folders = try FileManager.default.contentsOfDirectory(atPath: libraries).map { "\(libraries)/\($0)" }
    guard
      let wrapper = folders.map({ (folder: String) -> String in "\(folder)/libnss_wrapper.so" }).first(where: {
        access($0, R_OK) == 0
      }),
      let user = getpwuid(geteuid())
    else { throw TmuxTerminal.Failure(description: "\(fetched) has no libnss_wrapper.so; remove it, and make it anew") }
    let entry = user.pointee
    let (name, home, shell) = (
      String(cString: entry.pw_name), String(cString: entry.pw_dir), String(cString: entry.pw_shell)
    )
    try """
    \(name):x:\(entry.pw_uid):\(entry.pw_gid)::\(home):\(shell)
    sshd:x:65533:65534::\(runtimeFolder):/usr/sbin/nologin

    """.write(toFile: "\(directory)/passwd", atomically: true, encoding: .utf8)
    try "\(name):x:\(entry.pw_gid):\nnogroup:x:65534:\n"
      .write(toFile: "\(directory)/group", atomically: true, encoding: .utf8)
    return ProcessInfo.processInfo.environment.merging([
      "LD_LIBRARY_PATH": folders.joined(separator: ":"), "LD_PRELOAD": wrapper,
      "NSS_WRAPPER_PASSWD": "\(directory)/passwd", "NSS_WRAPPER_GROUP": "\(directory)/group",
    ]) { $1 }
  }

  /// The start of a shell command that runs a program on the other side, in a terminal.
  var command: String {
    "ssh -F none -t -p \(port) -i \(directory)/user -o IdentitiesOnly=yes -o StrictHostKeyChecking=accept-new "
      + "-o UserKnownHostsFile=\(directory)/known -o LogLevel=ERROR 127.0.0.1"
  }

  /// All processes that sshd has started, with their children.
  func descendants() -> [(number: pid_t, name: String)] { Self.descendants(of: server.number) }

  private static func descendants(of process: pid_t) -> [(number: pid_t, name: String)] {
    let children = (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
    return children.split(separator: " ").compactMap { pid_t($0) }.flatMap { child in
      let name = (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) ?? ""
      return [(child, name.trimmingCharacters(in: .newlines))] + descendants(of: child)
    }
  }

  private static func run(_ path: String, _ arguments: String...) throws {
    guard try StartedProgram.run([path] + arguments).status == 0 else {
      throw TmuxTerminal.Failure(description: "\(path) failed")
    }
  }

  /// An unused port.
  private static func freePort() throws -> Int {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0
      }
    }
    guard isBound else { throw TmuxTerminal.Failure(description: "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
