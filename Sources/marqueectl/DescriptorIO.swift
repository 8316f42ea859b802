import Glibc

enum DescriptorIO {
  /// Reads the bytes that a non-blocking descriptor has now. Returns nil at the end.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// Appends the bytes that a non-blocking descriptor has now, and keeps the last 4096. Returns whether more may follow.
  static func readTail(_ descriptor: Int32, into output: inout [UInt8]) -> Bool {
    while let bytes = read(descriptor) {
      if bytes.isEmpty { return true }
      output = Array((output + bytes).suffix(4096))
    }
    return false
  }

  /// Waits for the next bytes of a descriptor. Returns no bytes at the end, and nil with `errno` after an error.
  static func next(_ descriptor: Int32, buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return buffer[..<count] }
      if errno != EINTR { return nil }
    }
  }

  /// Resolves the symbolic links of a path. Returns the same path if there is no such file.
  static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
