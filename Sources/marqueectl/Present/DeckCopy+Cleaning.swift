import Glibc

/// Copies of decks that nobody needs any more.
extension DeckCopy {
  /// Removes this user's copies that are older than a day, but for that of the talk that is going on.
  ///
  /// What cannot be removed stays: a talk does not wait for it.
  static func clean(exceptFor deck: String, in media: String = mediaFolder) {
    guard let folder = try? FolderDescriptor(media), let talks = try? FolderDescriptor("talks", in: folder) else {
      return
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    for name in talks.names() where name.hasPrefix("\(geteuid())-") {
      guard !deck.hasPrefix("\(media)/talks/\(name)/"), let place = try? FolderDescriptor(name, in: talks),
        place.status.st_uid == geteuid(), now.tv_sec - place.status.st_mtim.tv_sec > secondsKept
      else { continue }
      for file in place.names() { unlinkat(place.number, file, 0) }
      unlinkat(talks.number, name, AT_REMOVEDIR)
    }
  }
}
