public import DisplayTypes
public import Timeline

/// Asks what has to be known of files, folders and zones to say what a content shows, without playing it.
public final class MomentQuestion {
  private let board: PlayBoard

  /// Makes a question about a content.
  public init(_ content: ContentDescription, _ resources: ContentResources) {
    // What is only asked for is not played, and nothing of it passed over.
    var resources = resources
    resources.plays = nil
    board = PlayBoard(content, resources)
  }

  /// Calls back once, perhaps at once; lives until then.
  ///
  /// Whether the clock is right now is of no matter: the time is asked for.
  public func ask(on geometry: OutputGeometry?, completion: @escaping (PlayContext) -> Void) {
    board.open()
    board.whenReady { [self] in
      var context = geometry.map(board.context) ?? board.context
      context.isClockRight = true
      board.close()
      completion(context)
    }
  }
}
