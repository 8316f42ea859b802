/// What has happened to the paths that are followed.
struct PathChanges {
  /// Those that may lead elsewhere, or to something that has changed.
  var paths: Set<String> = []
  /// Files that somebody has closed after writing, or has moved here as they are; by the paths that contents name.
  var finished: Set<String> = []
  /// Files that somebody has begun.
  var begun: Set<String> = []
}
