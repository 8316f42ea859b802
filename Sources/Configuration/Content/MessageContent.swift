public import DisplayTypes

/// Reads contents that do not come from a file.
public enum MessageContent {
  /// Reads what a message says: an object with a kind and its value.
  ///
  /// - Parameters:
  ///   - path: Where it stands in the message.
  ///   - now: The moment of the message, from which a playlist is played that is repeated some times and says no start.
  /// - Throws: The first thing that is wrong.
  public static func read(
    _ value: MessageValue, path: String, now: WallTime
  ) throws(ConfigurationError) -> ContentDescription {
    try read(value, path: path, origin: .message(now: now))
  }

  /// Reads what was kept, which was checked when it was said; nil where it says nothing that this version knows.
  public static func kept(_ value: MessageValue) -> ContentDescription? {
    do throws(ConfigurationError) {
      return try read(value, path: "", origin: .kept)
    } catch {
      return nil
    }
  }

  private static func read(
    _ value: MessageValue, path: String, origin: ContentContext.Origin
  ) throws(ConfigurationError) -> ContentDescription {
    let errors = ErrorList(file: "message")
    let section = ConfigurationSection(
      value.node, path: path, errors: errors, keys: ContentReader.kinds, expected: ContentReader.expected)
    let content = section.flatMap {
      ContentReader(context: ContentContext(origin)).content(in: $0, at: ContentPlace())
    }
    if let error = errors.errors.first { throw error }
    guard let content else { throw errors.error(.start, path, "says nothing", expected: ContentReader.expected) }
    return content
  }
}
