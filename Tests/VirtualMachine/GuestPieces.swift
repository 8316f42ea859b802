/// The files of the guest that `Tests/Guest/build-guest` has made.
struct GuestPieces: Sendable {
  let kernel: String
  let initrd: String
  /// The disk with the root, the kernel's modules and the ioctl shim.
  let image: String
  /// The disk with the programs for comparisons; nil if `build-guest --peers` has not made it.
  let peers: String?

  private static let found = Result { try ask() }

  /// Finds the files; throws the message of the script if the guest is not built.
  static func find() throws -> GuestPieces { try found.get() }

  private static func ask() throws -> GuestPieces {
    let lines = try ScriptFile(name: "build-guest").run("--paths")
    var paths: [Substring: String] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: "=", maxSplits: 1)
      if let name = words.first, let path = words.last { paths[name] = String(path) }
    }
    guard let kernel = paths["kernel"], let initrd = paths["initrd"], let image = paths["image"] else {
      throw VirtualMachineError("build-guest --paths does not name every piece:\n\(lines)")
    }
    return GuestPieces(kernel: kernel, initrd: initrd, image: image, peers: paths["peers"])
  }
}
