internal import Glibc
internal import SystemPackage

/// An inotify instance: every call to the kernel for it, once.
///
/// Closed with the value.
final class FileNotifier {
  /// Readable while there are events.
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Fails where the user has too many of them (`fs.inotify.max_user_instances`).
  init() throws(Errno) {
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Watches a directory for these events beside those that it is watched for already; the key is the directory's, by whichever path.
  func add(_ directory: String, _ events: FileEvents) throws(Errno) -> Int32 {
    let mask = events.rawValue | UInt32(bitPattern: IN_ONLYDIR) | UInt32(bitPattern: IN_MASK_ADD)
    let key = inotify_add_watch(descriptor, directory, mask)
    guard key >= 0 else { throw Errno(rawValue: errno) }
    return key
  }

  /// Watches it no more.
  func remove(_ key: Int32) {
    // Fails only where the kernel has ended the watch already.
    inotify_rm_watch(descriptor, key)
  }

  /// Takes every event that is there.
  func read(_ body: (FileEvent) -> Void) {
    while true {
      let descriptor = descriptor
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      buffer.withUnsafeBytes { bytes in
        Self.events(in: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), body)
      }
    }
  }

  /// Reads `struct inotify_event`s: key, mask, cookie and length of the name, 32 bits each, then the name, filled up with zeros.
  private static func events(in bytes: UnsafeRawBufferPointer, _ body: (FileEvent) -> Void) {
    let header = 16
    var offset = 0
    while bytes.count - offset >= header {
      let directory = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      guard length <= bytes.count - offset - header else { return }
      let name = bytes[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }
      body(
        FileEvent(
          directory: directory, events: FileEvents(rawValue: mask), name: String(decoding: name, as: UTF8.self)))
      offset += header + length
    }
  }
}
