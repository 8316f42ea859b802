internal import Glibc

/// How much address space a worker may have on a machine.
package enum AddressSpace {
  /// What libraries, a text and a page of a screen's size need.
  package static let least: UInt64 = 512 << 20

  /// As much as a worker's largest work needs, but half of the machine's memory at most: a worker that takes too much fails, and the
  /// machine is not short of memory.
  ///
  /// - Parameters:
  ///   - wanted: bytes for the largest work.
  ///   - memory: the machine's bytes; nil if it does not tell.
  package static func limit(_ wanted: UInt64, memory: UInt64?) -> UInt64 {
    guard let memory else { return wanted }
    return min(wanted, max(least, memory / 2))
  }

  /// The machine's memory in bytes.
  ///
  /// C: `sysconf`, which asks the kernel.
  package static var memory: UInt64? {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    guard pages > 0, size > 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(pages).multipliedReportingOverflow(by: UInt64(size))
    return isTooLarge ? .max : bytes
  }
}
