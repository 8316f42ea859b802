import Glibc

/// Which files the daemon's user can read: a guess from the daemon's user and groups, so that a deck is copied before it is needed.
struct DaemonReach: Hashable {
  /// Its user.
  var userID: UInt32
  /// Its groups.
  var groupIDs: Set<UInt32>

  /// Folders that a service does not see (`ProtectHome=`, `PrivateTmp=` in marqueed.service).
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

  /// Of a process, as /proc tells it; nil where it doesn't.
  init?(process: Int) {
    guard let bytes = try? InputFile.bytes(from: "/proc/\(process)/status", limit: 65536, kind: "text") else {
      return nil
    }
    self.init(status: String(decoding: bytes, as: UTF8.self))
  }

  /// From the text of /proc/PID/status (proc(5)).
  init?(status: String) {
    var user: UInt32?
    var groups: Set<UInt32> = []
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      switch words.first {
      // Real, effective, saved, and that of the file system.
      case "Uid:": user = words.count > 4 ? UInt32(words[4]) : nil
      case "Gid:": if words.count > 4, let group = UInt32(words[4]) { groups.insert(group) }
      case "Groups:": groups.formUnion(words.dropFirst().compactMap { UInt32($0) })
      default: break
      }
    }
    guard let user else { return nil }
    (userID, groupIDs) = (user, groups)
  }

  /// Whether it can read a file of which this process is the reader `reader`.
  func reads(_ path: String, reader: UInt32 = geteuid()) -> Bool {
    guard userID != reader else { return access(path, R_OK) == 0 }
    if userID != 0 || reader != 0, Self.hidden.contains(where: { path.hasPrefix($0) }), userID != reader {
      return false
    }
    if userID == 0 { return true }
    var folder = ""
    let parts = path.split(separator: "/")
    for part in parts.dropLast() {
      folder += "/\(part)"
      guard allows(folder, bits: 0o1) else { return false }
    }
    return allows(path, bits: 0o4)
  }

  /// Whether the mode of a file lets it in (path_resolution(7)).
  private func allows(_ path: String, bits: UInt32) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let shift: UInt32 = status.st_uid == userID ? 6 : groupIDs.contains(status.st_gid) ? 3 : 0
    return (UInt32(status.st_mode) >> shift) & bits == bits
  }
}
