/// A place in a file that a user wrote, so that a message or `explain` can name it.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named, as `/etc/marquee/marquee.yaml`.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in characters, counted from 1.
  public var column: Int

  /// Makes one from its parts.
  public init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `file:line`.
  public var description: String { "\(file):\(line)" }
}
