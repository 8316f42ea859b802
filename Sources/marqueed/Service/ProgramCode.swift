import CLinuxEvents
import SystemPackage

/// The daemon's own code in memory.
nonisolated enum ProgramCode {
  /// Gives back the pages that hold it: most were needed to start, to read a configuration and to set a mode, and are not for hours.
  ///
  /// What is called again comes back a page at a time, without a read of the disk while the kernel has it in its cache.
  static func release() throws(Errno) {
    let error = marquee_release_code()
    guard error == 0 else { throw Errno(rawValue: error) }
  }
}
