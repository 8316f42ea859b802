internal import EventLoop
internal import Glibc

/// The programs that the package builds, beside the test bundle.
public enum BuiltPrograms {
  /// The program is not beside the test bundle.
  public struct Missing: Error, CustomStringConvertible {
    /// Its name.
    public let program: String

    /// The name of the program, and the command that builds it.
    public var description: String { "\(program) is not beside the test bundle; run `make build-tests` first" }
  }

  /// The path of a program.
  public static func path(of program: String) throws(Missing) -> String { "\(try folder(with: program))/\(program)" }

  /// The folder that has this program and all other built programs.
  public static func folder(with program: String = "marqueed") throws(Missing) -> String {
    var folder = ProgramStart.ownFolder
    while let name = folder {
      if access("\(name)/\(program)", X_OK) == 0 { return name }
      folder = name.lastIndex(of: "/").map { String(name[..<$0]) }
    }
    throw Missing(program: program)
  }
}
