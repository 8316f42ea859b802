/// A descriptor that the service manager passed to this process (sd_listen_fds(3)).
public nonisolated struct InheritedDescriptor: Hashable, Sendable {
  /// The descriptor's number.
  public var number: Int32
  /// Its name: the socket unit's, or its `FileDescriptorName=`, or the one it was stored by.
  public var name: String

  /// Makes one.
  public init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Those that the environment tells of, if they are meant for the process `processID`.
  public static func all(environment: [String: String], processID: Int32) -> [InheritedDescriptor] {
    guard let pid = environment["LISTEN_PID"].flatMap({ Int32($0) }), pid == processID,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count <= 1024
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    // SD_LISTEN_FDS_START is 3.
    return (0..<count).map { index in
      let name = Int(index) < names.count ? String(names[Int(index)]) : ""
      return InheritedDescriptor(number: 3 + index, name: name.isEmpty ? "unknown" : name)
    }
  }
}
