/// Why a file of notes cannot be read.
public struct NotesFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as its user gave it.
  public var file: String
  /// The line, from 1; nil where it is about no line.
  public var line: Int?
  /// What is wrong and what is expected, as a sentence.
  public var reason: String

  /// Makes one from its fields.
  public init(file: String, line: Int? = nil, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// File, line and reason, as compilers write it.
  public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
