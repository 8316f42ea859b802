import FoundationEssentials
import Glibc
import Logging
import Scenes

/// Keeps the state in one file: written whole beside it, synced, and put in its place in one step, so that a crash at any instruction
/// leaves the old one or the new one.
struct StateFile {
  let path: String
  private let directory: String
  private let log = Logger(label: "marqueed")

  /// Makes the directory where it is missing.
  init(directory: String) throws(DaemonError) {
    self.directory = directory
    path = "\(directory)/state.json"
    var made = ""
    for part in directory.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? String(part) : "/\(part)"
      if made != "/", mkdir(made, 0o700) != 0, errno != EEXIST {
        throw .state(path: directory, reason: String(cString: strerror(errno)))
      }
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .state(path: directory, reason: String(cString: strerror(ENOTDIR)))
    }
    guard access(directory, W_OK) == 0 else {
      throw .state(path: directory, reason: String(cString: strerror(errno)))
    }
  }

  /// What was kept.
  ///
  /// A file that cannot be read is set aside, with a message, and never overwritten.
  func load() -> PersistentState {
    guard let bytes = read() else { return PersistentState() }
    do {
      let record = try JSONDecoder().decode(StateRecord.self, from: Data(bytes))
      guard record.version <= StateRecord.newestVersion else {
        setAside("it is of a newer version (\(record.version))")
        return PersistentState()
      }
      return record.state
    } catch {
      setAside("it is damaged")
      return PersistentState()
    }
  }

  /// Keeps it; returns when it is on the disk.
  func save(_ state: PersistentState) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(StateRecord(state)) else {
      return log.error("the state could not be encoded; nothing is kept until that is mended")
    }
    let temporary = "\(path).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return failed("make \(temporary)") }
    var rest = ArraySlice([UInt8](data))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failed("write \(temporary)")
        close(descriptor)
        return
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(temporary, path) == 0 else {
      return failed("put \(path) in its place")
    }
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  private func read() -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < 16 << 20 {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  private func setAside(_ reason: String) {
    var number = 1
    while access("\(path).\(number).aside", F_OK) == 0 { number += 1 }
    let aside = "\(path).\(number).aside"
    if rename(path, aside) == 0 {
      log.warning("\(path): \(reason); it was set aside as \(aside), and everything begins anew")
    }
  }

  private func failed(_ what: String) {
    log.error("could not \(what): \(String(cString: strerror(errno))); the newest choices would not survive the daemon")
  }
}
