internal import Glibc
package import SystemPackage

/// The two ways in which C says "failed, look at errno", turned into a thrown `Errno`.
///
/// A call that a signal interrupts (EINTR) is made again. Negative results count as failed whatever their number, since libdrm
/// gives -1 in some functions and -errno in others; `errno` is right after both.
package enum SystemResult {
  /// The result of a call that is negative where it failed.
  @discardableResult
  package static func value<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = current
      if error != .interrupted { throw error }
    }
  }

  /// The result of a call that is nil where it failed.
  package static func pointer<Result>(_ call: () -> Result?) throws(Errno) -> Result {
    while true {
      if let result = call() { return result }
      let error = current
      if error != .interrupted { throw error }
    }
  }

  /// A failed call that leaves errno at zero ran out of memory: libdrm's own allocations do so.
  private static var current: Errno {
    let number = Glibc.errno
    return number == 0 ? .noMemory : Errno(rawValue: number)
  }
}
