import ContentModel
import ControlClient
import ControlProtocol
import DisplayTypes
import EventLoop
import Glibc

/// A daemon for one talk on a text console, for a machine on which no other daemon runs. The seat manager gives it the cards while this
/// console is active, so that a desktop on another console keeps its own picture. The daemon ends with this program.
final class ConsoleDaemon {
  /// The path of its socket.
  let socket: String
  private let folder: String
  private let process: pid_t
  /// The daemon's standard input. The daemon ends when it closes.
  private var input: Int32
  private var status: Int32?

  /// Starts a daemon if none runs. Returns nil if one runs, or if the user has named a socket.
  ///
  /// - Throws: the next step, if this machine or this terminal cannot show a talk without a daemon.
  static func startIfNeeded(_ daemon: ClientOptions, screen: String?) throws -> ConsoleDaemon? {
    let isAsked = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    guard isAsked, daemon.socket == nil, String(environment: "MARQUEE_SOCKET") == nil else { return nil }
    do throws(ClientError) {
      _ = try daemon.connect()
      return nil
    } catch .noDaemon {
      return try ConsoleDaemon(screen: screen)
    } catch {
      // The command's own call reports it.
      return nil
    }
  }

  private init(screen: String?) throws {
    guard let console = VirtualTerminal.current else {
      throw Self.failure(
        "start it with `systemctl start marqueed`, or log in on a text console (Ctrl+Alt+F3) and run this command there"
      )
    }
    let connectors = CardConnector.all()
    guard !connectors.isEmpty else {
      throw Self.failure("and this machine has no graphics card with a connector (/sys/class/drm)")
    }
    guard let program = ChildProgram.find("marqueed", besideThisOne: true) else {
      throw Self.failure("and the program marqueed is neither beside marqueectl nor on the search path. Install it")
    }
    let rules = ConsoleScreens.configuration(leaving: try ConsoleScreens.choose(connectors, wanted: screen))
    folder = try PrivateFolder.make("marquee-\(console)")
    socket = "\(folder)/marquee.sock"
    let configuration = "\(folder)/marquee.yaml"
    try OutputFile.write(Array(rules.utf8), to: configuration)
    let log = open("\(folder)/marqueed.log", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    var ends: [Int32] = [-1, -1]
    guard log >= 0, pipe(&ends) == 0 else {
      throw SystemCallError(what: "\(program) could not be started", errno: errno)
    }
    for number in ends { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    // The helper programs and this program's children find the socket there too.
    setenv("MARQUEE_SOCKET", socket, 1)
    let (failure, started) = ProgramStart.start(
      program,
      arguments: [
        "marqueed", "--backend", "kms", "--seat", "auto", "--config", configuration, "--state", "\(folder)/state",
        "--end-with-input",
      ], files: [(STDIN_FILENO, ends[0]), (STDOUT_FILENO, log), (STDERR_FILENO, log)])
    close(ends[0])
    close(log)
    (input, process) = (ends[1], started)
    guard failure == 0 else {
      status = 127
      throw SystemCallError(what: "\(program) could not be started", errno: failure)
    }
    try waitForCard()
  }

  deinit { end() }

  /// Waits until the daemon has a card. Throws the daemon's own message if it ends first.
  private func waitForCard() throws {
    for _ in 0..<300 {
      status = status ?? ChildEnd.take(of: process, within: 50)?.status
      guard status == nil else { throw Self.failure("and a daemon of its own ended: \(lastMessage)") }
      if let reply = try? ControlClient(path: socket).call(StatusCall(), timeoutSeconds: 5), !reply.devices.isEmpty {
        return
      }
    }
    throw Self.failure("and a daemon of its own got no card in 15 seconds: \(lastMessage)")
  }

  private var lastMessage: String {
    let bytes = (try? InputFile.bytes(from: "\(folder)/marqueed.log", limit: 1 << 20, kind: "log")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "without a message"
  }

  /// Ends the daemon, which gives the cards back, and removes its folder.
  func end() {
    if input >= 0 { close(input) }
    input = -1
    for signal in [0, SIGTERM, SIGKILL] where status == nil {
      if signal != 0 { kill(process, signal) }
      status = ChildEnd.take(of: process, within: 5000)?.status
    }
    unsetenv("MARQUEE_SOCKET")
    PrivateFolder.remove(folder)
  }

  private static func failure(_ text: String) -> ToolFailure {
    ToolFailure(message: "No marqueed is running: \(text).", status: .noDaemon)
  }
}

/// The virtual terminal of this program.
enum VirtualTerminal {
  /// Its name, as `tty3`; nil if the terminal is a window, a serial line or a connection.
  static var current: String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let path = ttyname(STDIN_FILENO) else { return nil }
    return name(String(cString: path))
  }

  static func name(_ path: String) -> String? {
    guard path.hasPrefix("/dev/tty"), let number = Int(path.dropFirst(8)), (1...63).contains(number) else { return nil }
    return "tty\(number)"
  }
}

/// A connector of a card, as sysfs names it.
struct CardConnector: Equatable {
  var name: String
  var isConnected: Bool

  /// Panels inside a machine (drm_connector.c).
  var isInternal: Bool { ["eDP-", "LVDS-", "DSI-", "DPI-"].contains { name.hasPrefix($0) } }

  /// The connectors of all cards, in the order of their names.
  static func all() -> [CardConnector] {
    let folder = "/sys/class/drm"
    return (FolderNames.read(folder) ?? []).sorted().compactMap { entry in
      let parts = entry.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, let card = parts.first, card.hasPrefix("card"), Int(card.dropFirst(4)) != nil,
        let name = parts.last, !name.hasPrefix("Writeback")
      else { return nil }
      return CardConnector(name: String(name), isConnected: status(of: "\(folder)/\(entry)") == "connected\n")
    }
  }
}

extension CardConnector {
  /// The text of a connector's file `status`; empty if it cannot be read. Such files claim to have 4096 bytes.
  private static func status(of folder: String) -> String {
    let file = open("\(folder)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return String(decoding: DescriptorIO.read(file) ?? [], as: UTF8.self)
  }
}

/// The screens that keep the text console, with the speaker's view.
enum ConsoleScreens {
  /// The internal panels, otherwise the first connected screen. With a wanted screen, in any case, all others.
  static func choose(_ connectors: [CardConnector], wanted: String?) throws(ToolFailure) -> [String] {
    if let wanted {
      let name = ConnectorName.canonical(wanted) ?? wanted
      let names = connectors.map(\.name)
      guard names.contains(name) else {
        throw ToolFailure(
          message: "There is no screen \"\(wanted)\".", near: NearestWord.find(wanted, among: names).map { [$0] },
          hint: "The screens of this machine are \(names.joined(separator: ", ")).")
      }
      return names.filter { $0 != name }
    }
    let panels = connectors.filter(\.isInternal)
    if !panels.isEmpty { return panels.map(\.name) }
    return connectors.first(where: \.isConnected).map { [$0.name] } ?? []
  }

  static func configuration(leaving names: [String]) -> String {
    guard !names.isEmpty else { return "screens: []\n" }
    return "screens:\n" + names.map { "  - match: { connector: \"\($0)\" }\n    use: console\n" }.joined()
  }
}

/// A folder of this user for one run.
private enum PrivateFolder {
  /// Makes an empty folder in `$XDG_RUNTIME_DIR`, otherwise in `/tmp`.
  static func make(_ name: String) throws -> String {
    let runtime = String(environment: "XDG_RUNTIME_DIR") ?? ""
    let path = runtime.hasPrefix("/") ? "\(runtime)/\(name)" : "/tmp/\(name)-\(geteuid())"
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
        throw ToolFailure(message: "\(path) belongs to another user. Remove it, or set XDG_RUNTIME_DIR.")
      }
      remove(path)
    }
    guard mkdir(path, 0o700) == 0 else { throw SystemCallError(what: "\(path) could not be made", errno: errno) }
    return path
  }

  /// Removes the folder, without following links.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in FolderNames.read(path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
