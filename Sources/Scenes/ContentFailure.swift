/// Why content could not be laid out: a plain sentence, for the event, the log and who asked.
public nonisolated struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong and what to do, for people.
  public var message: String
  /// Trying again later may help.
  public var isTemporary: Bool

  /// Makes a failure.
  public init(_ message: String, isTemporary: Bool) {
    self.message = message
    self.isTemporary = isTemporary
  }

  /// The message.
  public var description: String { message }
}
