/// Why content could not be laid out: a plain sentence, for the event, the log and who asked.
public nonisolated struct ContentFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// When the same may succeed.
  public enum Retry: Hashable, Sendable {
    /// Only once somebody changes the content.
    case never
    /// In seconds.
    case soon
    /// Once something was installed or repaired: in minutes.
    case seldom
  }

  /// What went wrong and what to do, for people.
  public var message: String
  /// Whether trying again may help.
  public var retry: Retry
  /// Whether its files are looked after, so that it is shown once they can be, as long as it is wanted.
  public var isFollowed: Bool

  /// Makes a failure.
  public init(_ message: String, retry: Retry, isFollowed: Bool = false) {
    self.message = message
    self.retry = retry
    self.isFollowed = isFollowed
  }

  /// The message.
  public var description: String { message }
}
