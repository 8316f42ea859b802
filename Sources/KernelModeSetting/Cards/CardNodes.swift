package import DisplayTypes
internal import Glibc

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
    let name = Self.lines("\(folder)/uevent").first { $0.hasPrefix("DEVNAME=dri/card") }?.dropFirst("DEVNAME=".count)
    guard let name else {
      throw DisplayError(code: .gone, operation: "find the card", device: "\(major):\(minor)")
    }
    let render = Self.entries("\(folder)/device/drm").filter { $0.hasPrefix("renderD") }.min()
    self.init(card: "/dev/\(name)", render: render.map { "/dev/dri/\($0)" })
  }

  /// The files for rendering, the best one first.
  package var paths: [String] { (render.map { [$0] } ?? []) + [card] }

  private static func entries(_ path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      names.append(unsafe KernelInterface.text(entry.pointee.d_name))
    }
    return names
  }

  /// The lines of a file of at most 4 KiB, which is the limit of files in sysfs.
  private static func lines(_ path: String) -> [Substring] {
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { Glibc.close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  }
}
