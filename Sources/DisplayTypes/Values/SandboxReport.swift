/// The parts of its sandbox that a worker's process has, which it reports with its first answer.
public struct SandboxReport: Hashable, Sendable {
  /// 0 if Landlock restricts files, otherwise the errno of the call that failed.
  package var files: Int32
  /// 0 if seccomp restricts calls of the kernel, otherwise the errno of the call that failed.
  package var calls: Int32

  package init(files: Int32 = 0, calls: Int32 = 0) {
    self.files = files
    self.calls = calls
  }

  /// Every part.
  public static let full = SandboxReport()

  /// The numbers that an errno may have (`MAX_ERRNO` of include/linux/err.h).
  package static let errors: ClosedRange<Int32> = 0...4095

  /// A phrase for each missing part, with its reason.
  package var reasons: [String] {
    [
      files == 0 ? nil : "files are not kept from it: \(Self.reason(files, of: "Landlock", "Linux 5.13"))",
      calls == 0
        ? nil : "calls are not refused to it: \(Self.reason(calls, of: "seccomp filters", "CONFIG_SECCOMP_FILTER"))",
    ].compactMap { $0 }
  }

  private static func reason(_ error: Int32, of feature: String, _ need: String) -> String {
    switch error {
    // ENOSYS and EINVAL (include/uapi/asm-generic/errno-base.h and errno.h), as on every architecture that the daemon runs on.
    case 38, 22: "this kernel has no \(feature) (\(need))"
    // EOPNOTSUPP
    case 95: "\(feature) is switched off in this kernel (lsm=)"
    default: "the kernel answered with errno \(error)"
    }
  }
}
