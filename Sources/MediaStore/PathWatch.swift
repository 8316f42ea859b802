internal import Content

/// What `MediaStore.watch` returns; the store holds it weakly.
final class PathWatch: MediaWatch {
  let paths: Set<String>
  let didChange: (Set<String>) -> Void

  init(paths: Set<String>, didChange: @escaping (Set<String>) -> Void) {
    self.paths = paths
    self.didChange = didChange
  }
}
