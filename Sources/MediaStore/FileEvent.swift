/// Something that happened in a watched directory, or to it.
struct FileEvent {
  /// The directory's key, as `FileNotifier.add` gave it; -1 for an overflow.
  var directory: Int32
  var events: FileEvents
  /// The entry that it is about; empty for the directory itself.
  var name: String
}
