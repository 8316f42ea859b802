internal import Glibc

/// What inotify is asked for, and what it tells.
///
/// The bits are the kernel's (inotify(7)).
struct FileEvents: OptionSet {
  var rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  private init(_ bits: Int32) {
    rawValue = UInt32(bitPattern: bits)
  }

  /// One that had it open for writing has closed it.
  static let closedAfterWriting = FileEvents(IN_CLOSE_WRITE)
  static let created = FileEvents(IN_CREATE)
  static let deleted = FileEvents(IN_DELETE)
  static let movedHere = FileEvents(IN_MOVED_TO)
  static let movedAway = FileEvents(IN_MOVED_FROM)
  /// Its rights, its times or the number of its links.
  static let attributes = FileEvents(IN_ATTRIB)
  static let itselfDeleted = FileEvents(IN_DELETE_SELF)
  static let itselfMoved = FileEvents(IN_MOVE_SELF)

  /// Told without being asked for: the file system is gone.
  static let unmounted = FileEvents(rawValue: 0x2000)
  /// Told without being asked for: the kernel had no room for more, and some are lost.
  static let overflow = FileEvents(rawValue: 0x4000)
  /// Told without being asked for: this watch is no more.
  static let ended = FileEvents(rawValue: 0x8000)

  /// Of a directory on the way.
  static let itself: FileEvents = [.itselfDeleted, .itselfMoved]
  /// Of a directory with entries that count; not each write, of which there are many, but their end.
  static let entries: FileEvents = [
    .closedAfterWriting, .created, .deleted, .movedHere, .movedAway, .attributes, .itself,
  ]
}
