/// Where `Tests/Guest/build-guest` has put the pieces of the guest.
struct GuestPieces: Sendable {
  let kernel: String
  let initrd: String
  let modules: String
  let root: String

  /// Asks the script; throws its message when the guest is not built.
  static func find() throws -> GuestPieces {
    let lines = try ScriptFile(name: "build-guest").run("--paths")
    var paths: [Substring: String] = [:]
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: "=", maxSplits: 1)
      if let name = words.first, let path = words.last { paths[name] = String(path) }
    }
    guard let kernel = paths["kernel"], let initrd = paths["initrd"], let modules = paths["modules"],
      let root = paths["root"]
    else { throw VirtualMachineError("build-guest --paths does not name every piece:\n\(lines)") }
    return GuestPieces(kernel: kernel, initrd: initrd, modules: modules, root: root)
  }
}
