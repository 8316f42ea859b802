/// Where the programs that read files are, how many of them there may be, and how patient the daemon is with them.
public struct DocumentPoolSettings: Hashable, Sendable {
  /// The program that decodes pictures.
  public var pictures: RasterizerSettings
  /// The program that draws pages.
  public var pages: RasterizerSettings
  /// How many documents may have a process at a time; a spare one may stand beside them.
  public var limit: Int
  /// How many requests may wait for a process.
  public var queueLimit: Int

  /// Makes settings for programs in the same directory.
  ///
  /// - Parameter directory: without a slash at its end.
  public init(directory: String, limit: Int = 4, queueLimit: Int = 64) {
    pictures = RasterizerSettings(path: "\(directory)/marquee-pictures", startMilliseconds: 5_000)
    pages = RasterizerSettings(path: "\(directory)/marquee-pages", startMilliseconds: 5_000)
    self.limit = limit
    self.queueLimit = queueLimit
  }
}
