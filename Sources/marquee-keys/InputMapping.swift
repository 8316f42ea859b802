public import ControlProtocol
public import DisplayTypes

/// From a place on a display's panel to one in a scene that is seen there: through rotation, overscan, mirror and the scene's frame.
public struct InputMapping: Hashable, Sendable {
  /// The picture of another screen.
  public struct Mirror: Hashable, Sendable {
    /// How that screen's picture lies on its own panel.
    public var source: OutputGeometry
    /// The rectangle of the mirrored picture on this screen.
    public var fit: MirrorFit

    /// Makes a mirror from its fields.
    public init(source: OutputGeometry, fit: MirrorFit) {
      self.source = source
      self.fit = fit
    }
  }

  /// The display that is touched.
  public var screen: OutputGeometry
  /// The mirrored screen; nil if it shows the scenes itself.
  public var mirror: Mirror?
  /// The scenes that are seen, the uppermost last.
  public var windows: [SceneWindow]

  /// Makes an input mapping from its fields.
  public init(screen: OutputGeometry, mirror: Mirror? = nil, windows: [SceneWindow]) {
    self.screen = screen
    self.mirror = mirror
    self.windows = windows
  }

  /// A place in shares of the panel, as one in shares of the picture that has the scenes, upright; outside 0 to 1 beside it.
  public func picture(x: Double, y: Double) -> (x: Double, y: Double) {
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

  /// The scene at a point in shares of the panel, and the point in the scene; nil beside all scenes.
  public func scene(x: Double, y: Double) -> ScenePoint? {
    let place = picture(x: x, y: y)
    let window = windows.last { window in
      let frame = window.frame
      // A turned panel's first pixel lies on the picture's last edge.
      return place.x >= frame.x && place.x <= frame.x + frame.width && place.y >= frame.y
        && place.y <= frame.y + frame.height
    }
    return window.map { Self.point(place, in: $0) }
  }

  /// The point in a scene for a point in shares of the panel, also outside the scene; nil if the scene is not visible any more.
  public func point(x: Double, y: Double, in session: String) -> ScenePoint? {
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
public struct SceneWindow: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// In shares of the display as a person sees it.
  public var frame: FrameInfo

  /// Makes a scene window from its fields.
  public init(session: String, frame: FrameInfo) {
    self.session = session
    self.frame = frame
  }
}

/// A point in an application scene, in its shares; it is outside 0 to 1 if a finger has left the scene.
public struct ScenePoint: Hashable, Sendable {
  /// The session's identifier.
  public var session: String
  /// From the left edge.
  public var x: Double
  /// From the upper edge.
  public var y: Double

  /// Makes a scene point from its fields.
  public init(session: String, x: Double, y: Double) {
    self.session = session
    self.x = x
    self.y = y
  }
}

extension Transform {
  /// The transform from a point of the panel to the upright picture.
  var inverse: Transform {
    switch self {
    case .normal, .rotated180, .flipped, .flipped90, .flipped180, .flipped270: self
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    }
  }

  /// A way along the upright picture as one along the panel, both in shares.
  func panelMotion(_ dx: Double, _ dy: Double) -> (x: Double, y: Double) {
    let (from, to) = (map(x: 0, y: 0), map(x: dx, y: dy))
    return (to.x - from.x, to.y - from.y)
  }
}
