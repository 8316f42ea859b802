internal import DisplayTypes

/// Content that is tried before it is set, and who waits for that.
final class ContentTrial {
  /// Who would show it, and for which shape.
  struct Place {
    var delegate: any SceneDelegate
    var geometry: OutputGeometry
    var app: App
    var role: SceneRole
    /// The session that it would be set in; nil where there is none yet.
    var session: SceneSession?
  }

  let place: Place
  /// The session, and how often its content had been chosen, when it began: nothing else may have been chosen since.
  var session: SceneSession?
  var choices: Int
  let completion: (PictureOutcome) -> Void

  init(_ place: Place, completion: @escaping (PictureOutcome) -> Void) {
    self.place = place
    session = place.session
    choices = place.session?.choices ?? 0
    self.completion = completion
  }
}
