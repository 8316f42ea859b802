internal import CLinuxEvents

/// The kernel's means to confine the processes that read texts, pictures and documents. The processes run without missing means, because an
/// old machine has to show pictures too. The log and `status` report them.
package struct KernelSandbox {
  /// Whether files can be kept from a process (Landlock, Linux 5.13).
  let hidesFiles: Bool
  /// Whether system calls of a process can be refused (seccomp with filters).
  let refusesCalls: Bool

  /// The means that this process has. A container or an outer filter may remove some.
  package static let current = KernelSandbox(
    hidesFiles: marquee_has_landlock(), refusesCalls: marquee_has_seccomp_filters())

  /// The missing parts, a sentence each.
  package var warnings: [String] {
    let start =
      "the processes that read texts, pictures and decks are not fully confined: this kernel has no"
    var warnings: [String] = []
    if !hidesFiles {
      warnings.append(
        "\(start) Landlock (Linux 5.13, and `landlock` in lsm=), so a hostile file could make them read all files of this user"
      )
    }
    if !refusesCalls {
      warnings.append(
        "\(start) seccomp filters (CONFIG_SECCOMP_FILTER), so a hostile file could make them use any system call")
    }
    return warnings
  }
}
