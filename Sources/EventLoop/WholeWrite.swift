internal import Glibc

package enum WholeWrite {
  /// Writes all bytes (write(2)); returns the errno of a failure.
  package static func write(_ bytes: some Collection<UInt8>, to file: Int32) -> Int32? {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
