internal import Composition
internal import DisplayTypes

/// Decides whether a plane shows the buffer of a surface that fills one screen, so that nothing is composed. Pure. It does not allocate for
/// a frame.
struct ScreenScanout {
  /// The way of a picture to the screen.
  enum Way {
    case compose
    case plane(SurfaceFrame)
    /// A copy of slow pixels is being made. The picture before stays until the next refresh.
    case wait
  }

  /// The frame whose buffer the plane shows, and the frame of the flip in flight. They keep their buffers from their process.
  private(set) var onScreen: SurfaceFrame?
  private var inFlight: SurfaceFrame?
  /// The surface that fills the screen, and the time since when it does.
  private var candidate: ObjectIdentifier?
  private var since = MonotonicTime.zero
  private var pauses = Backoff()
  /// No plane is tried before this time, because the driver has refused.
  private var resumes = MonotonicTime.zero
  private var waits = 0

  /// The nanoseconds for which a surface fills the screen before its process gets other buffers.
  private static let settledAfter: UInt64 = 1_000_000_000
  /// The most refreshes for which a picture waits for copies. After that it is composed from the slow memory.
  private static let mostWaits = 2

  /// Decides the way of a picture, and records it for the surfaces in it.
  ///
  /// - Parameters:
  ///   - card: the card of the screen; nil if it cannot show shared memory.
  ///   - isRead: whether the picture must be read for a client.
  mutating func way(
    of frame: ResolvedFrame, at time: MonotonicTime, on card: (any ScanoutCard)?, isRead: Bool, isObserved: Bool
  ) -> Way {
    let filling = frame.filling
    for layer in frame.layers {
      guard case .frame(let other) = layer.contents else { continue }
      if case .success(let surface) = filling, surface === other { continue }
      var obstacle = SurfaceObstacle.covered
      if case .failure(let found) = filling, layer == frame.layers.last { obstacle = found }
      other.scanout.note(.composed(obstacle), wanting: nil)
    }
    guard case .success(let surface) = filling else {
      candidate = nil
      return composed(frame)
    }
    if candidate != surface.surface { (candidate, since) = (surface.surface, time) }
    if let obstacle = obstacle(to: surface, on: card, isObserved: isObserved) {
      surface.scanout.note(.composed(obstacle), wanting: nil)
      return composed(frame)
    }
    if time < resumes {
      surface.scanout.note(.composed(.refused), wanting: nil)
      return composed(frame)
    }
    guard let buffer = surface.scanoutBuffer, let card else {
      let isSettled = time.nanoseconds > since.advanced(by: Self.settledAfter).nanoseconds
      surface.scanout.note(.composed(isSettled ? .files : .recent), wanting: isSettled ? card : nil)
      return composed(frame)
    }
    guard card.owns(buffer) else {
      surface.scanout.note(.composed(.otherCard), wanting: card)
      return composed(frame)
    }
    if isRead, mustWait(for: frame) { return .wait }
    waits = 0
    return .plane(surface)
  }

  private func obstacle(
    to surface: SurfaceFrame, on card: (any ScanoutCard)?, isObserved: Bool
  ) -> SurfaceObstacle? {
    if card == nil { return .driver }
    if surface.scanout.hasSeveralScreens { return .several }
    return isObserved ? .observed : nil
  }

  private mutating func composed(_ frame: ResolvedFrame) -> Way {
    if mustWait(for: frame) { return .wait }
    waits = 0
    return .compose
  }

  /// Whether copies are missing that may come soon.
  private mutating func mustWait(for frame: ResolvedFrame) -> Bool {
    var isMissing = false
    for layer in frame.layers {
      if case .frame(let surface) = layer.contents, surface.lacksCopy() { isMissing = true }
    }
    guard isMissing, waits < Self.mostWaits else { return false }
    waits += 1
    return true
  }

  mutating func submitted(_ surface: SurfaceFrame, on plane: UInt32) {
    inFlight = surface
    pauses.reset()
    surface.scanout.note(.plane(plane), wanting: surface.scanout.card)
  }

  /// Records that the driver has refused to show the buffer.
  mutating func refused(_ surface: SurfaceFrame, at time: MonotonicTime) {
    resumes = time.advanced(by: pauses.next())
    surface.scanout.note(.composed(.refused), wanting: nil)
  }

  /// Records the end of a flip, after which the plane shows the buffer in flight, or a composed one.
  mutating func flipped() {
    onScreen = inFlight
    inFlight = nil
  }
}
