import CLinuxEvents
import Glibc

/// What the daemon was started with besides its options.
struct DaemonEnvironment {
  private let variables: [String: String]
  let userID: UInt32
  let processID: Int32
  /// It was started by a supervisor: it waits where a person would want an error.
  var isService: Bool

  init(variables: [String: String], userID: UInt32, processID: Int32, isService: Bool) {
    self.variables = variables
    self.userID = userID
    self.processID = processID
    self.isService = isService
  }

  static func current() -> DaemonEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return DaemonEnvironment(
      variables: variables, userID: getuid(), processID: getpid(), isService: variables["NOTIFY_SOCKET"] != nil)
  }

  subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  var all: [String: String] { variables }

  /// The directory of the running program.
  static var programDirectory: String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    let path = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
