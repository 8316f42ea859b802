package import DisplayTypes
internal import Glibc

/// Finds the processes that have a card open, for the message about another master.
///
/// Root reads the kernel's list, in which the master is marked (`/sys/kernel/debug/dri/N/clients`). Other users can only read the open
/// files of their own processes (`/proc/*/fd`).
public enum CardHolders {
  /// Returns the processes that have the card open, without this process.
  ///
  /// The master is first.
  public static func find(_ path: String) -> [CardHolder] {
    guard let device = deviceNumber(path) else { return [] }
    let own = getpid()
    let minor = UInt32(truncatingIfNeeded: device & 0xff | (device >> 12) & 0xfff00)
    let listed = text("/sys/kernel/debug/dri/\(minor)/clients").map(parseClients) ?? []
    let holders = listed.isEmpty ? scanProcesses(device) : listed
    return holders.filter { $0.process != own }.sorted { ($0.isMaster ?? false) && !($1.isMaster ?? false) }
  }

  /// Reads the table that `drm_clients_info` in drm_debugfs.c prints: command, pid, device, master (y or n), and more.
  static func parseClients(_ table: String) -> [CardHolder] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      // A command may contain spaces, but the columns after it do not.
      let words = line.split(separator: " ")
      guard let flag = words.lastIndex(where: { $0 == "y" || $0 == "n" }) else { return nil }
      // Two flags follow each other: master, then authenticated.
      let master = flag > 0 && (words[flag - 1] == "y" || words[flag - 1] == "n") ? flag - 1 : flag
      guard master >= 3, let process = Int32(words[master - 2]) else { return nil }
      let command = words[..<(master - 2)].joined(separator: " ")
      return CardHolder(process: process, command: command, isMaster: words[master] == "y")
    }
  }

  private static func scanProcesses(_ device: UInt) -> [CardHolder] {
    entries("/proc").compactMap { name in
      guard let process = Int32(name) else { return nil }
      let files = "/proc/\(name)/fd"
      guard entries(files).contains(where: { deviceNumber("\(files)/\($0)") == device }) else { return nil }
      let command = text("/proc/\(name)/comm") ?? ""
      return CardHolder(process: process, command: String(command.prefix { $0 != "\n" }), isMaster: nil)
    }
  }

  /// The number of a character device; nil for anything else.
  private static func deviceNumber(_ path: String) -> UInt? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return UInt(status.st_rdev)
  }

  fileprivate static func entries(_ path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      names.append(unsafe KernelInterface.text(entry.pointee.d_name))
    }
    return names
  }

  /// Reads the first 64 KiB of a file as text.
  fileprivate static func text(_ path: String) -> String? {
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { Glibc.close(file) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count <= 0 { break }
      filled += count
    }
    return String(decoding: bytes.prefix(filled), as: UTF8.self)
  }
}

/// A process that has a card open.
public struct CardHolder: Hashable, Sendable, CustomStringConvertible {
  /// Its number.
  public var process: Int32
  /// Its command's name, at most 15 bytes.
  public var command: String
  /// Whether it is the card's master; nil if the kernel does not show that to this user.
  public var isMaster: Bool?

  /// The program and its process, as in `Xorg (process 612)`.
  public var description: String { command.isEmpty ? "process \(process)" : "\(command) (process \(process))" }
}

/// The device files of one card, by the kernel's list in sysfs.
package struct CardNodes: Hashable, Sendable {
  /// The device file with which programs set modes, such as `/dev/dri/card0`.
  package let card: String
  /// The device file with which programs only render, such as `/dev/dri/renderD128`; nil if the card has none.
  package let render: String?

  package init(card: String, render: String?) {
    self.card = card
    self.render = render
  }

  /// Finds the files.
  ///
  /// - Parameter device: the number of the card's device file (`st_rdev`).
  /// - Parameter devices: the folder with a folder for each character device.
  /// - Throws: `gone` if there is no card with this number.
  package init(of device: UInt64, in devices: String = "/sys/dev/char") throws(DisplayError) {
    // The macros major and minor, which Swift does not import.
    let major = (device >> 8) & 0xfff | (device >> 32) & 0xffff_f000
    let minor = device & 0xff | (device >> 12) & 0xffff_ff00
    let folder = "\(devices)/\(major):\(minor)"
    // The names are those below /dev: `DEVNAME=dri/card0`.
    let name = CardHolders.text("\(folder)/uevent")?.split(separator: "\n").first { $0.hasPrefix("DEVNAME=dri/card") }?
      .dropFirst("DEVNAME=".count)
    guard let name else {
      throw DisplayError(code: .gone, operation: "find the card", device: "\(major):\(minor)")
    }
    let render = CardHolders.entries("\(folder)/device/drm").filter { $0.hasPrefix("renderD") }.min()
    self.init(card: "/dev/\(name)", render: render.map { "/dev/dri/\($0)" })
  }

  /// The files for rendering, the best one first.
  package var paths: [String] { (render.map { [$0] } ?? []) + [card] }
}
