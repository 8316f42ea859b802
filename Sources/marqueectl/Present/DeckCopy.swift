import Configuration
import Glibc

/// A deck that the daemon's user cannot read, copied to where it can: `talks` in the media folder, a folder for each file and user.
///
/// Members of the group share `talks`, and none may trust what another has put there: names are looked up in open folders, links below the
/// media folder are not followed, and what belongs to somebody else is not used.
struct DeckCopy {
  /// The media folder: `$MARQUEE_MEDIA`, which marquee-remote goes by too, else the service's.
  static var mediaFolder: String {
    guard let named = getenv("MARQUEE_MEDIA").map({ String(cString: $0) }), !named.isEmpty else {
      return MediaPath.serviceFolder
    }
    return MediaPath.fullPath(named)
  }

  /// How long a copy is kept that no talk uses: whoever has made it may be about to begin.
  static let secondsKept = 86400

  let file: String
  var media = mediaFolder

  private var folder: String { "\(media)/talks" }

  /// Copies it, says so, and returns where it is now, safe on the disk; a copy that is there and is as old and large stays.
  func copy() throws -> String {
    let input = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw failure(String(cString: strerror(errno))) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is no regular file") }
    let name = Self.name(of: file, status)
    let target = "\(OfficeConversion.stem(of: file)).pdf"
    do throws(TerminalError) {
      let talks = try openTalks()
      let place = try openPlace(name, in: talks)
      if !Self.has(target, bytes: status.st_size, in: place) {
        try write(input, status, to: target, in: place)
        guard talks.sync() else { throw TerminalError(what: "\(folder) could not be kept", errno: errno) }
      }
      // It is in use from now on, as far as cleaning up is concerned.
      futimens(place.number, nil)
    } catch {
      throw notAllowed(error)
    }
    let path = "\(folder)/\(name)/\(target)"
    Console.complain("marqueectl: The daemon's user cannot read \(file); it presents the copy \(path).")
    return path
  }

  /// The folder's name for a file: another one when the file changes, and for each user.
  private static func name(of file: String, _ status: stat) -> String {
    "\(geteuid())-\(OfficeConversion.sum(of: file, status))"
  }

  /// Opens `talks`, which belongs to whom the media folder does, to root, or to this user.
  private func openTalks() throws(TerminalError) -> FolderDescriptor {
    let media = try FolderDescriptor(media)
    let isNew = try media.make("talks", mode: 0o770)
    let talks = try FolderDescriptor("talks", in: media)
    // The group comes from the media folder. In a folder with the sticky bit nobody takes others' copies away.
    if isNew { fchmod(talks.number, 0o3770) }
    guard [0, geteuid(), media.status.st_uid].contains(talks.status.st_uid) else {
      throw TerminalError(what: "\(folder) belongs to another user", errno: EPERM)
    }
    return talks
  }

  /// Opens the folder for the copy: this user's, to which nobody else writes.
  private func openPlace(_ name: String, in talks: borrowing FolderDescriptor) throws(TerminalError) -> FolderDescriptor
  {
    _ = try talks.make(name, mode: 0o750)
    let place = try FolderDescriptor(name, in: talks)
    guard place.status.st_uid == geteuid(), place.status.st_mode & 0o022 == 0 else {
      throw TerminalError(what: "\(folder)/\(name) is not this user's alone", errno: EPERM)
    }
    // Whatever the umask says, the daemon's group must be able to read it.
    fchmod(place.number, 0o2750)
    return place
  }

  /// Whether a whole copy is there.
  private static func has(_ name: String, bytes: off_t, in place: borrowing FolderDescriptor) -> Bool {
    var status = stat()
    return fstatat(place.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid() && status.st_size == bytes
  }

  /// Copies; the name is there once all of it is on the disk.
  private func write(
    _ input: Int32, _ before: stat, to name: String, in place: borrowing FolderDescriptor
  ) throws(TerminalError) {
    let part = "\(getpid()).part"
    // What a process of the same number has left.
    unlinkat(place.number, part, 0)
    let output = openat(place.number, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o640)
    guard output >= 0 else { throw TerminalError(what: "\(folder) could not be written", errno: errno) }
    defer {
      close(output)
      unlinkat(place.number, part, 0)
    }
    fchmod(output, 0o640)
    try Self.copyBytes(from: input, to: output)
    var after = stat()
    guard fstat(input, &after) == 0, after.st_size == before.st_size, after.st_mtim.tv_sec == before.st_mtim.tv_sec,
      after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
    else { throw TerminalError(what: "\(file) was changed meanwhile; try again", errno: EAGAIN) }
    guard fsync(output) == 0, renameat(place.number, part, place.number, name) == 0, place.sync() else {
      throw TerminalError(what: "the copy could not be kept", errno: errno)
    }
  }

  private static func copyBytes(from input: Int32, to output: Int32) throws(TerminalError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw TerminalError(what: "it could not be read", errno: errno)
      }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
        guard written > 0 || (written < 0 && errno == EINTR) else {
          throw TerminalError(what: "it could not be copied", errno: errno)
        }
        rest = rest.dropFirst(max(0, written))
      }
    }
  }

  private func failure(_ reason: String) -> ToolFailure {
    ToolFailure(message: "\(file) cannot be presented: \(reason).", status: .failed)
  }

  private func notAllowed(_ error: TerminalError) -> ToolFailure {
    let start = "the daemon's user cannot read it, and for a copy in \(folder): \(error.description)"
    switch error.errno {
    case EACCES, ENOENT: break
    // A link that is not followed is no folder (open(2)).
    case ELOOP, ENOTDIR:
      return failure("\(start). A link, or what is no folder, stands where a folder must: remove it, and try again")
    case EPERM:
      return failure("\(start). Others could change the copy there: have that folder removed, and try again")
    default: return failure(start)
    }
    let user = getenv("USER").map { String(cString: $0) } ?? "USER"
    return ToolFailure(
      message: """
        The daemon's user cannot read \(file), and you may not put a copy into \(folder) (\(error.description)). \
        Either join the group marquee (`sudo adduser \(user) marquee`, then log in anew), or put the deck where everybody can read it, \
        as /srv/talks.
        """, status: .failed)
  }
}
