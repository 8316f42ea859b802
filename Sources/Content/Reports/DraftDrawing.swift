package import Composition
package import ContentModel
package import DisplayTypes

/// Draws the picture of a content at a time without playing it.
package final class DraftDrawing {
  private let content: ContentDescription
  private let sources: ContentSources
  private var search: MomentSearch?

  package init(_ content: ContentDescription, _ resources: ContentResources) {
    // A draft adds nothing to the proof of play, and only viewers of the screen get a code.
    var resources = resources
    resources.plays = nil
    resources.setup = resources.setup.withoutCode(isSeen: false)
    self.content = content
    sources = ContentSources(content, resources, isDraft: true)
  }

  /// Completes once, perhaps immediately. `trustsClock` is for a time that the caller named.
  package func draw(
    at time: WallTime, on geometry: OutputGeometry, trustsClock: Bool, completion: @escaping (LayerTree) -> Void
  ) {
    sources.open()
    if trustsClock { sources.takeClockForRight() }
    sources.whenReady { [self] in
      let search = MomentSearch(content, on: geometry, sources: sources, at: time) { [self] found in
        completion(found.leaf.tree)
        found.leaf.cancel()
        self.search = nil
        sources.close()
      }
      self.search = search
      search.begin()
    }
  }
}
