internal import Glibc
public import Rasterizing
internal import SystemPackage

/// Where the rasteriser's program is and how patient the daemon is with it.
public struct RasterizerSettings: Hashable, Sendable {
  /// The program's path.
  public var path: String
  /// After so long without a request it exits; in milliseconds.
  ///
  /// Its exit wakes the daemon once, so this stays below the time after which a static scene must cost nothing.
  public var idleMilliseconds: UInt64
  /// How long a text may take, in milliseconds.
  public var textMilliseconds: UInt64
  /// How long a PNG may take, in milliseconds.
  public var pngMilliseconds: UInt64
  /// How long a picture file or a page may take, in milliseconds.
  public var documentMilliseconds: UInt64
  /// How much longer the first request of a process may take, and its first text, in milliseconds.
  ///
  /// The first text looks at every font. Without a cache fontconfig reads all of them, and keeps what it has read of each folder: another
  /// try goes on from there.
  public var startMilliseconds: UInt64
  /// How many requests may wait.
  public var queueLimit: Int
  /// Variables of the environment to set for it, besides the few that it inherits (`HOME`, `LANG`, `FONTCONFIG_FILE` …).
  public var environment: [String: String]

  /// Makes settings; all but the path have usual values.
  public init(
    path: String, idleMilliseconds: UInt64 = 4_000, textMilliseconds: UInt64 = 5_000,
    pngMilliseconds: UInt64 = 20_000, documentMilliseconds: UInt64 = 10_000, startMilliseconds: UInt64 = 10_000,
    queueLimit: Int = 64,
    environment: [String: String] = [:]
  ) {
    self.path = path
    self.idleMilliseconds = idleMilliseconds
    self.textMilliseconds = textMilliseconds
    self.pngMilliseconds = pngMilliseconds
    self.documentMilliseconds = documentMilliseconds
    self.startMilliseconds = startMilliseconds
    self.queueLimit = queueLimit
    self.environment = environment
  }
  /// Why the program could not be started, as a sentence; nil where it is there.
  public var obstacle: RasterError? {
    guard unsafe access(path, X_OK) != 0 else { return nil }
    return .notStarted(path: path, reason: Errno(rawValue: errno).description)
  }

  func milliseconds(for request: RasterRequest) -> UInt64 {
    switch request {
    case .text, .code: textMilliseconds
    case .png: pngMilliseconds
    case .document: documentMilliseconds
    }
  }
}

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
