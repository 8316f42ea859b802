internal import CLinuxEvents

/// What the kernel has for shutting in the processes that read texts, pictures and documents.
///
/// They run without what is missing, since an old box has to show pictures too; then somebody must know.
public struct KernelSandbox: Hashable, Sendable {
  /// Whether files can be kept from a process (Landlock, Linux 5.13).
  public var hidesFiles: Bool
  /// Whether calls of the kernel can be refused to it (seccomp with filters).
  public var refusesCalls: Bool

  /// This machine's, seen from this process: a container, or a filter around it, may take it away.
  public static let current = KernelSandbox(
    hidesFiles: marquee_has_landlock(), refusesCalls: marquee_has_seccomp_filters())

  /// What is missing, a sentence each.
  public var warnings: [String] {
    let who = "the processes that read texts, pictures and decks are not shut in as they should be"
    return [
      hidesFiles
        ? nil
        : "\(who): this kernel has no Landlock (Linux 5.13, and `landlock` in lsm=), so a hostile file could have them read what this user may read",
      refusesCalls
        ? nil
        : "\(who): this kernel has no seccomp filters (CONFIG_SECCOMP_FILTER), so a hostile file could have them make any call",
    ].compactMap(\.self)
  }
}
