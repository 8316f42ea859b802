import DisplayTypes

/// Reads `playlist: { file: other.yaml }`: the content of that file, which is a playlist.
struct ContentInclude {
  let contents: ContentReader

  func playlist(
    _ key: String, in section: ConfigurationSection, at place: ContentPlace
  ) -> PlaylistDescription? {
    let mark = section.entry(key)?.value.mark ?? section.mark
    func report(_ problem: String, expected: String = "", hint: String = "") {
      section.errors.add(mark, section.path(key), problem, expected: expected, hint: hint)
    }
    guard contents.context.mayInclude else {
      // A caller could have files read to it that only the daemon may read: what is wrong with them is told.
      report("over the socket a playlist names no file", expected: "items", hint: "marqueectl reads such files itself")
      return nil
    }
    guard let path = contents.path(key, in: section) else { return nil }
    let chain = contents.context.chain
    if let first = chain.firstIndex(of: path) {
      let names = (chain[first...] + [path]).joined(separator: " → ")
      report("the playlist includes itself: \(names)", hint: "leave one of them out")
      return nil
    }
    let file = path
    let inner = ErrorList(file: file)
    defer { inner.errors.forEach(section.errors.add) }
    let root: YAMLNode?
    do throws(UnreadableContentFile) {
      root = try contents.context.tree(path, inner)
    } catch {
      report(error.reason)
      return nil
    }
    guard let root else { return nil }
    let context = ContentContext(including: path, from: contents.context)
    switch ContentReader(context: context).content(of: root, errors: inner, at: place) {
    case .playlist(let playlist): return playlist
    case let other?:
      report("\(path) has a \(other.kind.rawValue)", expected: "a file with a playlist")
      return nil
    case nil: return nil
    }
  }
}
