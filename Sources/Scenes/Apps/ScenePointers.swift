internal import Composition
internal import DisplayTypes
internal import Presentation

/// The pointers of the controllers that own input, one for each app. A pointer appears with the first `pointer` input of a scene, follows
/// it, and goes when the controller releases the input. Screens show it only with a scene that takes the input.
final class ScenePointers {
  private struct Place {
    let session: SceneSession
    /// Fractions of the scene; outside 0 to 1 beside it.
    let x: Double
    let y: Double
  }

  private unowned let system: SceneSystem
  /// By app.
  private var places: [String: Place] = [:]
  /// The pointers on the display thread.
  private var sent: [ScreenID: PointerPlace] = [:]

  init(_ system: SceneSystem) { self.system = system }

  /// Follows input of the kind `pointer` with `x` and `y`.
  func receive(_ input: InputEvent, of session: SceneSession) {
    guard input.kind == "pointer", let x = input.values.values["x"]?.double, let y = input.values.values["y"]?.double
    else { return }
    places[session.app] = Place(session: session, x: x, y: y)
  }

  func inputWasReleased(of app: String) { places[app] = nil }

  /// Sends the places that have changed, at the end of each pass; false if there are none.
  func settle() -> Bool {
    guard !places.isEmpty || !sent.isEmpty else { return false }
    var hasChanged = false
    for coordinator in system.coordinators {
      guard coordinator.lit != nil else {
        // A dark screen has lost its pointer.
        sent[coordinator.id] = nil
        continue
      }
      let place = place(on: coordinator.screenScenes)
      guard place != sent[coordinator.id] else { continue }
      sent[coordinator.id] = place
      system.pass.command(.movePointer(coordinator.id, place))
      hasChanged = true
    }
    let screens = system.coordinators
    sent = sent.filter { screen, _ in screens.contains { $0.id == screen } }
    return hasChanged
  }

  /// The pointer on a screen that shows the scene, or that mirrors it; nil without one.
  private func place(on screenScenes: ScreenScenes) -> PointerPlace? {
    let picture = screenScenes.picture
    guard picture.cover == .clear, let geometry = screenScenes.screen?.geometry else { return nil }
    switch picture.shown {
    case .scene(let app, _), .applications(let app):
      guard let place = places[app], screenScenes.shownScenes.contains(where: { $0.session === place.session }),
        let frame = system.applications.shownFrame(of: place.session)
      else { return nil }
      let (x, y) = (frame.x + place.x * frame.width, frame.y + place.y * frame.height)
      return PointerPlace(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
    case .mirror:
      guard let source = screenScenes.presentation.mirrorSource, let place = self.place(on: source),
        let size = source.screen?.geometry?.size
      else { return nil }
      return place.fitted(from: size, into: geometry.size, fit: screenScenes.coordinator.decision.mirror.fit)
    case .dark, .untouched, .masked, .black, .idle: return nil
    }
  }
}

extension PointerPlace {
  /// The place on a mirror, as `LayerTree.fitted` places the picture; nil beside it.
  fileprivate nonisolated func fitted(from size: PointSize, into other: PointSize, fit: MirrorFit) -> PointerPlace? {
    guard size.width > 0, size.height > 0, other.width > 0, other.height > 0 else { return nil }
    let (wide, high) = (other.width / size.width, other.height / size.height)
    let factor =
      switch fit {
      case .letterbox: (x: min(wide, high), y: min(wide, high))
      case .fill: (x: max(wide, high), y: max(wide, high))
      case .stretch: (x: wide, y: high)
      }
    let place = PointerPlace(x: 0.5 + (x - 0.5) * factor.x / wide, y: 0.5 + (y - 0.5) * factor.y / high)
    return (0...1).contains(place.x) && (0...1).contains(place.y) ? place : nil
  }
}

extension UserValue {
  fileprivate nonisolated var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .text, .list, .object: nil
    }
  }
}
