internal import CLinuxEvents
internal import Dispatch
internal import EventLoop
internal import Glibc

/// The folder of media files: its list, and uploads in pieces. An incomplete file is a part. It has another name, which the daemon never
/// gets. Each upload has an identifier, so two uploads with the same name are two parts. The part that is complete last becomes the file.
final class MediaFolder: Sendable {
  /// The maximum number of bytes of a piece. A request's body has at most 32 KiB (`HTTPLimits.bodyBytes`).
  static let pieceBytes = 24 * 1024
  /// The maximum number of bytes of a file.
  static let fileBytes = 1 << 30
  /// The number of bytes that uploads leave free on the disk for the daemon's state.
  static let reserve: UInt64 = 64 << 20
  /// The maximum number of listed files.
  static let most = 500
  static let maxParts = 8
  /// If there are too many parts, a new upload may replace a part that got no piece for so many seconds.
  static let partTimeout = 60.0
  private static let prefix = ".upload-"

  struct Item: Encodable, Equatable {
    let name: String
    let bytes: Int
    /// The time of the last change, in milliseconds since 1970.
    var changed = 0
  }

  enum Failure: Error, Equatable {
    /// The name is not allowed, for this reason: a sentence.
    case name(reason: String)
    case missing
    /// A folder has the name.
    case directory
    /// The file belongs to another user, and the folder is sticky.
    case foreign
    case empty
    case tooLarge
    /// The disk has no space for the whole file.
    case full
    /// The maximum number of uploads is running.
    case tooMany
    /// The upload continues with the piece at this offset.
    case gap(at: Int)
    /// The new file cannot be shown, for this reason, and the old file stays.
    case damaged(reason: String)
    /// Another program made the file that has the name of the part.
    case part(name: String, PartTrouble)
    /// The folder cannot be read or written to.
    case folder(reason: String)
  }

  enum PartTrouble: Equatable {
    /// It is no regular file, but a pipe, a link or a folder.
    case noFile
    /// The file has a second name (a hard link), so its bytes may belong to another user.
    case hardLink
  }

  let path: String
  private let queue = DispatchQueue(label: "marquee-media")
  private let free: @Sendable (String) -> UInt64
  private let syncFolder: @Sendable (Int32) -> Int32
  private let now: @Sendable () -> Double

  /// Tests replace `free`, `syncFolder` and `now`, which is in seconds since 1970.
  init(
    path: String, free: @escaping @Sendable (String) -> UInt64 = MediaFolder.freeBytes,
    syncFolder: @escaping @Sendable (Int32) -> Int32 = { fsync($0) },
    now: @escaping @Sendable () -> Double = { SystemTime.wall }
  ) {
    self.path = path
    self.free = free
    self.syncFolder = syncFolder
    self.now = now
  }

  /// The complete files, in the order of their names.
  func items() async throws(Failure) -> [Item] {
    removeParts()
    return try await perform { () throws(Failure) in
      try self.checkFolder()
      return (FolderNames.read(self.path) ?? []).filter(MediaName.isInFolder).sorted().prefix(MediaFolder.most)
        .compactMap { name in
          guard let file = MediaFolder.status("\(self.path)/\(name)"), file.isRegular else { return nil }
          return Item(name: name, bytes: Int(file.st_size), changed: Int(SystemTime.seconds(file.st_mtim) * 1000))
        }
    }
  }

  /// Adds a piece, which begins at `place`, to a file of `size` bytes. Returns the offset of the next piece.
  ///
  /// - Parameters:
  ///   - upload: the same 8 to 32 hexadecimal digits for all pieces of a file.
  ///   - check: gets the path of a complete file before it replaces another one. Returns the reason if the file cannot be shown.
  func add(
    _ piece: [UInt8], to name: String, upload: String, at place: Int, of size: Int,
    check: @Sendable (_ path: String) async -> String? = { _ in nil }
  ) async throws(Failure) -> Int {
    guard size > 0 else { throw .empty }
    guard size <= MediaFolder.fileBytes else { throw .tooLarge }
    guard (8...32).contains(upload.utf8.count), upload.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { throw .name(reason: "Give the upload’s identifier: 8 to 32 hexadecimal digits.") }
    if let reason = MediaName.problem(with: name) { throw .name(reason: reason) }
    let progress = try await perform { () throws(Failure) in
      try self.write(piece, to: name, upload, at: place, of: size)
    }
    switch progress {
    case .more(let count): return count
    case .kept: return size
    case .whole(let part, let replaces):
      if replaces, let reason = await check(part) {
        _ = try await perform { () throws(Failure) in unsafe unlink(part) }
        throw .damaged(reason: reason)
      }
      try await perform { () throws(Failure) in try self.keep(part, as: name) }
      return size
    }
  }

  func remove(_ name: String) async throws(Failure) {
    guard MediaName.isInFolder(name) else { throw .name(reason: MediaName.problem(with: name) ?? "") }
    try await perform { () throws(Failure) in
      guard unsafe unlink("\(self.path)/\(name)") != 0 else { return }
      switch errno {
      case ENOENT, ENOTDIR:
        try self.checkFolder()
        throw .missing
      case EISDIR: throw .directory
      default: throw MediaFolder.failure(ofName: errno)
      }
    }
  }

  /// Throws if the folder cannot be opened (open(2)).
  private func checkFolder() throws(Failure) {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw MediaFolder.failure(errno) }
    close(folder)
  }

  private enum Progress {
    /// The next piece begins at this offset.
    case more(Int)
    /// The part has all bytes.
    case whole(part: String, replaces: Bool)
    /// The file has its name already.
    case kept
  }

  private func write(_ piece: [UInt8], to name: String, _ upload: String, at place: Int, of size: Int) throws(Failure)
    -> Progress
  {
    let partName = "\(MediaFolder.prefix)\(upload)-\(name)"
    let part = "\(path)/\(partName)"
    // Refuse an impossible piece before it makes a file.
    guard !piece.isEmpty, piece.count <= size - min(place, size) else {
      throw .gap(at: MediaFolder.bytes(of: part, below: size))
    }
    if place == 0 { try begin(part, of: size) }
    // O_NONBLOCK: a pipe of that name must not block.
    let file = unsafe open(part, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      // A pipe without a reader, a symbolic link, a folder (open(2)).
      guard ![ENXIO, ELOOP, EISDIR].contains(errno) else { throw .part(name: partName, .noFile) }
      guard place > 0, errno == ENOENT else { throw MediaFolder.failure(errno) }
      try checkFolder()
      // A page sends the last piece again if the answer was lost.
      guard place + piece.count == size, MediaFolder.isEnd(piece, of: "\(path)/\(name)", at: place) else {
        throw .gap(at: 0)
      }
      // The first attempt may have failed in this step.
      try syncNames()
      return .kept
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.isRegular else { throw .part(name: partName, .noFile) }
    guard status.st_nlink == 1 else { throw .part(name: partName, .hardLink) }
    let existing = Int(status.st_size)
    let whole = Progress.whole(part: part, replaces: MediaFolder.status("\(path)/\(name)") != nil)
    // A page may send the last piece again during the daemon's check of the file.
    if existing == size, place + piece.count == size, MediaFolder.isEnd(piece, of: part, at: place) { return whole }
    guard existing == place else { throw .gap(at: existing <= size ? existing : 0) }
    // Some file systems cannot reserve space, so each piece checks the free space.
    if status.st_blocks < (size + 511) / 512 { try checkRoom(for: piece.count) }
    if let number = WholeWrite.write(piece, to: file) {
      unsafe unlink(part)
      throw MediaFolder.failure(number)
    }
    guard place + piece.count == size else { return .more(place + piece.count) }
    // An upload that announced more bytes at its beginning has reserved more.
    guard ftruncate(file, off_t(size)) == 0, fsync(file) == 0 else {
      let failure = MediaFolder.failure(errno)
      unsafe unlink(part)
      throw failure
    }
    return whole
  }

  /// Gives a complete part the name of the file.
  private func keep(_ part: String, as name: String) throws(Failure) {
    guard unsafe rename(part, "\(path)/\(name)") == 0 else {
      let number = errno
      unsafe unlink(part)
      switch number {
      case EISDIR: throw .directory
      // Another attempt has renamed it.
      case ENOENT: throw .gap(at: 0)
      default: throw MediaFolder.failure(ofName: number)
      }
    }
    try syncNames()
  }

  /// Makes a part with space for `size` bytes, and replaces an earlier part of this upload. If the disk is full or there are too many
  /// parts, it removes the oldest parts that got no piece for `partTimeout`.
  private func begin(_ part: String, of size: Int) throws(Failure) {
    try checkFolder()
    unsafe unlink(part)
    var others = parts().sorted { $0.changed < $1.changed }[...]
    let now = self.now()
    while true {
      let failure: Failure
      do throws(Failure) {
        guard others.count < MediaFolder.maxParts else { throw .tooMany }
        return try make(part, of: size)
      } catch {
        failure = error
      }
      guard failure == .full || failure == .tooMany, let oldest = others.popFirst(),
        now - oldest.changed > MediaFolder.partTimeout
      else { throw failure }
      unsafe unlink(oldest.path)
    }
  }

  /// Makes a part, and reserves space for `size` bytes.
  private func make(_ part: String, of size: Int) throws(Failure) {
    try checkRoom(for: size)
    let file = unsafe open(part, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0o640)
    guard file >= 0 else { throw MediaFolder.failure(errno) }
    defer { close(file) }
    // The daemon reads the file through its group, independent of this program's umask.
    fchmod(file, 0o640)
    // Its size stays 0, because the size counts the received bytes.
    if [ENOSPC, EDQUOT, EFBIG].contains(marquee_reserve(file, UInt64(size))) {
      unsafe unlink(part)
      throw .full
    }
  }

  /// Throws if writing so many bytes would leave less than the reserve.
  private func checkRoom(for bytes: Int) throws(Failure) {
    let left = free(path)
    guard left >= MediaFolder.reserve, left - MediaFolder.reserve >= UInt64(bytes) else { throw .full }
  }

  /// Writes the names in the folder to the disk, so that they survive a power cut.
  private func syncNames() throws(Failure) {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw MediaFolder.failure(errno) }
    defer { close(folder) }
    guard syncFolder(folder) == 0 else { throw MediaFolder.failure(errno) }
  }

  /// Returns the number of received bytes of a part. It is 0 if the part does not exist or its size does not fit.
  private static func bytes(of path: String, below size: Int) -> Int {
    guard let part = status(path), part.isRegular, part.st_size < size else { return 0 }
    return Int(part.st_size)
  }

  /// Nil if the file cannot be found (lstat(2)).
  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  /// Whether a file ends with a piece, which begins at `place`.
  private static func isEnd(_ piece: [UInt8], of path: String, at place: Int) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    // The additional byte shows whether the file continues after the piece.
    var bytes = [UInt8](repeating: 0, count: piece.count + 1)
    let count = unsafe pread(file, &bytes, bytes.count, off_t(place))
    return count == piece.count && bytes.prefix(count).elementsEqual(piece)
  }

  /// Removes parts that got no piece for an hour.
  func removeParts() {
    queue.async {
      let hourAgo = self.now() - 3600
      for part in self.parts() where part.changed < hourAgo { unsafe unlink(part.path) }
    }
  }

  /// The incomplete files, and the time of the last piece of each, in seconds since 1970.
  private func parts() -> [(path: String, changed: Double)] {
    (FolderNames.read(path) ?? []).filter { $0.hasPrefix(MediaFolder.prefix) }.compactMap { name in
      let part = "\(path)/\(name)"
      return MediaFolder.status(part).map { (part, SystemTime.seconds($0.st_mtim)) }
    }
  }

  /// The failure to remove or replace a name in the folder. In a sticky folder the error is EPERM (unlink(2)).
  static func failure(ofName number: Int32) -> Failure { number == EPERM ? .foreign : failure(number) }

  private static func failure(_ number: Int32) -> Failure {
    [ENOSPC, EDQUOT].contains(number) ? .full : .folder(reason: FileErrorText.text(number))
  }

  /// The number of bytes that users other than root may still write (statvfs(3)).
  static func freeBytes(_ path: String) -> UInt64 {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return 0 }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : bytes
  }

  /// Runs work on a thread that may wait for the disk, one piece of work after the other.
  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}

extension stat {
  fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}

/// The rules for the name of a media file.
enum MediaName {
  static let kinds = ["png", "jpg", "jpeg", "webp", "gif", "avif", "heic", "heif", "svg", "pdf"] + videos
  /// The endings of videos.
  static let videos = ["mp4", "m4v", "mov", "mkv", "webm"]

  /// Whether a name has the ending of a video.
  static func isVideo(_ name: String) -> Bool {
    let name = name.lowercased()
    return videos.contains { name.hasSuffix(".\($0)") }
  }
  /// The maximum number of bytes of a name.
  static let most = 120

  /// Whether a name can belong to a file in the folder itself. This includes names that uploads may not have.
  static func isInFolder(_ name: String) -> Bool { pathProblem(name) == nil }

  /// Returns the reason why an upload may not have this name, as a sentence; nil if it may.
  static func problem(with name: String) -> String? {
    if let trouble = pathProblem(name) { return trouble }
    // An invisible character makes a name look like another one. A character for the writing direction can disguise the ending.
    guard let scalar = name.unicodeScalars.first(where: isInvisible) else { return nil }
    return
      "The file’s name has an invisible character in it (\(code(scalar))), and so looks like another name. \(renaming)"
  }

  private static func pathProblem(_ name: String) -> String? {
    let scalars = name.unicodeScalars
    if scalars.isEmpty { return "Give the name of a file." }
    if name.utf8.count > most {
      return "The file’s name has \(name.utf8.count) bytes, and the maximum is \(most). \(renaming)"
    }
    if scalars.contains("/") { return "A file’s name has no \"/\" in it: all files are in the folder itself." }
    if let scalar = scalars.first(where: { $0.properties.generalCategory == .control }) {
      return "The file’s name has a control character in it (\(code(scalar))). \(renaming)"
    }
    if scalars.first == "." { return "A file whose name begins with a dot is hidden and cannot be shown. \(renaming)" }
    let end = scalars.lastIndex(of: ".").map { String(scalars[scalars.index(after: $0)...]).lowercased() }
    guard let end, kinds.contains(end) else {
      return "The file’s name has no ending of a file that can be shown: .\(kinds.joined(separator: ", ."))."
    }
    return nil
  }

  private static let renaming = "Give the file another name."

  /// Whether a character is a format character: of the bidirectional algorithm, or of zero width.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: true
    default:
      scalar.properties.isBidiControl
        || scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
