internal import Glibc
internal import SystemPackage

/// Why the program ends.
enum KeysFailure: Error, CustomStringConvertible {
  /// Wrong options.
  case usage(String)
  /// The key map cannot be used; each line says why.
  case keyMap(String)
  /// The system refused something that nothing works without.
  case system(String, Errno)

  /// What happened and what to do.
  var description: String {
    switch self {
    case .usage(let text), .keyMap(let text): text
    case .system(let text, let error): "\(text): \(error.description)"
    }
  }

  /// The exit status, as sysexits.h has them.
  var status: Int32 {
    switch self {
    case .usage: EX_USAGE
    case .keyMap: EX_DATAERR
    case .system: EX_OSERR
    }
  }
}
