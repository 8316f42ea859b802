internal import Rasterizing
internal import Scenes

/// Why what is to be seen at a moment cannot be.
struct LeafFailure {
  /// The file that is to blame; nil where it is none.
  var path: String?
  var failure: ContentFailure
  /// Whether there is no such file.
  var isMissing = false
  /// Whether the daemon ends, which is nobody's trouble.
  var isEnd = false
}

extension ContentFailure {
  /// The rasteriser's reason; `path` is the file that it was about.
  init(_ error: RasterError, path: String? = nil) {
    let retry: Retry = !error.isTemporary ? .never : error.awaitsRepair ? .seldom : .soon
    self.init(path.map { "\($0): \(error)" } ?? error.description, retry: retry, isFollowed: path != nil)
  }
}
