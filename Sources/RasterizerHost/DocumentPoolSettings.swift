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
    // Large pages for large blocks (glibc 2.35): pictures are such.
    let environment = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]
    func program(_ name: String) -> RasterizerSettings {
      RasterizerSettings(path: "\(directory)/\(name)", startMilliseconds: 5_000, environment: environment)
    }
    pictures = program("marquee-pictures")
    pages = program("marquee-pages")
    self.limit = limit
    self.queueLimit = queueLimit
  }
}
