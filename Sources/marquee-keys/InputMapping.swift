internal import ControlProtocol
internal import DisplayTypes

/// Maps a place on a display's panel to a place in a scene, by rotation, overscan, mirror and the scene's frame.
struct InputMapping {
  struct Mirror {
    var source: OutputGeometry
    var fit: MirrorFit
  }

  /// The touched display.
  var screen: OutputGeometry
  /// The mirrored screen; nil if the touched display shows the scenes itself.
  var mirror: Mirror?
  /// The visible scenes, from the lowest to the topmost.
  var windows: [SceneWindow]

  /// Converts fractions of the panel to fractions of the upright picture with the scenes. A result outside 0 to 1 is beside the picture.
  private func picture(x: Double, y: Double) -> (x: Double, y: Double) {
    let area = screen.pictureArea
    guard area.width > 0, area.height > 0 else { return (-1, -1) }
    let onPicture = (
      x: (x * Double(screen.mode.width) - Double(area.x)) / Double(area.width),
      y: (y * Double(screen.mode.height) - Double(area.y)) / Double(area.height)
    )
    let upright = screen.transform.inverse.map(x: onPicture.x, y: onPicture.y)
    guard let mirror else { return upright }
    let (own, other) = (screen.size, mirror.source.size)
    guard own.width > 0, own.height > 0, other.width > 0, other.height > 0 else { return (-1, -1) }
    let wide = own.width / other.width
    let high = own.height / other.height
    let factor: (x: Double, y: Double) =
      switch mirror.fit {
      case .letterbox: (min(wide, high), min(wide, high))
      case .fill: (max(wide, high), max(wide, high))
      case .stretch: (wide, high)
      }
    // The picture is in the middle of the panel.
    return (
      0.5 + (upright.x - 0.5) * own.width / (factor.x * other.width),
      0.5 + (upright.y - 0.5) * own.height / (factor.y * other.height)
    )
  }

  /// The scene at a point of the panel (in fractions), and the point in the scene; nil beside all scenes.
  func scene(x: Double, y: Double) -> ScenePoint? {
    let place = picture(x: x, y: y)
    let window = windows.last { window in
      let frame = window.frame
      // The first pixel of a rotated panel is on the last edge of the picture.
      return place.x >= frame.x && place.x <= frame.x + frame.width && place.y >= frame.y
        && place.y <= frame.y + frame.height
    }
    return window.map { Self.point(place, in: $0) }
  }

  /// The point in a scene for a point of the panel (in fractions), also outside the scene; nil if the scene is no longer visible.
  func point(x: Double, y: Double, in session: String) -> ScenePoint? {
    windows.last { $0.session == session }.map { Self.point(picture(x: x, y: y), in: $0) }
  }

  private static func point(_ place: (x: Double, y: Double), in window: SceneWindow) -> ScenePoint {
    let frame = window.frame
    guard frame.width > 0, frame.height > 0 else { return ScenePoint(session: window.session, x: 0, y: 0) }
    return ScenePoint(
      session: window.session, x: (place.x - frame.x) / frame.width, y: (place.y - frame.y) / frame.height)
  }
}

/// An application scene and its place on its display.
struct SceneWindow {
  var session: String
  /// The frame in fractions of the upright picture.
  var frame: FrameInfo
}

/// A point in fractions of an application scene. It is outside 0 to 1 if a finger has left the scene.
struct ScenePoint: Hashable {
  var session: String
  var x: Double
  var y: Double
}

extension Transform {
  /// The transform from the panel to the upright picture.
  var inverse: Transform {
    switch self {
    case .normal, .rotated180, .flipped, .flipped90, .flipped180, .flipped270: self
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    }
  }

  /// Converts a motion over the upright picture to a motion over the panel, both in fractions.
  func panelMotion(_ dx: Double, _ dy: Double) -> (x: Double, y: Double) {
    let (from, to) = (map(x: 0, y: 0), map(x: dx, y: dy))
    return (to.x - from.x, to.y - from.y)
  }
}
