internal import DisplayTypes
internal import Presentation

/// What a scene was told to show before its newest content, until that has been laid out.
struct FormerContent {
  let chosen: ContentDescription?
  let temporary: ContentDescription?
  let onUntil: WallTime?
  let timer: (any DisplayTimer)?

  /// What is in force.
  init(_ scene: Scene) {
    chosen = scene.session.chosenContent
    temporary = scene.session.temporaryContent
    onUntil = scene.session.onUntil
    timer = scene.contentTimer
  }
}
