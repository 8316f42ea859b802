internal import EventLoop
internal import Glibc
internal import SystemPackage

/// An inotify instance, with all calls to the kernel for it.
final class FileNotifier {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Fails if the user has too many instances (`fs.inotify.max_user_instances`).
  init() throws(Errno) {
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Adds events to the watch of a directory. Returns the directory's key, which is the same for all its paths.
  func add(_ directory: String, _ events: FileEvents) throws(Errno) -> Int32 {
    let mask = events.rawValue | UInt32(bitPattern: IN_ONLYDIR) | UInt32(bitPattern: IN_MASK_ADD)
    let key = inotify_add_watch(descriptor, directory, mask)
    guard key >= 0 else { throw Errno(rawValue: errno) }
    return key
  }

  func remove(_ key: Int32) {
    // Fails only if the kernel has ended the watch.
    inotify_rm_watch(descriptor, key)
  }

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

/// Events of inotify, with the kernel's bits (inotify(7)).
struct FileEvents: OptionSet {
  var rawValue: UInt32
}

extension FileEvents {
  private init(_ bits: Int32) { self.init(rawValue: UInt32(bitPattern: bits)) }

  /// A file that was open for writing was closed.
  static let closedAfterWriting = FileEvents(IN_CLOSE_WRITE)
  static let created = FileEvents(IN_CREATE)
  static let deleted = FileEvents(IN_DELETE)
  static let movedHere = FileEvents(IN_MOVED_TO)
  static let movedAway = FileEvents(IN_MOVED_FROM)
  /// A change of permissions, times or the number of links.
  static let attributes = FileEvents(IN_ATTRIB)
  static let itselfDeleted = FileEvents(IN_DELETE_SELF)
  static let itselfMoved = FileEvents(IN_MOVE_SELF)

  /// Always reported: the file system was unmounted.
  static let unmounted = FileEvents(rawValue: 0x2000)
  /// Always reported: the kernel's queue was full, and events are lost.
  static let overflow = FileEvents(rawValue: 0x4000)
  /// Always reported: the watch has ended.
  static let ended = FileEvents(rawValue: 0x8000)

  /// For a directory on the way of a path.
  static let itself: FileEvents = [.itselfDeleted, .itselfMoved]
  /// For a directory whose entries matter. Only the end of writing is reported, because single writes are many.
  static let entries: FileEvents = [
    .closedAfterWriting, .created, .deleted, .movedHere, .movedAway, .attributes, .itself,
  ]
}

/// An event of a watched directory or its entries.
struct FileEvent {
  /// The directory's key, as `FileNotifier.add` returned it; -1 for an overflow.
  var directory: Int32
  var events: FileEvents
  /// Empty for the directory itself.
  var name: String
}

/// Calls back after a file system was mounted or unmounted, for example a USB stick. inotify does not report that.
nonisolated final class MountTable {
  private let descriptor: Int32
  private var watch: Watch?

  /// Nil without /proc.
  init?(loop: EventLoop, didChange: @escaping () -> Void) {
    descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // The kernel reports a change as an error and as urgent data, once after each poll (proc(5)).
    watch = try? loop.watch(descriptor, for: .priority) { _ in didChange() }
  }

  deinit {
    watch?.cancel()
    close(descriptor)
  }
}
