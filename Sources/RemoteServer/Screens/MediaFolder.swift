internal import Dispatch
internal import Foundation

/// The folder of contents: what is in it, and what pages put there, a piece at a time.
///
/// A file that is not whole yet has another name, which the daemon is never told of.
final class MediaFolder: Sendable {
  /// The bytes of a piece at most: what the gate lets through.
  static let pieceBytes = 24 * 1024
  /// The bytes of a file at most.
  static let fileBytes = 1 << 30
  /// The bytes that stay free on the disk: the daemon keeps what it knows there.
  static let reserve: UInt64 = 64 << 20
  /// How many files are told of.
  static let most = 500
  /// The ends of names that there are.
  static let kinds = ["png", "jpg", "jpeg", "webp", "gif", "avif", "svg", "pdf"]
  private static let prefix = ".upload-"

  /// A file.
  struct Item: Encodable, Equatable {
    let name: String
    let bytes: Int
  }

  /// Why something was not done.
  enum Failure: Error, Equatable {
    /// It is no name for a file of contents.
    case name
    /// There is no such file.
    case missing
    /// It is a folder.
    case directory
    /// The file would have nothing in it.
    case empty
    /// The file is larger than is taken.
    case tooLarge
    /// There is no room for the whole of it.
    case full
    /// Another piece comes first: the one from there on.
    case gap(at: Int)
    /// The folder cannot be read or written to.
    case folder(reason: String)
  }

  /// Where it is.
  let path: String
  private let queue = DispatchQueue(label: "marquee-media")
  private let free: @Sendable (String) -> UInt64

  init(path: String, free: @escaping @Sendable (String) -> UInt64 = MediaFolder.freeBytes) {
    self.path = path
    self.free = free
  }

  /// Whether a file may have a name: it lies in the folder itself, is not hidden, and is of a kind that is shown.
  static func isName(_ name: String) -> Bool {
    let end = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return (3...120).contains(name.utf8.count) && !name.hasPrefix(".") && kinds.contains(end)
      && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
  }

  /// The files that are whole, by name.
  func items() async throws(Failure) -> [Item] {
    try await perform { () throws(Failure) in
      try self.checkFolder()
      let names = (try? FileManager.default.contentsOfDirectory(atPath: self.path)) ?? []
      return names.filter(MediaFolder.isName).sorted().prefix(MediaFolder.most).compactMap { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(self.path)/\(name)")
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return Item(name: name, bytes: attributes?[.size] as? Int ?? 0)
      }
    }
  }

  /// Adds a piece of a file of so many bytes, which begins at `place`; how many there are then.
  func add(_ piece: Data, to name: String, at place: Int, of size: Int) async throws(Failure) -> Int {
    guard MediaFolder.isName(name) else { throw .name }
    guard size > 0 else { throw .empty }
    guard size <= MediaFolder.fileBytes else { throw .tooLarge }
    return try await perform { () throws(Failure) in try self.write(piece, to: name, at: place, of: size) }
  }

  /// Takes a file away.
  func remove(_ name: String) async throws(Failure) {
    guard MediaFolder.isName(name) else { throw .name }
    try await perform { () throws(Failure) in
      guard unlink("\(self.path)/\(name)") != 0 else { return }
      switch errno {
      case ENOENT, ENOTDIR:
        try self.checkFolder()
        throw .missing
      case EISDIR: throw .directory
      default: throw MediaFolder.failure(errno)
      }
    }
  }

  /// Throws where the folder cannot be looked into (open(2)).
  private func checkFolder() throws(Failure) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw MediaFolder.failure(errno) }
    close(folder)
  }

  private func write(_ piece: Data, to name: String, at place: Int, of size: Int) throws(Failure) -> Int {
    let part = "\(path)/\(MediaFolder.prefix)\(name)"
    if place == 0 {
      try checkFolder()
      let left = free(path)
      guard left >= MediaFolder.reserve, left - MediaFolder.reserve >= UInt64(size) else { throw .full }
    }
    let file = open(part, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (place == 0 ? O_TRUNC : 0), 0o640)
    guard file >= 0 else { throw MediaFolder.failure(errno) }
    defer { close(file) }
    // The daemon reads it by its group, whatever this program's umask is.
    fchmod(file, 0o640)
    let there = Int(lseek(file, 0, SEEK_END))
    guard there == place else { throw .gap(at: there <= size ? there : 0) }
    guard !piece.isEmpty, piece.count <= size - place else { throw .gap(at: place) }
    if let number = WholeWrite.write(piece, to: file) {
      unlink(part)
      throw MediaFolder.failure(number)
    }
    guard place + piece.count == size else { return place + piece.count }
    guard fsync(file) == 0, rename(part, "\(path)/\(name)") == 0 else {
      let failure = errno == EISDIR ? Failure.directory : MediaFolder.failure(errno)
      unlink(part)
      throw failure
    }
    return size
  }

  /// Takes away what was begun and not gone on with for an hour.
  func removeParts() {
    queue.async {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: self.path)) ?? []
      for name in names where name.hasPrefix(MediaFolder.prefix) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(self.path)/\(name)")
        guard let changed = attributes?[.modificationDate] as? Date, changed.timeIntervalSinceNow < -3600 else {
          continue
        }
        unlink("\(self.path)/\(name)")
      }
    }
  }

  private static func failure(_ number: Int32) -> Failure {
    [ENOSPC, EDQUOT].contains(number) ? .full : .folder(reason: FileTrouble.words(number))
  }

  /// How much a user may still write there (statvfs).
  static func freeBytes(_ path: String) -> UInt64 {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return 0 }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : bytes
  }

  /// One after the other, on a thread that may wait for the disk.
  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(Failure) { continuation.resume(returning: .success(try body())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
