internal import CSeccomp
internal import Glibc

/// A filter of the kernel's calls (seccomp), before it holds.
@safe struct CallFilter: ~Copyable {
  /// What a call meets.
  enum Action {
    case allow
    /// It fails with an errno.
    case refuse(Int32)

    fileprivate var code: UInt32 {
      switch self {
      case .allow: marquee_seccomp_allow()
      // `SCMP_ACT_ERRNO` (seccomp.h), which is a macro with an argument.
      case .refuse(let error): 0x0005_0000 | UInt32(bitPattern: error) & 0xFFFF
      }
    }
  }

  private let filter: scmp_filter_ctx

  /// - Parameters:
  ///   - other: what a call meets that no rule names.
  ///   - allThreads: whether threads are filtered that a library has started before.
  init(other: Action, allThreads: Bool) throws(SandboxFailure) {
    guard let filter = unsafe seccomp_init(other.code) else { throw SandboxFailure(error: ENOMEM) }
    do throws(SandboxFailure) {
      // The kernel's own errno is what is reported.
      try Self.check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1))
      if allThreads { try Self.check(unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)) }
    } catch {
      unsafe seccomp_release(filter)
      throw error
    }
    unsafe self.filter = filter
  }

  deinit { unsafe seccomp_release(filter) }

  /// Adds rules for calls.
  ///
  /// Calls that this architecture or the library does not have are left out.
  func add(_ action: Action, _ names: [String]) throws(SandboxFailure) {
    for name in names { try add(action, name) }
  }

  /// Adds a rule for a call whose arguments fit.
  func add(_ action: Action, _ name: String, _ arguments: scmp_arg_cmp...) throws(SandboxFailure) {
    let call = unsafe seccomp_syscall_resolve_name(name)
    guard call >= 0 else { return }
    try Self.check(
      unsafe seccomp_rule_add_array(filter, action.code, call, UInt32(arguments.count), arguments))
  }

  /// From here on the filter holds for all threads, for good.
  ///
  /// C: `seccomp_load`.
  consuming func enforce() throws(SandboxFailure) { try Self.check(unsafe seccomp_load(filter)) }

  /// The kernel reads 32 bits of a command, so a filter must not compare the others.
  static func isCommand(_ command: UInt32) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: scmp_datum_t(command))
  }

  private static func check(_ result: Int32) throws(SandboxFailure) {
    guard result < 0 else { return }
    throw SandboxFailure(error: -result)
  }
}
