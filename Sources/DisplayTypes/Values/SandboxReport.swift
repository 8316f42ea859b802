/// The parts of a worker's sandbox that are in force; the worker reports them with its first answer.
public struct SandboxReport: Hashable, Sendable {
  /// 0 if Landlock restricts files, otherwise the errno of the failed call.
  package var files: Int32
  /// 0 if seccomp restricts kernel calls, otherwise the errno of the failed call.
  package var calls: Int32

  package init(files: Int32 = 0, calls: Int32 = 0) {
    self.files = files
    self.calls = calls
  }

  /// A sandbox with all parts in force.
  public static let full = SandboxReport()

  /// The range of an errno (`MAX_ERRNO` of include/linux/err.h).
  package static let errors: ClosedRange<Int32> = 0...4095

  /// A phrase for each missing part, with its reason.
  package var reasons: [String] {
    [
      files == 0 ? nil : "its access to files is not restricted: \(Self.reason(files, of: "Landlock", "Linux 5.13"))",
      calls == 0
        ? nil
        : "its system calls are not restricted: \(Self.reason(calls, of: "seccomp filters", "CONFIG_SECCOMP_FILTER"))",
    ].compactMap { $0 }
  }

  private static func reason(_ error: Int32, of feature: String, _ need: String) -> String {
    switch error {
    // ENOSYS and EINVAL (include/uapi/asm-generic/errno-base.h and errno.h); they are the same on all architectures of the daemon.
    case 38, 22: "this kernel has no \(feature) (\(need))"
    // EOPNOTSUPP
    case 95: "\(feature) is switched off in this kernel (lsm=)"
    default: "the kernel answered with errno \(error)"
    }
  }
}
