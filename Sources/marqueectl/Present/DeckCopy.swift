import Configuration
import ContentModel
import EventLoop
import Glibc

/// A copy of a deck that the daemon's user cannot read. The copy is in the folder `talks` of the media folder, with a folder for each file
/// and user. Members of the group share `talks` and must not trust each other's files. So this type resolves names in open folders, follows
/// no links below the media folder, and uses no files of other users.
struct DeckCopy {
  /// The media folder: `$MARQUEE_MEDIA`, as for marquee-remote, otherwise the service's folder.
  static var mediaFolder: String {
    let named = String(environment: "MARQUEE_MEDIA") ?? ""
    return named.isEmpty ? MediaPath.serviceFolder : MediaPath.fullPath(named)
  }

  /// Seconds for which an unused copy stays, because its user may be about to start a talk.
  static let secondsKept = 86400

  let file: String
  var media = mediaFolder

  private var folder: String { "\(media)/talks" }

  /// Copies the deck, reports that, and returns the path of the copy after it is on the disk. An existing copy with the same time and size
  /// stays.
  func copy() throws -> String {
    let input = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw failure(String(errno: errno)) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else { throw failure(String(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("it is no regular file") }
    // The name depends on the state of the file and on the user.
    let name = "\(geteuid())-\(OfficeConversion.sum(of: file, status))"
    let target = "\(OfficeConversion.stem(of: file)).pdf"
    do throws(SystemCallError) {
      let talks = try openTalks()
      let place = try openPlace(name, in: talks)
      if !Self.has(target, like: status, in: place) {
        try write(input, status, to: target, in: place, named: file)
        guard talks.sync() else { throw SystemCallError(what: "\(folder) could not be stored", errno: errno) }
      }
      // A copy that is used again stays for another day.
      futimens(place.number, nil)
    } catch {
      throw notAllowed(error)
    }
    let path = "\(folder)/\(name)/\(target)"
    Console.complain("marqueectl: The daemon's user cannot read \(file); it presents the copy \(path).")
    return path
  }

  /// Copies a video beside the copy of the deck. Returns false if there is no such file, or an equal copy exists.
  ///
  /// - Parameters:
  ///   - target: the folders below the copy's folder, and the name.
  ///   - name: the name of the copy's folder.
  ///   - folder: the folder that has to contain the file itself, after all links.
  func addVideo(
    _ source: String, to target: [String], in name: String, below folder: String
  ) throws(SystemCallError) -> Bool {
    let input = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0, let last = target.last else { return false }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    guard let real = Self.realPath("/proc/self/fd/\(input)"), let top = Self.realPath(folder),
      real.hasPrefix(top == "/" ? top : top + "/")
    else { throw SystemCallError(what: "it is a link to a file outside of \(folder)", errno: EPERM) }
    var place = try openPlace(name, in: try openTalks())
    for folder in target.dropLast() { place = try openPlace(folder, in: place) }
    guard !Self.has(last, like: status, in: place) else { return false }
    var room = statvfs()
    if fstatvfs(place.number, &room) == 0,
      UInt64(clamping: status.st_size) / UInt64(max(1, room.f_frsize)) >= room.f_bavail
    {
      throw SystemCallError(what: "there is no room for it in \(self.folder)", errno: ENOSPC)
    }
    try write(input, status, to: last, in: place, named: source)
    return true
  }

  private static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Opens `talks`, which must belong to the owner of the media folder, to root, or to this user.
  private func openTalks() throws(SystemCallError) -> FolderDescriptor {
    let media = try FolderDescriptor(media)
    let isNew = try media.make("talks", mode: 0o770)
    let talks = try FolderDescriptor("talks", in: media)
    // `talks` has the group of the media folder. The sticky bit protects copies from other users.
    if isNew { fchmod(talks.number, 0o3770) }
    guard [0, geteuid(), media.status.st_uid].contains(talks.status.st_uid) else {
      throw SystemCallError(what: "\(folder) belongs to another user", errno: EPERM)
    }
    return talks
  }

  /// Opens the folder for the copy. It must belong to this user, and other users must not be able to write to it.
  private func openPlace(_ name: String, in talks: borrowing FolderDescriptor) throws(SystemCallError)
    -> FolderDescriptor
  {
    _ = try talks.make(name, mode: 0o750)
    let place = try FolderDescriptor(name, in: talks)
    guard place.status.st_uid == geteuid(), place.status.st_mode & 0o022 == 0 else {
      throw SystemCallError(what: "\(folder)/\(name) is not this user's alone", errno: EPERM)
    }
    // The daemon's group must be able to read it, independent of the umask.
    fchmod(place.number, 0o2750)
    return place
  }

  /// Whether a copy has the size and the time of its original.
  private static func has(_ name: String, like original: stat, in place: borrowing FolderDescriptor) -> Bool {
    var status = stat()
    return fstatat(place.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid() && status.st_size == original.st_size
      && status.st_mtim.tv_sec == original.st_mtim.tv_sec && status.st_mtim.tv_nsec == original.st_mtim.tv_nsec
  }

  /// Copies the file. Its name appears after all bytes are on the disk.
  private func write(
    _ input: Int32, _ before: stat, to name: String, in place: borrowing FolderDescriptor, named original: String
  ) throws(SystemCallError) {
    let part = "\(getpid()).part"
    // An earlier process with the same number may have left a file.
    unlinkat(place.number, part, 0)
    let output = openat(place.number, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o640)
    guard output >= 0 else { throw SystemCallError(what: "\(folder) could not be written", errno: errno) }
    defer {
      close(output)
      unlinkat(place.number, part, 0)
    }
    fchmod(output, 0o640)
    try Self.copyBytes(from: input, to: output)
    var after = stat()
    guard fstat(input, &after) == 0, after.st_size == before.st_size, after.st_mtim.tv_sec == before.st_mtim.tv_sec,
      after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
    else { throw SystemCallError(what: "\(original) changed during the copy; try again", errno: EAGAIN) }
    var times = [after.st_atim, after.st_mtim]
    futimens(output, &times)
    guard fsync(output) == 0, renameat(place.number, part, place.number, name) == 0, place.sync() else {
      throw SystemCallError(what: "the copy could not be stored", errno: errno)
    }
  }

  private static func copyBytes(from input: Int32, to output: Int32) throws(SystemCallError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while let bytes = DescriptorIO.next(input, buffer: &buffer) {
      if bytes.isEmpty { return }
      if let error = WholeWrite.write(bytes, to: output) {
        throw SystemCallError(what: "it could not be copied", errno: error)
      }
    }
    throw SystemCallError(what: "it could not be read", errno: errno)
  }

  private func failure(_ reason: String) -> ToolFailure { .unpresentable(file, reason) }

  private func notAllowed(_ error: SystemCallError) -> ToolFailure {
    let start = "the daemon's user cannot read it, and for a copy in \(folder): \(error)"
    switch error.errno {
    case EACCES, ENOENT: break
    // With O_NOFOLLOW a link gives one of these errors (open(2)).
    case ELOOP, ENOTDIR:
      return failure("\(start). A path component is a link or no folder: remove it, and try again")
    case EPERM:
      return failure("\(start). Other users could change the copy there: have that folder removed, and try again")
    default: return failure(start)
    }
    let user = String(environment: "USER") ?? "USER"
    return ToolFailure(
      message: """
        The daemon's user cannot read \(file), and you may not put a copy into \(folder) (\(error)). \
        Either join the group marquee (`sudo adduser \(user) marquee`, then log in again), or put the deck into a folder that everybody \
        can read, as /srv/talks.
        """)
  }

  /// Removes this user's copies that are older than a day, except the copy of the current talk. It ignores errors, so that they do not
  /// delay a talk.
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
      removeAll(in: place)
      unlinkat(talks.number, name, AT_REMOVEDIR)
    }
  }

  private static func removeAll(in place: borrowing FolderDescriptor) {
    for name in place.names() where unlinkat(place.number, name, 0) != 0 {
      guard let folder = try? FolderDescriptor(name, in: place) else { continue }
      removeAll(in: folder)
      unlinkat(place.number, name, AT_REMOVEDIR)
    }
  }
}

/// An open folder in which names are resolved, so that other users cannot redirect a path with a link (openat(2), `O_NOFOLLOW`). The first
/// path belongs to the administrator and may be a link.
struct FolderDescriptor: ~Copyable {
  let number: Int32
  let status: stat

  init(_ path: String) throws(SystemCallError) {
    try self.init(number: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
  }

  init(_ name: String, in folder: borrowing FolderDescriptor) throws(SystemCallError) {
    try self.init(number: openat(folder.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), name)
  }

  private init(number: Int32, _ name: String) throws(SystemCallError) {
    guard number >= 0 else { throw SystemCallError(what: "\(name) could not be opened", errno: errno) }
    var status = stat()
    _ = fstat(number, &status)
    (self.number, self.status) = (number, status)
  }

  deinit { close(number) }

  /// Makes a folder in this folder. Returns false if the name exists.
  func make(_ name: String, mode: UInt32) throws(SystemCallError) -> Bool {
    if mkdirat(number, name, mode) == 0 { return true }
    guard errno == EEXIST else { throw SystemCallError(what: "\(name) could not be made", errno: errno) }
    return false
  }

  func names() -> [String] {
    FolderNames.read(closing: openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) ?? []
  }

  /// Writes all changes in the folder to the disk. Returns false after an error.
  func sync() -> Bool { fsync(number) == 0 }
}

/// Predicts whether the daemon can read a file, from its user and groups. So a deck is copied before the daemon fails.
struct DaemonFileAccess {
  let userID: UInt32
  let groupIDs: Set<UInt32>

  /// Folders that are hidden from the service (`ProtectHome=`, `PrivateTmp=` in marqueed.service).
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  /// The user and groups of a process from /proc; nil if they cannot be read.
  init?(process: Int) {
    guard let status = try? InputFile.text(from: "/proc/\(process)/status", limit: 65536) else { return nil }
    self.init(status: status)
  }

  /// From the text of /proc/PID/status (proc(5)).
  init?(status: String) {
    var user: UInt32?
    var groups: Set<UInt32> = []
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      switch words.first {
      // The fourth number is for access to files.
      case "Uid:": user = words.count > 4 ? UInt32(words[4]) : nil
      case "Gid:": if words.count > 4, let group = UInt32(words[4]) { groups.insert(group) }
      case "Groups:": groups.formUnion(words.dropFirst().compactMap { UInt32($0) })
      default: break
      }
    }
    guard let user else { return nil }
    (userID, groupIDs) = (user, groups)
  }

  /// Whether the daemon can read a file. `reader` is the user of this process.
  func reads(_ path: String, reader: UInt32 = geteuid()) -> Bool {
    guard userID != reader else { return access(path, R_OK) == 0 }
    if Self.hidden.contains(where: { path.hasPrefix($0) }) { return false }
    if userID == 0 { return true }
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard allows(folder, bits: 0o1) else { return false }
    }
    return allows(path, bits: 0o4)
  }

  /// Whether the mode of a file grants the bits (path_resolution(7)).
  private func allows(_ path: String, bits: UInt32) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let shift: UInt32 = status.st_uid == userID ? 6 : groupIDs.contains(status.st_gid) ? 3 : 0
    return (UInt32(status.st_mode) >> shift) & bits == bits
  }
}
