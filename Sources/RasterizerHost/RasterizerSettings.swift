internal import Glibc
package import Rasterizing
internal import SystemPackage

/// The place of a worker's program, and the times that the daemon gives it.
package struct RasterizerSettings: Sendable {
  package var path: String
  /// The time without a request after which the program exits. Its exit wakes the daemon once. So this is shorter than the time after which
  /// a static scene must cost nothing.
  package var idleMilliseconds: UInt64 = 4_000
  package var textMilliseconds: UInt64 = 5_000
  var pngMilliseconds: UInt64 = 20_000
  /// The time limit for a picture file or a page.
  package var documentMilliseconds: UInt64 = 10_000
  /// The additional time for the first request of a process, and for its first text. The first text checks every font. Without a cache
  /// fontconfig reads all fonts, and stores its results for each folder. So another attempt continues there.
  package var startMilliseconds: UInt64 = 10_000
  package var queueLimit = 64
  /// Environment variables to set, besides the inherited ones (`HOME`, `LANG`, `FONTCONFIG_FILE` …).
  package var environment: [String: String] = [:]

  package init(path: String) { self.path = path }

  /// The error if the program cannot start; otherwise nil.
  package var obstacle: RasterError? {
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

/// The programs that read files, and the limits of their number.
package struct DocumentPoolSettings: Sendable {
  package var pictures: RasterizerSettings
  package var pages: RasterizerSettings
  /// The maximum number of documents with a process. There may be a spare process in addition.
  package let limit: Int
  package var queueLimit = 64

  /// - Parameter directory: the directory of both programs, without a slash at its end.
  package init(directory: String, limit: Int = 4) {
    func program(_ name: String) -> RasterizerSettings {
      var settings = RasterizerSettings(path: "\(directory)/\(name)")
      settings.startMilliseconds = 5_000
      // Large pages for large blocks such as pictures (glibc 2.35).
      settings.environment = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]
      return settings
    }
    pictures = program("marquee-pictures")
    pages = program("marquee-pages")
    self.limit = limit
  }
}
