import Glibc

/// A deck that the daemon's user cannot read, copied to where it can.
enum DeckCopy {
  /// The folder for decks in the daemon's media folder: `$MARQUEE_MEDIA`, else the service's.
  static var folder: String {
    let media = getenv("MARQUEE_MEDIA").map { String(cString: $0) } ?? "/var/lib/marquee/media"
    return "\(media)/talks"
  }

  /// Copies it, says so, and returns where it is now.
  ///
  /// A copy that is there and is as old and large stays.
  static func copy(_ file: String, into folder: String = folder) throws -> String {
    var status = stat()
    guard stat(file, &status) == 0 else { throw failure(file, String(cString: strerror(errno))) }
    // The media folder has set-group-ID, so that the group may read what is in it.
    let place = "\(folder)/\(OfficeConversion.sum(of: file, status))"
    for path in [folder, place] where mkdir(path, 0o2770) != 0 && errno != EEXIST { throw notAllowed(file, folder) }
    // Whatever the umask says, the daemon's group must be able to read it.
    chmod(place, 0o2770)
    let target = "\(place)/\(OfficeConversion.stem(of: file)).pdf"
    if access(target, R_OK) == 0 { return target }
    let bytes = try InputFile.bytes(from: file, limit: 1 << 30, kind: "deck")
    let part = "\(target).\(getpid()).part"
    let output = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
    guard output >= 0 else { throw notAllowed(file, folder) }
    defer { close(output) }
    fchmod(output, 0o640)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else {
        let reason = String(cString: strerror(errno))
        unlink(part)
        throw failure(file, "it could not be copied to \(folder): \(reason)")
      }
      rest = rest.dropFirst(max(0, count))
    }
    guard rename(part, target) == 0 else { throw failure(file, String(cString: strerror(errno))) }
    Console.complain("marqueectl: The daemon's user cannot read \(file); it presents the copy \(target).")
    return target
  }

  private static func failure(_ file: String, _ reason: String) -> ToolFailure {
    ToolFailure(message: "\(file) cannot be presented: \(reason).", status: .failed)
  }

  private static func notAllowed(_ file: String, _ folder: String) -> ToolFailure {
    let user = getenv("USER").map { String(cString: $0) } ?? "USER"
    return ToolFailure(
      message: """
        The daemon's user cannot read \(file), and you may not put a copy into \(folder) (\(String(cString: strerror(errno)))). \
        Either join the group marquee (`sudo adduser \(user) marquee`, then log in anew), or put the deck where everybody can read it, \
        as /srv/talks.
        """, status: .failed)
  }
}
