internal import Glibc

/// The names in a folder except `.` and `..`, in any order (readdir(3)).
@safe package enum FolderNames {
  /// Returns nil with `errno` set if the folder cannot be opened.
  package static func read(_ path: String) -> [String]? { unsafe read(opendir(path)) }

  package static func read(closing descriptor: Int32) -> [String]? { unsafe read(fdopendir(descriptor)) }

  private static func read(_ stream: OpaquePointer?) -> [String]? {
    guard let stream = unsafe stream else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
